"""Pages of decisions have their numbers in their headings, and the README lists each of them."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "decisions"
PAGES = sorted(FOLDER.glob("[0-9]*.md"))


def test_pages_are_numbered_without_a_gap() -> None:
    assert [page.name[:4] for page in PAGES] == [f"{number:04}" for number in range(1, len(PAGES) + 1)]


def test_readme_lists_every_page_with_its_number_and_heading() -> None:
    headings = [page.read_text(encoding="utf-8").partition("\n")[0] for page in PAGES]
    entries = [
        f"- {page.name[:4]} [{heading.removeprefix(f'# {page.name[:4]}: ')}]({page.name})"
        for page, heading in zip(PAGES, headings, strict=True)
    ]
    lines = (FOLDER / "README.md").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("- ")] == entries
