"""KeyedStates: every kind of state by its descriptor, with its type, its time to live and its key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import pytest

from pyrite.core.clock import ManualClock
from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.functions import AggregateFunction, ReduceFunction
from pyrite.core.state.state_ttl import StateTtlConfig
from pyrite.core.state.state_types import (
    AggregatingStateDescriptor,
    ListStateDescriptor,
    MapStateDescriptor,
    ReducingStateDescriptor,
    StateDescriptor,
    ValueStateDescriptor,
)
from pyrite.core.time.time import Time
from pyrite.core.types.types_factory import Types
from pyrite.state.backend import NO_KEY, KeyedStateBackend
from pyrite.state.keyed_states import KeyedStates, fit_of
from tests.state.contract.backends import BACKENDS, opened


class Average(AggregateFunction):
    """Its accumulator is a (sum, count); its result of nothing raises."""

    def create_accumulator(self) -> tuple[int, int]:
        return 0, 0

    def add(self, value: int, accumulator: tuple[int, int]) -> tuple[int, int]:
        return accumulator[0] + value, accumulator[1] + 1

    def get_result(self, accumulator: tuple[int, int]) -> float:
        return accumulator[0] / accumulator[1]

    def merge(self, acc_a: Any, acc_b: Any) -> Any:
        return acc_a[0] + acc_b[0], acc_a[1] + acc_b[1]


class Concatenate(ReduceFunction):
    def reduce(self, value1: str, value2: str) -> str:
        return value1 + value2


class Play:
    backend_name = "hashmap"
    made: ClassVar[list[KeyedStateBackend]] = []

    def __init__(self) -> None:
        self.backend = opened(self.backend_name, self.made)
        self.clock = ManualClock()
        self.states = KeyedStates(self.backend, self.clock)

    def under(self, key: Any) -> KeyedStates:
        self.backend.context.key = key
        return self.states


@pytest.fixture(params=sorted(BACKENDS), autouse=True)
def every_backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    made: list[KeyedStateBackend] = []
    monkeypatch.setattr(Play, "backend_name", request.param)
    monkeypatch.setattr(Play, "made", made)
    yield
    for backend in made:
        backend.close()


DESCRIPTORS: list[Callable[[str], StateDescriptor]] = [
    ValueStateDescriptor,
    ListStateDescriptor,
    MapStateDescriptor,
    lambda name: ReducingStateDescriptor(name, Concatenate()),
    lambda name: AggregatingStateDescriptor(name, Average()),
]
KINDS = pytest.mark.parametrize("describe", DESCRIPTORS, ids=["value", "list", "map", "reducing", "aggregating"])


def put(state: Any, value: Any = 1) -> None:
    """Writes into a state of any kind."""
    if hasattr(state, "put"):
        state.put("a", value)
    elif hasattr(state, "add"):
        state.add(value)
    else:
        state.update(value)


def contents_of(state: Any) -> Any:
    """Reads a state of any kind."""
    if hasattr(state, "put"):
        return state.get("a")
    actual = state.value() if hasattr(state, "value") else state.get()
    return (actual or [None])[0] if isinstance(actual, list) else actual


@KINDS
def test_state_keeps_what_it_is_given_for_each_key_until_it_is_cleared(describe: Callable[[str], Any]) -> None:
    play = Play()
    state = play.under("a").get(describe("s"))
    put(state, 1)
    play.under("b")
    assert contents_of(state) is None
    put(state, 2)
    play.under("a")
    assert contents_of(state) == 1
    state.clear()
    assert (contents_of(state), play.backend.entry_count()) == (None, 1)
    play.under("b")
    assert contents_of(state) == 2


@KINDS
def test_same_name_gives_the_same_state(describe: Callable[[str], Any]) -> None:
    play = Play()
    assert play.under("a").get(describe("s")) is play.states.get(describe("s"))
    put(play.states.get(describe("s")))
    assert contents_of(play.states.get(describe("s"))) == 1
    assert contents_of(play.states.get(describe("other"))) is None


@pytest.mark.parametrize("first", DESCRIPTORS)
@pytest.mark.parametrize("second", DESCRIPTORS)
def test_name_used_for_two_kinds_of_state_is_refused(
    first: Callable[[str], StateDescriptor], second: Callable[[str], StateDescriptor]
) -> None:
    states = Play().under("a")
    states.get(first("s"))
    if first is second:
        return
    with pytest.raises(InvalidProgramError, match=r"the name 's' is used for two states, by a \w+ and a \w+: give"):
        states.get(second("s"))


@KINDS
def test_state_without_a_current_key_says_so(describe: Callable[[str], Any]) -> None:
    play = Play()
    state = play.states.get(describe("s"))
    for use in (lambda: contents_of(state), lambda: put(state)):
        with pytest.raises(RuntimeError, match=r"there is no current key here: keyed state .* not in open\(\)"):
            use()
    assert play.backend.entry_count() == 0


@KINDS
@pytest.mark.parametrize("others", [0, 1])
def test_clear_without_a_current_key_says_so(describe: Callable[[str], Any], others: int) -> None:
    """Also when no key has an entry: a dict that is empty does not look at the key that is popped."""
    play = Play()
    state = play.states.get(describe("s"))
    for key in range(others):
        play.under(key)
        put(state)
    play.under(NO_KEY)
    with pytest.raises(RuntimeError, match="there is no current key here"):
        state.clear()


@KINDS
def test_state_expires_when_its_descriptor_says_so(describe: Callable[[str], Any]) -> None:
    play = Play()
    descriptor = describe("s")
    descriptor.enable_time_to_live(StateTtlConfig.new_builder(Time.milliseconds(100)).build())
    state = play.under("a").get(descriptor)
    put(state)
    play.clock.advance(99)
    assert contents_of(state) == 1
    play.clock.advance(1)
    assert contents_of(state) is None


@KINDS
def test_state_without_a_current_key_says_so_also_when_it_expires(describe: Callable[[str], Any]) -> None:
    descriptor = describe("s")
    descriptor.enable_time_to_live(StateTtlConfig.new_builder(Time.milliseconds(100)).build())
    state = Play().states.get(descriptor)
    with pytest.raises(RuntimeError, match="there is no current key here"):
        put(state)


@KINDS
def test_disabled_time_to_live_lets_nothing_expire(describe: Callable[[str], Any]) -> None:
    play = Play()
    descriptor = describe("s")
    builder = StateTtlConfig.new_builder(Time.milliseconds(100)).set_update_type(StateTtlConfig.UpdateType.Disabled)
    descriptor.enable_time_to_live(builder.build())
    state = play.under("a").get(descriptor)
    put(state)
    play.clock.advance(1000)
    assert contents_of(state) == 1


def test_something_that_is_no_descriptor_is_refused() -> None:
    wrong: Any = "s"
    with pytest.raises(InvalidProgramError, match="expected a state descriptor, got 's'"):
        Play().states.get(wrong)


# Reducing and aggregating ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reduce", [Concatenate(), lambda one, other: one + other])
def test_reducing_state_combines_in_the_order_of_adds(reduce: Any) -> None:
    state = Play().under("a").get_reducing_state(ReducingStateDescriptor("s", reduce))
    for letter in "xyz":
        state.add(letter)
    assert state.get() == "xyz"


def test_reducing_state_takes_its_first_value_as_it_is() -> None:
    def fail(one: Any, other: Any) -> Any:
        raise AssertionError("called for the first value")

    state = Play().under("a").get_reducing_state(ReducingStateDescriptor("s", fail))
    state.add(0)
    assert state.get() == 0


def test_aggregating_state_gives_the_result_of_its_accumulator() -> None:
    state = Play().under("a").get_aggregating_state(AggregatingStateDescriptor("s", Average()))
    assert state.get() is None
    for number in (1, 2, 6):
        state.add(number)
    assert state.get() == 3.0
    state.clear()
    state.add(5)
    assert state.get() == 5.0


@pytest.mark.parametrize("expires", [False, True])
def test_states_come_back_from_a_snapshot(expires: bool) -> None:
    descriptors = [describe(name) for name, describe in zip("vlmra", DESCRIPTORS, strict=True)]
    for descriptor in descriptors:
        if expires:
            descriptor.enable_time_to_live(StateTtlConfig.new_builder(Time.milliseconds(100)).build())
    before, after = Play(), Play()
    for descriptor in descriptors:
        put(before.under("a").get(descriptor))
    after.backend.restore_entries(before.backend.snapshot())
    assert [contents_of(after.under("a").get(descriptor)) for descriptor in descriptors] == [1] * 5


# Types ----------------------------------------------------------------------------------------------------------------

INT = Types.INT()
TYPED: list[StateDescriptor] = [
    ValueStateDescriptor("s", INT),
    ListStateDescriptor("s", INT),
    MapStateDescriptor("s", Types.STRING(), INT),
    ReducingStateDescriptor("s", lambda one, other: one + other, INT),
]


@pytest.mark.parametrize("expires", [False, True])
@pytest.mark.parametrize("descriptor", TYPED, ids=lambda actual: type(actual).__name__)
def test_typed_state_refuses_what_does_not_fit_and_stays_as_it_was(descriptor: StateDescriptor, expires: bool) -> None:
    config = StateTtlConfig.new_builder(Time.seconds(1)).build() if expires else None
    descriptor.ttl_config = config
    state = Play().under("a").get(descriptor)
    put(state, 5)
    with pytest.raises(TypeError):
        put(state, "five")
    assert contents_of(state) == 5


@pytest.mark.parametrize("expires", [False, True])
def test_typed_lists_and_maps_check_every_way_in(expires: bool) -> None:
    items, entries = ListStateDescriptor("l", INT), MapStateDescriptor("m", Types.STRING(), INT)
    if expires:
        for descriptor in (items, entries):
            descriptor.enable_time_to_live(StateTtlConfig.new_builder(Time.seconds(1)).build())
    states = Play().under("a")
    wrong: list[Callable[[], Any]] = [
        lambda: states.get_list_state(items).add_all([1, "x"]),
        lambda: states.get_list_state(items).update([1, "x"]),
        lambda: states.get_map_state(entries).put(1, 1),
        lambda: states.get_map_state(entries).put_all({"a": "x"}),
        lambda: states.get_map_state(entries).__setitem__("a", "x"),
    ]
    for use in wrong:
        with pytest.raises(TypeError):
            use()
    assert (list(states.get_list_state(items).get()), states.get_map_state(entries).is_empty()) == ([], True)


def test_typed_aggregating_state_checks_its_accumulator() -> None:
    class Broken(Average):
        def add(self, value: int, accumulator: Any) -> Any:
            return "not a tuple of ints"

    type_info = Types.TUPLE([INT, INT])
    state = Play().under("a").get_aggregating_state(AggregatingStateDescriptor("s", Broken(), type_info))
    with pytest.raises(TypeError):
        state.add(1)


def test_value_of_none_needs_no_type() -> None:
    states = Play().under("a")
    value = states.get_state(ValueStateDescriptor("v", INT))
    value.update(1)
    value.update(None)
    assert value.value() is None


def test_only_types_that_check_something_are_checked() -> None:
    assert fit_of(None) is None
    assert fit_of(Types.PICKLED_BYTE_ARRAY()) is None
    fit = fit_of(INT)
    assert fit is not None and fit(3) == 3
