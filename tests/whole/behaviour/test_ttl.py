"""State with a time to live, driven by hand: by Flink's Java documentation.

PyFlink leaves expiry to its Java side, behind a cache in Python that knows nothing of it: an entry that the cache holds
never expires. Without that cache (python.state.cache-size 0) it does what these tests say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pyrite.common import Time
from pyrite.datastream import KeyedProcessFunction, RuntimeContext
from pyrite.datastream.state import ListStateDescriptor, MapStateDescriptor, StateTtlConfig, ValueStateDescriptor
from pyrite.operators.process import ProcessOperator
from tests.operators.harness import Harness

UpdateType = StateTtlConfig.UpdateType
Visibility = StateTtlConfig.StateVisibility
NEVER = Visibility.NeverReturnExpired
IF_NOT_CLEANED_UP = Visibility.ReturnExpiredIfNotCleanedUp
TTL_MS = 400


class Do(KeyedProcessFunction):
    """A record is a function of the three states; emits what it gives."""

    def __init__(self, config: StateTtlConfig) -> None:
        self._config = config

    def open(self, runtime_context: RuntimeContext) -> None:
        value, elements, entries = ValueStateDescriptor("value"), ListStateDescriptor("list"), MapStateDescriptor("map")
        for descriptor in (value, elements, entries):
            descriptor.enable_time_to_live(self._config)
        self.value = runtime_context.get_state(value)
        self.list = runtime_context.get_list_state(elements)
        self.map = runtime_context.get_map_state(entries)

    def process_element(self, value: Callable[[Do], Any], ctx: KeyedProcessFunction.Context) -> list[Any]:
        return [value(self)]


class Play:
    """One key's life."""

    def __init__(self, update: UpdateType = UpdateType.OnCreateAndWrite, visibility: Visibility = NEVER) -> None:
        builder = StateTtlConfig.new_builder(Time.milliseconds(TTL_MS)).disable_cleanup_in_background()
        config = builder.set_update_type(update).set_state_visibility(visibility).build()
        self._harness = Harness(ProcessOperator(Do(config), "process_element"), keyed=True)

    def do(self, func: Callable[[Do], Any]) -> Any:
        self._harness.feed_keyed(("key", func))
        return self._harness.main.values[-1]

    def later(self, by_ms: int) -> None:
        self._harness.pass_time(by_ms)


def test_value_expires_after_its_last_write() -> None:
    play = Play()
    play.do(lambda state: state.value.update(7))
    play.later(300)
    assert play.do(lambda state: state.value.value()) == 7
    play.later(101)
    assert play.do(lambda state: state.value.value()) is None


def test_value_lives_on_when_it_is_read_if_reads_count() -> None:
    play = Play(UpdateType.OnReadAndWrite)
    play.do(lambda state: state.value.update(7))
    for _ in range(3):
        play.later(300)
        assert play.do(lambda state: state.value.value()) == 7
    play.later(401)
    assert play.do(lambda state: state.value.value()) is None


def test_value_lives_on_when_it_is_written() -> None:
    play = Play()
    for number in range(3):
        play.do(lambda state, number=number: state.value.update(number))  # type: ignore[misc]
        play.later(300)
    assert play.do(lambda state: state.value.value()) == 2


def test_expired_value_is_seen_once_if_it_may_be_seen_until_it_is_removed() -> None:
    """In Java a read of an expired value gives it back and removes it. PyFlink's values are removed before."""
    play = Play(visibility=IF_NOT_CLEANED_UP)
    play.do(lambda state: state.value.update(7))
    play.later(1000)
    assert play.do(lambda state: state.value.value()) == 7
    assert play.do(lambda state: state.value.value()) is None


def test_elements_of_a_list_expire_one_by_one() -> None:
    play = Play()
    play.do(lambda state: state.list.add(7))
    play.later(250)
    play.do(lambda state: state.list.add(8))
    play.later(250)
    assert play.do(lambda state: list(state.list.get())) == [8]
    play.later(250)
    assert play.do(lambda state: list(state.list.get())) == []


def test_expired_elements_of_a_list_may_be_seen_until_they_are_removed() -> None:
    play = Play(visibility=IF_NOT_CLEANED_UP)
    play.do(lambda state: state.list.add(7))
    play.later(250)
    play.do(lambda state: state.list.add(8))
    play.later(250)
    assert play.do(lambda state: list(state.list.get())) == [7, 8]


def test_entries_of_a_map_expire_one_by_one() -> None:
    play = Play()
    play.do(lambda state: state.map.put("old", 7))
    play.later(250)
    play.do(lambda state: state.map.put("new", 8))
    play.later(250)
    assert play.do(lambda state: (state.map.get("old"), state.map.contains("old"), state.map.get("new"))) == (
        None,
        False,
        8,
    )
    assert play.do(lambda state: list(state.map.items())) == [("new", 8)]
    play.later(250)
    assert play.do(lambda state: state.map.is_empty())


def test_disabled_time_to_live_keeps_values() -> None:
    play = Play(UpdateType.Disabled)
    play.do(lambda state: state.value.update(7))
    play.later(10_000)
    assert play.do(lambda state: state.value.value()) == 7


def test_config_has_flinks_defaults() -> None:
    config = StateTtlConfig.new_builder(Time.seconds(1)).build()
    assert config.get_update_type() is UpdateType.OnCreateAndWrite
    assert config.get_state_visibility() is NEVER
    assert config.get_ttl_time_characteristic() is StateTtlConfig.TtlTimeCharacteristic.ProcessingTime
    assert config.is_enabled()


@pytest.mark.parametrize("ttl_ms", [0, -1])
def test_time_to_live_that_is_not_positive_is_refused(ttl_ms: int) -> None:
    """As in Java. PyFlink finds it when the state is made."""
    with pytest.raises(ValueError):
        StateTtlConfig.new_builder(Time.milliseconds(ttl_ms)).build()
