"""Messages: the Kafka records of one block, as columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Any, NamedTuple, Optional, Protocol

from pyrite.core.persistence.persisted import persisted

Headers = list[tuple[str, Optional[bytes]]]
_ANY_PARTITION = -1
_NOW = 0


@persisted("kafka-messages/1")
class Messages(NamedTuple):
    """The columns of Kafka records. A column is one value for all records, or a list with a value for each."""

    topics: str | list[str]
    values: list[Optional[bytes]]
    keys: Optional[list[Optional[bytes]]] = None
    partitions: int | list[int] = _ANY_PARTITION
    timestamps: int | list[int] = _NOW
    """Milliseconds. With 0, the producer assigns its current time."""
    headers: Optional[list[Optional[Headers]]] = None

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """The arguments of `Producer.produce`, by position, for each record."""
        nothing: Iterable[None] = repeat(None)
        return zip(
            repeat(self.topics) if isinstance(self.topics, str) else self.topics,
            self.values,
            nothing if self.keys is None else self.keys,
            repeat(self.partitions) if isinstance(self.partitions, int) else self.partitions,
            nothing,
            nothing,
            repeat(self.timestamps) if isinstance(self.timestamps, int) else self.timestamps,
            nothing if self.headers is None else self.headers,
            strict=False,
        )

    @property
    def first_topic(self) -> str:
        return self.topics if isinstance(self.topics, str) else self.topics[0]


class Serializer(Protocol):
    """Serializes blocks, of rows or of columns, into Messages."""

    def serialize(self, block: Any) -> Messages: ...
