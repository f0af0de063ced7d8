"""The one decision after a failure, from the error, the past, the restart strategy and a request of a client."""

from __future__ import annotations

from typing import Optional

import pytest

from pyrite.core.errors import CorruptStateError, FencedError, TaskLostError
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.restart_strategy import FixedDelay
from pyrite.runtime.master.restart_decision import (
    FINAL_ERRORS,
    EndAs,
    FailureHistory,
    RestartAfter,
    RestartAtOnce,
    RestartDecision,
    StrategyAnswer,
    decide,
    may_restart_alone,
)

LOST = TaskLostError("gone")
FIRST = TaskLostError("the first one")
DAMAGE = CorruptStateError("file 7")
FENCED = FencedError("another driver")
GRANTED, REFUSED = StrategyAnswer.GRANTED, StrategyAnswer.REFUSED
CANCELED, SUSPENDED, FAILED = JobStatus.CANCELED, JobStatus.SUSPENDED, JobStatus.FAILED

NEW_JOB = FailureHistory()
RESTORED = FailureHistory(restored_id=5)

TABLE: list[tuple[Exception, FailureHistory, int, Optional[JobStatus], RestartDecision]] = [
    # error, history, restarts that the strategy still grants, request -> decision
    (LOST, NEW_JOB, 1, None, RestartAfter(100)),
    (LOST, NEW_JOB, 0, None, EndAs(FAILED, LOST)),
    (LOST, FailureHistory(first_cause=FIRST), 0, None, EndAs(FAILED, FIRST)),
    (LOST, FailureHistory(first_cause=FIRST), 1, None, RestartAfter(100)),
    # final errors, with the cause that is final
    (FENCED, NEW_JOB, 1, None, EndAs(FAILED, FENCED)),
    (FENCED, FailureHistory(first_cause=FIRST), 1, None, EndAs(FAILED, FENCED)),
    (FENCED, NEW_JOB, 1, CANCELED, EndAs(FAILED, FENCED)),
    (FENCED, NEW_JOB, 1, SUSPENDED, EndAs(FAILED, FENCED)),
    # a damaged checkpoint: an older one, once
    (DAMAGE, RESTORED, 0, None, RestartAtOnce(5)),
    (DAMAGE, RESTORED, 0, SUSPENDED, RestartAtOnce(5)),
    (DAMAGE, FailureHistory(5, damaged=[5]), 1, None, RestartAfter(100)),
    (DAMAGE, FailureHistory(5, damaged=[5]), 0, None, EndAs(FAILED, DAMAGE)),
    (DAMAGE, FailureHistory(5, damaged=[4]), 0, None, RestartAtOnce(5)),
    (DAMAGE, NEW_JOB, 1, None, RestartAfter(100)),
    # the strategy has answered when a region was down
    (LOST, FailureHistory(answer=GRANTED), 0, None, RestartAtOnce()),
    (LOST, FailureHistory(answer=GRANTED), 0, CANCELED, RestartAtOnce()),
    (LOST, FailureHistory(answer=REFUSED), 9, None, EndAs(FAILED, LOST)),
    (LOST, FailureHistory(answer=REFUSED), 9, CANCELED, EndAs(FAILED, LOST)),
    (LOST, FailureHistory(answer=REFUSED), 9, SUSPENDED, EndAs(SUSPENDED)),
    # a client has asked for the end
    (LOST, NEW_JOB, 1, CANCELED, EndAs(CANCELED)),
    (LOST, NEW_JOB, 0, CANCELED, EndAs(FAILED, LOST)),
    (LOST, NEW_JOB, 0, SUSPENDED, EndAs(SUSPENDED)),
]


@pytest.mark.parametrize(("error", "history", "restarts", "request_", "expected"), TABLE)
def test_decision(
    error: Exception,
    history: FailureHistory,
    restarts: int,
    request_: Optional[JobStatus],
    expected: RestartDecision,
) -> None:
    assert decide(error, history, FixedDelay(restarts, 100), request_, now_ms=0) == expected


@pytest.mark.parametrize("answer", [GRANTED, REFUSED])
def test_strategy_that_has_answered_is_not_called_again(answer: StrategyAnswer) -> None:
    strategy = FixedDelay(1, 100)
    decide(LOST, FailureHistory(answer=answer), strategy, None, now_ms=0)
    assert strategy.next_delay_ms(0) == 100


@pytest.mark.parametrize("error", [FENCED, DAMAGE])
def test_strategy_is_not_called_for_final_errors_and_damaged_checkpoints(error: Exception) -> None:
    strategy = FixedDelay(1, 100)
    decide(error, RESTORED, strategy, None, now_ms=0)
    assert strategy.next_delay_ms(0) == 100


def test_region_restarts_alone_unless_the_error_concerns_the_whole_job() -> None:
    assert may_restart_alone(LOST) and may_restart_alone(ValueError("of a function"))
    assert not may_restart_alone(DAMAGE)
    assert not any(may_restart_alone(kind.__new__(kind)) for kind in FINAL_ERRORS)
