"""Regular expressions match what java.util.regex was recorded to match."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from pyrite.core.errors import InvalidProgramError
from pyrite.expressions.java import regular_expressions
from pyrite.expressions.java.regular_expressions import JavaPattern, java_pattern, java_pattern_or_none
from pyrite.expressions.java.utf16 import has_pairs

RECORDED: dict[str, Any] = json.loads((Path(__file__).parent / "java_patterns.json").read_text())
REFUSED = ("(?x)a b",)
"""What Java takes and we refuse."""


@pytest.mark.parametrize("pattern", [pattern for pattern in RECORDED["matches"] if pattern not in REFUSED])
def test_pattern_matches_as_javas(pattern: str) -> None:
    expected = RECORDED["matches"][pattern]
    compiled = java_pattern_or_none(pattern)

    assert (compiled is None) == (expected is None)
    if compiled is not None:
        for text, answer in zip(RECORDED["texts"], expected, strict=True):
            if not has_pairs(text):  # Java may match between the two units of a character, Python cannot
                groups = range(compiled.groups + 1)
                assert [[match[index] for index in groups] for match in compiled.matches(text)] == answer


@pytest.mark.parametrize("pattern", [*REFUSED, "(?<=a+)b", r"\Ga", r"\X", r"\p{IsGreek}"])
def test_pattern_without_counterpart_is_refused_by_name(pattern: str) -> None:
    with pytest.raises(InvalidProgramError, match="which Python's `re` does not"):
        java_pattern(pattern)


# The same as Python's `re`, but for a limited time --------------------------------------------------------------------

CHARS = st.sampled_from("aAbB\u00e9\u00c9\u00df\u1e9e\u0131Ii\u017fSs\u212aKk_1 \n\r\u0085")
CLASSES = st.sampled_from(["[ab]", "[^a]", "[a-k]", "[^i-s]", r"\w", r"\d", r"\s", ".", r"\b", r"\B", "^", "$"])
ATOMS = CHARS.filter(str.isalpha) | CLASSES


def _larger(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    quantifiers = st.sampled_from(["*", "+", "?", "{1,2}", "*?", "+?", "??", "*+", "++"])
    groups = st.sampled_from(["({})", "(?:{})", "(?={})", "(?!{})", "(?>{})"])
    return (
        st.tuples(parts, parts).map("".join)
        | st.tuples(parts, parts).map("|".join)
        | st.tuples(groups, parts).map(lambda pair: pair[0].format(pair[1]))
        | st.tuples(groups, parts, quantifiers).map(lambda triple: triple[0].format(triple[1]) + triple[2])
        | parts.map(lambda part: f"({part}).?\\1")
    )


PATTERNS = st.recursive(ATOMS, _larger, max_leaves=6)
TEXTS = st.text(CHARS, max_size=9)


def _matches_of_re(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    place = 0
    while place <= len(text) and (match := pattern.search(text, place)) is not None:
        yield match
        place = match.end() + (match.end() == match.start())


@settings(deadline=None, max_examples=40)
@given(PATTERNS, TEXTS)
def test_pattern_matches_as_pythons(pattern: str, text: str) -> None:
    """The translated pattern does not depend on the differences between `re` and `regex`."""
    try:
        compiled = java_pattern_or_none(pattern)
    except InvalidProgramError:
        reject()
    if compiled is not None:
        expected = [(match.span(), match.groups()) for match in _matches_of_re(_of_re(compiled), text)]
        assert [(match.span(), match.groups()) for match in compiled.matches(text)] == expected
        assert (compiled.fullmatch(text) is None) == (_of_re(compiled).fullmatch(text) is None)


def _of_re(compiled: JavaPattern) -> re.Pattern[str]:
    return re.compile(compiled.compiled.pattern, re.ASCII)


@pytest.mark.parametrize(("java", "python"), [("(?i)", "(?ai:"), ("(?iu)", "(?iu:")])
@settings(deadline=None, max_examples=20)
@given(st.text(CHARS.filter(str.isalpha), min_size=1, max_size=3), st.booleans(), TEXTS)
def test_case_is_ignored_as_python_does(java: str, python: str, chars: str, is_class: bool, text: str) -> None:
    pattern = f"[{chars}]" if is_class else chars
    expected = re.compile(f"{python}{pattern})").search(text)
    actual = java_pattern(java + pattern).search(text)
    assert (actual and actual.span()) == (expected and expected.span())


@pytest.mark.parametrize(
    "search", [JavaPattern.search, JavaPattern.fullmatch, lambda each, text: list(each.matches(text))]
)
def test_search_that_takes_too_long_is_an_error(search: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(regular_expressions, "_MOST_SECONDS", 0.05)
    pattern = r"(a*)(a*)(a*)(a*)\1\2\3\4[bd]"
    with pytest.raises(InvalidProgramError) as raised:
        search(java_pattern(pattern), "a" * 300)
    assert f"the regular expression {pattern!r} takes more than" in str(raised.value)
    assert f"on the text '{'a' * 200}' (300 characters)" in str(raised.value)


@pytest.mark.parametrize("pattern", ["(a+)+b", "(?:a|aa)*b", "(a|a?)+b", "a?" * 30 + "b", "(?:a*)*a*a*b"])
def test_search_that_explodes_in_re_ends(pattern: str) -> None:
    assert java_pattern(pattern).search("a" * 40 + "c") is None


@pytest.mark.parametrize("pattern", ["a", r"^\d+-\w+$", "foo.*bar", "(ab|cd)e"])
def test_search_that_cannot_explode_is_not_timed(pattern: str) -> None:
    assert java_pattern(pattern)._is_short("x" * 100)
    assert not java_pattern("(a+)+")._is_short("x")
