"""SQL keeps every row once, whatever crashes and however it is rescaled."""

from __future__ import annotations

import pytest

from pyrite.operators.relational.aggregate import running_aggregate
from tests.whole.simulation.seed_runs import run_seeds
from tests.whole.simulation.sql import SCENARIOS, run_seed

SEEDS = 4


@pytest.mark.parametrize("number", range(len(SCENARIOS)))
def test_query_gives_every_row_once(number: int) -> None:
    seeds = [turn * len(SCENARIOS) + number for turn in range(SEEDS)]
    failures = [failure for seed in seeds for failure in run_seed(seed)[0]]
    assert failures == []


@pytest.mark.parametrize("number", [place for place, scenario in enumerate(SCENARIOS) if scenario.keeps_columns()])
def test_aggregate_in_columns_gives_every_row_once(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running_aggregate, "_LEAST_ROWS", 0)
    seeds = [turn * len(SCENARIOS) + number for turn in (101, 102)]
    assert [failure for seed in seeds for failure in run_seed(seed)[0]] == []


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_queries_give_every_row_once_under_many_schedules() -> None:
    failures, happened = run_seeds(run_seed, 1000, 2500)
    assert failures == []
    assert happened["restarts"] > 500 and happened["rescales"] > 500
