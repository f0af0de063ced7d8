"""Random operations, checkpoints and restores: a backend always holds what plain dicts do."""

from __future__ import annotations

import copy
from typing import Any, Optional

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from pyrite.core.windows.windows import TimeWindow
from pyrite.state.chain import MergeRequest
from pyrite.state.delta import merge_chain
from pyrite.state.handles import FrozenKeyedState, KeyedHandle
from tests.state.contract.backends import BACKENDS, GROUPS, Make
from tests.state.contract.memory_files import MemoryFiles
from tests.state.contract.model import Contents, Driver

PLAIN_KEYS = (-7, 2**70, "bé", b"x")
KEYS = st.sampled_from((*PLAIN_KEYS, ("a", TimeWindow(0, 10))))
TABLE_KEYS = st.sampled_from(PLAIN_KEYS)
NAMESPACES = st.sampled_from((TimeWindow(0, 10), "all"))
VALUES = st.one_of(st.integers(), st.text(max_size=3), st.lists(st.integers(0, 9), max_size=3))
TIMES = st.integers(-2, 2)


class BackendMachine(RuleBasedStateMachine):
    make: Make

    def __init__(self) -> None:
        super().__init__()
        self.files = MemoryFiles()
        self.checkpoint_id = 0
        self.confirmed: Optional[tuple[KeyedHandle, Contents]] = None
        self._start()

    def _start(self) -> None:
        """A new attempt, from the last confirmed checkpoint."""
        self.model = Contents()
        backend = type(self).make(range(GROUPS))
        self.driver = Driver(backend)
        if self.confirmed is None:  # with these, what changes is a small part
            fill = backend.map_state("fill")
            for backend.context.key in range(200):
                fill.put(0, 0)
        else:
            self.files.keep(self.confirmed[0])
            backend.restore([self.confirmed[0]], self.files, range(GROUPS))
            self.model = copy.deepcopy(self.confirmed[1])
        self.frozen: dict[int, tuple[FrozenKeyedState, Contents]] = {}
        self.written: dict[int, tuple[KeyedHandle, Contents]] = {}
        self.merge: Optional[MergeRequest] = None

    def teardown(self) -> None:
        """Whatever happened, the next checkpoint holds it all."""
        self.take_whole_checkpoint()
        self.crash_and_restore()
        self.driver.backend.close()

    # Values -----------------------------------------------------------------------------------------------------------

    @rule(key=KEYS, value=VALUES)
    def update_value(self, key: Any, value: Any) -> None:
        self.driver.at(key).values.update(copy.deepcopy(value))
        self.model.values[key] = value

    @rule(key=KEYS)
    def read_and_change_value_in_place(self, key: Any) -> None:
        value = self.driver.at(key).values.value()
        assert value == self.model.values.get(key)
        if isinstance(value, list):
            value.append(77)
            self.model.values[key] = [*self.model.values[key], 77]

    @rule(key=KEYS)
    def clear_value(self, key: Any) -> None:
        self.driver.at(key).values.clear()
        self.model.values.pop(key, None)

    # Lists ------------------------------------------------------------------------------------------------------------

    @rule(key=KEYS, values=st.lists(VALUES, max_size=3))
    def add_to_list(self, key: Any, values: list[Any]) -> None:
        self.driver.at(key).lists.add_all(copy.deepcopy(values))
        if values:
            self.model.lists[key] = [*self.model.lists.get(key, []), *copy.deepcopy(values)]

    @rule(key=KEYS, values=st.lists(VALUES, max_size=3))
    def update_list(self, key: Any, values: list[Any]) -> None:
        self.driver.at(key).lists.update(copy.deepcopy(values))
        self.model.lists[key] = copy.deepcopy(values)
        if not values:
            del self.model.lists[key]

    @rule(key=KEYS)
    def read_list_and_change_elements_in_place(self, key: Any) -> None:
        contents = list(self.driver.at(key).lists.get())
        assert contents == self.model.lists.get(key, [])
        for element, expected in zip(contents, self.model.lists.get(key, []), strict=True):
            if isinstance(element, list):
                element.append(5)
                expected.append(5)

    @rule(key=KEYS)
    def clear_list(self, key: Any) -> None:
        self.driver.at(key).lists.clear()
        self.model.lists.pop(key, None)

    # Maps -------------------------------------------------------------------------------------------------------------

    @rule(key=KEYS, entry=st.sampled_from("pqr"), value=VALUES)
    def put_into_map(self, key: Any, entry: str, value: Any) -> None:
        self.driver.at(key).maps.put(entry, copy.deepcopy(value))
        self.model.maps.setdefault(key, {})[entry] = copy.deepcopy(value)

    @rule(key=KEYS, entry=st.sampled_from("pqr"))
    def get_from_map_and_change_in_place(self, key: Any, entry: str) -> None:
        value = self.driver.at(key).maps.get(entry)
        expected = self.model.maps.get(key, {}).get(entry)
        assert value == expected
        if isinstance(value, list) and isinstance(expected, list):
            value.append(6)
            expected.append(6)

    @rule(key=KEYS)
    def read_whole_map_and_change_in_place(self, key: Any) -> None:
        expected = self.model.maps.get(key, {})
        contents = dict(self.driver.at(key).maps.items())
        assert contents == expected
        assert self.driver.maps.is_empty() == (not expected)
        assert set(self.driver.maps.keys()) == set(expected)
        for entry, value in contents.items():
            if isinstance(value, list):
                value.append(8)
                expected[entry].append(8)

    @rule(key=KEYS, entry=st.sampled_from("pqr"))
    def remove_from_map(self, key: Any, entry: str) -> None:
        self.driver.at(key).maps.remove(entry)
        entries = self.model.maps.get(key, {})
        entries.pop(entry, None)
        if not entries:
            self.model.maps.pop(key, None)

    @rule(key=KEYS)
    def clear_map(self, key: Any) -> None:
        self.driver.at(key).maps.clear()
        self.model.maps.pop(key, None)

    # Tables -----------------------------------------------------------------------------------------------------------

    @rule(namespace=NAMESPACES, keys=st.lists(TABLE_KEYS, min_size=1), remove=st.booleans())
    def work_on_table(self, namespace: Any, keys: list[Any], remove: bool) -> None:
        table = self.driver.tables.load(namespace, keys)
        expected = self.model.tables.setdefault(namespace, {})
        for key in keys:
            assert table.get(key) == expected.get(key)
            if remove:
                table.pop(key, None)
                expected.pop(key, None)
            else:
                table.setdefault(key, []).append(1)
                expected[key] = [*expected.get(key, []), 1]
        self.driver.tables.touch(namespace, keys)
        assert namespace in self.driver.tables
        assert self.driver.tables.size(namespace) == len(expected)

    @rule(first=NAMESPACES, second=NAMESPACES, keys=st.lists(TABLE_KEYS, min_size=1, max_size=3))
    def work_on_two_tables_at_once(self, first: Any, second: Any, keys: list[Any]) -> None:
        tables = {namespace: self.driver.tables.load(namespace, keys) for namespace in (first, second)}
        for namespace, table in tables.items():
            for key in keys:
                assert table.get(key) == self.model.tables.get(namespace, {}).get(key)
                table[key] = [3]
                self.model.tables.setdefault(namespace, {})[key] = [3]
            self.driver.tables.touch(namespace, keys)

    @rule(namespace=NAMESPACES)
    def drop_table(self, namespace: Any) -> None:
        self.driver.tables.drop(namespace)
        self.model.tables.pop(namespace, None)
        assert namespace not in self.driver.tables

    @rule(namespace=NAMESPACES)
    def drop_table_if_empty(self, namespace: Any) -> None:
        self.driver.tables.drop_if_empty(namespace)
        if not self.model.tables.get(namespace, True):
            del self.model.tables[namespace]
        assert (namespace in self.driver.tables) >= bool(self.model.tables.get(namespace))

    # Timers -----------------------------------------------------------------------------------------------------------

    @rule(key=KEYS, time_ms=TIMES)
    def register_timer(self, key: Any, time_ms: int) -> None:
        self.driver.timers.register(key, time_ms)
        self.model.timers.add((time_ms, key))

    @rule(key=KEYS, time_ms=TIMES)
    def delete_timer(self, key: Any, time_ms: int) -> None:
        self.driver.timers.delete(key, time_ms)
        self.model.timers.discard((time_ms, key))

    @rule(until_ms=TIMES)
    def fire_timers(self, until_ms: int) -> None:
        fired = []
        while (due := self.driver.timers.pop_due(until_ms)) is not None:
            fired.append(due)
        assert [time_ms for time_ms, _ in fired] == sorted(time_ms for time_ms, _ in fired)
        assert (len(set(fired)), set(fired)) == (len(fired), {t for t in self.model.timers if t[0] <= until_ms})
        self.model.timers -= set(fired)

    @invariant()
    def next_timer_is_the_first(self) -> None:
        assert self.driver.timers.next_ms() == min((time_ms for time_ms, _ in self.model.timers), default=None)
        assert len(self.driver.timers) == len(self.model.timers)

    # Checkpoints ------------------------------------------------------------------------------------------------------

    @rule()
    def freeze(self) -> None:
        self.checkpoint_id += 1
        frozen = self.driver.backend.freeze(self.checkpoint_id)
        self.frozen[self.checkpoint_id] = frozen, copy.deepcopy(self.model)

    @rule()
    def take_whole_checkpoint(self) -> None:
        self.freeze()
        frozen, contents = self.frozen.pop(self.checkpoint_id)
        self.confirmed = frozen.write(self.files), contents
        self.driver.backend.confirm(self.checkpoint_id)
        self.frozen, self.written = {}, {}

    @precondition(lambda self: self.frozen)
    @rule(most=st.integers(1, 5))
    def encode_a_slice(self, most: int) -> None:
        for frozen, _ in self.frozen.values():
            frozen.encode(most)

    @precondition(lambda self: self.frozen)
    @rule(data=st.data())
    def write(self, data: st.DataObject) -> None:
        checkpoint_id = data.draw(st.sampled_from(sorted(self.frozen)))
        frozen, contents = self.frozen.pop(checkpoint_id)
        self.written[checkpoint_id] = frozen.write(self.files), contents

    @precondition(lambda self: self.written)
    @rule(data=st.data())
    def confirm(self, data: st.DataObject) -> None:
        checkpoint_id = data.draw(st.sampled_from(sorted(self.written)))
        self.confirmed = self.written[checkpoint_id]
        self.driver.backend.confirm(checkpoint_id)
        self.written = {later: item for later, item in self.written.items() if later > checkpoint_id}
        self.frozen = {later: item for later, item in self.frozen.items() if later > checkpoint_id}

    @precondition(lambda self: self.frozen or self.written)
    @rule(data=st.data())
    def abort(self, data: st.DataObject) -> None:
        checkpoint_id = data.draw(st.sampled_from(sorted({**self.frozen, **self.written})))
        self.driver.backend.abort(checkpoint_id)
        self.frozen.pop(checkpoint_id, None)
        self.written.pop(checkpoint_id, None)

    @rule()
    def freeze_fully_and_restore_that_elsewhere(self) -> None:
        self.checkpoint_id += 1
        files = MemoryFiles()
        handle = self.driver.backend.freeze(self.checkpoint_id, full=True).write(files)
        backend = type(self).make(range(GROUPS))
        backend.restore([handle], files, range(GROUPS))
        assert Driver(backend).contents() == self.model_without_empty()
        backend.close()

    @rule()
    def take_a_savepoint_and_restore_that_into_another_backend(self) -> None:
        self.checkpoint_id += 1
        files = MemoryFiles()
        handle = self.driver.backend.freeze_savepoint(self.checkpoint_id).write(files)
        self.driver.backend.confirm(self.checkpoint_id)
        backend = BACKENDS["hashmap"](range(GROUPS))
        backend.restore([handle], files, range(GROUPS))
        assert Driver(backend).contents() == self.model_without_empty()
        backend.close()

    @precondition(lambda self: self.merge is None)
    @rule()
    def begin_merge(self) -> None:
        self.merge = self.driver.backend.needs_merge()

    @precondition(lambda self: self.merge is not None)
    @rule(fails=st.booleans())
    def end_merge(self, fails: bool) -> None:
        assert self.merge is not None
        if fails:
            self.driver.backend.merged(self.merge, None)
        else:
            contents = merge_chain([self.files.read(ref) for ref in self.merge.files], self.merge.from_start)
            self.driver.backend.merged(self.merge, self.files.write(contents, is_shared=True))
        self.merge = None

    @rule()
    def crash_and_restore(self) -> None:
        self.driver.backend.close()
        self._start()
        assert self.driver.contents() == self.model_without_empty()
        assert len(self.driver.backend.keys("fill")) == 200

    def model_without_empty(self) -> Contents:
        tables = {namespace: table for namespace, table in self.model.tables.items() if table}
        return Contents(self.model.values, self.model.lists, self.model.maps, tables, self.model.timers)


@pytest.mark.parametrize("name", sorted(BACKENDS))
def test_backend_holds_what_plain_dicts_do(name: str) -> None:
    machine = type("Machine", (BackendMachine,), {"make": staticmethod(BACKENDS[name])})
    run_state_machine_as_test(machine, settings=settings(max_examples=80, stateful_step_count=40, deadline=None))
