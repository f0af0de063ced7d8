"""MATCH_RECOGNIZE gives the matches that Flink gives, in streaming and in batch."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, Optional

import pytest

from pyrite.core.errors import PyriteError
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.table import TableEnvironment
from pyrite.table.udf import udf
from pyrite.testing import SimulationExecutor, SimulationOptions
from tests.relational.over.over_answers import Answer, answers, environment
from tests.relational.windows.window_answers import row_text

FOLDER: Final = Path(__file__).parent / "flink"
_ALL: Final = answers(FOLDER)
DIFFERENT: Final = {
    ("batch", "PARTITION BY k, note ORDER BY ts"): "Flink's sort in batch exchanges two rows of the same time",
}
"""Where Flink's rows are in an order of its own."""
NO_ERROR: Final = {"PATTERN (A{,2} C)": "Flink documents `{,n}`, and refuses its own plan of it"}
OTHER_WORDS: Final = {
    "Could not skip to first element of a match.": "cannot skip to first 'A': the match begins with that event",
    "Could not skip to B. No such element": "cannot skip to last 'B': the match has no such event",
    "No match found for function signature MATCH_NUMBER().": "No match found for function signature MATCH_NUMBER()",
    "class org.apache.calcite.sql.SqlBasicCall cannot be cast": "PARTITION BY of MATCH_RECOGNIZE takes columns",
    "Multiple entries with same key: a=FINAL(B.$0)": "Columns ambiguously defined: {a}",
    "Match Recognize doesn't support consuming update changes": "either rowtime or proctime for order by",
}
"""Where Flink's error is about its planner, or comes later, by its beginning."""


def run(answer: Answer) -> list[str]:
    executor = SimulationExecutor(seed=7, options=SimulationOptions(batch=answer.mode == "batch"))
    with use_context(ExecutionContext(executor=executor)):
        return sorted(map(row_text, _environment(answer.mode).execute_sql(answer.query).collect()))


@cache
def _environment(mode: str) -> TableEnvironment:
    return environment(mode, FOLDER)


@pytest.mark.parametrize("mode", ["streaming", "batch"])
def test_patterns_match_what_flink_matches(mode: str) -> None:
    wrong = {}
    for answer in _ALL:
        if answer.mode == mode and not answer.error and not _differs(answer):
            actual = run(answer)
            if actual != list(answer.lines):
                wrong[answer.query] = actual
    assert not wrong


def _differs(answer: Answer) -> bool:
    return any(mode == answer.mode and text in answer.query for mode, text in DIFFERENT)


def refusals() -> list[Answer]:
    return [each for each in _ALL if each.error and not any(text in each.query for text in NO_ERROR)]


@pytest.mark.parametrize("answer", refusals(), ids=lambda each: f"{each.mode}, {each.query}")
def test_query_is_refused_in_flinks_words(answer: Answer) -> None:
    with pytest.raises(PyriteError) as error:
        run(answer)
    words = next((ours for flinks, ours in OTHER_WORDS.items() if answer.error.startswith(flinks)), answer.error)
    assert words in str(error.value)


def test_python_functions_and_row_order_decide_in_a_pattern() -> None:
    """Rows of the same time are in the order of the second column; both conditions and measures call functions."""

    def is_even(price: Optional[int]) -> Optional[bool]:
        return None if price is None else price % 2 == 0

    tables = environment("streaming", FOLDER)
    tables.create_temporary_function("is_even", udf(is_even, result_type="BOOLEAN"))
    query = (
        "SELECT * FROM ticks MATCH_RECOGNIZE (PARTITION BY k ORDER BY ts, price DESC MEASURES A.id AS a, "
        "is_even(LAST(B.price)) AS e PATTERN (A B+ C) DEFINE A AS is_even(price), B AS is_even(B.price + A.price), "
        "C AS NOT is_even(price))"
    )
    with use_context(ExecutionContext(executor=SimulationExecutor(seed=3))):
        rows = sorted(map(row_text, tables.execute_sql(query).collect()))
    with use_context(ExecutionContext(executor=SimulationExecutor(seed=3))):
        plain = query.replace("is_even(LAST(B.price))", "MOD(LAST(B.price), 2) = 0").replace(
            "is_even(B.price + A.price)", "MOD(B.price + A.price, 2) = 0"
        )
        plain = plain.replace("is_even(price)", "MOD(price, 2) = 0")
        assert rows == sorted(map(row_text, tables.execute_sql(plain).collect())) != []


def test_error_in_a_condition_names_the_row() -> None:
    with pytest.raises(PyriteError, match=r"/ by zero\n.*'Match'[\s\S]*'price': "):
        run(
            Answer(
                "streaming",
                "SELECT * FROM ticks MATCH_RECOGNIZE (ORDER BY ts MEASURES A.id AS a PATTERN (A B) "
                "DEFINE A AS price / 0 > 1)",
                (),
            )
        )
