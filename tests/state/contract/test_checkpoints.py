"""What checkpoints write, and on what they stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pyrite.core.errors import CheckpointError
from pyrite.state.handles import KeyedHandle
from tests.state.contract.backends import BACKENDS, GROUPS
from tests.state.contract.memory_files import MemoryFiles
from tests.state.contract.model import Driver


@pytest.fixture(params=sorted(BACKENDS))
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


def take(driver: Driver, files: MemoryFiles, checkpoint_id: int) -> KeyedHandle:
    handle = driver.backend.freeze(checkpoint_id).write(files)
    driver.backend.confirm(checkpoint_id)
    return handle


def values_in(name: str, handle: KeyedHandle, files: MemoryFiles) -> dict[Any, Any]:
    restored = Driver(BACKENDS[name](range(GROUPS)))
    restored.backend.restore([handle], files, range(GROUPS))
    values = restored.contents().values
    restored.backend.close()
    return values


def change_in_place(driver: Driver, key: Any) -> None:
    contents = driver.at(key).values.value()
    assert isinstance(contents, list)
    contents.append(2)


def fill(driver: Driver, count: int, value: object = 0) -> None:
    for key in range(count):
        driver.at(key).values.update(value)


def test_checkpoint_writes_what_changed(driver: Driver, files: MemoryFiles) -> None:
    fill(driver, 20_000, "x" * 20)
    take(driver, files, 1)
    full = files.written
    fill(driver, 20, "y" * 20)
    handle = take(driver, files, 2)
    assert files.written - full < full / 20
    assert len(handle.files) > 1


def test_checkpoint_without_a_change_names_the_same_contents(name: str, driver: Driver, files: MemoryFiles) -> None:
    fill(driver, 50)
    take(driver, files, 1)
    assert values_in(name, take(driver, files, 2), files) == dict.fromkeys(range(50), 0)


def test_what_is_frozen_does_not_change(name: str, driver: Driver, files: MemoryFiles) -> None:
    driver.at(1).values.update([1])
    frozen = driver.backend.freeze(1)
    change_in_place(driver, 1)
    driver.at(2).values.update(3)
    assert values_in(name, frozen.write(files), files) == {1: [1]}


def test_value_changed_in_place_after_a_checkpoint_is_in_the_next(
    name: str, driver: Driver, files: MemoryFiles
) -> None:
    fill(driver, 10)
    driver.at("list").values.update([1])
    take(driver, files, 1)
    change_in_place(driver, "list")
    assert values_in(name, take(driver, files, 2), files)["list"] == [1, 2]


def test_changes_of_an_aborted_checkpoint_are_in_the_next(name: str, driver: Driver, files: MemoryFiles) -> None:
    fill(driver, 50)
    take(driver, files, 1)
    driver.at(7).values.update(7)
    driver.backend.freeze(2).write(files)
    driver.backend.abort(2)
    driver.at(8).values.clear()
    actual = values_in(name, take(driver, files, 3), files)
    assert (actual[7], 8 in actual, len(actual)) == (7, False, 49)


def test_changes_of_a_checkpoint_nobody_speaks_of_are_in_the_next(
    name: str, driver: Driver, files: MemoryFiles
) -> None:
    fill(driver, 50)
    first = take(driver, files, 1)
    driver.at(7).values.update(7)
    driver.backend.freeze(2)
    driver.at(8).values.update(8)
    handle = take(driver, files, 3)
    files.keep(first, handle)
    actual = values_in(name, handle, files)
    assert (actual[7], actual[8]) == (7, 8)


def test_earlier_of_two_pending_checkpoints_is_confirmed(name: str, driver: Driver, files: MemoryFiles) -> None:
    fill(driver, 50)
    take(driver, files, 1)
    driver.at(7).values.update(7)
    second = driver.backend.freeze(2)
    driver.at(7).values.update(77)
    third = driver.backend.freeze(3)
    second_handle, third_handle = second.write(files), third.write(files)
    driver.backend.confirm(2)
    assert values_in(name, second_handle, files)[7] == 7
    assert values_in(name, third_handle, files)[7] == 77
    driver.backend.abort(3)
    assert values_in(name, take(driver, files, 4), files)[7] == 77


def test_checkpoint_after_a_restore_stands_on_what_was_restored(name: str, driver: Driver, files: MemoryFiles) -> None:
    fill(driver, 20_000)
    handle = take(driver, files, 1)
    again = Driver(BACKENDS[name](range(GROUPS)))
    again.backend.restore([handle], files, range(GROUPS))
    before = files.written
    fill(again, 20, 1)
    later = take(again, files, 2)
    assert files.written - before < before / 10
    assert values_in(name, later, files) == {**dict.fromkeys(range(20_000), 0), **dict.fromkeys(range(20), 1)}
    again.backend.close()


def test_full_checkpoint_is_in_files_of_its_own(name: str, driver: Driver, files: MemoryFiles) -> None:
    fill(driver, 100)
    take(driver, files, 1)
    full = driver.backend.freeze(2, full=True).write(files)
    assert all(ref.path.startswith("chk/") for ref in full.files)
    driver.backend.confirm(2)
    fill(driver, 1, 5)
    handle = take(driver, files, 3)
    files.keep(handle)
    assert values_in(name, handle, files)[0] == 5
    assert len(values_in(name, handle, files)) == 100


def test_state_of_another_backend_is_refused(driver: Driver, files: MemoryFiles) -> None:
    handle = KeyedHandle("other", 0, GROUPS - 1, ())
    with pytest.raises(CheckpointError, match="written by the other backend"):
        driver.backend.restore([handle], files, range(GROUPS))


def test_value_that_cannot_be_pickled_is_named(driver: Driver) -> None:
    driver.at("k").values.update(lambda: None)
    with pytest.raises(CheckpointError, match=r"state 'value' holds a function for key 'k' that cannot be pickled"):
        driver.backend.freeze(1).write(MemoryFiles())


def test_snapshot_in_memory_can_be_put_back(name: str, driver: Driver) -> None:
    fill(driver, 3, [1])
    driver.put_table("t", {1: 2})
    other = Driver(BACKENDS[name](range(GROUPS)))
    other.backend.restore_entries(driver.backend.snapshot())
    assert other.contents() == driver.contents()
    assert other.backend.entry_count() == driver.backend.entry_count() == 4
    other.backend.close()


def test_cleared_backend_holds_nothing(name: str, driver: Driver, files: MemoryFiles) -> None:
    fill(driver, 30)
    driver.put_table("t", {1: 2})
    driver.timers.register(1, 5)
    take(driver, files, 1)
    driver.backend.clear()
    assert driver.backend.entry_count() == len(driver.timers) == 0
    assert values_in(name, take(driver, files, 2), files) == {}


def test_table_that_was_dropped_and_made_again_has_the_new_entries_only(
    name: str, driver: Driver, files: MemoryFiles
) -> None:
    fill(driver, 50)
    driver.put_table("window", {1: 1, 2: 2})
    take(driver, files, 1)
    driver.tables.drop("window")
    driver.put_table("window", {3: 3})
    handle = take(driver, files, 2)
    restored = Driver(BACKENDS[name](range(GROUPS)))
    restored.backend.restore([handle], files, range(GROUPS))
    assert restored.contents().tables == {"window": {3: 3}}
    restored.backend.close()
