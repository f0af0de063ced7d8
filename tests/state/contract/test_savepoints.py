"""Savepoints of keyed state: every backend reads what any backend wrote, at any parallelism."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import field, make_dataclass
from typing import Any

import pytest
from hypothesis import given, settings

from pyrite.core.clock import ManualClock
from pyrite.core.errors import StateUnreadableError
from pyrite.core.functions.functions import AggregateFunction
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
from pyrite.core.windows.windows import TimeWindow
from pyrite.state.evolution.loading import NO_MIGRATIONS, Migrations
from pyrite.state.handles import KeyedHandle
from pyrite.state.key_groups import key_group_range
from pyrite.state.keyed_states import KeyedStates
from pyrite.state.savepoint_format import SAVEPOINT, read_deltas
from tests.state.contract.backends import BACKENDS, GROUPS, folder
from tests.state.contract.memory_files import MemoryFiles
from tests.state.contract.model import Contents, Driver, union
from tests.state.contract.test_checkpoints import fill, take, values_in
from tests.state.contract.test_rescale import CONTENTS
from tests.state.shop import Shop

NAMES = sorted(BACKENDS)
PAIRS = list(itertools.product(NAMES, NAMES))
"""Who writes, and who reads."""


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def driver(name: str) -> Iterator[Driver]:
    made = Driver(BACKENDS[name](range(GROUPS)))
    yield made
    made.backend.close()


@pytest.fixture
def files() -> MemoryFiles:
    return MemoryFiles()


def savepoint(driver: Driver, files: MemoryFiles, checkpoint_id: int = 1) -> KeyedHandle:
    handle = driver.backend.freeze_savepoint(checkpoint_id).write(files)
    driver.backend.confirm(checkpoint_id)
    return handle


def restored(
    name: str,
    handles: list[KeyedHandle],
    files: MemoryFiles,
    groups: range = range(GROUPS),
    migrations: Migrations = NO_MIGRATIONS,
) -> Driver:
    backend = BACKENDS[name](groups)
    backend.restore(handles, files, groups, migrations)
    return Driver(backend)


def small_state(driver: Driver) -> Contents:
    contents = Contents(
        {1: "a", "b": [1, 2], b"c": 0},
        {1: [1, "x"]},
        {"m": {"p": 1, "q": None}},
        {TimeWindow(0, 10): {1: 5, 2: 6}, "all": {3: [1]}},
        {(5, 1), (5, 2), (3, ("k", TimeWindow(0, 10)))},
    )
    driver.put(contents)
    return contents


@pytest.mark.parametrize(("writer", "reader"), PAIRS)
def test_savepoint_is_restored_into_every_backend(writer: str, reader: str, files: MemoryFiles) -> None:
    driver = Driver(BACKENDS[writer](range(GROUPS)))
    contents = small_state(driver)
    handle = savepoint(driver, files)
    assert handle.backend == SAVEPOINT
    assert all(ref.path.startswith("chk/") for ref in handle.files)
    again = restored(reader, [handle], files)
    assert again.contents() == contents
    assert [again.tables.size(namespace) for namespace in (TimeWindow(0, 10), "all")] == [2, 1]
    for made in (driver, again):
        made.backend.close()


@pytest.mark.parametrize(("writer", "reader"), PAIRS)
def test_checkpoint_is_restored_into_every_backend(writer: str, reader: str, files: MemoryFiles) -> None:
    driver = Driver(BACKENDS[writer](range(GROUPS)))
    fill(driver, 30)
    take(driver, files, 1)
    contents = small_state(driver)
    again = restored(reader, [take(driver, files, 2)], files)
    assert again.contents().tables == contents.tables
    assert again.contents().values == driver.contents().values
    for made in (driver, again):
        made.backend.close()


@pytest.mark.parametrize(("first", "second"), [("hashmap", "rocksdb"), ("rocksdb", "hashmap"), ("rocksdb", "rocksdb")])
@settings(max_examples=8, deadline=None)
@given(contents=CONTENTS)
def test_state_is_the_same_at_every_parallelism_and_in_either_backend(
    first: str, second: str, contents: Contents
) -> None:
    files = MemoryFiles()
    handles: list[KeyedHandle] = []
    for step, (name, parallelism) in enumerate([(first, 2), (second, 3), (first, 1)]):
        drivers = []
        for subtask in range(parallelism):
            groups = key_group_range(subtask, parallelism, GROUPS)
            mine = [h for h in handles if h.first_group < groups.stop and groups.start <= h.last_group]
            drivers.append(restored(name, mine, files, groups))
            if step == 0:
                drivers[-1].put(contents.of_groups(groups, GROUPS))
            assert drivers[-1].contents() == contents.of_groups(groups, GROUPS)
        assert union(driver.contents() for driver in drivers) == contents
        handles = [savepoint(driver, files, step) for driver in drivers]
        for driver in drivers:
            driver.backend.close()


def test_handles_of_several_backends_are_restored_together(name: str, files: MemoryFiles) -> None:
    whole = Contents()
    handles = []
    for subtask, writer in enumerate(["hashmap", "rocksdb", "hashmap", "rocksdb"]):
        groups = key_group_range(subtask, 4, GROUPS)
        driver = Driver(BACKENDS[writer](groups))
        part = Contents({n: n for n in range(100)}, tables={"w": {n: n for n in range(40)}}).of_groups(groups, GROUPS)
        driver.put(part)
        handles.append(take(driver, files, 1) if subtask < 2 else savepoint(driver, files))
        whole = union([whole, part])
        driver.backend.close()
    again = restored(name, handles, files)
    assert again.contents() == whole
    assert again.tables.size("w") == 40
    again.backend.close()


def test_checkpoints_continue_as_if_there_had_been_no_savepoint(name: str, driver: Driver, files: MemoryFiles) -> None:
    fill(driver, 20_000)
    first = take(driver, files, 1)
    driver.at(7).values.update(7)
    handle = savepoint(driver, files, 2)
    driver.at(8).values.update(8)
    before = files.written
    later = take(driver, files, 3)
    assert files.written - before < before / 20
    files.keep(first, later)
    actual = values_in(name, later, files)
    assert (actual[7], actual[8], len(actual)) == (7, 8, 20_000)
    assert not {ref.path for ref in handle.files} & {ref.path for ref in later.files}


def test_savepoint_does_not_end_a_checkpoint_that_is_pending(name: str, driver: Driver, files: MemoryFiles) -> None:
    fill(driver, 50)
    take(driver, files, 1)
    driver.at(7).values.update(7)
    pending = driver.backend.freeze(2)
    driver.at(8).values.update(8)
    later = driver.backend.freeze_savepoint(3)
    handle = pending.write(files)
    driver.backend.confirm(2)
    assert values_in(name, handle, files)[7] == 7
    assert values_in(name, later.write(files), files)[8] == 8
    driver.backend.abort(3)
    assert values_in(name, take(driver, files, 4), files)[8] == 8


def test_what_is_frozen_for_a_savepoint_does_not_change(name: str, driver: Driver, files: MemoryFiles) -> None:
    driver.at(1).values.update([1])
    frozen = driver.backend.freeze_savepoint(1)
    contents = driver.at(1).values.value()
    assert isinstance(contents, list)
    contents.append(2)
    driver.at(2).values.update(3)
    assert values_in(name, frozen.write(files), files) == {1: [1]}


def test_empty_backend_has_a_savepoint(name: str, driver: Driver, files: MemoryFiles) -> None:
    handle = savepoint(driver, files)
    assert (handle.files, values_in(name, handle, files)) == ((), {})


def test_large_state_is_written_in_chunks(name: str, driver: Driver, files: MemoryFiles) -> None:
    for key in range(50_000):
        driver.at(key).values.update(f"{key:01000}")
    handle = savepoint(driver, files)
    assert len(handle.files) >= 3
    assert set(handle.names) == {"state/value"}
    assert len(values_in("hashmap", handle, files)) == 50_000


@pytest.mark.parametrize("name", ["hashmap", "rocksdb, timers on the heap"])
@pytest.mark.parametrize("reader", ["hashmap", "rocksdb, timers on the heap"])
def test_timers_fire_as_they_were_registered_after_a_savepoint(name: str, reader: str, files: MemoryFiles) -> None:
    driver = Driver(BACKENDS[name](range(GROUPS)))
    for key in ("c", "a", "b"):
        driver.timers.register(key, 5)
    again = restored(reader, [savepoint(driver, files)], files)
    again.timers.register("0", 5)
    assert again.timers.snapshot() == [(5, "c"), (5, "a"), (5, "b"), (5, "0")]
    for made in (driver, again):
        made.backend.close()


# All kinds of states --------------------------------------------------------------------------------------------------


class Mean(AggregateFunction):
    def create_accumulator(self) -> Any:
        return 0, 0

    def add(self, value: Any, accumulator: Any) -> Any:
        return accumulator[0] + value, accumulator[1] + 1

    def get_result(self, accumulator: Any) -> Any:
        return accumulator[0] / accumulator[1]

    def merge(self, acc_a: Any, acc_b: Any) -> Any:
        return acc_a[0] + acc_b[0], acc_a[1] + acc_b[1]


DESCRIPTORS: dict[str, StateDescriptor] = {
    "value": ValueStateDescriptor("v"),
    "list": ListStateDescriptor("l"),
    "map": MapStateDescriptor("m"),
    "reducing": ReducingStateDescriptor("r", lambda a, b: a + b),
    "aggregating": AggregatingStateDescriptor("a", Mean()),
}


def descriptors(expires: bool) -> dict[str, StateDescriptor]:
    for descriptor in DESCRIPTORS.values():
        descriptor.ttl_config = StateTtlConfig.new_builder(Time.seconds(10)).build() if expires else None
    return DESCRIPTORS


def put_one_of_each(states: KeyedStates, actual: dict[str, Any]) -> None:
    states.get_state(actual["value"]).update(1)
    states.get_list_state(actual["list"]).update([1, 2])
    states.get_map_state(actual["map"]).put("k", 3)
    for number in (4, 6):
        states.get_reducing_state(actual["reducing"]).add(number)
        states.get_aggregating_state(actual["aggregating"]).add(number)


def one_of_each(states: KeyedStates, actual: dict[str, Any]) -> tuple[Any, ...]:
    return (
        states.get_state(actual["value"]).value(),
        list(states.get_list_state(actual["list"]).get()),
        dict(states.get_map_state(actual["map"]).items()),
        states.get_reducing_state(actual["reducing"]).get(),
        states.get_aggregating_state(actual["aggregating"]).get(),
    )


@pytest.mark.parametrize(("writer", "reader"), [("hashmap", "rocksdb"), ("rocksdb", "hashmap")])
@pytest.mark.parametrize("expires", [False, True])
def test_every_kind_of_state_survives(writer: str, reader: str, expires: bool, files: MemoryFiles) -> None:
    actual, clock = descriptors(expires), ManualClock(1000)
    driver = Driver(BACKENDS[writer](range(GROUPS)))
    driver.at("key")
    put_one_of_each(KeyedStates(driver.backend, clock), actual)
    handle = savepoint(driver, files)
    again = restored(reader, [handle], files)
    again.at("key")
    clock.advance(9_999)
    assert one_of_each(KeyedStates(again.backend, clock), actual) == (1, [1, 2], {"k": 3}, 10, 5.0)
    clock.advance(1)
    gone: tuple[Any, ...] = (None, [], {}, None, None)
    assert one_of_each(KeyedStates(again.backend, clock), actual) == (
        gone if expires else (1, [1, 2], {"k": 3}, 10, 5.0)
    )
    for made in (driver, again):
        made.backend.close()


@pytest.mark.parametrize("writer", ["hashmap", "rocksdb"])
@pytest.mark.parametrize("expires", [False, True])
@pytest.mark.parametrize("kind", ["savepoint", "checkpoint"])
def test_states_can_be_shown_without_the_program(writer: str, expires: bool, kind: str, files: MemoryFiles) -> None:
    """Also after a restore into a job that does not ask for them."""
    driver = Driver(BACKENDS[writer](range(GROUPS)))
    driver.at("key")
    put_one_of_each(KeyedStates(driver.backend, ManualClock(1000)), descriptors(expires))
    take_it = savepoint if kind == "savepoint" else take
    handle = take_it(driver, files, 1)
    again = restored(writer, [handle], files)
    shown = {}
    for written in (handle, take_it(again, files, 2)):
        for delta in read_deltas(written, files, folder()):
            for state, (entries, _) in delta.states.items():
                shown[state] = delta.descriptions[state].visible(entries["key"])
        assert shown == {"v": 1, "l": [1, 2], "m": {"k": 3}, "r": 10, "a": (10, 2)}
    for made in (driver, again):
        made.backend.close()


# Evolution ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def shop(monkeypatch: pytest.MonkeyPatch) -> Shop:
    return Shop(monkeypatch)


def with_items(name: str, shop: Shop) -> Driver:
    item = shop.has(make_dataclass("Item", [("a", int), ("b", int)]))
    driver = Driver(BACKENDS[name](range(GROUPS)))
    fill(driver, 10)
    driver.at("key").values.update((1, item(1, 2)))
    driver.put_table("w", {"key": [item(3, 4)]})
    return driver


KINDS = ["savepoint", "checkpoint"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("reader", ["hashmap", "rocksdb"])
@pytest.mark.parametrize("writer", ["hashmap", "rocksdb"])
def test_values_whose_class_has_changed_are_restored(
    writer: str, reader: str, kind: str, shop: Shop, files: MemoryFiles
) -> None:
    driver = with_items(writer, shop)
    handle = (savepoint if kind == "savepoint" else take)(driver, files, 1)
    now = shop.has(make_dataclass("Item", [("b", int), ("c", int, field(default=9))]))
    again = restored(reader, [handle], files, migrations=Migrations())
    assert again.contents().values["key"] == (1, now(2, 9))
    assert again.contents().tables == {"w": {"key": [now(4, 9)]}}
    for made in (driver, again):
        made.backend.close()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("writer", ["hashmap", "rocksdb"])
def test_value_that_cannot_be_read_is_refused_at_the_restore(
    name: str, writer: str, kind: str, shop: Shop, files: MemoryFiles
) -> None:
    driver = with_items(writer, shop)
    handle = (savepoint if kind == "savepoint" else take)(driver, files, 1)
    driver.backend.close()
    shop.lacks("Item")
    backend = BACKENDS[name](range(GROUPS))
    with pytest.raises(
        StateUnreadableError, match=r"^state 'value', key 'key': it contains a shop\.Item, but .* no Item"
    ):
        backend.restore([handle], files, range(GROUPS), Migrations())
    backend.close()


@pytest.mark.parametrize("kind", KINDS)
def test_checkpoint_after_a_migration_needs_no_migration(name: str, kind: str, shop: Shop, files: MemoryFiles) -> None:
    driver = with_items(name, shop)
    handle = (savepoint if kind == "savepoint" else take)(driver, files, 1)
    shop.lacks("Item")
    article = shop.has(make_dataclass("Article", ["a", "b"]))
    migrated = restored(name, [handle], files, migrations=Migrations({"shop.Item": article}))
    migrated.at(3).values.update(7)
    later = take(migrated, files, 2)
    files.keep(later)
    again = restored(name, [later], files)
    assert again.contents().values["key"] == (1, article(1, 2))
    assert again.contents().values[3] == 7
    for made in (driver, migrated, again):
        made.backend.close()


def test_rescaled_state_is_migrated(name: str, shop: Shop, files: MemoryFiles) -> None:
    driver = with_items(name, shop)
    handle = take(driver, files, 1)
    migrations = Migrations({"shop.Item": lambda fields: fields["a"]})
    parts = [restored(name, [handle], files, key_group_range(part, 2, GROUPS), migrations) for part in range(2)]
    whole = union(part.contents() for part in parts)
    assert whole.values == dict.fromkeys(range(10), 0) | {"key": (1, 1)}
    assert whole.tables == {"w": {"key": [3]}}
    for made in (driver, *parts):
        made.backend.close()
