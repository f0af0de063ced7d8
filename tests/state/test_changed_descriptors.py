"""A state whose descriptor has changed since it was written: its kind may not, its time to live may."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

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
from pyrite.datastream import KeyedProcessFunction, RuntimeContext
from pyrite.state.backend import KeyedStateBackend
from pyrite.state.evolution.migrations import NO_MIGRATIONS, Migrations
from pyrite.state.handles import KeyedHandle
from pyrite.state.keyed_states import KeyedStates
from pyrite.testing import ProcessFunctionTestHarnesses
from tests.state.contract.backends import BACKENDS, GROUPS
from tests.state.contract.memory_files import MemoryFiles


class Total(AggregateFunction):
    def create_accumulator(self) -> int:
        return 0

    def add(self, value: int, accumulator: int) -> int:
        return accumulator + value

    def get_result(self, accumulator: int) -> int:
        return accumulator

    def merge(self, acc_a: int, acc_b: int) -> int:
        return acc_a + acc_b


KINDS: dict[str, Callable[[], StateDescriptor]] = {
    "value": lambda: ValueStateDescriptor("s"),
    "list": lambda: ListStateDescriptor("s"),
    "map": lambda: MapStateDescriptor("s"),
    "reducing": lambda: ReducingStateDescriptor("s", lambda a, b: a + b),
    "aggregating": lambda: AggregatingStateDescriptor("s", Total()),
}
PAIRS = [(one, other) for one in KINDS for other in KINDS if one != other]
WRITTEN_MS, RESTORED_MS, TTL_S = 1_000, 50_000, 10
KEYS: list[Any] = [1, "a", *range(100, 120)]


def descriptor_of(kind: str, expires: bool) -> StateDescriptor:
    descriptor = KINDS[kind]()
    if expires:
        descriptor.enable_time_to_live(StateTtlConfig.new_builder(Time.seconds(TTL_S)).build())
    return descriptor


class Reader:
    """A state under some keys, as a program with this descriptor sees it."""

    def __init__(self, backend: KeyedStateBackend, kind: str, expires: bool, now_ms: int) -> None:
        self.backend = backend
        self.kind = kind
        self.clock = ManualClock(now_ms)
        self.state: Any = KeyedStates(backend, self.clock).get(descriptor_of(kind, expires))

    def put(self, key: Any, value: int) -> None:
        self.backend.context.key = key
        if self.kind == "value":
            self.state.update(value)
        elif self.kind == "map":
            self.state.put("k", value)
        else:
            self.state.add(value)

    def get(self, key: Any) -> Any:
        self.backend.context.key = key
        if self.kind == "value":
            return self.state.value()
        if self.kind == "map":
            return dict(self.state.items()) or None
        return (list(self.state.get()) or None) if self.kind == "list" else self.state.get()


def shown(kind: str, value: int) -> Any:
    return {"list": [value], "map": {"k": value}}.get(kind, value)


def written(name: str, files: MemoryFiles, kind: str, expires: bool, savepoint: bool = True) -> KeyedHandle:
    backend = BACKENDS[name](range(GROUPS))
    reader = Reader(backend, kind, expires, WRITTEN_MS)
    for number, key in enumerate(KEYS):
        reader.put(key, number)
    frozen = backend.freeze_savepoint(1) if savepoint else backend.freeze(1)
    handle = frozen.write(files)
    backend.close()
    return handle


def restored(name: str, files: MemoryFiles, handle: KeyedHandle, migrations: Migrations) -> KeyedStateBackend:
    backend = BACKENDS[name](range(GROUPS))
    backend.restore([handle], files, range(GROUPS), migrations)
    return backend


@pytest.mark.parametrize("name", sorted(BACKENDS))
@pytest.mark.parametrize("savepoint", [True, False])
@pytest.mark.parametrize("kinds", PAIRS, ids="-".join)
def test_other_kind_is_refused(name: str, savepoint: bool, kinds: tuple[str, str]) -> None:
    files = MemoryFiles()
    backend = restored(name, files, written(name, files, kinds[0], False, savepoint), Migrations())
    expected = f"state 's' is an? {kinds[0]} state in the checkpoint, but an? {kinds[1]} state in the program"
    with pytest.raises(StateUnreadableError, match=expected):
        Reader(backend, kinds[1], False, RESTORED_MS)
    backend.close()


@pytest.mark.parametrize("name", sorted(BACKENDS))
@pytest.mark.parametrize("migrations", [NO_MIGRATIONS, Migrations()], ids=["same job", "other job"])
@pytest.mark.parametrize("expires", [True, False])
@pytest.mark.parametrize("kind", KINDS)
def test_time_to_live_is_switched(name: str, kind: str, expires: bool, migrations: Migrations) -> None:
    files = MemoryFiles()
    handle = written(name, files, kind, not expires, savepoint=not migrations.same_code)
    backend = restored(name, files, handle, migrations)
    reader = Reader(backend, kind, expires, RESTORED_MS)
    assert [reader.get(key) for key in KEYS] == [shown(kind, number) for number in range(len(KEYS))]
    reader.put(KEYS[0], 7)
    reader.clock.advance(TTL_S * 1000 - 1)
    assert reader.get(KEYS[1]) == shown(kind, 1), "the time counts from the restore"
    reader.clock.advance(1)
    assert reader.get(KEYS[1]) == (None if expires else shown(kind, 1))
    backend.close()


@pytest.mark.parametrize("name", sorted(BACKENDS))
@pytest.mark.parametrize("expires", [True, False])
def test_checkpoint_after_a_switch_has_what_was_converted(name: str, expires: bool) -> None:
    """Also where the next checkpoint would write only what the job has changed since."""
    files = MemoryFiles()
    backend = restored(name, files, written(name, files, "list", not expires, savepoint=False), NO_MIGRATIONS)
    Reader(backend, "list", expires, RESTORED_MS)
    handle = backend.freeze(2).write(files)
    again = restored(name, files, handle, NO_MIGRATIONS)
    reader = Reader(again, "list", expires, RESTORED_MS + 1)
    assert [reader.get(key) for key in KEYS] == [[number] for number in range(len(KEYS))]
    for opened in (backend, again):
        opened.close()


class Keep(KeyedProcessFunction):
    def __init__(self, kind: str, expires: bool) -> None:
        self.kind, self.expires = kind, expires

    def open(self, runtime_context: RuntimeContext) -> None:
        descriptor: Any = descriptor_of(self.kind, self.expires)
        get: Any = runtime_context.get_state if self.kind == "value" else runtime_context.get_list_state
        self._state = get(descriptor)

    def process_element(self, value: int, ctx: Any) -> Any:
        if self.kind == "value":
            yield self._state.value()
            self._state.update(value)
        else:
            yield list(self._state.get())
            self._state.add(value)


def test_refusal_names_the_operator_and_is_final() -> None:
    harness = ProcessFunctionTestHarnesses.for_keyed_process_function(Keep("list", False), lambda value: 1, name="keep")
    harness.process_element(1)
    with pytest.raises(StateUnreadableError, match=r"'keep'.*state 's' is a list state .* a value state"):
        ProcessFunctionTestHarnesses.for_keyed_process_function(
            Keep("value", False), lambda value: 1, name="keep", restore=harness.snapshot()
        )


@pytest.mark.parametrize("expires", [True, False])
def test_harness_restores_with_another_time_to_live(expires: bool) -> None:
    before = ProcessFunctionTestHarnesses.for_keyed_process_function(Keep("list", not expires), lambda value: 1)
    before.process_element(1)
    after = ProcessFunctionTestHarnesses.for_keyed_process_function(
        Keep("list", expires), lambda value: 1, restore=before.snapshot()
    )
    after.process_element(2)
    assert after.extract_output_values() == [[1]]
