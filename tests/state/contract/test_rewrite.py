"""A state whose values are all replaced, as after a change of its TTL: wherever its values are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.state.contract.backends import BACKENDS, GROUPS
from tests.state.contract.memory_files import MemoryFiles
from tests.state.contract.model import Driver

KEYS = range(40)


@pytest.fixture(params=sorted(BACKENDS))
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    made = Driver(BACKENDS[request.param](range(GROUPS)))
    for key in KEYS:
        made.at(key).values.update(key)
    yield made
    made.backend.close()


def rewrite(driver: Driver) -> None:
    driver.backend.rewrite("value", lambda value: value * 10)


def values(driver: Driver) -> list[object]:
    return [driver.at(key).values.value() for key in KEYS]


def test_values_that_were_read_and_written_are_replaced(driver: Driver) -> None:
    assert values(driver) == list(KEYS)
    rewrite(driver)
    assert values(driver) == [key * 10 for key in KEYS]
    driver.at(3).values.update(5)
    rewrite(driver)
    assert driver.at(3).values.value() == 50


def test_removed_values_stay_away(driver: Driver) -> None:
    driver.at(3).values.clear()
    rewrite(driver)
    assert driver.at(3).values.value() is None


def test_next_checkpoint_has_the_replaced_values(driver: Driver, request: pytest.FixtureRequest) -> None:
    files = MemoryFiles()
    driver.backend.freeze(1).write(files)
    driver.backend.confirm(1)
    rewrite(driver)
    handle = driver.backend.freeze(2).write(files)
    restored = Driver(BACKENDS[request.node.callspec.params["driver"]](range(GROUPS)))
    restored.backend.restore([handle], files, range(GROUPS))
    assert values(restored) == [key * 10 for key in KEYS]
    restored.backend.close()
