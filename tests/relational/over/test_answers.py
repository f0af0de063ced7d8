"""Queries with OVER give what Flink gives, in streaming and in batch."""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest

from pyrite.core.errors import PyriteError
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.table import TableEnvironment
from pyrite.testing import SimulationExecutor, SimulationOptions
from tests.relational.over.over_answers import Answer, answers, environment
from tests.relational.windows.window_answers import row_text

_ALL: Final = answers()
DIFFERENT: Final = {
    "SELECT ts, k, v, RANK() OVER": "Flink counts rows of one time as if each had a rank of its own",
    "CUME_DIST() OVER (PARTITION BY k ORDER BY s DESC)": "Flink gives rows that the order does not tell apart results "
    "of their own",
    "LAG(v, 2, 0) OVER (PARTITION BY k ORDER BY v, x)": "of a default that is NOT NULL Flink concludes that no result "
    "is NULL, and shows -1",
}
"""Where Flink's rows are not what SQL says; ours are."""
OTHER_WORDS: Final = {
    "class org.apache.calcite.sql.SqlBasicCall: `v` PRECEDING": "must be a constant",
    "NTILE Function is not supported in stream mode.": "",
}
"""Where Flink's error is about its planner, or comes later."""
NO_ERROR: Final = ("/ by zero", "Line 45, Column 55: Cannot cast")
"""Errors of Flink's generated code."""


def run(answer: Answer) -> list[str]:
    executor = SimulationExecutor(seed=7, options=SimulationOptions(batch=answer.mode == "batch"))
    with use_context(ExecutionContext(executor=executor)):
        return sorted(map(row_text, _environment(answer.mode).execute_sql(answer.query).collect()))


@cache
def _environment(mode: str) -> TableEnvironment:
    return environment(mode)


@pytest.mark.parametrize("mode", ["streaming", "batch"])
def test_queries_give_what_flink_gives(mode: str) -> None:
    wrong = {}
    for answer in _ALL:
        if answer.mode == mode and not answer.error and not any(text in answer.query for text in DIFFERENT):
            actual = run(answer)
            if actual != list(answer.lines):
                wrong[answer.query] = actual
    assert not wrong


def refusals() -> list[Answer]:
    return [each for each in _ALL if each.error and not each.error.startswith(NO_ERROR)]


@pytest.mark.parametrize("answer", refusals(), ids=lambda each: f"{each.mode}, {each.query}")
def test_query_is_refused_in_flinks_words(answer: Answer) -> None:
    with pytest.raises(PyriteError) as error:
        run(answer)
    assert OTHER_WORDS.get(answer.error, answer.error) in str(error.value)
