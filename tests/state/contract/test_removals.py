"""Entries go by more ways than clear(): on every backend, typed or not, and also where memory holds nearly nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.state.contract.backends import BACKENDS, GROUPS
from tests.state.contract.memory_files import MemoryFiles
from tests.state.contract.model import Contents, Driver


@pytest.fixture(params=sorted(BACKENDS))
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    made = Driver(BACKENDS[request.param](range(GROUPS)))
    yield made
    made.backend.close()


def test_update_with_none_removes_the_value(driver: Driver) -> None:
    driver.at("a").values.update(1)
    driver.values.update(None)
    assert driver.values.value() is None
    assert driver.contents() == Contents()


def test_update_with_none_removes_a_value_of_a_declared_type(driver: Driver) -> None:
    state = driver.at("a").backend.value_state("typed", int)
    state.update("1")
    assert state.value() == 1
    state.update(None)
    assert state.value() is None


def test_update_with_an_empty_list_removes_the_list(driver: Driver) -> None:
    driver.at("a").lists.update([1, 2])
    driver.lists.update([])
    assert list(driver.lists.get()) == []
    assert driver.contents() == Contents()


def test_removal_of_the_last_entry_removes_the_map(driver: Driver) -> None:
    driver.at("a").maps.put("x", 1)
    driver.maps.remove("x")
    driver.maps.remove("x")
    assert driver.maps.is_empty()
    assert driver.contents() == Contents()


def test_entries_that_were_removed_stay_away_after_a_restore(driver: Driver, request: pytest.FixtureRequest) -> None:
    files = MemoryFiles()
    driver.at("a").put(Contents({"a": 1, "b": 1}, {"a": [1], "b": [1]}, {"a": {"x": 1}, "b": {"x": 1}}))
    driver.backend.freeze(1).write(files)
    driver.backend.confirm(1)
    driver.at("a").values.update(None)
    driver.lists.update([])
    driver.maps.remove("x")
    handle = driver.backend.freeze(2).write(files)
    restored = Driver(BACKENDS[request.node.callspec.params["driver"]](range(GROUPS)))
    restored.backend.restore([handle], files, range(GROUPS))
    assert restored.contents() == Contents({"b": 1}, {"b": [1]}, {"b": {"x": 1}})
    restored.backend.close()
