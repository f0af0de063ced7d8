"""LIKE matches as the regular expression of its pattern does, in a time that does not explode with the pattern."""

from __future__ import annotations

import re
import time

from hypothesis import given
from hypothesis import strategies as st

from pyrite.expressions.functions.patterns import like, like_parts

TEXTS = st.text("ab%_\\\n\u2028é😀", max_size=12)
PATTERNS = st.text("ab%%__é\n😀", max_size=10)


def by_regular_expression(text: str, pattern: str) -> bool:
    forms = {"_": "[^\n\r\u0085\u2028\u2029]", "%": r"[\s\S]*"}
    expression = "".join(forms.get(kind) or re.escape(part) for kind, part in like_parts(pattern))
    return re.fullmatch(expression, text) is not None


@given(TEXTS, PATTERNS)
def test_like_matches_as_a_regular_expression(text: str, pattern: str) -> None:
    assert like(text, pattern) == by_regular_expression(text, pattern)


@given(st.text("ab", max_size=8), st.lists(st.sampled_from(["a", "b", "%", "_", "ab"]), max_size=8))
def test_like_matches_as_a_regular_expression_with_few_characters(text: str, parts: list[str]) -> None:
    assert like(text, "".join(parts)) == by_regular_expression(text, "".join(parts))


def test_pattern_with_many_wildcards_takes_no_time() -> None:
    """A backtracking matcher takes longer than the age of the universe for it."""
    begun = time.process_time()
    assert not like("a" * 5000, "%a" * 200 + "%b")
    assert like("a" * 5000 + "b", "%a" * 200 + "%b")
    assert not like("a" * 5000, "%_a" * 200 + "b")
    assert time.process_time() - begun < 5
