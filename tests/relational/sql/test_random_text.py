"""Whatever the text, the parser gives a tree or a SqlParserException."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyrite.relational.sql.errors import SqlParserException
from pyrite.relational.sql.keywords import RESERVED, UNRESERVED
from pyrite.relational.sql.parser import parse_expression, parse_statement, parse_statements, parse_type
from pyrite.relational.sql.script import split_script
from pyrite.relational.sql.sql_tree.queries import Select
from pyrite.relational.sql.sql_tree.statement import QueryStatement
from tests.relational.sql.corpus_files import SOURCES, entries

ENTRIES: tuple[Callable[[str], object], ...] = (parse_statement, parse_statements, parse_expression, parse_type)
SYMBOLS = (
    "( ) [ ] { } , . ; ? | ^ : = < > <= >= <> != => || + - * / % /*+ */ ' ` '' \" -- // /* 1 1.5 1e9 .5 X'0' U&'\\0'"
)
TOKENS = sorted(RESERVED | UNRESERVED) + SYMBOLS.split() * 8 + ["a", "`b`", "'c'", "t.x", "\n"] * 20


def check(text: str) -> None:
    for parse in ENTRIES:
        try:
            parse(text)
        except SqlParserException as error:
            assert str(error).startswith("SQL parse failed. ")
            assert pickle.loads(pickle.dumps(error)).args == error.args


@settings(max_examples=150)
@given(st.text())
def test_random_text_gives_a_tree_or_an_error(text: str) -> None:
    check(text)


@settings(max_examples=150)
@given(st.lists(st.sampled_from(TOKENS), max_size=12).map(" ".join))
def test_random_tokens_give_a_tree_or_an_error(text: str) -> None:
    check(text)


CORPUS = [entry.text for source in SOURCES for entry in entries(source)]


@settings(max_examples=150)
@given(st.sampled_from(CORPUS), st.integers(0, 400), st.integers(0, 20), st.sampled_from(TOKENS))
def test_statement_with_a_part_replaced_gives_a_tree_or_an_error(text: str, at: int, length: int, token: str) -> None:
    check(f"{text[:at]} {token} {text[at + length :]}")


@settings(max_examples=100)
@given(st.lists(st.sampled_from((*TOKENS, "STATEMENT SET BEGIN", "CASE", "END", ";")), max_size=20).map(" ".join))
def test_split_keeps_every_statement_at_its_place(script: str) -> None:
    for piece in split_script(script):
        assert script[piece.at :].startswith(piece.text)
        assert piece.text.strip()


@pytest.mark.parametrize("text", ["(" * 20_000, "SELECT " + "(" * 3000 + "1" + ")" * 3000, "NOT " * 20_000 + "a"])
def test_deep_nesting_is_an_error(text: str) -> None:
    with pytest.raises(SqlParserException):
        parse_expression(text)


def test_long_chains_are_parsed() -> None:
    assert parse_expression(" OR ".join(["a = 1"] * 20_000)) is not None
    statement = parse_statement("SELECT " + ", ".join(["a"] * 20_000) + " FROM t")
    assert isinstance(statement, QueryStatement) and isinstance(statement.query, Select)
    assert len(statement.query.items) == 20_000
