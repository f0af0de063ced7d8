"""Docstrings, errors and documents are in plain words: those that native readers stumbled over do not come back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CODE = ("src", "chaos", "benchmarks", "examples", "servers", "scripts")
READ = (
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted(path for folder in CODE for path in (ROOT / folder).rglob("*.py")),
)
INSTEAD = {
    r"told": "reported, raised",
    r"anew": "again",
    r"(be|is|was|were) had": "obtained",
    r"(goes?|going|went|gone) on (from|with)": "restored from, resumed",
    r"without a word": "without an error or a result",
    r"for ever": "permanently",
    r"taken? for (a|an|the) (dead|gone|lost)": "treated as",
    r"lest": "so that ... not",
    r"by and by": "gradually",
}
"""What is not written, and what is written instead. Only words without another, ordinary use."""


@pytest.mark.parametrize("word", INSTEAD)
def test_word_is_not_used(word: str) -> None:
    pattern = re.compile(rf"\b(?:{word})\b", re.IGNORECASE)
    places = [
        f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, match.start()) + 1}: {match[0]}"
        for path in READ
        for text in [path.read_text(encoding="utf-8")]
        for match in pattern.finditer(text)
    ]
    assert places == [], f"write: {INSTEAD[word]}"
