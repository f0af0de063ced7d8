"""KeyedStateReaderFunction: reads all states and timers of a key together, as in Flink."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from pyrite.checkpoint.manifest import OperatorState
from pyrite.core.clock import SystemClock
from pyrite.core.functions.functions import Function
from pyrite.core.state_key import StateKey
from pyrite.operators.operator_context import OperatorContext, OperatorPlace
from pyrite.operators.output import Output
from pyrite.operators.runtime_context import OperatorRuntimeContext
from pyrite.operators.timers import EVENT_TIMERS, PROCESSING_TIMERS
from pyrite.state.backend import KeyedStateBackend
from pyrite.state.handles import KeyedHandle
from pyrite.state.hashmap.backend import HashMapBackend
from pyrite.state.key_codec import decode_key
from pyrite.state.keyed_states import KeyedStates
from pyrite.state_processor.savepoint_files import Access


class KeyedStateReaderFunction(Function):
    """Get states by their descriptors in `open`; `read_key` is then called for every key in any of them."""

    class Context(ABC):
        """The timers of the current key."""

        @abstractmethod
        def registered_event_time_timers(self) -> set[int]: ...

        @abstractmethod
        def registered_processing_time_timers(self) -> set[int]: ...

    @abstractmethod
    def read_key(self, key: Any, ctx: KeyedStateReaderFunction.Context) -> Iterable[Any]:
        """Returns any number of rows: tuples, Rows, dataclasses or single values."""


class _Timers(KeyedStateReaderFunction.Context):
    def __init__(self, backend: KeyedStateBackend) -> None:
        self._backend = backend
        self._by_key = {name: _by_key(backend, name) for name in (EVENT_TIMERS, PROCESSING_TIMERS)}

    def registered_event_time_timers(self) -> set[int]:
        return self._by_key[EVENT_TIMERS].get(self._backend.context.key, set())

    def registered_processing_time_timers(self) -> set[int]:
        return self._by_key[PROCESSING_TIMERS].get(self._backend.context.key, set())


def _by_key(backend: KeyedStateBackend, name: str) -> dict[StateKey, set[int]]:
    timers: dict[StateKey, set[int]] = {}
    for time_ms, key in backend.timer_queue(name).snapshot():
        timers.setdefault(key, set()).add(time_ms)
    return timers


@dataclass(frozen=True)
class ReadWithFunction:
    """Reads one subtask's state with a function. Sent to Spark tasks."""

    operator: OperatorState
    function: KeyedStateReaderFunction
    access: Access

    def rows(self, handle: KeyedHandle) -> Iterator[Any]:
        groups = range(self.operator.max_parallelism)  # all entries of the handle, regardless of their key groups
        backend = HashMapBackend(groups=groups, max_parallelism=self.operator.max_parallelism)
        backend.restore([handle], self.access.reader(), groups, self.access.migrations)
        states = KeyedStates(backend, SystemClock())
        self.function.open(OperatorRuntimeContext(self._context(backend, states)))
        try:
            timers = _Timers(backend)
            for key in self._keys(backend, states):
                backend.context.key = key
                yield from self.function.read_key(decode_key(key), timers) or ()
        finally:
            self.function.close()

    @staticmethod
    def _keys(backend: KeyedStateBackend, states: KeyedStates) -> list[StateKey]:
        """The keys of the states requested by the function."""
        keys = (key for name in states.names() for key in backend.keys(name))
        return [key for key in dict.fromkeys(keys) if type(key) is not tuple]

    def _context(self, backend: KeyedStateBackend, states: KeyedStates) -> OperatorContext:
        return OperatorContext(
            OperatorPlace(
                name=self.operator.name,
                uid=self.operator.uid,
                subtask=0,
                parallelism=self.operator.parallelism,
                max_parallelism=self.operator.max_parallelism,
                attempt=0,
            ),
            clock=SystemClock(),
            output=Output([]),
            backend=backend,
            keyed_states=states,
        )
