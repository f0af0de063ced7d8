"""Clients that wait for the next checkpoint."""

from __future__ import annotations

import pytest

from pyrite.core.errors import CheckpointError
from pyrite.runtime.spark.driver.job_requests import CheckpointRequests
from pyrite.runtime.wire.checkpoint_kind import CheckpointKind
from pyrite.runtime.wire.checkpoint_outcome import CheckpointOutcome
from pyrite.runtime.wire.job_view import CheckpointsView, CheckpointUnderWay


def done(number: int, why: str = "", kind: CheckpointKind = CheckpointKind.CHECKPOINT) -> CheckpointOutcome:
    return CheckpointOutcome(number, 0, 1, not why, why, kind)


def test_checkpoint_that_began_before_it_was_asked_for_does_not_count() -> None:
    requests = CheckpointRequests()
    under_way = CheckpointUnderWay(2, CheckpointKind.CHECKPOINT, 0, {}, is_storing=False)
    asked = requests.ask(CheckpointsView(history=(done(1),), under_way=(under_way,)))
    requests.look(CheckpointsView(history=(done(1), done(2))))
    assert not asked.done()
    requests.look(CheckpointsView(history=(done(1), done(2), done(3))))
    assert asked.result(0) == 3


def test_savepoint_does_not_count() -> None:
    requests = CheckpointRequests()
    asked = requests.ask(CheckpointsView())
    requests.look(CheckpointsView(history=(done(1, kind=CheckpointKind.SAVEPOINT),)))
    assert not asked.done()


def test_failure_is_the_answer() -> None:
    requests = CheckpointRequests()
    asked = requests.ask(CheckpointsView())
    requests.look(CheckpointsView(history=(done(1, "the disk is full"),)))
    with pytest.raises(CheckpointError, match="checkpoint 1 failed: the disk is full"):
        asked.result(0)


def test_end_of_the_job_is_the_answer() -> None:
    requests = CheckpointRequests()
    early = requests.ask(CheckpointsView())
    requests.close("the job has ended: FINISHED")
    for asked in (early, requests.ask(CheckpointsView())):
        with pytest.raises(CheckpointError, match="FINISHED"):
            asked.result(0)
