"""State moves between subtasks by key groups, and files are merged, without a change of what is held."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyrite.state.handles import KeyedHandle
from pyrite.state.key_groups import key_group, key_group_range
from tests.state.contract.backends import BACKENDS, GROUPS
from tests.state.contract.memory_files import MemoryFiles
from tests.state.contract.model import Contents, Driver, union

KEYS = st.one_of(st.integers(0, 200), st.text(max_size=2), st.binary(min_size=1, max_size=2))
TABLES = st.dictionaries(KEYS, st.integers(), max_size=8)
CONTENTS = st.builds(
    Contents,
    st.dictionaries(KEYS, st.integers(), max_size=30),
    st.dictionaries(KEYS, st.lists(st.integers(), min_size=1, max_size=3), max_size=8),
    st.dictionaries(KEYS, st.dictionaries(st.text(max_size=1), st.integers(), min_size=1, max_size=3), max_size=8),
    st.dictionaries(st.integers(0, 3), TABLES.filter(bool), max_size=3),
    st.sets(st.tuples(st.integers(-3, 3), KEYS), max_size=8),
)


def restored(name: str, handles: list[KeyedHandle], files: MemoryFiles, parallelism: int) -> list[Driver]:
    """The subtasks of a job at some parallelism, each with the handles that have something for it."""
    drivers = []
    for subtask in range(parallelism):
        groups = key_group_range(subtask, parallelism, GROUPS)
        backend = BACKENDS[name](groups)
        mine = [h for h in handles if h.first_group < groups.stop and groups.start <= h.last_group]
        backend.restore(mine, files, groups)
        drivers.append(Driver(backend))
    return drivers


def checkpointed(drivers: list[Driver], files: MemoryFiles, checkpoint_id: int) -> list[KeyedHandle]:
    handles = [driver.backend.freeze(checkpoint_id).write(files) for driver in drivers]
    for driver in drivers:
        driver.backend.confirm(checkpoint_id)
    return handles


@pytest.mark.parametrize("name", sorted(BACKENDS))
@settings(max_examples=15, deadline=None)
@given(contents=CONTENTS, change=CONTENTS)
def test_state_is_the_same_at_every_parallelism(name: str, contents: Contents, change: Contents) -> None:
    files = MemoryFiles()
    handles: list[KeyedHandle] = []
    for step, parallelism in enumerate((1, 2, 3, 1)):
        drivers = restored(name, handles, files, parallelism)
        if step == 0:
            drivers[0].put(contents)
        assert union(driver.contents() for driver in drivers) == contents
        for subtask, driver in enumerate(drivers):
            groups = key_group_range(subtask, parallelism, GROUPS)
            assert driver.contents() == contents.of_groups(groups, GROUPS)
        checkpointed(drivers, files, 2 * step)  # what is written next stands on this
        if step == 1:
            for subtask, driver in enumerate(drivers):
                driver.put(change.of_groups(key_group_range(subtask, parallelism, GROUPS), GROUPS))
            contents = union(driver.contents() for driver in drivers)
        handles = checkpointed(drivers, files, 2 * step + 1)
        files.keep(*handles)
        for driver in drivers:
            driver.backend.close()


@pytest.mark.parametrize("name", sorted(BACKENDS))
def test_timers_of_several_subtasks_fire_in_time_order_in_one(name: str) -> None:
    files = MemoryFiles()
    drivers = restored(name, [], files, 2)
    for key in range(20):
        drivers[key_group(key, GROUPS) * 2 // GROUPS].timers.register(key, key % 5)
    merged = restored(name, checkpointed(drivers, files, 1), files, 1)[0]
    fired: list[Any] = []
    while (due := merged.timers.pop_due(10)) is not None:
        fired.append(due)
    assert [time_ms for time_ms, _ in fired] == [time_ms for time_ms in range(5) for _ in range(4)]
    assert {key for _, key in fired} == set(range(20))
    for driver in (*drivers, merged):
        driver.backend.close()


@pytest.mark.parametrize("name", sorted(BACKENDS))
def test_timer_that_stands_for_never_is_restored(name: str) -> None:
    files = MemoryFiles()
    drivers = restored(name, [], files, 1)
    for time_ms in (-(2**63), 5, 2**63 - 1):
        drivers[0].timers.register(7, time_ms)
    timers = restored(name, checkpointed(drivers, files, 1), files, 1)[0].timers
    assert [timers.pop_due(5), timers.pop_due(5), timers.pop_due(5)] == [(-(2**63), 7), (5, 7), None]
    assert (timers.next_ms(), timers.snapshot()) == (2**63 - 1, [(2**63 - 1, 7)])
