"""Our parser beside Flink 2.3's, on the recorded corpus."""

from __future__ import annotations

import pytest

from pyrite.relational.sql.errors import SqlParserException
from pyrite.relational.sql.parser import parse_statement
from tests.relational.sql.corpus_files import CORPUS, SOURCES, differences, entries
from tests.relational.sql.printer import statement_sql


def takes(text: str) -> bool:
    try:
        parse_statement(text)
    except SqlParserException:
        return False
    return True


@pytest.mark.parametrize("source", SOURCES)
def test_parser_takes_what_flink_takes_except_listed_differences(source: str) -> None:
    listed = {text for text, reason in differences().items() if reason.startswith("refused here: ")}
    missed = [entry.text for entry in entries(source) if entry.is_accepted and not takes(entry.text)]
    assert [text for text in missed if text not in listed] == []


@pytest.mark.parametrize("source", SOURCES)
def test_parser_refuses_what_flink_refuses_except_listed_differences(source: str) -> None:
    listed = {text for text, reason in differences().items() if reason.startswith("taken here: ")}
    taken = [entry.text for entry in entries(source) if not entry.is_accepted and takes(entry.text)]
    assert [text for text in taken if text not in listed] == []


def test_every_listed_difference_still_is_one() -> None:
    accepted = {entry.text: entry.is_accepted for source in SOURCES for entry in entries(source)}
    stale = [text for text in differences() if text not in accepted or accepted[text] == takes(text)]
    assert stale == []


def test_statements_outside_of_mutations_differ_in_few_listed_cases() -> None:
    """Real statements of Flink's documents and tests have no difference at all."""
    real = [source for source in SOURCES if source not in ("mutations", "handwritten")]
    listed = differences()
    assert [entry.text for source in real for entry in entries(source) if entry.text in listed] == []


@pytest.mark.parametrize("source", SOURCES)
def test_printed_statement_parses_to_the_same_tree(source: str) -> None:
    listed = differences()
    for entry in entries(source):
        if entry.is_accepted and entry.text not in listed:
            tree = parse_statement(entry.text)
            printed = statement_sql(tree)
            assert parse_statement(printed) == tree, printed


def readings() -> list[tuple[str, ...]]:
    """Statements, and how Flink writes them, with all parentheses: what it has read."""
    return [tuple(block.split("\n----\n")) for block in (CORPUS / "readings.txt").read_text().split("\n====\n")]


def test_statements_are_read_as_by_flink() -> None:
    different = [text for text, flink in readings() if parse_statement(text) != parse_statement(flink)]
    assert different == []
