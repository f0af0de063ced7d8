"""Copies state from one savepoint to another, file by file, in Spark tasks, with optional changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Optional

from pyspark.sql import SparkSession

from pyrite.checkpoint.manifest import OperatorState
from pyrite.core.clock import SystemClock
from pyrite.core.state_key import StateKey
from pyrite.core.windows.windows import TimeWindow
from pyrite.state.delta import Delta, Part
from pyrite.state.description import StateDescription
from pyrite.state.handles import FileRef, KeyedHandle, StoredOperatorState
from pyrite.state.key_codec import decode_key
from pyrite.state.savepoint_format import SAVEPOINT, STATE, TABLE, chunks_of
from pyrite.state_processor.pieces import SESSIONS, by_file
from pyrite.state_processor.savepoint_files import Access
from pyrite.state_processor.spark_tasks import run_each

ChangeFunction = Callable[[Any, Any, Any], Any]
"""Maps a key, a namespace and a value to the new value; None removes the entry."""
Written = list[tuple[str, FileRef]]
"""Written files, each with its section name."""


@dataclass(frozen=True)
class Change:
    """A change of the entries of a state, or of window contents."""

    kind: str
    state: str
    function: ChangeFunction

    def concerns(self, part: KeyedHandle) -> bool:
        return part.backend != SAVEPOINT or part.names == (f"{self.kind}/{self.state}",)

    def applied(self, delta: Delta) -> None:
        """Applies the change to a delta, in place."""
        if self.kind == STATE and self.state in delta.states:
            described = delta.descriptions.get(self.state) or StateDescription()
            delta.states[self.state] = self._changed(delta.states[self.state], None, described)
        elif self.kind == TABLE and self.state in delta.tables:
            dropped, parts = delta.tables[self.state]
            changed = {namespace: self._contents(namespace, part) for namespace, part in parts.items()}
            delta.tables[self.state] = dropped, changed

    def _changed(self, part: Part, namespace: Any, described: StateDescription) -> Part:
        now_ms, entries = SystemClock().now_ms(), {}
        for key, stored in part[0].items():
            visible = described.visible(stored)
            changed = self.function(decode_key(key), key[1] if type(key) is tuple else namespace, visible)
            if changed is not None:
                entries[key] = stored if changed is visible else described.stored(changed, now_ms)
        return entries, set()

    def _contents(self, namespace: Any, part: Part) -> Part:
        if namespace != SESSIONS:
            return self._changed(part, namespace, StateDescription())
        changed = {key: list(self._sessions(key, sessions)) for key, sessions in part[0].items()}
        return {key: sessions for key, sessions in changed.items() if sessions}, set()

    def _sessions(self, key: StateKey, sessions: list[Any]) -> Iterator[list[Any]]:
        for start, end, contents in sessions:
            changed = self.function(decode_key(key), TimeWindow(start, end), contents)
            if changed is not None:
                yield [start, end, changed]


@dataclass(frozen=True)
class _Part:
    """A file, or a handle in a backend's format, that must be rewritten."""

    operator_id: str
    changes: tuple[Change, ...]
    keyed: Optional[KeyedHandle] = None
    file: Optional[FileRef] = None

    @property
    def size_bytes(self) -> int:
        return sum(ref.size for ref in (self.file, *(self.keyed.files if self.keyed else ())) if ref is not None)


@dataclass(frozen=True)
class ExistingState:
    """Writes the state of operators of an existing savepoint into the folder of a new one."""

    session: SparkSession
    access: Access
    folder: str

    def written(self, operators: list[tuple[OperatorState, tuple[Change, ...]]]) -> list[OperatorState]:
        """Writes the operators' files to the new folder, with the changes of each state; returns the new operator
        states.
        """
        parts = [part for state, changes in operators for part in _parts(state, changes)]
        work, size = _Rewrite(self.access, self.folder), sum(part.size_bytes for part in parts)
        done = iter(run_each(self.session, parts, work, size) if parts else [])
        return [_replaced(state, changes, done) for state, changes in operators]


@dataclass(frozen=True)
class _Rewrite:
    """Rewrites a part in a Spark task."""

    access: Access
    folder: str

    def __call__(self, part: _Part) -> Written:
        writer = self.access.writer(self.folder, part.operator_id)
        if part.file is not None:
            return [("", writer.write(self.access.reader().read(part.file), is_shared=False))]
        assert part.keyed is not None
        if part.keyed.backend == SAVEPOINT and not any(change.concerns(part.keyed) for change in part.changes):
            data = self.access.reader().read(part.keyed.files[0])
            return [(part.keyed.names[0], writer.write(data, is_shared=False))]
        written: Written = []
        for delta in self.access.deltas(part.keyed):
            for change in part.changes:
                change.applied(delta)
            written += [(chunk.of, writer.write(chunk.data, is_shared=False)) for chunk in chunks_of(delta)]
        return written


def _is_inline(ref: Optional[FileRef]) -> bool:
    return ref is None or ref.data is not None


def _stays(part: KeyedHandle, changes: tuple[Change, ...]) -> bool:
    """Whether a part is inline in the manifest, and unchanged."""
    unchanged = not any(change.concerns(part) for change in changes)
    return part.backend == SAVEPOINT and unchanged and _is_inline(part.files[0])


def _keyed_parts(handle: StoredOperatorState) -> list[KeyedHandle]:
    return [] if handle.keyed is None or not handle.keyed.files else by_file(handle.keyed)


def _parts(state: OperatorState, changes: tuple[Change, ...]) -> Iterator[_Part]:
    """The parts to rewrite, in the order in which `_replaced` takes their files."""
    for _, handle in sorted(state.subtasks.items()):
        for part in _keyed_parts(handle):
            if not _stays(part, changes):
                yield _Part(state.operator_id, changes, keyed=part)
        if not _is_inline(handle.unkeyed):
            yield _Part(state.operator_id, (), file=handle.unkeyed)
        yield from (_Part(state.operator_id, (), file=ref) for ref in handle.staged if not _is_inline(ref))
    if not _is_inline(state.enumerator):
        yield _Part(state.operator_id, (), file=state.enumerator)


def _replaced(state: OperatorState, changes: tuple[Change, ...], done: Iterator[Written]) -> OperatorState:
    subtasks: dict[int, StoredOperatorState] = {}
    for subtask, handle in sorted(state.subtasks.items()):
        keyed = handle.keyed
        if keyed is not None:
            written: Written = []
            for part in _keyed_parts(handle):
                written += [(part.names[0], part.files[0])] if _stays(part, changes) else next(done)
            files, names = tuple(ref for _, ref in written), tuple(name for name, _ in written)
            keyed = replace(keyed, backend=SAVEPOINT, files=files, names=names)
        unkeyed = handle.unkeyed if _is_inline(handle.unkeyed) else next(done)[0][1]
        staged = tuple(ref if _is_inline(ref) else next(done)[0][1] for ref in handle.staged)
        subtasks[subtask] = replace(handle, keyed=keyed, unkeyed=unkeyed, staged=staged)
    enumerator = state.enumerator if _is_inline(state.enumerator) else next(done)[0][1]
    return replace(state, subtasks=subtasks, enumerator=enumerator)
