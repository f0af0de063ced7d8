"""Expressions are read as Flink reads them: its own text of each, with all parentheses, parses to the same tree."""

from __future__ import annotations

from typing import Optional

import pytest

from pyrite.expressions.expression_tree import Expression
from pyrite.relational.sql.errors import SqlParserException
from pyrite.relational.sql.parser import parse_expression
from tests.relational.sql.corpus_files import lines

RECORDED = lines("expressions.txt", " => ")
DIFFERENCES = dict(lines("expression_differences.txt", " | "))


def parsed(text: str) -> Optional[Expression]:
    try:
        return parse_expression(text)
    except SqlParserException:
        return None


def flinks(text: str) -> Expression:
    """Flink writes a query that is a whole expression without parentheses."""
    return parse_expression(f"({text})" if text.startswith("SELECT") else text)


AGREED = [(text, flink) for text, flink in RECORDED if text not in DIFFERENCES]


@pytest.mark.parametrize(("text", "flink"), AGREED, ids=[text for text, _ in AGREED])
def test_expression_is_read_as_by_flink(text: str, flink: str) -> None:
    if flink == "refused":
        assert parsed(text) is None
    else:
        assert parsed(text) == flinks(flink)


@pytest.mark.parametrize(("text", "reason"), DIFFERENCES.items(), ids=list(DIFFERENCES))
def test_listed_difference_still_is_one(text: str, reason: str) -> None:
    flink = dict(RECORDED)[text]
    kind = reason.partition(":")[0]
    if kind == "read":
        assert parsed(text) != flinks(flink)
    else:
        assert (parsed(text) is not None, flink == "refused") == (kind == "taken", kind == "taken")
