"""Restart strategies of a program: stored in its configuration, under Flink's keys."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Optional, Union

from pyrite.core.config.checkpoint_options import (
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
    RESTART_STRATEGY,
)
from pyrite.core.config.config_options import ConfigOption
from pyrite.core.config.configuration import Configuration

__all__ = ["RestartStrategies", "RestartStrategyConfiguration"]

Span = Union[int, timedelta]
"""A time span: milliseconds, or a timedelta."""


class RestartStrategyConfiguration(ABC):
    """A program's restart strategy, which is stored under the configuration's `restart-strategy.*` keys."""

    def __init__(self, kind: str, values: Mapping[ConfigOption[Any], Any]) -> None:
        settings = Configuration()
        for option, value in {RESTART_STRATEGY: kind, **values}.items():
            settings.set(option, value).get(option)  # raises immediately for an invalid value
        self._settings = settings

    @abstractmethod
    def get_description(self) -> str:
        """A description of the strategy."""

    def write_to(self, configuration: Configuration, cluster: Configuration) -> None:
        """Writes the strategy to a program's configuration. `cluster` has the settings that apply by default."""
        configuration.add_all(self._settings)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other._settings == self._settings

    def __hash__(self) -> int:
        return hash(self._settings)

    def __repr__(self) -> str:
        return f"<{self.get_description()}>"


class RestartStrategies:
    """Makes restart strategies for `StreamExecutionEnvironment.set_restart_strategy`.

    >>> env.set_restart_strategy(RestartStrategies.fixed_delay_restart(3, 10_000))
    >>> env.get_restart_strategy().get_restart_attempts()
    3
    """

    class NoRestartStrategyConfiguration(RestartStrategyConfiguration):
        """The first failure ends the job."""

        def __init__(self) -> None:
            super().__init__("disable", {})

        def get_description(self) -> str:
            return "Restart deactivated."

    class FallbackRestartStrategyConfiguration(RestartStrategyConfiguration):
        """The strategy of the cluster's settings; if they have none, Pyrite's default."""

        def __init__(self) -> None:
            super().__init__("", {})

        def get_description(self) -> str:
            return "Cluster level default restart strategy"

        def write_to(self, configuration: Configuration, cluster: Configuration) -> None:
            for key in configuration.key_set():
                if _is_of_restarts(key):
                    configuration.remove_config(key)
            configuration.add_all(
                Configuration({key: text for key, text in cluster.to_dict().items() if _is_of_restarts(key)})
            )

    class FixedDelayRestartStrategyConfiguration(RestartStrategyConfiguration):
        """A fixed number of restarts over the life of the job, each after the same delay."""

        def __init__(self, restart_attempts: int, delay_between_attempts_interval: Span) -> None:
            delay_ms = _ms("delay_between_attempts_interval", delay_between_attempts_interval)
            super().__init__("fixed-delay", {FIXED_DELAY_ATTEMPTS: restart_attempts, FIXED_DELAY_DELAY: delay_ms})

        def get_restart_attempts(self) -> int:
            """The number of restarts over the life of the job."""
            return self._settings.get(FIXED_DELAY_ATTEMPTS)

        def get_delay_between_attempts_interval(self) -> timedelta:
            """The delay of a restart."""
            return timedelta(milliseconds=self._settings.get(FIXED_DELAY_DELAY))

        def get_description(self) -> str:
            delay_ms = self._settings.get(FIXED_DELAY_DELAY)
            return f"Restart with fixed delay ({delay_ms} ms). #{self.get_restart_attempts()} restart attempts."

    class FailureRateRestartStrategyConfiguration(RestartStrategyConfiguration):
        """A limited number of restarts within any interval, each after the same delay."""

        def __init__(
            self, max_failure_rate: int, failure_interval: Span, delay_between_attempts_interval: Span
        ) -> None:
            values = {
                FAILURE_RATE_MAX_FAILURES: max_failure_rate,
                FAILURE_RATE_INTERVAL: _ms("failure_interval", failure_interval),
                FAILURE_RATE_DELAY: _ms("delay_between_attempts_interval", delay_between_attempts_interval),
            }
            super().__init__("failure-rate", values)

        def get_max_failure_rate(self) -> int:
            """The number of restarts within one interval."""
            return self._settings.get(FAILURE_RATE_MAX_FAILURES)

        def get_failure_interval(self) -> timedelta:
            """The interval in which restarts are counted."""
            return timedelta(milliseconds=self._settings.get(FAILURE_RATE_INTERVAL))

        def get_delay_between_attempts_interval(self) -> timedelta:
            """The delay of a restart."""
            return timedelta(milliseconds=self._settings.get(FAILURE_RATE_DELAY))

        def get_description(self) -> str:
            interval_ms, delay_ms = self._settings.get(FAILURE_RATE_INTERVAL), self._settings.get(FAILURE_RATE_DELAY)
            return (
                f"Failure rate restart with maximum of {self.get_max_failure_rate()} failures within interval "
                f"{interval_ms} ms and fixed delay {delay_ms} ms."
            )

    class ExponentialDelayRestartStrategyConfiguration(RestartStrategyConfiguration):
        """Each restart waits longer than the one before. In PyFlink, only configuration keys can select it."""

        def __init__(
            self,
            initial_backoff: Span,
            max_backoff: Span,
            backoff_multiplier: float,
            reset_backoff_threshold: Span,
            jitter_factor: float,
        ) -> None:
            values: dict[ConfigOption[Any], Any] = {
                EXPONENTIAL_DELAY_INITIAL_BACKOFF: _ms("initial_backoff", initial_backoff),
                EXPONENTIAL_DELAY_MAX_BACKOFF: _ms("max_backoff", max_backoff),
                EXPONENTIAL_DELAY_MULTIPLIER: backoff_multiplier,
                EXPONENTIAL_DELAY_RESET_THRESHOLD: _ms("reset_backoff_threshold", reset_backoff_threshold),
                EXPONENTIAL_DELAY_JITTER: jitter_factor,
            }
            super().__init__("exponential-delay", values)

        def get_description(self) -> str:
            settings = self._settings
            return (
                f"Restart with exponential delay: starting at {settings.get(EXPONENTIAL_DELAY_INITIAL_BACKOFF)} ms, "
                f"increasing by {settings.get(EXPONENTIAL_DELAY_MULTIPLIER):g}, "
                f"with maximum {settings.get(EXPONENTIAL_DELAY_MAX_BACKOFF)} ms."
            )

    @staticmethod
    def no_restart() -> NoRestartStrategyConfiguration:
        """The job fails with its first failure."""
        return RestartStrategies.NoRestartStrategyConfiguration()

    @staticmethod
    def fall_back_restart() -> FallbackRestartStrategyConfiguration:
        """Removes the program's strategy: the cluster's strategy applies."""
        return RestartStrategies.FallbackRestartStrategyConfiguration()

    @staticmethod
    def fixed_delay_restart(
        restart_attempts: int, delay_between_attempts: Span
    ) -> FixedDelayRestartStrategyConfiguration:
        """`delay_between_attempts`: milliseconds, or a timedelta."""
        return RestartStrategies.FixedDelayRestartStrategyConfiguration(restart_attempts, delay_between_attempts)

    @staticmethod
    def failure_rate_restart(
        failure_rate: int, failure_interval: Span, delay_interval: Span
    ) -> FailureRateRestartStrategyConfiguration:
        """`failure_interval` and `delay_interval`: milliseconds, or a timedelta."""
        return RestartStrategies.FailureRateRestartStrategyConfiguration(failure_rate, failure_interval, delay_interval)

    @staticmethod
    def exponential_delay_restart(
        initial_backoff: Span,
        max_backoff: Span,
        backoff_multiplier: float,
        reset_backoff_threshold: Span,
        jitter_factor: float,
    ) -> ExponentialDelayRestartStrategyConfiguration:
        """Time spans are milliseconds or timedeltas."""
        return RestartStrategies.ExponentialDelayRestartStrategyConfiguration(
            initial_backoff, max_backoff, backoff_multiplier, reset_backoff_threshold, jitter_factor
        )


def restart_strategy_of(configuration: Configuration) -> RestartStrategyConfiguration:
    """The strategy of a configuration's keys; the fallback, if no key is set."""
    kind = configuration.get(RESTART_STRATEGY)
    strategy: Optional[RestartStrategyConfiguration] = None
    if kind == "disable":
        strategy = RestartStrategies.no_restart()
    elif kind == "fixed-delay":
        strategy = RestartStrategies.fixed_delay_restart(
            configuration.get(FIXED_DELAY_ATTEMPTS), configuration.get(FIXED_DELAY_DELAY)
        )
    elif kind == "failure-rate":
        strategy = RestartStrategies.failure_rate_restart(
            configuration.get(FAILURE_RATE_MAX_FAILURES),
            configuration.get(FAILURE_RATE_INTERVAL),
            configuration.get(FAILURE_RATE_DELAY),
        )
    elif kind == "exponential-delay":
        strategy = RestartStrategies.exponential_delay_restart(
            configuration.get(EXPONENTIAL_DELAY_INITIAL_BACKOFF),
            configuration.get(EXPONENTIAL_DELAY_MAX_BACKOFF),
            configuration.get(EXPONENTIAL_DELAY_MULTIPLIER),
            configuration.get(EXPONENTIAL_DELAY_RESET_THRESHOLD),
            configuration.get(EXPONENTIAL_DELAY_JITTER),
        )
    return strategy or RestartStrategies.fall_back_restart()


def _is_of_restarts(key: str) -> bool:
    return key in RESTART_STRATEGY.former_keys or key.startswith("restart-strategy.")


def _ms(name: str, span: Span) -> int:
    if isinstance(span, timedelta):
        return span // timedelta(milliseconds=1)
    if isinstance(span, bool) or not isinstance(span, int):
        raise TypeError(f"{name} must be an int of milliseconds or a timedelta, not {type(span).__name__}")
    return span
