"""Time to live: values, elements and entries that expire, and the look in the background for those nobody reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyrite.core.clock import ManualClock
from pyrite.core.state.state_ttl import StateTtlConfig
from pyrite.core.time.time import Duration
from pyrite.state import ttl
from pyrite.state.backend import KeyedStateBackend
from pyrite.state.ttl import TtlListState, TtlMapState, TtlValueState
from tests.state.contract.backends import BACKENDS, opened

TTL_MS = 100
BURST = ttl._BURST
WRITES = StateTtlConfig.UpdateType.OnCreateAndWrite
READS_TOO = StateTtlConfig.UpdateType.OnReadAndWrite
NEVER = StateTtlConfig.StateVisibility.NeverReturnExpired
UNTIL_REMOVED = StateTtlConfig.StateVisibility.ReturnExpiredIfNotCleanedUp


class Play:
    """The three states over one backend, with a clock to turn. `size` is how many entries an access looks at."""

    backend_name = "hashmap"
    made: ClassVar[list[KeyedStateBackend]] = []

    def __init__(
        self,
        update: StateTtlConfig.UpdateType = WRITES,
        visibility: StateTtlConfig.StateVisibility = NEVER,
        size: int | None = None,
    ) -> None:
        builder = StateTtlConfig.new_builder(Duration.of_millis(TTL_MS)).set_update_type(update)
        builder.set_state_visibility(visibility)
        config = (
            builder.disable_cleanup_in_background() if size is None else builder.cleanup_incrementally(size)
        ).build()
        self.backend = opened(self.backend_name, self.made)
        self.clock = ManualClock(1_000_000)
        self.value = TtlValueState("value", self.backend, config, self.clock, None)
        self.list = TtlListState("list", self.backend, config, self.clock, None)
        self.map = TtlMapState("map", self.backend, config, self.clock, None, None)
        self.key("k")

    def key(self, key: Any) -> None:
        self.backend.context.key = key

    def later(self, by_ms: int) -> None:
        self.clock.advance(by_ms)


@pytest.fixture(params=sorted(BACKENDS), autouse=True)
def every_backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    made: list[KeyedStateBackend] = []
    monkeypatch.setattr(Play, "backend_name", request.param)
    monkeypatch.setattr(Play, "made", made)
    yield
    for backend in made:
        backend.close()


ON_HEAP = pytest.mark.parametrize("every_backend", ["hashmap"], indirect=True)
"""The rate at which entries are looked at is the hashmap backend's: RocksDB's looks at those in memory first."""


def access(play: Play, times: int) -> None:
    """Reads a value that is not there."""
    play.key("reader")
    for _ in range(times):
        assert play.value.value() is None


# Values ---------------------------------------------------------------------------------------------------------------


def test_value_is_gone_from_the_millisecond_on_in_which_its_time_is_over() -> None:
    play = Play()
    play.value.update(7)
    play.later(TTL_MS - 1)
    assert play.value.value() == 7
    play.later(1)
    assert (play.value.value(), play.backend.entry_count()) == (None, 0)


@pytest.mark.parametrize(("update", "expected"), [(WRITES, None), (READS_TOO, 7)])
def test_read_of_a_value_renews_it_only_if_reads_count(update: StateTtlConfig.UpdateType, expected: int | None) -> None:
    play = Play(update)
    play.value.update(7)
    play.later(60)
    play.value.value()
    play.later(60)
    assert play.value.value() == expected


def test_write_of_a_value_renews_it() -> None:
    play = Play()
    play.value.update(7)
    play.later(60)
    play.value.update(8)
    play.later(60)
    assert play.value.value() == 8


def test_expired_value_that_may_be_seen_is_seen_once_and_not_renewed() -> None:
    play = Play(READS_TOO, UNTIL_REMOVED)
    play.value.update(7)
    play.later(TTL_MS)
    assert [play.value.value(), play.value.value()] == [7, None]


@pytest.mark.parametrize("falsy", [0, "", False])
def test_value_that_is_falsy_lives(falsy: Any) -> None:
    play = Play(READS_TOO)
    play.value.update(falsy)
    assert (play.value.value(), play.backend.entry_count()) == (falsy, 1)


def test_none_and_clear_remove_a_value() -> None:
    play = Play()
    removals: list[Callable[[], None]] = [lambda: play.value.update(None), play.value.clear]
    for remove in removals:
        play.value.update(7)
        remove()
        assert (play.value.value(), play.backend.entry_count()) == (None, 0)


def test_each_key_has_a_time_of_its_own() -> None:
    play = Play()
    play.value.update(1)
    play.later(60)
    play.key("other")
    play.value.update(2)
    play.later(60)
    assert play.value.value() == 2
    play.key("k")
    assert play.value.value() is None


# Lists ----------------------------------------------------------------------------------------------------------------


def test_elements_expire_one_by_one_and_leave_the_state() -> None:
    play = Play()
    play.list.add(1)
    play.later(60)
    play.list.add_all([2, 3])
    play.later(60)
    assert list(play.list.get()) == [2, 3]
    assert [entry.value for entry in play.backend.snapshot()] == [[(2, 1_000_060), (3, 1_000_060)]]
    play.later(60)
    assert (list(play.list.get()), play.backend.entry_count()) == ([], 0)


@pytest.mark.parametrize(("update", "expected"), [(WRITES, []), (READS_TOO, [1, 2])])
def test_read_of_a_list_renews_all_elements_only_if_reads_count(
    update: StateTtlConfig.UpdateType, expected: list[int]
) -> None:
    play = Play(update)
    play.list.update([1, 2])
    play.later(60)
    play.list.get()
    play.later(60)
    assert list(play.list.get()) == expected


def test_expired_elements_are_not_renewed_by_a_read() -> None:
    play = Play(READS_TOO)
    play.list.add(1)
    play.later(60)
    play.list.add(2)
    play.later(60)
    assert [list(play.list.get()), list(play.list.get())] == [[2], [2]]


def test_added_element_does_not_renew_those_before_it() -> None:
    play = Play(READS_TOO)
    play.list.add(1)
    play.later(60)
    play.list.add(2)
    play.later(60)
    assert list(play.list.get()) == [2]


def test_expired_elements_that_may_be_seen_are_seen_once() -> None:
    play = Play(visibility=UNTIL_REMOVED)
    play.list.add(1)
    play.later(60)
    play.list.add(2)
    play.later(60)
    assert [list(play.list.get()), list(play.list.get())] == [[1, 2], [2]]


# Maps -----------------------------------------------------------------------------------------------------------------


def test_entries_expire_one_by_one_and_leave_the_state() -> None:
    play = Play()
    play.map.put("old", 1)
    play.later(60)
    play.map.put_all({"new": 2, "none": None})
    play.later(60)
    assert (play.map.get("old"), play.map.contains("old"), "new" in play.map, "none" in play.map) == (
        None,
        False,
        True,
        True,
    )
    assert (list(play.map), list(play.map.values())) == (["new", "none"], [2, None])
    play.later(60)
    assert (play.map.is_empty(), list(play.map.items()), play.backend.entry_count()) == (True, [], 0)


@pytest.mark.parametrize("read", ["get", "contains", "items"])
@pytest.mark.parametrize(("update", "expected"), [(WRITES, None), (READS_TOO, 1)])
def test_read_of_an_entry_renews_it_only_if_reads_count(
    update: StateTtlConfig.UpdateType, expected: int | None, read: str
) -> None:
    play = Play(update)
    play.map.put("a", 1)
    play.later(60)
    getattr(play.map, read)(*([] if read == "items" else ["a"]))
    play.later(60)
    assert play.map.get("a") == expected


def test_read_of_one_entry_does_not_renew_another() -> None:
    play = Play(READS_TOO)
    play.map.put_all({"a": 1, "b": 2})
    play.later(60)
    play.map.get("a")
    play.later(60)
    assert list(play.map.items()) == [("a", 1)]


def test_expired_entries_that_may_be_seen_are_seen_once() -> None:
    play = Play(visibility=UNTIL_REMOVED)
    play.map.put_all({"a": 1, "b": 2})
    play.later(TTL_MS)
    assert [play.map.get("a"), play.map.get("a")] == [1, None]
    assert [list(play.map.items()), list(play.map.items())] == [[("b", 2)], []]


def test_removed_and_cleared_entries_are_gone() -> None:
    play = Play()
    play.map.put_all({"a": 1, "b": 2})
    play.map.remove("a")
    assert list(play.map.keys()) == ["b"]
    play.map.clear()
    assert play.backend.entry_count() == 0


# In the background ----------------------------------------------------------------------------------------------------


def fill(play: Play, keys: int) -> None:
    """Writes a value, a list and a map under each of so many keys."""
    for play.backend.context.key in range(keys):
        play.value.update(1)
        play.list.add(1)
        play.map.put("a", 1)


def look(play: Play, accesses: int) -> None:
    """Uses each of the three states so many times, under a key that has nothing."""
    play.key("reader")
    for _ in range(accesses):
        play.value.value()
        play.list.get()
        play.map.get("x")


@ON_HEAP
def test_entries_that_nobody_reads_are_removed_within_a_burst_of_accesses() -> None:
    play = Play(size=1)
    fill(play, 20)
    play.later(TTL_MS)
    look(play, BURST)
    assert play.backend.entry_count() == 0


@ON_HEAP
@pytest.mark.parametrize("size", [1, 3])
def test_many_entries_that_nobody_reads_are_removed_at_the_stated_rate(size: int) -> None:
    play = Play(size=size)
    fill(play, 5 * BURST)
    play.later(TTL_MS)
    look(play, 5 * BURST // size + 2 * BURST)
    assert play.backend.entry_count() == 0


@ON_HEAP
def test_access_looks_at_no_more_entries_than_stated() -> None:
    play = Play(size=1)
    for play.backend.context.key in range(3 * BURST):
        play.list._inner.add((1, 0))
    play.key("reader")
    for _ in range(BURST):
        play.list.get()
    assert play.backend.entry_count() == 2 * BURST


@pytest.mark.parametrize("size", [None, 0])
def test_entries_that_nobody_reads_stay_when_there_is_no_background(size: int | None) -> None:
    play = Play(size=size)
    fill(play, 5)
    play.later(TTL_MS)
    look(play, 3 * BURST)
    assert play.backend.entry_count() == 15


def test_entries_that_nobody_reads_are_removed_after_some_bursts_on_every_backend() -> None:
    play = Play(size=1)
    fill(play, 5)
    play.later(TTL_MS)
    look(play, 4 * BURST)
    assert [play.backend.keys(name) for name in ("value", "list", "map")] == [[], [], []]


def test_background_is_on_when_nothing_is_said() -> None:
    config = StateTtlConfig.new_builder(Duration.of_millis(TTL_MS)).build()
    play = Play()
    state = TtlValueState("value", play.backend, config, play.clock, None)
    state.update(7)
    play.later(TTL_MS)
    play.key("reader")
    for _ in range(BURST):
        state.value()
    assert play.backend.entry_count() == 0


def test_background_removes_expired_parts_and_leaves_live_ones() -> None:
    play = Play(size=1)
    play.list.add(1)
    play.map.put("a", 1)
    play.later(60)
    play.list.add(2)
    play.map.put("b", 2)
    play.value.update(3)
    play.later(60)
    look(play, BURST)
    contents = {entry.state: entry.value for entry in play.backend.snapshot()}
    assert contents == {"value": (3, 1_000_060), "list": [(2, 1_000_060)], "map": {"b": (2, 1_000_060)}}


@ON_HEAP
def test_background_does_not_renew_what_it_looks_at() -> None:
    play = Play(READS_TOO, size=1)
    fill(play, 3)
    play.later(60)
    look(play, BURST)
    assert play.backend.entry_count() == 9
    play.later(40)
    look(play, BURST)
    assert play.backend.entry_count() == 0


def test_background_leaves_the_current_key_to_the_access() -> None:
    play = Play(size=1)
    fill(play, 3)
    play.key("mine")
    for number in range(2 * BURST):
        play.value.update(number)
        assert (play.backend.context.key, play.value.value()) == ("mine", number)
    play.key(0)
    assert play.value.value() == 1


def test_background_touches_its_own_state_only() -> None:
    play = Play(size=1)
    plain = play.backend.value_state("plain")
    plain.update((1, 0))
    play.value.update(1)
    play.later(TTL_MS)
    access(play, BURST)
    play.key("k")
    assert (plain.value(), play.backend.entry_count()) == ((1, 0), 1)


def test_restored_entries_expire_at_their_own_time() -> None:
    before, after = Play(), Play()
    before.value.update(7)
    after.backend.restore_entries(before.backend.snapshot())
    after.later(TTL_MS - 1)
    assert after.value.value() == 7
    after.later(1)
    assert after.value.value() is None


# Against a model ------------------------------------------------------------------------------------------------------

KEYS = st.sampled_from("ab")
LATER = st.tuples(st.just("later"), st.sampled_from([1, TTL_MS // 2, TTL_MS - 1, TTL_MS]))
VALUE_STEPS = st.tuples(st.sampled_from(["value", "update", "clear"]), KEYS) | LATER
LIST_STEPS = st.tuples(st.sampled_from(["get", "add", "update", "clear"]), KEYS) | LATER
MAP_STEPS = st.tuples(st.sampled_from(["get", "contains", "items", "put", "remove"]), KEYS, st.integers(0, 2)) | LATER
UPDATES = st.sampled_from([WRITES, READS_TOO])
SIZES = st.sampled_from([0, 1, 3])
BURSTS = st.sampled_from([1, 2, 1000])


class Model:
    """Stamped values in a plain dict, by anything that tells them apart."""

    def __init__(self, renews: bool) -> None:
        self.held: dict[Any, tuple[Any, int]] = {}
        self.now_ms = 0
        self._renews = renews

    def put(self, where: Any, value: Any) -> None:
        self.held[where] = value, self.now_ms

    def read(self, where: Any) -> Any:
        value, stamp_ms = self.held.get(where, (None, self.now_ms))
        if self.now_ms - stamp_ms >= TTL_MS:
            del self.held[where]
            return None
        if where in self.held and self._renews:
            self.put(where, value)
        return value


@settings(max_examples=200)
@given(st.lists(VALUE_STEPS, min_size=8, max_size=40), UPDATES, SIZES, BURSTS)
def test_values_answer_as_a_plain_model(
    steps: list[tuple[str, Any]], update: StateTtlConfig.UpdateType, size: int, burst: int
) -> None:
    play, model = Play(update, size=size), Model(update is READS_TOO)
    with patch.object(ttl, "_BURST", burst):
        for number, (call, key) in enumerate(steps):
            if call == "later":
                play.later(key)
                model.now_ms += key
                continue
            play.key(key)
            if call == "value":
                assert play.value.value() == model.read(key)
            elif call == "update":
                play.value.update(number)
                model.put(key, number)
            else:
                play.value.clear()
                model.held.pop(key, None)


@settings(max_examples=200)
@given(st.lists(LIST_STEPS, min_size=8, max_size=40), UPDATES, SIZES, BURSTS)
def test_lists_answer_as_a_plain_model(
    steps: list[tuple[str, Any]], update: StateTtlConfig.UpdateType, size: int, burst: int
) -> None:
    play, model = Play(update, size=size), Model(update is READS_TOO)
    with patch.object(ttl, "_BURST", burst):
        for number, (call, key) in enumerate(steps):
            if call == "later":
                play.later(key)
                model.now_ms += key
                continue
            play.key(key)
            mine = [where for where in model.held if where[0] == key]
            if call == "get":
                read = [model.read(where) for where in mine]
                assert list(play.list.get()) == [value for value in read if value is not None]
                continue
            if call in ("update", "clear"):
                for where in mine:
                    del model.held[where]
            if call == "clear":
                play.list.clear()
            else:
                getattr(play.list, call)([number, -number] if call == "update" else number)
                model.put((key, number, 0), number)
                if call == "update":
                    model.put((key, number, 1), -number)


@settings(max_examples=200)
@given(st.lists(MAP_STEPS, min_size=8, max_size=40), UPDATES, SIZES, BURSTS)
def test_maps_answer_as_a_plain_model(
    steps: list[Any], update: StateTtlConfig.UpdateType, size: int, burst: int
) -> None:
    play, model = Play(update, size=size), Model(update is READS_TOO)
    with patch.object(ttl, "_BURST", burst):
        for number, (call, key, *entry) in enumerate(steps):
            if call == "later":
                play.later(key)
                model.now_ms += key
                continue
            play.key(key)
            where = (key, entry[0])
            if call == "get":
                assert play.map.get(entry[0]) == model.read(where)
            elif call == "contains":
                assert play.map.contains(entry[0]) == (model.read(where) is not None)
            elif call == "items":
                read = {place[1]: model.read(place) for place in list(model.held) if place[0] == key}
                assert dict(play.map.items()) == {name: value for name, value in read.items() if value is not None}
            elif call == "put":
                play.map.put(entry[0], number)
                model.put(where, number)
            else:
                play.map.remove(entry[0])
                model.held.pop(where, None)
