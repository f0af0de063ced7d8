"""Aggregates under the options that tune them: EXPLAIN shows the nodes that Flink 2.3 shows.

benchmarks/peers/record_tuned_plans.py has Flink answer the statements of plans.txt and split_plans.txt.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import PyriteError
from pyrite.relational.passes import optimized
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.plan.render import describe, render
from pyrite.relational.session.session import Session
from tests.relational.changelog_tables import CHANGELOG_TABLES, changelog_session
from tests.relational.fixtures import Case, cases
from tests.relational.sessions import plan

HERE: Final = Path(__file__).parent
RECORDED: Final = [*cases(HERE / "plans.txt"), *cases(HERE / "split_plans.txt")]
COMPARED: Final = re.compile(
    r"\w*Aggregate\(|MiniBatchAssigner\(|WatermarkAssigner\(|Exchange\(|Expand\(|WindowTableFunction\(|! "
)
DIFFERENCES: Final = {
    "deviations": "our name of the sum of squares has no number",
    "a window of grouping sets": "Flink expands rows before they get their windows",
    "two phases with FILTER": "columns of conditions have other numbers",
    "functions that gather": "JSON_OBJECTAGG is named without its option",
    "functions that cannot merge: JSON_ARRAYAGG": "JSON_ARRAYAGG is named without its option",
    "split beside other functions": "MAX of a MAX is computed with retraction, though it only grows; columns' order",
    "split with FILTER": "columns of conditions have other numbers",
    "split of two columns with FILTER": "columns of conditions have other numbers",
    "split with FILTER and an incremental phase": "columns of conditions have other numbers",
    "split of several columns of one call": "Flink has no plan for it; here it is not split",
    "split of several columns with an incremental phase": "Flink has no plan for it; here it is not split",
    "no split beside functions that cannot": "our name of the sum of squares has no number",
    "split beside LISTAGG": "not split, since the order of its values would be another",
    "split beside FIRST_VALUE and LAST_VALUE": "not split, since the last row of a bucket may not be that of the key",
    "split beside FIRST_VALUE with mini-batch": "not split, since the first row of a bucket may not be that of the key",
    "split of expressions": "columns that are computed have other names",
    "split of a window of two columns": "Flink expands rows before they get their windows",
    "no split of an older window": "Flink has a node of its own for older windows",
}


@cache
def session() -> Session:
    return changelog_session(*CHANGELOG_TABLES)


def answer(text: str) -> str:
    settings = dict(re.findall(r"^SET (\S+) = (.*)$", text, flags=re.MULTILINE))
    query = re.sub(r"^SET .*\n", "", text, flags=re.MULTILINE)
    try:
        best = optimized(plan(session(), query), PassSettings(configuration=Configuration(settings)))
        return render(best, describe)
    except PyriteError as error:
        return f"! {str(error).splitlines()[0]}"


def compared(text: str) -> list[str]:
    """The nodes that the options decide on, and watermarks; Flink computes columns in other places."""
    lines = (line.lstrip(" :+-") for line in text.splitlines())
    return [line.strip() for line in lines if COMPARED.match(line)]


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in RECORDED])
def test_plan_has_the_nodes_of_flink(case: Case) -> None:
    ours, flinks = compared(answer(case.statement)), compared(case.expected)
    if case.name in DIFFERENCES:
        assert ours != flinks
    else:
        assert ours == flinks


def test_every_difference_is_of_a_recorded_statement() -> None:
    assert set(DIFFERENCES) <= {case.name for case in RECORDED}
