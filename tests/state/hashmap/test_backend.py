"""The hashmap backend: values, lists and maps of the current key; snapshots that later changes do not touch."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.state.backend import StateEntry
from pyrite.state.hashmap.backend import HashMapBackend


def fresh() -> HashMapBackend:
    """A backend with a current key."""
    backend = HashMapBackend()
    backend.context.key = "k"
    return backend


def test_value_is_none_before_it_is_set() -> None:
    assert fresh().value_state("value").value() is None


def test_value_is_what_was_last_set() -> None:
    state = fresh().value_state("value")
    state.update(1)
    state.update(2)
    assert state.value() == 2


@pytest.mark.parametrize("falsy", [0, "", [], False])
def test_value_that_is_falsy_stays(falsy: Any) -> None:
    backend = fresh()
    backend.value_state("value").update(falsy)
    assert backend.value_state("value").value() == falsy
    assert backend.entry_count() == 1


def test_none_removes_a_value() -> None:
    backend = fresh()
    state = backend.value_state("value")
    state.update(1)
    state.update(None)
    assert (state.value(), backend.entry_count()) == (None, 0)


def test_clear_of_a_value_that_is_not_there_does_nothing() -> None:
    backend = fresh()
    backend.value_state("value").clear()
    assert backend.entry_count() == 0


def test_list_keeps_what_was_added_in_order() -> None:
    state = fresh().list_state("list")
    state.add(1)
    state.add_all([2, 3])
    state.add(1)
    assert list(state.get()) == [1, 2, 3, 1]


def test_list_update_replaces_and_does_not_keep_the_callers_list() -> None:
    state = fresh().list_state("list")
    given_list = [1, 2]
    state.add(0)
    state.update(given_list)
    given_list.append(3)
    assert list(state.get()) == [1, 2]


def test_list_has_no_entry_when_it_is_empty() -> None:
    backend = fresh()
    state = backend.list_state("list")
    state.add(1)
    state.update([])
    state.add_all([])
    assert (list(state.get()), backend.entry_count()) == ([], 0)


def test_map_gives_what_was_put() -> None:
    state = fresh().map_state("map")
    state.put("a", 1)
    state.put_all({"b": 2, "c": 3})
    state["d"] = 4
    assert dict(state.items()) == {"a": 1, "b": 2, "c": 3, "d": 4}
    assert (state.get("b"), state["d"], state.get("x")) == (2, 4, None)
    assert (list(state.keys()), list(state.values())) == (["a", "b", "c", "d"], [1, 2, 3, 4])


def test_map_knows_none_as_a_value() -> None:
    state = fresh().map_state("map")
    state.put("a", None)
    assert "a" in state
    assert state.get("a") is None


def test_map_has_no_entry_when_its_last_key_is_removed() -> None:
    backend = fresh()
    state = backend.map_state("map")
    state.put("a", 1)
    state.remove("x")
    assert not state.is_empty()
    del state["a"]
    assert (state.is_empty(), backend.entry_count()) == (True, 0)


def test_map_can_be_changed_while_it_is_read() -> None:
    state = fresh().map_state("map")
    state.put_all({"a": 1, "b": 2})
    for key in state:
        state.remove(key)
    assert state.is_empty()


def test_each_key_has_states_of_its_own() -> None:
    backend = fresh()
    value, items, entries = backend.value_state("value"), backend.list_state("list"), backend.map_state("map")
    for key in (1, "1", b"1"):
        backend.context.key = key
        assert (value.value(), list(items.get()), entries.is_empty()) == (None, [], True)
        value.update(key)
        items.add(key)
        entries.put("k", key)
    backend.context.key = "1"
    assert (value.value(), list(items.get()), entries.get("k")) == ("1", ["1"], "1")


def test_clear_of_one_key_leaves_the_others() -> None:
    backend = fresh()
    value, items, entries = backend.value_state("value"), backend.list_state("list"), backend.map_state("map")
    for key in (1, 2):
        backend.context.key = key
        value.update(key)
        items.add(key)
        entries.put("k", key)
    for state in (value, items, entries):
        state.clear()
    assert (value.value(), list(items.get()), entries.get("k")) == (None, [], None)
    backend.context.key = 1
    assert (value.value(), list(items.get()), entries.get("k")) == (1, [1], 1)


def test_states_of_other_names_are_apart() -> None:
    backend = fresh()
    backend.value_state("value").update(1)
    assert backend.value_state("other").value() is None


def test_backend_clear_empties_states_that_functions_already_hold() -> None:
    backend = fresh()
    state = backend.value_state("value")
    state.update(1)
    backend.clear()
    assert (state.value(), backend.entry_count()) == (None, 0)
    state.update(2)
    assert backend.entry_count() == 1


def test_snapshot_does_not_see_later_changes() -> None:
    backend = fresh()
    backend.value_state("value").update([1])
    backend.list_state("list").add({"a": 1})
    backend.map_state("map").put("k", [1])
    taken = backend.snapshot()
    backend.value_state("value").value().append(2)  # type: ignore[union-attr]
    next(iter(backend.list_state("list").get()))["b"] = 2
    backend.map_state("map").get("k").append(2)  # type: ignore[union-attr]
    assert {entry.state: entry.value for entry in taken} == {"value": [1], "list": [{"a": 1}], "map": {"k": [1]}}


def test_restored_state_is_not_shared_with_the_snapshot() -> None:
    entries = [StateEntry("value", 1, [1])]
    backend = fresh()
    backend.restore_entries(entries)
    backend.context.key = 1
    backend.value_state("value").value().append(2)  # type: ignore[union-attr]
    assert entries[0].value == [1]


CONTENTS = st.dictionaries(st.integers() | st.text() | st.binary(), st.integers())


@given(CONTENTS, st.dictionaries(st.integers(), st.lists(st.integers(), min_size=1)))
def test_restored_backend_holds_what_was_snapshotted(values: dict[Any, int], lists: dict[int, list[int]]) -> None:
    before, after = fresh(), fresh()
    for before.context.key, value in values.items():
        before.value_state("value").update(value)
    for before.context.key, items in lists.items():
        before.list_state("list").update(items)
    after.restore_entries(before.snapshot())
    assert after.entry_count() == len(values) + len(lists)
    for after.context.key, value in values.items():
        assert after.value_state("value").value() == value
    for after.context.key, items in lists.items():
        assert after.list_state("list").get() == items


def test_full_checkpoints_alone_leave_no_notes_of_changes_behind() -> None:
    backend = HashMapBackend(tracked=True)
    state = backend.value_state("value")
    for backend.context.key in range(100):
        state.update(1)
        state.clear()
    backend.freeze(1, full=True)
    assert backend._contents.notes.take().count() == 0
