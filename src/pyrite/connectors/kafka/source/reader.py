"""KafkaSourceReader: reads partitions with one consumer, in blocks."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Thread
from typing import Any, Final, Optional

from pyrite.connectors.base.decoding import Decoder
from pyrite.connectors.kafka.client_errors import ClientErrors, Outage
from pyrite.connectors.kafka.offsets import KafkaPartitionSplit, KafkaTopicPartition, Offsets
from pyrite.connectors.kafka.source.enumerator import PartitionsGone
from pyrite.connectors.kafka.source.offset_commits import OffsetCommits
from pyrite.connectors.kafka.source.partition_metrics import PartitionMetrics
from pyrite.connectors.kafka.source.record import ConsumerRecord, KafkaRecordDeserializationSchema, ValueOnly, record_of
from pyrite.connectors.kafka.table.records import ColumnMessageDecoder, TableRecords
from pyrite.core.connector.bad_records import BadRecords
from pyrite.core.connector.source import END_OF_INPUT, EndOfInput, SourceBlock, SourceReader, SourceReaderContext
from pyrite.core.errors import ConnectorError
from pyrite.core.extras import load
from pyrite.core.persistence.persisted import persisted
from pyrite.core.time.time import NO_TIMESTAMP

_AT_ONCE: Final = 500
"""How many messages per partition are taken from librdkafka at a time, to form large blocks."""
_MAX_AT_ONCE: Final = 10_000
_CLOSE_S: Final = 5.0
"""How long a closing reader waits for its consumer."""
_TRANSIENT: Final = frozenset({"_TRANSPORT", "_ALL_BROKERS_DOWN", "_TIMED_OUT", "_RESOLVE", "NOT_LEADER_FOR_PARTITION"})
"""Errors that librdkafka recovers from by itself."""


@persisted("kafka-reader-setup/1")
@dataclass(frozen=True)
class ReaderSetup:
    """The parameters of a reader. `settings` are librdkafka's and include secrets: the repr omits them."""

    settings: Mapping[str, Any]
    deserializer: KafkaRecordDeserializationSchema
    bad_records: BadRecords
    commits: bool
    timeout_s: float

    def __repr__(self) -> str:
        return f"ReaderSetup({self.settings['bootstrap.servers']})"


class _Part:
    """A partition that the reader reads. Once it is `done`, its last record has arrived, and no more are accepted."""

    def __init__(self, split: KafkaPartitionSplit) -> None:
        self.partition = split.partition
        self.split_id = split.split_id
        self.position = split.offset
        self.stop = split.stop
        self.done = False

    @property
    def place(self) -> tuple[str, int]:
        return self.partition.topic, self.partition.partition

    def split(self) -> KafkaPartitionSplit:
        return KafkaPartitionSplit(self.partition, self.position, self.stop)


class KafkaSourceReader(SourceReader[KafkaPartitionSplit]):
    """Buffers messages of librdkafka until their block is polled. A position advances when a block is polled."""

    _consumer: Any = None

    def __init__(self, setup: ReaderSetup, settings: Mapping[str, Any], context: SourceReaderContext) -> None:
        self._setup = setup
        self._settings = settings
        self._kafka = load("confluent_kafka", "kafka", "KafkaSource")
        self._metrics = PartitionMetrics(
            context,
            self._lag_of,
            lambda place: self._parts[place].position,
            lambda place: self._commits.committed[KafkaTopicPartition(*place)],
        )
        self._commits = OffsetCommits(self._metrics.group)
        self._errors = ClientErrors(str(setup.settings["bootstrap.servers"]))
        self._decode: Callable[[str, list[Any]], tuple[Any, Optional[list[int]]]]
        if isinstance(setup.deserializer, TableRecords):
            self._decode = ColumnMessageDecoder(setup.deserializer, context).decode
        else:
            self._decode = MessageDecoder(setup.deserializer, setup.bad_records, context).decode
        self._parts: dict[tuple[str, int], _Part] = {}
        self._ready: deque[tuple[_Part, list[Any], bool]] = deque()
        """Lists of messages, each of one partition, with whether they are the last of their partition."""
        self._complete = False
        self._ended: Offsets = {}

    def open(self) -> None:
        settings: dict[str, Any] = {**self._settings, "error_cb": self._errors, "log_level": 0}
        if self._setup.commits:
            settings["on_commit"] = self._commits.answered
        self._consumer = self._kafka.Consumer(settings)
        self._outage = Outage(self._consumer, self._errors, self._setup.timeout_s)

    def close(self) -> None:
        if self._consumer is not None:
            self._commits.finish(self._consumer)
            self._close_consumer()

    def _close_consumer(self) -> None:
        consumer, self._consumer = self._consumer, None
        if consumer is not None:
            # If a broker has died, librdkafka was seen to wait for minutes for the answer to a commit.
            closing = Thread(target=consumer.close, name="close Kafka consumer", daemon=True)
            closing.start()
            closing.join(_CLOSE_S)

    def __del__(self) -> None:
        """Closes the consumer of a dropped task, as in simulations: librdkafka may hang in an unclosed consumer."""
        self._close_consumer()

    # Splits -----------------------------------------------------------------------------------------------------------

    def add_splits(self, splits: list[KafkaPartitionSplit]) -> None:
        assigned = []
        for split in splits:
            part = _Part(split)
            self._parts[part.place] = part
            self._metrics.add(part.place)
            if split.stop is not None and split.offset >= split.stop:
                part.done = True
                self._ready.append((part, [], True))
            else:
                assigned.append(self._kafka.TopicPartition(*part.place, split.offset))
        if assigned:
            self._consumer.incremental_assign(assigned)

    def notify_no_more_splits(self) -> None:
        self._complete = True

    def handle_source_event(self, event: Any) -> None:
        if isinstance(event, PartitionsGone):
            for part in list(self._parts.values()):
                if part.partition in event.partitions and not part.done:
                    self._finish(part, [])

    def snapshot_state(self, checkpoint_id: int) -> list[KafkaPartitionSplit]:
        splits = [part.split() for part in self._parts.values()]
        if self._setup.commits:
            self._commits.note(checkpoint_id, self._ended | {split.partition: split.offset for split in splits})
        return splits

    def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
        if self._setup.commits:
            self._commits.commit(checkpoint_id, self._consumer)

    # Reading ----------------------------------------------------------------------------------------------------------

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        if not self._ready:
            if self._complete and not self._parts:
                return END_OF_INPUT
            self._fetch(max_records, timeout_ms)
            if not self._ready:
                return None
        part, messages, last = self._ready.popleft()
        if len(messages) > max_records:
            self._ready.appendleft((part, messages[max_records:], last))
            messages, last = messages[:max_records], False
        return self._block(part, messages, last)

    def _block(self, part: _Part, messages: list[Any], last: bool) -> SourceBlock:
        values, timestamps = self._decode(part.split_id, messages) if messages else ([], None)
        if messages:
            part.position = messages[-1].offset() + 1
        if last:
            self._remove(part)
        return SourceBlock(part.split_id, values, timestamps, last)

    def _remove(self, part: _Part) -> None:
        if part.stop is not None:
            self._ended[part.partition] = part.stop
        if self._parts[part.place] is part:  # not the part of a recreated topic
            del self._parts[part.place]
            self._metrics.remove(part.place)

    def _fetch(self, max_records: int, timeout_ms: int) -> None:
        consume = self._consumer.consume
        count = min(_MAX_AT_ONCE, max(max_records, _AT_ONCE * len(self._parts)))
        messages = consume(count, 0)
        if not messages and timeout_ms:
            messages = consume(1, timeout_ms / 1000)  # the call waits until it has the requested number of messages
            if messages:
                messages += consume(count, 0)
        self._errors.check()
        if messages:
            self._outage.is_over()
            self._sort(messages)
        else:
            self._outage.check()

    def _sort(self, messages: list[Any]) -> None:
        """Assigns messages to their partitions."""
        kind = self._kafka.Message
        notices: list[Any] = []
        if set(map(type, map(kind.error, messages))) != {type(None)}:
            notices = [message for message in messages if message.error() is not None]
            messages = [message for message in messages if message.error() is None]
        groups = self._by_place(messages)
        for place, group in groups.items():
            self._take(self._parts.get(place), group)
        for notice in notices:
            self._handle_notice(notice)

    def _by_place(self, messages: list[Any]) -> dict[tuple[str, int], list[Any]]:
        kind = self._kafka.Message
        topics, numbers = set(map(kind.topic, messages)), set(map(kind.partition, messages))
        if len(topics) == len(numbers) == 1:  # the usual case: librdkafka fetches partition by partition
            return {(topics.pop(), numbers.pop()): messages}
        groups: dict[tuple[str, int], list[Any]] = {}
        for message in messages:
            groups.setdefault((message.topic(), message.partition()), []).append(message)
        return groups

    def _take(self, part: Optional[_Part], messages: list[Any]) -> None:
        if part is None or part.done:
            return
        if part.stop is None or messages[-1].offset() < part.stop - 1:
            self._ready.append((part, messages, False))
        else:
            self._finish(part, messages[: bisect_left(messages, part.stop, key=lambda message: message.offset())])

    def _finish(self, part: _Part, messages: list[Any]) -> None:
        """Takes the last messages of a partition."""
        part.done = True
        self._ready.append((part, messages, True))
        self._consumer.incremental_unassign([self._kafka.TopicPartition(*part.place)])

    def _handle_notice(self, notice: Any) -> None:
        """Handles an event of a partition that librdkafka reports in place of a record."""
        part = self._parts.get((notice.topic(), notice.partition()))
        code = notice.error().name()
        if part is None or part.done or code in _TRANSIENT:
            return
        if code != "_PARTITION_EOF":
            raise self._error(part, code, notice.error().str())
        if part.stop is not None and notice.offset() >= part.stop:  # only transaction markers remain
            self._finish(part, [])

    def _error(self, part: _Part, code: str, reason: str) -> ConnectorError:
        topic, number = part.place
        where = f"Kafka topic '{topic}', partition {number}, at {self._setup.settings['bootstrap.servers']}"
        if code == "_AUTO_OFFSET_RESET":
            return ConnectorError(
                f"{where}: offset {part.position} does not exist. Records were deleted before they were read, or the "
                "topic was recreated. To continue without these records, set the property auto.offset.reset to "
                "earliest or latest"
            )
        if code in ("UNKNOWN_TOPIC_OR_PART", "_UNKNOWN_PARTITION", "_UNKNOWN_TOPIC"):
            return ConnectorError(f"{where}: no longer exists")
        return ConnectorError(f"{where}: {reason}")

    def _lag_of(self, place: tuple[str, int]) -> int:
        """The number of unread records at the broker."""
        part = self._parts[place]
        end: int
        _, end = self._consumer.get_watermark_offsets(self._kafka.TopicPartition(*place), cached=True)
        if end < 0:
            raise LookupError("the lag is not available yet")
        return max(0, end - part.position)


class MessageDecoder:
    """Decodes blocks of messages of one partition."""

    def __init__(
        self, deserializer: KafkaRecordDeserializationSchema, policy: BadRecords, context: SourceReaderContext
    ) -> None:
        self._message = load("confluent_kafka", "kafka", "KafkaSource").Message
        self._values_only = isinstance(deserializer, ValueOnly)
        if isinstance(deserializer, ValueOnly):
            self._decoder = Decoder(deserializer.schema, policy, context)
        else:
            self._decoder = Decoder(deserializer, policy, context, _value_of)

    def decode(self, split_id: str, messages: list[Any]) -> tuple[list[Any], list[int]]:
        """The records and their timestamps. A schema of values skips tombstones."""
        payload: list[Any]
        if self._values_only:
            payload = list(map(self._message.value, messages))
            if None in payload:
                messages = [message for message, value in zip(messages, payload, strict=True) if value is not None]
                payload = [value for value in payload if value is not None]
        else:
            payload = list(map(record_of, messages))
        values, indices = self._decoder.decode(payload, lambda index: f"{split_id}, offset {messages[index].offset()}")
        if indices is not None:
            messages = [messages[index] for index in indices]
        timestamps = [at for _, at in map(self._message.timestamp, messages)]
        if -1 in timestamps:
            timestamps = [NO_TIMESTAMP if at == -1 else at for at in timestamps]
        return values, timestamps


def _value_of(record: ConsumerRecord) -> bytes:
    """The bytes that describe an unreadable record in an error."""
    return record.value or b""
