"""The frozen state of the hashmap backend: encoded in slices, then written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Optional

from pyrite.state.delta import Delta, in_pieces, with_columns
from pyrite.state.handles import HASHMAP, FileRef, FrozenKeyedState, KeyedHandle, QueryableState, StateWriter
from pyrite.state.hashmap.snapshot import HashMapSnapshot
from pyrite.state.savepoint_format import Chunk, chunks_of, chunks_of_pieces, write_chunks


class _InSlices(FrozenKeyedState):
    def __init__(self, snapshot: HashMapSnapshot) -> None:
        self.snapshot = snapshot

    @property
    def is_encoded(self) -> bool:
        return self.snapshot.is_done

    def encode(self, most: int) -> None:
        self.snapshot.encode(most)

    def _finish(self) -> None:
        """Completes the encoding. In a task it is already complete; in a test harness it may not be."""
        self.snapshot.finish()
        if self.snapshot.error is not None:
            raise self.snapshot.error


class FrozenHashMap(_InSlices):
    """Changes, or all entries, and the files on which they are based."""

    def __init__(
        self,
        snapshot: HashMapSnapshot,
        groups: range,
        base: tuple[FileRef, ...],
        is_shared: bool,
        states: tuple[str, ...],
        queryable: tuple[QueryableState, ...],
    ) -> None:
        super().__init__(snapshot)
        self._groups = groups
        self._base = base
        self._shared = is_shared
        self._states = states
        self._queryable = queryable
        self.handle: Optional[KeyedHandle] = None

    def write(self, files: StateWriter) -> KeyedHandle:
        self._finish()
        data = self._contents()
        added = () if data is None else (files.write(data, is_shared=self._shared),)
        first, last = self._groups.start, self._groups.stop - 1
        self.handle = KeyedHandle(
            HASHMAP, first, last, (*self._base, *added), states=self._states, queryable=self._queryable
        )
        return self.handle

    def _contents(self) -> Optional[bytes]:
        """The contents of the new file; None if there is nothing to write."""
        rows, columns = [piece for _, piece in self.snapshot.pieces], self.snapshot.columns
        self.snapshot.pieces, self.snapshot.columns = [], {}
        if not rows and not columns:
            return None
        if len(rows) > 1 or any(len(parts) > 1 for parts in columns.values()):
            return in_pieces(rows, {name: [part.encode() for part in parts] for name, parts in columns.items()})
        return with_columns(
            rows[0] if rows else Delta().encode_rows(), {name: part for name, [part] in columns.items()}
        )


class FrozenHashMapSavepoint(_InSlices):
    """All entries, in the format that all backends read."""

    def __init__(self, snapshot: HashMapSnapshot, groups: range, states: tuple[str, ...]) -> None:
        super().__init__(snapshot)
        self._groups = groups
        self._states = states

    def write(self, files: StateWriter) -> KeyedHandle:
        self._finish()
        return write_chunks(self._chunks(), files, self._groups, self._states)

    def _chunks(self) -> Iterator[Chunk]:
        yield from chunks_of_pieces(self.snapshot.pieces)
        for name, parts in self.snapshot.columns.items():
            for part in parts:
                yield from chunks_of(Delta(columns={name: part}))
