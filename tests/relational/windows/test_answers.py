"""Queries with windows give what Flink gives, in streaming and in batch."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

import pytest

from pyrite.core.errors import PyriteError
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.testing import SimulationExecutor, SimulationOptions
from tests.relational.windows.window_answers import Answer, answers, environment, row_text

_ALL: Final = {(each.mode, each.zone, each.query): each for each in answers()}
LOST: Final = frozenset(
    {
        ("America/Los_Angeles", "HOP(TABLE clicks, DESCRIPTOR(ts), INTERVAL '30' MINUTE"),
        ("Asia/Kolkata", "TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '1' HOUR)) GROUP BY"),
        ("Asia/Kolkata", "CUMULATE(TABLE clicks, DESCRIPTOR(ts)"),
    }
)
"""Where Flink 2.3 loses windows in streaming: the zone's offset is no multiple of the window's step, and rows that it
holds back reach their window too late. Its own batch, and its older group windows, have them; so have we."""
OTHER_WORDS: Final = ("INTERVAL '1' MONTH", "SELECT TUMBLE_START(bidtime, INTERVAL '1' HOUR) FROM bids")
"""Where Flink's error is about its planner."""


def run(answer: Answer, is_split: bool = False) -> list[str]:
    executor = SimulationExecutor(seed=7, options=SimulationOptions(batch=answer.mode == "batch"))
    with use_context(ExecutionContext(executor=executor)):
        tables = environment(answer.mode, answer.zone)
        tables.get_config().set("table.optimizer.distinct-agg.split.enabled", str(is_split).lower())
        return sorted(map(row_text, tables.execute_sql(answer.query).collect()))


def is_lost(answer: Answer) -> bool:
    return answer.mode == "streaming" and any(answer.zone == zone and text in answer.query for zone, text in LOST)


def refusals() -> list[Answer]:
    """What Flink refuses in streaming; in batch it refuses sessions, and some windows by zone, which we have."""
    return [each for each in _ALL.values() if each.is_error and each.mode == "streaming"]


@pytest.mark.parametrize("zone", ["UTC", "America/Los_Angeles", "Asia/Kolkata"])
@pytest.mark.parametrize("mode", ["streaming", "batch"])
def test_queries_give_what_flink_gives(mode: str, zone: str) -> None:
    wrong = defaultdict(list)
    for answer in _ALL.values():
        if (answer.mode, answer.zone) == (mode, zone) and not answer.is_error:
            right = _ALL["batch", zone, answer.query] if is_lost(answer) else answer
            actual = run(answer)
            if actual != list(right.lines):
                wrong[answer.query] = actual
    assert not wrong


def test_windows_of_distinct_values_give_the_same_when_split() -> None:
    queries = [each for each in _ALL.values() if "(DISTINCT" in each.query and each.zone == "UTC" and not each.is_error]
    wrong = [each.title for each in queries if run(each, is_split=True) != list(each.lines)]
    assert len(queries) >= 7 and not wrong


@pytest.mark.parametrize("answer", refusals(), ids=lambda each: each.query)
def test_query_is_refused_in_flinks_words(answer: Answer) -> None:
    with pytest.raises(PyriteError) as error:
        run(answer)
    if not any(words in answer.query for words in OTHER_WORDS):
        assert answer.lines[0].removeprefix("error: ") in str(error.value)
