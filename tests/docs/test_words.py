"""Docstrings, errors and documents are in plain words: no odd words, and few of the phrases of translated prose."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
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


PHRASES = {
    r"what (is|was|has|it)": 8,
    r"those (of|that)": 4,
    r"(there is|has) none": 2,
    r"of its own": 2,
    r"is (there|gone)": 3,
    r"(whoever|whatever)": 1.5,
    r"is to": 2,
}
"""How often a phrase may occur in 10,000 words. Write a noun instead: the records, the options of the sink, `None`."""


def prose(code: str) -> Iterator[str]:
    """The docstrings, other strings and comments of a module."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def density(phrase: str, texts: list[str]) -> float:
    """The number of times that a phrase occurs in 10,000 words."""
    pattern = re.compile(rf"\b{phrase}\b", re.IGNORECASE)
    words = sum(len(re.findall(r"[A-Za-z']+", text)) for text in texts)
    return sum(len(pattern.findall(" ".join(text.split()))) for text in texts) * 10_000 / words


@pytest.fixture(scope="module")
def texts() -> dict[str, list[str]]:
    modules = (path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    pages = (path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "guide").rglob("*.md"))
    return {"src": [text for module in modules for text in prose(module)], "guide": list(pages)}


@pytest.mark.parametrize("place", ["src", "guide"])
@pytest.mark.parametrize("phrase", PHRASES)
def test_phrase_is_rare(phrase: str, place: str, texts: dict[str, list[str]]) -> None:
    assert density(phrase, texts[place]) <= PHRASES[phrase]


def test_prose_of_a_module_has_docstrings_errors_and_comments() -> None:
    code = '"""What it does."""\nraise E(f"what is {x}")  # what was there\n'
    assert density(r"what (is|was|has|it)", list(prose(code))) == pytest.approx(3 * 10_000 / 8)


def test_phrase_is_counted_across_a_line_break() -> None:
    assert density("of its own", ["a thread of\n    its own"]) == 2_000
