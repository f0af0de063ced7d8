"""Queries give the types and the changes that Flink gives, in its order; where they do not, the reason is listed."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from pyrite import common, datastream, table
from pyrite.core.errors import PyriteError
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.testing import SimulationExecutor, SimulationOptions
from tests.relational.queries.asked import Case, answers, cases, environment
from tests.relational.queries.differences import DIFFERENCES
from tests.relational.queries.java_rows import shown

PLACE = re.compile(r"^error: (SQL validation failed\. )?(From line \d+, column \d+ to line \d+, column \d+: )?")


@cache
def shared_environment(mode: str) -> Any:
    return environment(table, common, datastream, mode)


def answered(case: Case) -> list[str]:
    """As the answers of Flink are recorded."""
    executor = SimulationExecutor(seed=1, options=SimulationOptions(batch=case.mode == "batch"))
    *first, query = case.statements
    made = environment(table, common, datastream, case.mode) if first else shared_environment(case.mode)
    try:
        with use_context(ExecutionContext(executor=executor)):
            for statement in first:
                made.execute_sql(statement)
            asked = made.sql_query(query)
            types = re.sub(r"\s+", " ", str(asked.get_resolved_schema()))
            return [types, *map(shown, asked.execute().collect())]
    except PyriteError as error:
        return [f"error: {error}"]


def is_same(case: Case, ours: list[str], flinks: list[str]) -> bool:
    if flinks[0].startswith("error: "):
        return ours[0].startswith("error: ") and PLACE.sub("", flinks[0]) in ours[0]
    if case.mode == "batch" and "ORDER BY" not in case.statements[-1]:
        return ours[:1] == flinks[:1] and sorted(ours[1:]) == sorted(flinks[1:])
    return ours == flinks


def others(asked: list[Case]) -> dict[str, list[str]]:
    """Our answers that are not Flink's."""
    recorded = answers()
    return {case.title: ours for case in asked if not is_same(case, ours := answered(case), recorded[case.title])}


def test_sample_of_queries_is_answered_as_by_flink() -> None:
    sample = [case for case in cases()[::3] if case.title not in DIFFERENCES]
    assert not others(sample)


@pytest.mark.slow
def test_queries_are_answered_as_by_flink() -> None:
    other = others(cases())
    assert not {title: lines for title, lines in other.items() if title not in DIFFERENCES}
    assert sorted(other) == sorted(DIFFERENCES), "a listed difference is gone: take it from the list"


def test_changes_of_a_row_are_those_of_what_is_made_of_it() -> None:
    (case,) = [each for each in cases() if each.name == "unnest of aggregate"]
    assert not others([case])
