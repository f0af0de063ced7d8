"""More keys than a backend keeps in memory, used in random order."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.state.contract.backends import BACKENDS, GROUPS
from tests.state.contract.memory_files import MemoryFiles
from tests.state.contract.model import Driver

STEPS = 4_000
KEYS = 150


@pytest.fixture(params=sorted(BACKENDS))
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    made = Driver(BACKENDS[request.param](range(GROUPS)))
    yield made
    made.backend.close()


def test_values_are_found_again(driver: Driver) -> None:
    chance = random.Random(1)
    model: dict[int, int] = {}
    for step in range(STEPS):
        key = chance.randrange(KEYS)
        state = driver.at(key).values
        if chance.random() < 0.7:
            assert state.value() == model.get(key)
        if chance.random() < 0.2:
            state.clear()
            model.pop(key, None)
        elif chance.random() < 0.6:
            state.update(step)
            model[key] = step
    assert driver.contents().values == model


def test_maps_and_lists_are_found_again(driver: Driver) -> None:
    chance = random.Random(2)
    lists: dict[int, list[int]] = {}
    maps: dict[int, dict[int, int]] = {}
    for step in range(STEPS):
        key = chance.randrange(KEYS)
        driver.at(key).lists.add(step)
        lists.setdefault(key, []).append(step)
        driver.maps.put(step % 3, step)
        maps.setdefault(key, {})[step % 3] = step
        if chance.random() < 0.1:
            driver.lists.clear()
            driver.maps.remove(step % 3)
            del lists[key], maps[key][step % 3]
            if not maps[key]:
                del maps[key]
    contents = driver.contents()
    assert (contents.lists, contents.maps) == (lists, maps)


def test_tables_are_found_again(driver: Driver) -> None:
    chance = random.Random(3)
    model: dict[int, dict[int, int]] = {}
    for step in range(STEPS // 10):
        namespace, keys = chance.randrange(4), chance.sample(range(KEYS), 10)
        table, expected = driver.tables.load(namespace, keys), model.setdefault(namespace, {})
        for key in keys:
            assert table.get(key) == expected.get(key)
            if chance.random() < 0.2:
                table.pop(key, None)
                expected.pop(key, None)
            else:
                table[key] = expected[key] = step
        driver.tables.touch(namespace, keys)
        assert driver.tables.size(namespace) == len(expected)
        assert driver.tables.whole(namespace) == expected
        if chance.random() < 0.02:
            driver.tables.drop(namespace)
            del model[namespace]
    assert driver.contents().tables == {namespace: table for namespace, table in model.items() if table}


def test_timers_are_found_again(driver: Driver) -> None:
    chance, now_ms = random.Random(4), 0
    model: set[tuple[int, int]] = set()
    for _ in range(STEPS):
        key, time_ms = chance.randrange(KEYS), now_ms + chance.randrange(40)
        if chance.random() < 0.7:
            driver.timers.register(key, time_ms)
            model.add((time_ms, key))
        elif model and chance.random() < 0.8:
            time_ms, key = chance.choice(sorted(model))
            driver.timers.delete(key, time_ms)
            model.discard((time_ms, key))
        if chance.random() < 0.05:
            now_ms += chance.randrange(10)
            due = {timer for timer in model if timer[0] <= now_ms}
            fired = [driver.timers.pop_due(now_ms) for _ in due]
            assert ({*fired}, driver.timers.pop_due(now_ms)) == (due, None)
            model -= due
    assert (len(driver.timers), set(driver.timers.snapshot())) == (len(model), model)


def test_keys_are_read_slice_by_slice(driver: Driver) -> None:
    for key in range(KEYS):
        driver.at(key).values.update(key)
    seen: list[Any] = []
    position: Any = None
    while True:
        keys, position = driver.backend.some_keys("value", position, 7, lambda value: value != 3)
        seen += keys
        if position is None:
            break
        driver.at(KEYS + len(seen)).values.update(1)  # what comes meanwhile may be seen, or not
    assert {key for key in range(KEYS) if key != 3} <= set(seen)


def test_keys_of_a_restored_state_are_read_slice_by_slice(driver: Driver, request: pytest.FixtureRequest) -> None:
    assert driver.backend.some_keys("value", None, 7, lambda value: True)[0] == []
    for key in range(KEYS):
        driver.at(key).values.update(key)
    files = MemoryFiles()
    handle = driver.backend.freeze(1).write(files)
    restored = Driver(BACKENDS[request.node.callspec.params["driver"]](range(GROUPS)))
    restored.backend.restore([handle], files, range(GROUPS))
    seen: set[Any] = set()
    keys, position = restored.backend.some_keys("value", None, 7, lambda value: True)
    while position is not None:
        seen.update(keys)
        keys, position = restored.backend.some_keys("value", position, 7, lambda value: True)
    assert seen.union(keys) == set(range(KEYS))
    restored.backend.close()
