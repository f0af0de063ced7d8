"""CheckpointPlan: when barriers of unaligned checkpoints overtake records."""

from __future__ import annotations

import pytest

from pyrite.runtime.master.checkpoint.checkpoint_schedule import CheckpointPlan


@pytest.mark.parametrize(
    ("unaligned", "aligned_timeout_ms", "at_once", "later"),
    [(False, 0, False, False), (False, 10, False, False), (True, 0, True, False), (True, 10, False, True)],
)
def test_barriers_overtake_records_at_once_or_after_the_timeout(
    unaligned: bool, aligned_timeout_ms: int, at_once: bool, later: bool
) -> None:
    plan = CheckpointPlan("job", 1000, unaligned=unaligned, aligned_timeout_ms=aligned_timeout_ms)
    assert (plan.overtakes_at_once, plan.overtakes_later) == (at_once, later)
