"""The contract of lookup joins: a table source finds rows by the values of some of its columns.

Keys and rows are tuples of values in row form (`expressions/values.py`). A key has a value for each key column, and no
NULL: a NULL matches nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Optional

from pyrite.core.connector.source import Source
from pyrite.core.connector.table import TableSource
from pyrite.core.errors import ValidationException

Key = tuple[Any, ...]
Row = tuple[Any, ...]


class LookupReader(ABC):
    """Finds rows, one call at a time, in a thread of its own."""

    def open(self) -> None:  # noqa: B027
        """Connects, or leaves that to the first lookup."""

    @abstractmethod
    def lookup(self, keys: Sequence[Key]) -> Sequence[Sequence[Row]]:
        """The rows of each of these distinct keys. An error fails the attempt: retry what a retry can repair."""

    def read_all(self) -> Iterable[Row]:
        """All rows of the table, for `lookup.cache` FULL."""
        raise ValidationException("the connector cannot read the whole table for 'lookup.cache'='FULL'")

    def close(self) -> None:  # noqa: B027
        """Disconnects."""


class AsyncLookupReader(ABC):
    """Finds rows with coroutines in the event loop of the task, several at a time. They must not block."""

    async def open(self) -> None:  # noqa: B027
        """Connects, or leaves that to the first lookup."""

    @abstractmethod
    async def lookup(self, keys: Sequence[Key]) -> Sequence[Sequence[Row]]:
        """As `LookupReader.lookup`. The task is canceled after a timeout."""

    async def close(self) -> None:  # noqa: B027
        """Disconnects."""


@dataclass(frozen=True)
class PartialCache:
    """Keeps rows of keys that were looked up. None: without this limit."""

    max_rows: Optional[int] = None
    expire_after_write_ms: Optional[int] = None
    expire_after_access_ms: Optional[int] = None
    caches_missing_keys: bool = True


@dataclass(frozen=True)
class FullCache:
    """Keeps all rows of the table, and loads them again after an interval, or at a time of day (in ms, UTC)."""

    interval_ms: Optional[int] = None
    is_fixed_rate: bool = False
    time_of_day_ms: Optional[int] = None
    interval_days: int = 1


LookupCache = Optional[PartialCache | FullCache]


class Lookup(ABC):
    """Describes the lookup of a table's rows by certain columns. A picklable value: tasks create its readers."""

    @property
    def cache(self) -> LookupCache:
        """How rows are cached. None: each row is looked up."""
        return None

    @property
    def keys_per_call(self) -> int:
        """The number of keys that a call of an AsyncLookupReader should have at most."""
        return 1

    @property
    def is_async(self) -> bool:
        """Whether it has an AsyncLookupReader, which is preferred."""
        return False

    @property
    def is_blocking(self) -> bool:
        """Whether it has a LookupReader."""
        return not self.is_async

    @abstractmethod
    def create_reader(self, is_async: bool) -> LookupReader | AsyncLookupReader:
        """Creates a reader of one of its kinds."""


class SupportsLookup(ABC):
    """A source that finds rows by key: Flink's LookupTableSource."""

    @abstractmethod
    def describe_lookup(self, keys: Sequence[int]) -> Lookup:
        """The lookup by these of its columns. ValidationException if it cannot find rows by them."""


class LookupOnlySource(TableSource, SupportsLookup):
    """The base class of tables that can be joined by a lookup, but not scanned."""

    @property
    def is_bounded(self) -> bool:
        return True

    def create_source(self) -> Source[Any]:
        raise ValidationException(
            f"{self.as_summary_string()} cannot be scanned. Join it by key: "
            "JOIN t FOR SYSTEM_TIME AS OF <a processing time> ON <its columns> = <columns of the other table>"
        )
