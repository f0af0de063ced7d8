"""The interface of a state backend: keyed state and timers of one operator in one subtask."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NoReturn, Optional

from pyrite.core.persistence.persisted import persisted
from pyrite.core.state.state_types import ListState, MapState, ValueState
from pyrite.core.state_key import StateKey
from pyrite.state.chain import MergeRequest
from pyrite.state.description import StateDescription
from pyrite.state.evolution.loading import NO_MIGRATIONS, Migrations
from pyrite.state.handles import FileRef, FrozenKeyedState, KeyedHandle, QueryableState, StateReader
from pyrite.state.timer_queue import TimerQueue

if TYPE_CHECKING:
    from pyrite.state.columns.columns import Columns
    from pyrite.state.columns.schema import ColumnSchema

Fit = Optional[Callable[[Any], Any]]
"""Converts a value to the declared type of the state, or raises TypeError. None: no check."""

Table = dict[StateKey, Any]
"""The entries of a state by key."""


@persisted("no-key/1")
class _NoKey(bytes):
    """A placeholder for a missing key. Using it as a key raises an error."""

    def __hash__(self) -> NoReturn:
        raise RuntimeError(
            "there is no current key here: keyed state and timers can be used where a record of a keyed stream or a "
            "timer is processed, not in open() or process_broadcast_element()"
        )


NO_KEY: Final[StateKey] = _NoKey()


class KeyContext:
    """The current key of state accesses, set before a record of a keyed stream is processed."""

    __slots__ = ("key",)

    def __init__(self) -> None:
        self.key: StateKey = NO_KEY


@persisted("state-entry/1")
@dataclass(frozen=True, slots=True)
class StateEntry:
    """One entry of a snapshot. `state` is the descriptor's name."""

    state: str
    key: StateKey
    value: Any
    namespace: Any = None
    """The namespace of the table, in a state of tables."""
    description: Optional[StateDescription] = field(default=None, compare=False, repr=False)
    """The kind of the state, if it was declared."""


class Tables(ABC):
    """A state with a separate table, by key, in every namespace (a window). Operators use it block by block.

    Call `load` with the keys of a block, work on the returned dict, and pass to `touch` the keys of added, changed or
    removed entries. The dict is valid until the second next call of `load` or `chunks`, so two may be in use at a time.
    """

    @abstractmethod
    def load(self, namespace: Any, keys: Collection[StateKey]) -> Table:
        """Returns the table of a namespace, with at least the entries of these keys; creates a missing one."""

    @abstractmethod
    def touch(self, namespace: Any, keys: Collection[StateKey]) -> None:
        """Marks the entries of these keys as possibly changed or removed since they were loaded."""

    @abstractmethod
    def chunks(self, namespace: Any) -> Iterator[Table]:
        """Yields all entries of a namespace, as dicts that are valid until the next one.

        No entry may be added meanwhile.
        """

    @abstractmethod
    def drop(self, namespace: Any) -> None:
        """Removes a namespace with its entries, if it exists."""

    @abstractmethod
    def namespaces(self) -> list[Any]:
        """All namespaces, in no particular order."""

    @abstractmethod
    def drop_if_empty(self, namespace: Any) -> None:
        """Removes a namespace that has no entries."""

    @abstractmethod
    def __contains__(self, namespace: Any) -> bool: ...

    @abstractmethod
    def size(self, namespace: Any) -> int:
        """The number of entries in a namespace."""

    def whole(self, namespace: Any) -> Table:
        """All entries of a namespace, for reading."""
        tables = list(self.chunks(namespace))
        return tables[0] if len(tables) == 1 else {key: value for table in tables for key, value in table.items()}


class KeyedStateBackend(ABC):
    """The keyed state and the timers of one operator. State objects read the current key from `context`.

    Each state is requested by name, once; KeyedStates builds all other kinds (reducing state, time to live) on these
    three.

    Checkpoints: the task calls `freeze` at a barrier, and writes the result in the background. It calls `confirm` when
    the checkpoint is complete, or `abort` if it failed. Frozen state is based on the last confirmed checkpoint, and
    several checkpoints may be pending. `restore` must be called before any state is requested.
    """

    context: KeyContext

    @abstractmethod
    def value_state(self, name: str, fit: Fit = None) -> ValueState[Any]: ...

    @abstractmethod
    def list_state(self, name: str, fit: Fit = None) -> ListState[Any]: ...

    @abstractmethod
    def map_state(self, name: str, fit_key: Fit = None, fit: Fit = None) -> MapState[Any, Any]: ...

    @abstractmethod
    def tables(self, name: str) -> Tables: ...

    @abstractmethod
    def columns(self, name: str, schema: ColumnSchema) -> Columns:
        """A state in columns. It may be restored from tables, whose namespace 0 has its entries as tuples."""

    @abstractmethod
    def timer_queue(self, name: str) -> TimerQueue: ...

    @abstractmethod
    def describe(self, name: str, description: StateDescription) -> None:
        """Records the description of a state, which is written with it for readers without the program."""

    @abstractmethod
    def claim(self, name: str) -> Optional[StateDescription]:
        """The description of a restored state at the time it was written; None if no such state was restored.

        Called on the first declaration of a state, before any use of it; later calls return None.
        """

    @abstractmethod
    def rewrite(self, name: str, change: Callable[[Any], Any]) -> None:
        """Replaces every stored value of a state by `change(value)`."""

    @abstractmethod
    def publish(self, state: QueryableState) -> None:
        """Makes a state queryable: all later checkpoints list it."""

    @abstractmethod
    def with_context(self, context: KeyContext) -> KeyedStateBackend:
        """A view of the same state under the current key of another context."""

    @abstractmethod
    def keys(self, name: str) -> list[StateKey]:
        """The keys with an entry in a state."""

    def some_keys(
        self, name: str, position: Any, count: int, is_match: Callable[[Any], bool]
    ) -> tuple[list[StateKey], Any]:
        """Keys of a state from a position on, and the next position. None is the beginning and the end.

        A backend that reads values slowly examines `count` entries and returns those that satisfy `is_match`; a backend
        in memory returns all keys. A key may be returned twice, or have no entry any more; new keys may be missing.
        """
        return self.keys(name), None

    @abstractmethod
    def entry_count(self) -> int:
        """The number of live entries of all states, without timers."""

    @abstractmethod
    def clear(self) -> None:
        """Removes all entries; in batch execution, called after each key."""

    def close(self) -> None:  # noqa: B027
        """Releases resources outside of memory."""

    # Checkpoints ------------------------------------------------------------------------------------------------------

    @abstractmethod
    def freeze(self, checkpoint_id: int, full: bool = False) -> FrozenKeyedState:
        """Freezes the current state. `full`: completely, in separate files, on which no later checkpoint is based."""

    @abstractmethod
    def freeze_savepoint(self, checkpoint_id: int) -> FrozenKeyedState:
        """Freezes the current state completely, in the format that every backend reads (`state/savepoint_format.py`).

        Has no effect on checkpoints. `confirm` or `abort` is called for it as well, when it is over.
        """

    @abstractmethod
    def confirm(self, checkpoint_id: int) -> None:
        """A checkpoint is complete: later ones are based on it, and earlier pending ones will not complete."""

    @abstractmethod
    def abort(self, checkpoint_id: int) -> None:
        """A checkpoint has failed."""

    @abstractmethod
    def restore(
        self,
        handles: list[KeyedHandle],
        files: StateReader,
        groups: range,
        migrations: Migrations = NO_MIGRATIONS,
    ) -> None:
        """Restores the entries of these key groups from handles, which may be of other backends.

        Without migrations, the code must be the code that wrote the state: with a single handle, of this backend and of
        exactly these groups, the next checkpoint is based on it. With migrations, even empty ones, everything is read
        at once: StateUnreadableError names the state and the key of an unreadable entry.
        """

    def needs_merge(self) -> Optional[MergeRequest]:
        """Files that should be merged, if there are many; called after `confirm`. The caller responds with `merged`."""
        return None

    def merged(self, request: MergeRequest, ref: Optional[FileRef]) -> None:  # noqa: B027
        """The request's files were merged into `ref`, which later checkpoints use instead; None if merging failed."""

    # Snapshots in memory ----------------------------------------------------------------------------------------------

    @abstractmethod
    def snapshot(self) -> list[StateEntry]:
        """All entries, as values unaffected by later changes; without timers."""

    @abstractmethod
    def restore_entries(self, entries: list[StateEntry]) -> None:
        """Restores entries, before any state is requested."""
