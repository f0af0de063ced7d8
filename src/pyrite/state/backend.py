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
"""Turns a value into what the state's declared type holds, or raises TypeError. None: anything goes."""

Table = dict[StateKey, Any]
"""Entries by key."""


@persisted("no-key/1")
class _NoKey(bytes):
    """Stands where a key should be. Using it as one raises an error."""

    def __hash__(self) -> NoReturn:
        raise RuntimeError(
            "there is no current key here: keyed state and timers can be used where a record of a keyed stream or a "
            "timer is processed, not in open() or process_broadcast_element()"
        )


NO_KEY: Final[StateKey] = _NoKey()


class KeyContext:
    """The key that state accesses refer to. Whoever processes a record of a keyed stream sets it first."""

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
    """The table, in a state of tables."""
    description: Optional[StateDescription] = field(default=None, compare=False, repr=False)
    """Of what kind the state is, if it was declared."""


class Tables(ABC):
    """A state in which every namespace, a window, has a table of its own, by key. Operators use it block by block.

    Ask `load` for the keys of a block, work on its dict as on any other, and give `touch` the keys whose entries
    were added, changed or removed. The dict is good until the call after the next one of `load` or `chunks`: two may be
    in use at a time.
    """

    @abstractmethod
    def load(self, namespace: Any, keys: Collection[StateKey]) -> Table:
        """The namespace's table with at least these keys' entries in it; made if there is none."""

    @abstractmethod
    def touch(self, namespace: Any, keys: Collection[StateKey]) -> None:
        """The keys' entries may have been changed or removed since they were loaded."""

    @abstractmethod
    def chunks(self, namespace: Any) -> Iterator[Table]:
        """All entries of a namespace, as dicts that are each good until the next one. None may be added meanwhile."""

    @abstractmethod
    def drop(self, namespace: Any) -> None:
        """Removes a namespace with its entries; nothing happens if there is none."""

    @abstractmethod
    def namespaces(self) -> list[Any]:
        """All namespaces, in no certain order."""

    @abstractmethod
    def drop_if_empty(self, namespace: Any) -> None:
        """Removes a namespace that has no entries."""

    @abstractmethod
    def __contains__(self, namespace: Any) -> bool: ...

    @abstractmethod
    def size(self, namespace: Any) -> int:
        """How many entries a namespace has."""

    def whole(self, namespace: Any) -> Table:
        """All entries of a namespace, to read."""
        tables = list(self.chunks(namespace))
        return tables[0] if len(tables) == 1 else {key: value for table in tables for key, value in table.items()}


class KeyedStateBackend(ABC):
    """Holds the keyed state and the timers of one operator. State objects read the current key from `context`.

    A state is asked for by name, once; KeyedStates makes everything else (reducing state, time to live) of these three.

    Checkpoints: the task calls `freeze` at a barrier, and has what it gives written in the background. When the
    checkpoint is complete it calls `confirm`, and if it never will be, `abort`: what `freeze` gives stands on the last
    confirmed one, and several may be pending. `restore` comes before anything is asked for.
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
        """A state in columns. What is restored of it may be tables: their namespace 0 has its entries as tuples."""

    @abstractmethod
    def timer_queue(self, name: str) -> TimerQueue: ...

    @abstractmethod
    def describe(self, name: str, description: StateDescription) -> None:
        """Records a state's kind; it is written with the state, for readers without the program."""

    @abstractmethod
    def claim(self, name: str) -> Optional[StateDescription]:
        """How a state was declared when what was restored of it was written; None where there is nothing of it.

        Asked by whoever declares the state first, before anything else is done with it; the next one gets None.
        """

    @abstractmethod
    def rewrite(self, name: str, change: Callable[[Any], Any]) -> None:
        """Puts `change(value)` in the place of every value of a state, as it is stored."""

    @abstractmethod
    def publish(self, state: QueryableState) -> None:
        """Lets clients read a state: every checkpoint from now on says so."""

    @abstractmethod
    def with_context(self, context: KeyContext) -> KeyedStateBackend:
        """The same state, under the current key of another context."""

    @abstractmethod
    def keys(self, name: str) -> list[StateKey]:
        """The keys that have an entry in a state."""

    def some_keys(
        self, name: str, position: Any, count: int, wanted: Callable[[Any], bool]
    ) -> tuple[list[StateKey], Any]:
        """Keys of a state from a position on, and the next position: None is the beginning and the end.

        A backend that reads values slowly looks at `count` of them and leaves out those that are not wanted; one that
        has them in memory gives all keys. A key may come twice, or have no entry any more; a new one may not come.
        """
        return self.keys(name), None

    @abstractmethod
    def entry_count(self) -> int:
        """Live entries over all states, timers not counted."""

    @abstractmethod
    def clear(self) -> None:
        """Removes everything; batch does so between keys."""

    def close(self) -> None:  # noqa: B027
        """Gives back what it holds outside of memory."""

    # Checkpoints ------------------------------------------------------------------------------------------------------

    @abstractmethod
    def freeze(self, checkpoint_id: int, full: bool = False) -> FrozenKeyedState:
        """The state as it is now. `full`: whole, in files of its own; no later checkpoint stands on it."""

    @abstractmethod
    def freeze_savepoint(self, checkpoint_id: int) -> FrozenKeyedState:
        """The state as it is now, whole, in the format that every backend reads (`state/savepoint_format.py`).

        For checkpoints it is as if this had not happened. `confirm` or `abort` comes here too, when it is over.
        """

    @abstractmethod
    def confirm(self, checkpoint_id: int) -> None:
        """This checkpoint is complete: later ones stand on it. Those before it never will be, if they are not yet."""

    @abstractmethod
    def abort(self, checkpoint_id: int) -> None:
        """This checkpoint will never be complete."""

    @abstractmethod
    def restore(
        self,
        handles: list[KeyedHandle],
        files: StateReader,
        groups: range,
        migrations: Migrations = NO_MIGRATIONS,
    ) -> None:
        """Takes up what the handles, of whatever backends, hold of these key groups.

        Without migrations the code must be the one that wrote it: where there is one handle, of this backend and of
        just these groups, the next checkpoint stands on it. With migrations, even none, everything is read here and
        now: StateUnreadableError names the state and the key of what cannot be.
        """

    def needs_merge(self) -> Optional[MergeRequest]:
        """Files to make one of, if there are many; asked after `confirm`. The caller answers with `merged`."""
        return None

    def merged(self, request: MergeRequest, ref: Optional[FileRef]) -> None:  # noqa: B027
        """The request's files are now one, or None: it could not be made. Later checkpoints name it instead."""

    # Snapshots in memory ----------------------------------------------------------------------------------------------

    @abstractmethod
    def snapshot(self) -> list[StateEntry]:
        """All entries, as values that later changes do not touch; timers are not among them."""

    @abstractmethod
    def restore_entries(self, entries: list[StateEntry]) -> None:
        """Puts entries back, before any state is asked for."""
