"""RedisStreamSource: reads entries of Redis streams, by their ids."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, NoReturn, Optional

from pyrite.connectors.base.decoding import Decoder
from pyrite.connectors.base.static_split_enumerator import StaticSplitEnumerator
from pyrite.connectors.redis.connection import RedisSettings
from pyrite.core.connector.bad_records import BadRecords
from pyrite.core.connector.guarantee import EXACTLY_ONCE, Declaration, Guarantee
from pyrite.core.connector.serialization import DeserializationSchema
from pyrite.core.connector.source import (
    END_OF_INPUT,
    Boundedness,
    EndOfInput,
    Source,
    SourceBlock,
    SourceReader,
    SourceReaderContext,
    SplitEnumerator,
    SplitEnumeratorContext,
)
from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.core.persistence.persisted import persisted

_AT_ONCE: Final = 5000
_CHECK_S: Final = 1.0


@persisted("redis-stream-split/1")
@dataclass(frozen=True)
class StreamSplit:
    """A stream, read up to and including an entry."""

    key: str
    after: str
    begun: bool = False
    """Whether an entry was read. Entries before the first one do not count as lost."""
    count: Optional[int] = None
    """The total number of entries added up to this one, if available."""

    @property
    def split_id(self) -> str:
        return self.key


@persisted("redis-of-field/1")
class _OfField:
    """Deserializes the field of an entry that contains the record."""

    def __init__(self, schema: DeserializationSchema, field: str) -> None:
        self._deserialize = schema.deserialize
        self._field = field.encode()

    def deserialize(self, fields: dict[bytes, bytes]) -> Any:
        if self._field not in fields:
            others = ", ".join(map(repr, fields))
            raise ValueError(f"the entry has no field {self._field!r}. It has {others}")
        return self._deserialize(fields[self._field])

    def data_of(self, fields: dict[bytes, bytes]) -> bytes:
        return fields.get(self._field, b"")


class RedisStreamReader(SourceReader[StreamSplit]):
    """Reads its streams with XREAD. The next call reopens a lost connection, or fails the task."""

    def __init__(self, settings: RedisSettings, decoder: Decoder) -> None:
        self._settings = settings
        self._client: Any = None
        self._decoder = decoder
        self._splits: dict[str, StreamSplit] = {}
        self._waiting: dict[str, list[tuple[bytes, dict[bytes, bytes]]]] = {}
        self._complete = False
        self._checked_s = -_CHECK_S

    def open(self) -> None:
        self._client = self._settings.client("RedisStreamSource")

    def close(self) -> None:
        if self._client is not None:
            self._client.close()

    def add_splits(self, splits: list[StreamSplit]) -> None:
        self._splits.update({split.key: split for split in splits})

    def notify_no_more_splits(self) -> None:
        self._complete = True

    def snapshot_state(self, checkpoint_id: int) -> list[StreamSplit]:
        return list(self._splits.values())

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        if not self._splits:
            return END_OF_INPUT if self._complete else None
        if not self._waiting:
            self._read(timeout_ms)
        if not self._waiting:
            return None
        key, entries = self._waiting.popitem()
        if len(entries) > max_records:
            self._waiting[key] = entries[max_records:]
            entries = entries[:max_records]
        return self._block(key, entries)

    def _read(self, timeout_ms: int) -> None:
        places = {split.key: split.after for split in self._splits.values()}
        try:
            if time.monotonic() - self._checked_s >= _CHECK_S:
                self._check_gaps()
                self._checked_s = time.monotonic()
            streams = self._client.xread(places, count=_AT_ONCE, block=timeout_ms or None)
        except ConnectorError:
            raise
        except Exception as error:
            raise self._settings.error("RedisStreamSource", f"{', '.join(places)} cannot be read", error) from None
        for key, entries in streams or ():
            self._waiting[key.decode()] = entries

    def _check_gaps(self) -> None:
        """ConnectorError if unread entries were trimmed. Since version 7, Redis counts all added entries."""
        for split in list(self._splits.values()):
            info = self._client.xinfo_stream(split.key) if self._client.exists(split.key) else {}
            added, length = info.get("entries-added"), info.get("length", 0)
            if not split.begun:
                count = added - length if added is not None and split.after == "0" else None
                self._splits[split.key] = replace(split, count=count)
                continue
            after, first = _place(split.after.encode()), info.get("first-entry")
            lost = 0
            if split.count is not None and added is not None and (first is None or _place(first[0]) > after):
                lost = added - split.count - length
            if _place(info.get("last-generated-id", b"0-0")) < after:
                self._raise_gap(split, "was deleted or recreated")
            if lost > 0:
                self._raise_gap(split, f"lost {lost} entries before they were read")

    def _raise_gap(self, split: StreamSplit, what: str) -> NoReturn:
        raise ConnectorError(
            f"RedisStreamSource: stream '{split.key}' at {self._settings.place} {what}; the job has read up to "
            f"{split.after}. Increase its MAXLEN, or start without the state to continue with the remaining entries"
        )

    def _block(self, key: str, entries: list[tuple[bytes, dict[bytes, bytes]]]) -> SourceBlock:
        values, indices = self._decoder.decode(
            [fields for _, fields in entries],
            lambda index: f"stream '{key}', entry {entries[index][0].decode()}",
        )
        times = [int(entry.partition(b"-")[0]) for entry, _ in entries]
        split = self._splits[key]
        count = None if split.count is None else split.count + len(entries)
        self._splits[key] = replace(split, after=entries[-1][0].decode(), begun=True, count=count)
        return SourceBlock(key, values, times if indices is None else [times[index] for index in indices])


def _place(entry: bytes) -> tuple[int, int]:
    time_ms, _, number = entry.partition(b"-")
    return int(time_ms), int(number or 0)


@persisted("redis-stream-source/1")
class RedisStreamSource(Source[StreamSplit]):
    """Reads streams (XADD), whose entries have a record in one field. Streams are distributed to the readers.

    The job fails if unread entries were trimmed: set a sufficient MAXLEN.
    """

    declaration: ClassVar[Declaration] = Declaration(
        "Redis stream",
        (Guarantee(EXACTLY_ONCE, "the last entry's id is part of the checkpoint"),),
        needs="pyrite[redis]",
        tried_with="Redis 7.0",
    )

    def __init__(
        self,
        url: str,
        streams: str | list[str],
        deserialization_schema: DeserializationSchema,
        field: str = "value",
        start: str = "0",
    ) -> None:
        """Reading begins after the entry with the id `start`: 0 for all entries, or a time in milliseconds."""
        self._settings = RedisSettings(url)
        self._streams = [streams] if isinstance(streams, str) else list(streams)
        if not self._streams:
            raise InvalidProgramError("RedisStreamSource needs the key of a stream")
        if not start.partition("-")[0].isdigit():
            raise InvalidProgramError(f"start must be the id of an entry, such as 0 or 1700000000000-0, not {start!r}")
        self._schema = deserialization_schema
        self._field = field
        self._start = start
        self._bad_records = BadRecords.FAIL

    def set_bad_records(self, policy: BadRecords) -> RedisStreamSource:
        """Sets the policy for entries that cannot be read. By default they fail the job."""
        self._bad_records = BadRecords.checked(policy)
        return self

    def guarantee(self) -> Guarantee:
        return self.declaration.ways[0]

    def get_boundedness(self) -> Boundedness:
        return Boundedness.CONTINUOUS_UNBOUNDED

    def create_reader(self, context: SourceReaderContext) -> SourceReader[StreamSplit]:
        of_field = _OfField(self._schema, self._field)
        return RedisStreamReader(self._settings, Decoder(of_field, self._bad_records, context, of_field.data_of))

    def create_enumerator(self, context: SplitEnumeratorContext[StreamSplit]) -> SplitEnumerator[StreamSplit]:
        splits: list[Optional[StreamSplit]] = [StreamSplit(key, self._start) for key in self._streams]
        return StaticSplitEnumerator(context, splits)

    def restore_enumerator(
        self, context: SplitEnumeratorContext[StreamSplit], checkpoint: Any
    ) -> SplitEnumerator[StreamSplit]:
        return StaticSplitEnumerator(context, checkpoint)
