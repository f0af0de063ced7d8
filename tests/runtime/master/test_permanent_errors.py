"""Errors that will not go away fail the job at once, whatever its restart strategy."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from pyrite.common import Configuration
from pyrite.connectors.builtin.terminal import DiscardingSink
from pyrite.core.job.job_status import JobStatus
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.testing import simulate


def make_lock(number: int) -> Any:
    return threading.Lock()


@pytest.mark.parametrize(
    ("make", "key", "reason"),
    [
        (lambda number: number, lambda number: frozenset([number]), "UnfitKeyError: a frozenset cannot be a key"),
        (make_lock, lambda lock: 0, "emitted a lock that cannot be sent to the next task"),
    ],
)
def test_job_fails_at_once_when_another_attempt_would_change_nothing(
    make: Callable[[int], Any], key: Callable[[Any], Any], reason: str
) -> None:
    settings = {"restart-strategy.type": "fixed-delay", "restart-strategy.fixed-delay.attempts": "5"}
    env = StreamExecutionEnvironment(Configuration(settings)).set_parallelism(2)
    env.enable_checkpointing(100)
    env.from_sequence(1, 5).map(make).key_by(key).map(lambda value: value).sink_to(DiscardingSink())
    result = simulate(env)
    assert (result.status, result.restarts) == (JobStatus.FAILED, 0)
    assert reason in str(result.cause)


def test_job_restarts_after_any_other_error_of_a_function() -> None:
    settings = {"restart-strategy.type": "fixed-delay", "restart-strategy.fixed-delay.attempts": "2"}
    env = StreamExecutionEnvironment(Configuration(settings)).set_parallelism(2)
    env.enable_checkpointing(100)
    env.from_sequence(1, 5).key_by(lambda n: n).map(lambda n: 1 // 0).sink_to(DiscardingSink())
    result = simulate(env)
    assert (result.status, result.restarts) == (JobStatus.FAILED, 2)
