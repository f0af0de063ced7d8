"""The API reference in docs/reference is what the docstrings give."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

REFERENCE = Path(__file__).resolve().parents[2] / "docs" / "reference"


def committed() -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in REFERENCE.glob("*.md")}


def test_reference_is_up_to_date() -> None:
    made = runpy.run_path(str(REFERENCE.parent / "make_reference.py"))["make_pages"]()
    actual = committed()
    stale = [name for name in {**made, **actual} if made.get(name) != actual.get(name)]
    assert stale == [], "run: .venv/bin/python docs/make_reference.py"


def test_reference_has_public_modules_only() -> None:
    public = ("cep", "common", "datastream", "metrics", "queryable_state", "state_processor", "table", "testing")
    assert {name.split(".")[1] for name in committed() if name != "README.md"} == set(public)


def test_links_of_the_reference_lead_to_headings() -> None:
    pages = committed()
    anchors = {
        f"{name}#{title.lower()}" for name, text in pages.items() for title in re.findall(r"^## (.+)$", text, re.M)
    }
    links = {link for text in pages.values() for link in re.findall(r"\]\((pyrite[^)]+)\)", text)}
    assert links - anchors - set(pages) == set()
