"""Each text of `parse_errors.txt` gives the error below it, letter by letter."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from pyrite.core.errors import InvalidProgramError
from pyrite.relational.sql.errors import SqlParserException
from pyrite.relational.sql.parser import parse_statement, parse_statements

FIXTURES = [
    tuple(block.split("\n----\n"))
    for block in (Path(__file__).parent / "parse_errors.txt").read_text().rstrip("\n").split("\n====\n")
]


@pytest.mark.parametrize(("text", "message"), FIXTURES, ids=[text for text, _ in FIXTURES])
def test_mistake_is_shown_with_its_place_and_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(SqlParserException) as raised:
        parse_statement(text)
    assert str(raised.value) == message


def test_error_has_line_and_column_and_pickles() -> None:
    with pytest.raises(InvalidProgramError) as raised:
        parse_statement("SELECT a\nFROM t\n  WEHRE b = 1")
    error = pickle.loads(pickle.dumps(raised.value))
    assert isinstance(error, SqlParserException)
    assert (error.line, error.column, str(error)) == (3, 9, str(raised.value))


def test_error_in_a_script_has_the_scripts_line_and_column() -> None:
    with pytest.raises(SqlParserException, match='Encountered "c" at line 2, column 25') as raised:
        parse_statements("SELECT a;\nSELECT b; SELECT a FORM c")
    assert (raised.value.line, raised.value.column) == (2, 25)
