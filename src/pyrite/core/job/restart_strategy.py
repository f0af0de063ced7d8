"""Restart strategies: the delay of a restart after a failure, and the limit of restarts.

Pure: the time is passed in, and so is the random number generator. The JobMaster calls the strategy at each failure
that ended an attempt, the JobManager at each driver that died, both in order of time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from dataclasses import dataclass, field
from random import Random
from typing import Optional

from pyrite.core.backoff import Backoff
from pyrite.core.config.checkpoint_options import (
    EXPONENTIAL_DELAY_ATTEMPTS,
    EXPONENTIAL_DELAY_INITIAL_BACKOFF,
    EXPONENTIAL_DELAY_JITTER,
    EXPONENTIAL_DELAY_MAX_BACKOFF,
    EXPONENTIAL_DELAY_MULTIPLIER,
    EXPONENTIAL_DELAY_RESET_THRESHOLD,
    FAILURE_RATE_DELAY,
    FAILURE_RATE_INTERVAL,
    FAILURE_RATE_MAX_FAILURES,
    FIXED_DELAY_ATTEMPTS,
    FIXED_DELAY_DELAY,
    MAX_INT,
    RESTART_STRATEGY,
)
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import InvalidProgramError


class RestartStrategy(ABC):
    """Decides at each failure."""

    @abstractmethod
    def next_delay_ms(self, now_ms: int) -> Optional[int]:
        """Called once at each failure. The delay before the job restarts; None: the job has failed."""

    @abstractmethod
    def describe(self) -> str:
        """A description for a log or an error: `fixed delay of 1000 ms, at most 3 restarts`."""


class NoRestart(RestartStrategy):
    """The first failure ends the job."""

    def next_delay_ms(self, now_ms: int) -> Optional[int]:
        return None

    def describe(self) -> str:
        return "no restarts"


@dataclass
class FixedDelay(RestartStrategy):
    """A number of restarts over the life of the job, each after the same delay."""

    attempts: int
    delay_ms: int
    _failures: int = field(default=0, init=False)

    def next_delay_ms(self, now_ms: int) -> Optional[int]:
        self._failures += 1
        return self.delay_ms if self._failures <= self.attempts else None

    def describe(self) -> str:
        return f"fixed delay of {self.delay_ms} ms, {_at_most(self.attempts)}"


@dataclass
class ExponentialDelay(RestartStrategy):
    """Each restart waits longer than the one before, until the job has run long enough without a failure.

    A failure during the delay of a restart belongs to that restart: the remaining delay is returned, and no restart is
    counted.
    """

    initial_backoff_ms: int
    max_backoff_ms: int
    multiplier: float
    reset_threshold_ms: int
    jitter: float
    attempts: int
    random: Random
    _restarts: int = field(default=0, init=False)
    _next_restart_ms: Optional[int] = field(default=None, init=False)

    def __post_init__(self) -> None:
        if self.initial_backoff_ms > self.max_backoff_ms:
            raise InvalidProgramError(
                f"{EXPONENTIAL_DELAY_INITIAL_BACKOFF.key} ({self.initial_backoff_ms} ms) is longer than "
                f"{EXPONENTIAL_DELAY_MAX_BACKOFF.key} ({self.max_backoff_ms} ms)"
            )

    def next_delay_ms(self, now_ms: int) -> Optional[int]:
        if self._next_restart_ms is not None:
            if now_ms <= self._next_restart_ms:
                return self._next_restart_ms - now_ms if self._restarts <= self.attempts else None
            if now_ms - self._next_restart_ms >= self.reset_threshold_ms:
                self._restarts = 0
        self._restarts += 1
        backoff = Backoff(self.initial_backoff_ms, self.max_backoff_ms, self.multiplier, jitter=self.jitter)
        delay_ms = backoff.pause_ms(self._restarts, self.random)
        self._next_restart_ms = now_ms + delay_ms
        return delay_ms if self._restarts <= self.attempts else None

    def describe(self) -> str:
        return (
            f"exponential delay from {self.initial_backoff_ms} to {self.max_backoff_ms} ms, "
            f"times {self.multiplier:g} each, {_at_most(self.attempts)}, "
            f"reset after {self.reset_threshold_ms} ms without a failure"
        )


@dataclass
class FailureRate(RestartStrategy):
    """A number of restarts in any interval, each after the same delay."""

    max_failures: int
    interval_ms: int
    delay_ms: int
    _failures_ms: deque[int] = field(default_factory=deque, init=False)

    def next_delay_ms(self, now_ms: int) -> Optional[int]:
        self._failures_ms.append(now_ms)
        if len(self._failures_ms) <= self.max_failures:
            return self.delay_ms
        return self.delay_ms if now_ms - self._failures_ms.popleft() > self.interval_ms else None

    def describe(self) -> str:
        return f"failure rate of {self.max_failures} in {self.interval_ms} ms, delay of {self.delay_ms} ms"


def make_restart_strategy(configuration: Configuration, checkpointing: bool, random: Random) -> RestartStrategy:
    """The strategy of a job's configuration; by default exponential delay for a job with checkpoints, else none.

    The configuration is the merged one: settings of the program take precedence over settings of the cluster.
    """
    kind = configuration.get(RESTART_STRATEGY) or ("exponential-delay" if checkpointing else "disable")
    if kind == "fixed-delay":
        return FixedDelay(configuration.get(FIXED_DELAY_ATTEMPTS), configuration.get(FIXED_DELAY_DELAY))
    if kind == "failure-rate":
        return FailureRate(
            configuration.get(FAILURE_RATE_MAX_FAILURES),
            configuration.get(FAILURE_RATE_INTERVAL),
            configuration.get(FAILURE_RATE_DELAY),
        )
    if kind == "exponential-delay":
        return ExponentialDelay(
            configuration.get(EXPONENTIAL_DELAY_INITIAL_BACKOFF),
            configuration.get(EXPONENTIAL_DELAY_MAX_BACKOFF),
            configuration.get(EXPONENTIAL_DELAY_MULTIPLIER),
            configuration.get(EXPONENTIAL_DELAY_RESET_THRESHOLD),
            configuration.get(EXPONENTIAL_DELAY_JITTER),
            configuration.get(EXPONENTIAL_DELAY_ATTEMPTS),
            random,
        )
    return NoRestart()


def _at_most(attempts: int) -> str:
    return "without end" if attempts == MAX_INT else f"at most {attempts} restarts"
