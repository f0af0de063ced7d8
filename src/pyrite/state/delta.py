"""Delta: the changes of keyed state between two checkpoints, and the folding of a chain of deltas into one.

The contents of a file are one pickle of plain dicts and sets: the current entries, the keys of removed entries, and the
namespaces that were dropped before the entries were added. A chain's first file is a delta from empty state. With state
in columns, the pickle contains that pickle as bytes, and the columns as Arrow streams.

A delta that was taken piece by piece is a pickle of the sizes of its pieces, followed by the pieces: such pickles, and
Arrow streams. No entry is in two pieces; removals of columns come first.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, Final, Optional

from pyrite.core.errors import CheckpointError, CorruptStateError, StateUnreadableError
from pyrite.state.columns.namespace import NAMESPACE
from pyrite.state.description import StateDescription
from pyrite.state.evolution.loading import NO_MIGRATIONS, Migrations, dumps, loads
from pyrite.state.evolution.unreadable import loads_with_holes
from pyrite.state.key_codec import shown_key
from pyrite.state.key_groups import key_group

if TYPE_CHECKING:
    from pyrite.state.columns.parts import ColumnPart

_VERSION: Final = 1
WITH_COLUMNS: Final = 2
"""The version of a file with columns and a pickle of the other state, which has version 1."""
IN_PIECES: Final = 3
"""The version of a file of pieces."""
PICKLED: Final = 4
"""The version of a piece whose values are pickles, copied one by one."""

Part = tuple[dict[Any, Any], set[Any]]
"""The added or changed entries, and the keys of removed entries."""


@dataclass
class Delta:
    """Changes of states, of tables by namespace, and of timers, each by name."""

    states: dict[str, Part] = field(default_factory=dict)
    tables: dict[str, tuple[set[Any], dict[Any, Part]]] = field(default_factory=dict)
    """The dropped namespaces, and the changes by namespace."""
    timers: dict[str, Part] = field(default_factory=dict)
    """The numbers of timers, which order timers of the same time."""
    descriptions: dict[str, StateDescription] = field(default_factory=dict)
    """The descriptions of the declared states in it."""
    columns: dict[str, ColumnPart] = field(default_factory=dict)

    def is_empty(self) -> bool:
        return not (self.states or self.tables or self.timers or self.columns)

    def encode(self) -> bytes:
        return with_columns(self.encode_rows(), self.columns)

    def encode_rows(self, pickled: bool = False) -> bytes:
        """Encodes all except the columns. `pickled`: the values are pickles."""
        try:
            version = PICKLED if pickled else _VERSION
            return dumps((version, self.states, self.tables, self.timers, self.descriptions))
        except Exception as error:
            for name, key, value in self._entries():
                try:
                    dumps(value)
                except Exception as value_error:
                    raise cannot_pickle(name, key, value, value_error) from error
            raise CheckpointError(f"keyed state cannot be pickled: {error}") from error

    def _entries(self) -> Iterator[tuple[str, Any, Any]]:
        parts = [*self.states.items(), *self.timers.items()]
        parts += [(name, part) for name, (_, tables) in self.tables.items() for part in tables.values()]
        return ((name, key, value) for name, (puts, _) in parts for key, value in puts.items())

    @staticmethod
    def decode(contents: bytes, migrations: Migrations = NO_MIGRATIONS, of: str = "keyed state") -> Delta:
        """Decodes a delta. StateUnreadableError names the first unreadable entry; `of` describes the source
        otherwise.
        """
        try:
            version, *parts = loads(contents, migrations)
        except StateUnreadableError as error:
            raise Delta._first_unreadable(contents, migrations) or StateUnreadableError(f"{of}: {error}") from error
        if version == WITH_COLUMNS:
            from pyrite.state.columns.parts import ColumnPart

            rows, columns = parts
            delta = Delta.decode(rows, migrations, of)
            delta.columns = {name: ColumnPart.decode(data) for name, data in columns.items()}
            return delta
        if version == IN_PIECES:
            return Delta._of_pieces(*pieces_in(contents, *parts), migrations, of)
        if version not in (_VERSION, PICKLED):
            raise CorruptStateError(f"keyed state of format {version}: this version of Pyrite reads up to {PICKLED}")
        delta = Delta(*parts)
        return delta._with_values(migrations) if version == PICKLED else delta

    @staticmethod
    def _of_pieces(rows: list[bytes], columns: dict[str, list[bytes]], migrations: Migrations, of: str) -> Delta:
        delta = Delta()
        for data in rows:
            delta.add(Delta.decode(data, migrations, of), keep_removed=True)
        if columns:
            from pyrite.state.columns.parts import ColumnPart

            for name, pieces in columns.items():
                *older, last = map(ColumnPart.decode, pieces)
                delta.columns[name] = last.after(older, keep_removed=True)
        return delta

    def _with_values(self, migrations: Migrations) -> Delta:
        """The same delta, with values in place of their pickles."""

        def part(name: str, part: Part) -> Part:
            puts = {}
            for key, data in part[0].items():
                try:
                    puts[key] = loads(data, migrations)
                except StateUnreadableError as error:
                    raise unreadable(name, key, error) from error
            return puts, part[1]

        return Delta(
            {name: part(name, states) for name, states in self.states.items()},
            {
                name: (dropped, {namespace: part(name, table) for namespace, table in tables.items()})
                for name, (dropped, tables) in self.tables.items()
            },
            self.timers,
            self.descriptions,
        )

    @staticmethod
    def _first_unreadable(contents: bytes, migrations: Migrations) -> Optional[StateUnreadableError]:
        holed = loads_with_holes(contents, migrations)
        for name, key, value in () if holed is None else Delta(*holed[1:])._entries():
            try:
                pickle.dumps((key, value), 5)
            except StateUnreadableError as error:
                return unreadable(name, key, error)
            except Exception:
                continue  # it was readable
        return None

    def add(self, newer: Delta, keep_removed: bool) -> None:
        """Merges a newer delta into this one. Takes ownership of its contents."""
        _add_parts(self.states, newer.states, keep_removed)
        _add_parts(self.timers, newer.timers, keep_removed)
        for name, (dropped, parts) in newer.tables.items():
            old_dropped, old_parts = self.tables.setdefault(name, (set(), {}))
            for namespace in dropped:
                old_parts.pop(namespace, None)
            if keep_removed:
                old_dropped.update(dropped)
            _add_parts(old_parts, parts, keep_removed)
        self.descriptions.update(newer.descriptions)
        for name, part in newer.columns.items():
            older = (self.columns[name],) if name in self.columns else ()
            self.columns[name] = part.after(older, keep_removed)

    def with_tuples(self) -> Delta:
        """The same delta, with tables of tuples in place of columns. It must not contain removals."""
        tables = {name: (set[Any](), {NAMESPACE: (part.entries(), set[Any]())}) for name, part in self.columns.items()}
        return Delta(self.states, {**self.tables, **tables}, self.timers, self.descriptions) if tables else self

    def of_groups(self, groups: range, max_parallelism: int) -> Delta:
        """The part of its entries in these key groups."""

        def mine(part: Part) -> Part:
            return {key: value for key, value in part[0].items() if key_group(key, max_parallelism) in groups}, set()

        tables = {
            name: {namespace: own_part for namespace, part in parts.items() if (own_part := mine(part))[0]}
            for name, (_, parts) in self.tables.items()
        }
        timers = {
            name: {timer: n for timer, n in puts.items() if key_group(timer[0], max_parallelism) in groups}
            for name, (puts, _) in self.timers.items()
        }
        return Delta(
            {name: mine(part) for name, part in self.states.items()},
            {name: (set(), parts) for name, parts in tables.items()},
            {name: (puts, set()) for name, puts in timers.items()},
            self.descriptions,
            {name: part.of_groups(groups, max_parallelism) for name, part in self.columns.items()},
        )


def with_columns(rows: bytes, columns: dict[str, ColumnPart]) -> bytes:
    """The contents of a file, from the result of `encode_rows` and columns."""
    return dumps((WITH_COLUMNS, rows, {name: part.encode() for name, part in columns.items()})) if columns else rows


def in_pieces(rows: Sequence[bytes], columns: Mapping[str, Sequence[bytes]]) -> bytes:
    """The contents of a file, from results of `encode_rows` and of encoded column parts."""
    sizes = {name: list(map(len, pieces)) for name, pieces in columns.items()}
    head = dumps((IN_PIECES, list(map(len, rows)), sizes))
    return b"".join([head, *rows, *(piece for pieces in columns.values() for piece in pieces)])


def pieces_in(
    contents: bytes, rows: list[int], columns: dict[str, list[int]]
) -> tuple[list[bytes], dict[str, list[bytes]]]:
    """The pieces of a file, by their sizes."""
    at = len(contents) - sum(rows) - sum(map(sum, columns.values()))

    def cut(sizes: list[int]) -> list[bytes]:
        nonlocal at
        ends = list(accumulate(sizes, initial=at))
        at = ends[-1]
        return [contents[begin:end] for begin, end in pairwise(ends)]

    return cut(rows), {name: cut(sizes) for name, sizes in columns.items()}


def _add_parts(parts: dict[Any, Part], newer: dict[Any, Part], keep_removed: bool) -> None:
    for name, (puts, removed) in newer.items():
        if name not in parts:
            parts[name] = (puts, removed if keep_removed else set())
            continue
        old_puts, old_removed = parts[name]
        old_puts.update(puts)
        for key in removed:
            old_puts.pop(key, None)
        if keep_removed:
            old_removed.difference_update(puts)
            old_removed.update(removed)


def fold(contents: Iterable[bytes], keep_removed: bool, migrations: Migrations = NO_MIGRATIONS) -> Delta:
    """Folds consecutive files of a chain into a delta; `keep_removed` if the chain has earlier files."""
    folded = Delta()
    for data in contents:
        folded.add(Delta.decode(data, migrations), keep_removed)
    return folded


def cannot_pickle(name: str, key: Any, value: Any, error: Exception) -> CheckpointError:
    return CheckpointError(
        f"state '{name}' holds a {type(value).__name__} for key {key!r} that cannot be pickled: {error}. Values in "
        "state must be of importable classes, and must not contain locks, files or connections"
    )


def unreadable(name: str, key: Any, error: StateUnreadableError) -> StateUnreadableError:
    """Adds the state and the key to an error."""
    return StateUnreadableError(f"state '{name}', key {shown_key(key)}: {error}")


def merge_chain(contents: list[bytes], from_start: bool) -> bytes:
    """Merges the contents of consecutive files into one; `from_start`: the chain begins with them.

    Unpickles the user's values, so it must run in a process with the job's code.
    """
    return fold(contents, keep_removed=not from_start).encode()
