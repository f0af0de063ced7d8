"""RestartDecision: whether a job restarts after a failure, and how it ends otherwise. The one place that decides. Pure.

Before an attempt fails as a whole, a region of it may restart alone: the same decision, made when the region is down.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from typing import Final, Optional, Union

from pyrite.core.errors import (
    CommittableLostError,
    CorruptStateError,
    FencedError,
    InvalidProgramError,
    JobRefusedError,
    PermanentFunctionError,
    StateUnreadableError,
    UnsendableRecordError,
)
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.restart_strategy import RestartStrategy

FINAL_ERRORS: Final = (
    FencedError,
    JobRefusedError,
    InvalidProgramError,
    StateUnreadableError,
    CommittableLostError,
    PermanentFunctionError,
    UnsendableRecordError,
)
"""Errors that every further attempt would meet again."""
FINAL_REASON: Final = "every further attempt would meet the same error"


class StrategyAnswer(Enum):
    """The answer of the restart strategy to a failure. The strategy counts calls, so it is called once per failure."""

    GRANTED = "the job may restart"
    REFUSED = "the job has failed"


@dataclass(frozen=True)
class FailureHistory:
    """The part of a job's history that matters for the decision on a failure."""

    restored_id: Optional[int] = None
    """The checkpoint from which the failed tasks were restored."""
    damaged: Collection[int] = ()
    """Checkpoints already found to be damaged."""
    first_cause: Optional[Exception] = None
    """The first error since the last completed checkpoint. Later errors may be consequences of it."""
    answer: Optional[StrategyAnswer] = None
    """The answer to this failure, if the strategy was called when a region was down."""


# Decisions ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RestartAfter:
    """The restart strategy grants a restart, after a delay."""

    delay_ms: int


@dataclass(frozen=True)
class RestartAtOnce:
    """The next attempt begins without calling the restart strategy."""

    damaged_id: Optional[int] = None
    """The checkpoint that is damaged: the attempt restores an older one."""


@dataclass(frozen=True)
class EndAs:
    """The job ends with this status, and with the cause of its failure."""

    status: JobStatus
    cause: Optional[Exception] = None


RestartDecision = Union[RestartAfter, RestartAtOnce, EndAs]


def decide(
    error: Exception,
    history: FailureHistory,
    strategy: RestartStrategy,
    request: Optional[JobStatus],
    now_ms: int,
) -> RestartDecision:
    """Decides after a failure. `request`: the status that a client wants the job to end with, CANCELED or SUSPENDED.

    A failed job reports the first cause since its last completed checkpoint, unless the error is final.
    """
    is_damage = isinstance(error, CorruptStateError) and history.restored_id is not None
    if is_damage and history.restored_id not in history.damaged:
        return RestartAtOnce(history.restored_id)
    if history.answer is StrategyAnswer.GRANTED:
        return RestartAtOnce()
    is_final = isinstance(error, FINAL_ERRORS)
    if request is JobStatus.SUSPENDED and not is_final:
        return EndAs(JobStatus.SUSPENDED)
    is_refused = is_final or history.answer is StrategyAnswer.REFUSED
    delay_ms = None if is_refused else strategy.next_delay_ms(now_ms)
    if delay_ms is None:
        return EndAs(JobStatus.FAILED, error if is_final else history.first_cause or error)
    return RestartAfter(delay_ms) if request is None else EndAs(request)


def may_restart_alone(error: Exception) -> bool:
    """Whether a region may restart alone: damaged checkpoints and final errors concern the whole job."""
    return not isinstance(error, (*FINAL_ERRORS, CorruptStateError))
