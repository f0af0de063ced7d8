"""SQL keeps every row once, whatever crashes and however it is rescaled."""

from __future__ import annotations

import pytest

from tests.whole.simulation.sql import SCENARIOS, run_part

SEEDS = 4


@pytest.mark.parametrize("number", range(len(SCENARIOS)))
def test_query_gives_every_row_once(number: int) -> None:
    failures = [failure for turn in range(SEEDS) for failure in run_part(turn * len(SCENARIOS) + number, 1)[0]]
    assert failures == []


@pytest.mark.slow
def test_queries_give_every_row_once_under_many_schedules() -> None:
    failures, happened = run_part(1000, 2500)
    assert failures == []
    assert happened["restarts"] > 500 and happened["rescales"] > 500
