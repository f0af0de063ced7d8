"""The page of functions is what the catalogue gives, and lists what Flink documents."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from pyrite.expressions.functions import FUNCTIONS
from pyrite.table import expressions
from tests.relational.sessions import new_session, plan

MAKER = runpy.run_path(str(Path(__file__).resolve().parents[2] / "docs" / "make_functions.py"))
ENTRIES = [entry for entries in MAKER["documented"]().values() for entry in entries]


def test_page_of_functions_is_up_to_date() -> None:
    assert MAKER["page"]() == MAKER["PAGE"].read_text(encoding="utf-8"), "run: .venv/bin/python docs/make_functions.py"


def test_page_of_functions_lists_what_flink_documents() -> None:
    assert len(ENTRIES) == 294


def test_functions_name_entries_of_flink() -> None:
    named = [entry for function in FUNCTIONS.functions() for entry in function.documented_as]
    assert [entry for entry in named if entry not in ENTRIES] == []


@pytest.mark.parametrize(
    "expression",
    [
        "DATE '2024-01-31'",
        "TIME '10:00:00'",
        "TIMESTAMP '2024-01-31 10:00:00'",
        "INTERVAL '1' DAY",
        "IF(id BETWEEN 1 AND 2, id, 0)",
        "id NOT BETWEEN 1 AND 2",
    ],
)
def test_syntax_that_counts_as_a_function_is_planned(expression: str) -> None:
    assert len(plan(new_session(), f"SELECT {expression} FROM orders").row_type.fields) == 1


@pytest.mark.parametrize("unit", ["year", "quarter", "month", "week", "day", "hour", "minute", "second", "milli"])
def test_unit_of_time_is_a_property_of_numbers(unit: str) -> None:
    one = expressions.lit(1)
    assert str(getattr(one, unit)) == str(getattr(one, f"{unit}s"))
