"""Restart strategies as a program chooses them: PyFlink's names over the configuration's keys."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from pyrite.common import Configuration, RestartStrategies, RestartStrategyConfiguration
from pyrite.core.config.restart_strategy import restart_strategy_of
from pyrite.core.errors import InvalidProgramError

NO_CLUSTER = Configuration()
STRATEGIES = [
    RestartStrategies.no_restart(),
    RestartStrategies.fall_back_restart(),
    RestartStrategies.fixed_delay_restart(3, 10_000),
    RestartStrategies.failure_rate_restart(2, timedelta(minutes=5), timedelta(seconds=10)),
    RestartStrategies.exponential_delay_restart(100, 10_000, 2.0, 60_000, 0.0),
]


def test_fixed_delay_is_written_under_flinks_keys() -> None:
    configuration = Configuration()
    RestartStrategies.fixed_delay_restart(3, timedelta(seconds=10)).write_to(configuration, NO_CLUSTER)
    assert configuration.to_dict() == {
        "restart-strategy.type": "fixed-delay",
        "restart-strategy.fixed-delay.attempts": "3",
        "restart-strategy.fixed-delay.delay": "10000",
    }


@pytest.mark.parametrize("strategy", STRATEGIES, ids=repr)
def test_strategy_is_read_back_from_the_configuration(strategy: RestartStrategyConfiguration) -> None:
    configuration = Configuration()
    strategy.write_to(configuration, NO_CLUSTER)
    assert restart_strategy_of(configuration) == strategy
    assert hash(restart_strategy_of(configuration)) == hash(strategy)


def test_strategies_differ_by_kind_and_by_value() -> None:
    assert len(set(STRATEGIES)) == len(STRATEGIES)
    assert RestartStrategies.fixed_delay_restart(3, 1) != RestartStrategies.fixed_delay_restart(3, 2)


def test_getters_give_what_was_given() -> None:
    fixed = RestartStrategies.fixed_delay_restart(3, 10_000)
    rate = RestartStrategies.failure_rate_restart(2, 5000, timedelta(seconds=1))
    assert (fixed.get_restart_attempts(), fixed.get_delay_between_attempts_interval()) == (3, timedelta(seconds=10))
    assert (rate.get_max_failure_rate(), rate.get_failure_interval()) == (2, timedelta(seconds=5))
    assert rate.get_delay_between_attempts_interval() == timedelta(seconds=1)


@pytest.mark.parametrize(
    ("strategy", "words"),
    [
        (STRATEGIES[0], "Restart deactivated"),
        (STRATEGIES[1], "Cluster level default"),
        (STRATEGIES[2], "fixed delay (10000 ms). #3 restart attempts"),
        (STRATEGIES[3], "maximum of 2 failures within interval 300000 ms and fixed delay 10000 ms"),
        (STRATEGIES[4], "starting at 100 ms, increasing by 2, with maximum 10000 ms"),
    ],
)
def test_description_says_what_it_does(strategy: RestartStrategyConfiguration, words: str) -> None:
    assert words in strategy.get_description()


def test_fallback_takes_back_the_programs_choice() -> None:
    configuration = Configuration({"restart-strategy": "none", "my.key": "1"})
    RestartStrategies.fixed_delay_restart(3, 1).write_to(configuration, NO_CLUSTER)
    RestartStrategies.fall_back_restart().write_to(configuration, NO_CLUSTER)
    assert configuration.to_dict() == {"my.key": "1"}


def test_fallback_is_the_clusters_choice() -> None:
    cluster = Configuration({"restart-strategy.type": "fixed-delay", "restart-strategy.fixed-delay.attempts": "7"})
    configuration = Configuration({"restart-strategy.type": "none"})
    RestartStrategies.fall_back_restart().write_to(configuration, cluster.add_all(Configuration({"other": "1"})))
    actual = restart_strategy_of(configuration)
    assert actual == RestartStrategies.fixed_delay_restart(7, 1000)
    assert not configuration.contains_key("other")


@pytest.mark.parametrize("span", ["10 s", 1.5, None, True])
def test_span_of_another_type_is_refused(span: Any) -> None:
    with pytest.raises(TypeError, match="must be an int of milliseconds or a timedelta"):
        RestartStrategies.fixed_delay_restart(3, span)


def test_value_out_of_range_names_the_key() -> None:
    with pytest.raises(InvalidProgramError, match=r"restart-strategy\.fixed-delay\.attempts = '-1'"):
        RestartStrategies.fixed_delay_restart(-1, 10)
    with pytest.raises(InvalidProgramError, match=r"max-failures-per-interval = '0'"):
        RestartStrategies.failure_rate_restart(0, 10, 10)
