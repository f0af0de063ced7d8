"""Windows of SQL give each row once, whatever crashes and however they are rescaled."""

from __future__ import annotations

import pytest

from tests.whole.simulation.seed_runs import run_seeds
from tests.whole.simulation.windows import SCENARIOS, run_seed


@pytest.mark.parametrize("number", range(len(SCENARIOS)))
def test_windows_give_every_row_once(number: int) -> None:
    assert run_seeds(run_seed, number, 1)[0] == []


@pytest.mark.slow
def test_windows_give_every_row_once_under_many_schedules() -> None:
    failures, happened = run_seeds(run_seed, 1000, 2000)
    assert failures == []
    assert happened["restarts"] > 500 and happened["rescales"] > 500
