"""Pieces: the parts of an operator's state that Spark tasks read independently."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, Optional

from pyrite.checkpoint.manifest import OperatorState
from pyrite.core.state_key import StateKey
from pyrite.core.windows.windows import TimeWindow, Window
from pyrite.state.delta import Delta
from pyrite.state.description import StateDescription
from pyrite.state.handles import KeyedHandle
from pyrite.state.key_codec import decode_key
from pyrite.state.savepoint_format import SAVEPOINT, STATE, TABLE, TIMER
from pyrite.state_processor.savepoint_files import Access

SESSIONS: Final = "sessions"
"""The only table of a session window operator: every key's sessions, each with start, end and contents."""


@dataclass(frozen=True)
class Entry:
    """An entry of a state, a window's contents or a timer, in the user's form."""

    state: str
    key: Any
    value: Any
    namespace: Any = None
    """The window, or another namespace; None if it only belongs to the key."""


@dataclass(frozen=True)
class Piece:
    """A section of a part of a handle. `kind` is STATE, TABLE or TIMER."""

    handle: KeyedHandle
    kind: str
    state: str
    description: Optional[StateDescription] = None
    """The description of its values; None: as stored in the savepoint."""

    def entries(self, access: Access) -> Iterator[Entry]:
        for delta in access.deltas(self.handle):
            yield from self.entries_in(delta)

    def described(self, access: Access) -> Optional[StateDescription]:
        """The description of the state, if known."""
        if self.description is not None or self.kind != STATE:
            return self.description
        return next(
            (
                description
                for delta in access.deltas(self.handle)
                if (description := delta.descriptions.get(self.state))
            ),
            None,
        )

    def entries_in(self, delta: Delta) -> Iterator[Entry]:
        if self.kind == STATE and self.state in delta.states:
            described = self.description or delta.descriptions.get(self.state) or StateDescription()
            for key, stored in delta.states[self.state][0].items():
                yield self._entry(key, described.visible(stored))
        elif self.kind == TIMER and self.state in delta.timers:
            for key, time_ms in delta.timers[self.state][0]:
                yield self._entry(key, time_ms)
        elif self.kind == TABLE and self.state in delta.tables:
            for namespace, (puts, _) in delta.tables[self.state][1].items():
                for key, stored in puts.items():
                    yield from self._contents(key, namespace, stored)

    def _entry(self, key: StateKey, value: Any) -> Entry:
        return Entry(self.state, decode_key(key), value, key[1] if type(key) is tuple else None)

    def _contents(self, key: StateKey, namespace: Any, stored: Any) -> Iterator[Entry]:
        user_key = decode_key(key)
        if namespace == SESSIONS:
            for start, end, contents in stored:
                yield Entry(self.state, user_key, contents, TimeWindow(start, end))
        else:
            yield Entry(self.state, user_key, stored, namespace if isinstance(namespace, Window) else str(namespace))


def handles_of(operator: OperatorState) -> list[KeyedHandle]:
    handles = [handle.keyed for _, handle in sorted(operator.subtasks.items())]
    return [handle for handle in handles if handle is not None and handle.files]


def state_names(operator: OperatorState) -> list[str]:
    """The names of the operator's keyed states, tables and timers."""
    return sorted({name for handle in handles_of(operator) for name in handle.states})


def by_file(handle: KeyedHandle) -> list[KeyedHandle]:
    """Splits a savepoint's handle by file; a handle in a backend's format is read as a whole."""
    if handle.backend != SAVEPOINT:
        return [handle]
    files = zip(handle.files, handle.names, strict=True)
    return [replace(handle, files=(ref,), names=(name,)) for ref, name in files]


def pieces_of(
    operator: OperatorState, kind: str, state: str, description: Optional[StateDescription] = None
) -> list[Piece]:
    """The pieces that may contain entries of a state."""
    parts = [part for handle in handles_of(operator) for part in by_file(handle)]
    selected = [part for part in parts if part.backend != SAVEPOINT or part.names == (f"{kind}/{state}",)]
    return [Piece(part, kind, state, description) for part in selected]
