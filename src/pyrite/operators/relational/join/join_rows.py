"""JoinRows: the rows of one side of a join in keyed state.

A join key with few rows has one entry with all of them. A key with more has pages, so that a change of one row rewrites
one page; then an index has the position of each row that changes may refer to. Removing a row moves the last one to its
position.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from typing import Any, Final, NamedTuple, Optional

from pyrite.core.clock import Clock
from pyrite.core.state_key import StateKey
from pyrite.core.types import LogicalType
from pyrite.expressions.row_identity import RowIdentity
from pyrite.operators.relational.join.join_type import JoinSideSpec
from pyrite.state.backend import KeyedStateBackend, Table
from pyrite.state.key_codec import encode_key

Row = tuple[Any, ...]
StoredRow = tuple[Row, int, int, int]
"""A row, the number of times that it is there, its matches on the other side, and the time of its last write in ms."""
Rows = tuple[StoredRow, ...]
PAGE_ROWS: Final = 32
_NAMESPACE: Final = 0
_DIGEST_BYTES: Final = 16


class Place(NamedTuple):
    """The position of a row: in a page, or in the only entry of its key if `page` is None."""

    page: Optional[int]
    offset: int


@dataclass(frozen=True)
class SideSettings:
    """How one side is stored."""

    types: Sequence[LogicalType]
    spec: JoinSideSpec
    has_changes: bool
    """Whether rows are updated or deleted. If not, and without a unique key, no row is ever searched for."""
    ttl_ms: int


class JoinRows:
    """The rows by join key. `load` comes first for the keys of a block, `store` last."""

    def __init__(self, backend: KeyedStateBackend, name: str, settings: SideSettings, clock: Clock) -> None:
        self._heads = backend.tables(f"{name}-rows")
        self._pages = backend.tables(f"{name}-pages")
        self._places = backend.tables(f"{name}-places")
        self._clock = clock
        self._ttl_ms = settings.ttl_ms
        self._swept_ms = clock.now_ms()
        self._now_ms = 0
        spec = settings.spec
        self.is_key_unique = spec.is_key_unique
        self._has_unique_key = bool(spec.unique_key)
        self._is_searched = settings.has_changes or self._has_unique_key or spec.is_key_unique
        self._identity = RowIdentity(settings.types, spec.unique_key or None)
        self._table: Table = {}

    # Blocks -----------------------------------------------------------------------------------------------------------

    def load(self, keys: Collection[StateKey]) -> Table:
        """Loads the rows of these keys, for reads and changes until the next `load`."""
        self._table = self._heads.load(_NAMESPACE, keys)
        if self._ttl_ms:
            self._now_ms = self._clock.now_ms()
        return self._table

    def store(self, keys: Collection[StateKey]) -> None:
        """Writes the rows of these keys, which may have changed since `load`."""
        self._heads.touch(_NAMESPACE, keys)

    def heads(self, keys: Iterable[StateKey]) -> Iterator[Any]:
        """Returns the entry of each key, or None. If keys are unique, it has one row."""
        return map(self._table.get, keys)

    def has(self, key: StateKey) -> bool:
        return key in self._table

    def put_all(self, keys: Iterable[StateKey], rows: Iterable[Row]) -> None:
        """Adds rows whose keys are unique."""
        now_ms = self._now_ms
        self._table.update(zip(keys, [((row, 1, 0, now_ms),) for row in rows], strict=True))

    # Reading ----------------------------------------------------------------------------------------------------------

    def pages(self, key: StateKey) -> Iterator[tuple[Optional[int], Rows]]:
        """Iterates over the rows of a key, some at a time, with the number of the page. Expired rows are included."""
        head = self._table.get(key)
        if head is None:
            return
        if type(head[0]) is not int:
            yield None, head
            return
        for page in range(-(-head[0] // PAGE_ROWS)):
            yield page, self._page(key, page)

    def is_live(self, stored: StoredRow) -> bool:
        return not self._ttl_ms or stored[3] + self._ttl_ms > self._now_ms

    @property
    def expires(self) -> bool:
        return self._ttl_ms > 0

    def total(self, key: StateKey) -> int:
        """Returns the number of rows of a key, expired ones included."""
        head = self._table.get(key)
        if head is None:
            return 0
        if type(head[0]) is int:
            return int(head[1])
        return sum([stored[1] for stored in head])

    def _page(self, key: StateKey, page: int) -> Rows:
        rows: Rows = self._pages.load(_NAMESPACE, [(key, page)])[key, page]
        return rows

    # Changes ----------------------------------------------------------------------------------------------------------

    def put(self, key: StateKey, row: Row, matches: int) -> bool:
        """Adds a row. Returns whether it replaced the row with its unique key."""
        stored = (row, 1, matches, self._now_ms)
        head = self._table.get(key)
        if head is None:
            self._table[key] = (stored,)
            return False
        if self._is_searched:
            place = self._place_of(key, row)
            if place is not None:
                return self._put_again(key, place, stored)
        self._append(key, head, stored)
        return False

    def _put_again(self, key: StateKey, place: Place, stored: StoredRow) -> bool:
        before = self.at(key, place)
        is_live = self.is_live(before)
        if self.is_key_unique or self._has_unique_key:
            self.set(key, place, stored)
            return is_live
        row, _, matches, time_ms = stored
        self.set(key, place, (row, 1 + (before[1] if is_live else 0), matches, time_ms))
        self._add_to_total(key, 1 if is_live else 1 - before[1])
        return False

    def contains(self, key: StateKey, row: Row) -> bool:
        """Returns whether there is a row with the unique key of this row."""
        if not (self.is_key_unique or self._has_unique_key) or key not in self._table:
            return False
        place = self._place_of(key, row)
        return place is not None and self.is_live(self.at(key, place))

    def remove(self, key: StateKey, row: Row) -> None:
        """Removes a row once, if it exists."""
        place = self._place_of(key, row) if key in self._table else None
        if place is None:
            return
        stored, count, matches, _ = self.at(key, place)
        if count > 1:
            self.set(key, place, (stored, count - 1, matches, self._now_ms))
            self._add_to_total(key, -1)
        else:
            self._remove_at(key, place)

    def at(self, key: StateKey, place: Place) -> StoredRow:
        rows: Rows = self._table[key] if place.page is None else self._page(key, place.page)
        return rows[place.offset]

    def set(self, key: StateKey, place: Place, stored: StoredRow) -> None:
        """Replaces the row at a position."""
        rows = self._table[key] if place.page is None else self._page(key, place.page)
        self.set_page(key, place.page, (*rows[: place.offset], stored, *rows[place.offset + 1 :]))

    def set_page(self, key: StateKey, page: Optional[int], rows: Rows) -> None:
        """Replaces the rows of a page."""
        if page is None:
            self._table[key] = rows
            return
        pages = self._pages.load(_NAMESPACE, [(key, page)])
        if rows:
            pages[key, page] = rows
        else:
            del pages[key, page]
        self._pages.touch(_NAMESPACE, [(key, page)])

    def _append(self, key: StateKey, head: Any, stored: StoredRow) -> None:
        if type(head[0]) is not int:
            if len(head) < PAGE_ROWS:
                self._table[key] = (*head, stored)
                return
            self._move_to_pages(key, head)
        size, total = self._table[key]
        page, index = divmod(size, PAGE_ROWS)
        self.set_page(key, page, (*self._page(key, page), stored) if index else (stored,))
        self._table[key] = (size + 1, total + stored[1])
        self._set_place(key, stored[0], size)

    def _move_to_pages(self, key: StateKey, rows: Rows) -> None:
        self._table[key] = (len(rows), self.total(key))
        for start in range(0, len(rows), PAGE_ROWS):
            self.set_page(key, start // PAGE_ROWS, rows[start : start + PAGE_ROWS])
        for position, stored in enumerate(rows):
            self._set_place(key, stored[0], position)

    def _remove_at(self, key: StateKey, place: Place) -> None:
        head = self._table[key]
        if place.page is None:
            rest = (*head[: place.offset], *head[place.offset + 1 :])
            if rest:
                self._table[key] = rest
            else:
                del self._table[key]
            return
        size, total = head
        gone = self.at(key, place)
        last_page, last_index = divmod(size - 1, PAGE_ROWS)
        last_rows = self._page(key, last_page)
        last = last_rows[last_index]
        self._set_place(key, gone[0], None)
        self.set_page(key, last_page, last_rows[:last_index])
        if place != Place(last_page, last_index):
            self.set(key, place, last)
            self._set_place(key, last[0], place.page * PAGE_ROWS + place.offset)
        if size == 1:
            del self._table[key]
        else:
            self._table[key] = (size - 1, total - gone[1])

    def _add_to_total(self, key: StateKey, count: int) -> None:
        head = self._table[key]
        if type(head[0]) is int:
            self._table[key] = (head[0], head[1] + count)

    # Searching --------------------------------------------------------------------------------------------------------

    def _place_of(self, key: StateKey, row: Row) -> Optional[Place]:
        """Returns the position of the row with the unique key of this row, or of the identical row."""
        head = self._table[key]
        if self.is_key_unique:
            return Place(None, 0)
        if type(head[0]) is int:
            owner = (key, self._row_key(row))
            position = self._places.load(_NAMESPACE, [owner]).get(owner)
            return None if position is None else Place(*divmod(position, PAGE_ROWS))
        is_same = self._identity.matcher(row)
        for index, stored in enumerate(head):
            if is_same(stored[0]):
                return Place(None, index)
        return None

    def _row_key(self, row: Row) -> StateKey:
        """Returns the unique key of a row, or the whole row, as a key; a long key as its hash."""
        key = encode_key(tuple(self._identity.values(row)))
        if type(key) is bytes and len(key) > 2 * _DIGEST_BYTES:
            return blake2b(key, digest_size=_DIGEST_BYTES).digest()
        return key

    def _set_place(self, key: StateKey, row: Row, position: Optional[int]) -> None:
        if not self._is_searched:
            return
        owner = (key, self._row_key(row))
        places = self._places.load(_NAMESPACE, [owner])
        if position is None:
            places.pop(owner, None)
        else:
            places[owner] = position
        self._places.touch(_NAMESPACE, [owner])

    # All rows ---------------------------------------------------------------------------------------------------------

    def key_chunks(self, size: int) -> Iterator[list[StateKey]]:
        """Iterates over all keys, some at a time."""
        keys = [key for table in self._heads.chunks(_NAMESPACE) for key in table]
        remaining = iter(keys)
        while chunk := list(islice(remaining, size)):
            yield chunk

    def sweep(self) -> None:
        """Removes expired rows, at most once per time to live."""
        now_ms = self._clock.now_ms()
        if not self._ttl_ms or now_ms < self._swept_ms + self._ttl_ms:
            return
        self._swept_ms = now_ms
        for keys in self.key_chunks(1000):
            self.load(keys)
            changed = [key for key in keys if self._sweep_key(key)]
            if changed:
                self.store(changed)

    def _sweep_key(self, key: StateKey) -> bool:
        """Removes the expired rows of a key. Returns whether there were any."""
        if not any(not self.is_live(stored) for _, rows in self.pages(key) for stored in rows):
            return False
        position = 0
        for _ in range(self._size(key)):
            is_paged = type(self._table[key][0]) is int
            place = Place(*divmod(position, PAGE_ROWS)) if is_paged else Place(None, position)
            if self.is_live(self.at(key, place)):
                position += 1
            else:
                self._remove_at(key, place)
        return True

    def _size(self, key: StateKey) -> int:
        head = self._table[key]
        return int(head[0]) if type(head[0]) is int else len(head)
