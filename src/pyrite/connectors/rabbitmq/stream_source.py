"""RMQStreamSource: reads a RabbitMQ stream, a queue that retains messages, from an offset."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, ClassVar, Optional

from pyrite.connectors.base.decoding import Decoder
from pyrite.connectors.base.static_split_enumerator import StaticSplitEnumerator
from pyrite.connectors.rabbitmq.connection_config import RMQConnectionConfig, close_quietly
from pyrite.connectors.rabbitmq.consumer import Consumer, Message
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

_OFFSET = "x-stream-offset"
_OLDEST_S = 10.0
_CREDIT = 2000
"""The number of messages that the broker sends ahead."""


@persisted("rabbitmq-stream-split/1")
@dataclass(frozen=True)
class StreamSplit:
    """A stream, and its next offset. None is the configured start."""

    split_id: str
    offset: Optional[int] = None


class RMQStreamReader(SourceReader[StreamSplit]):
    """Reads one stream."""

    def __init__(self, source: RMQStreamSource, context: SourceReaderContext) -> None:
        self._source = source
        self._decoder = Decoder(source.schema, source.bad_records, context)
        self._consumer: Optional[Consumer] = None
        self._split: Optional[StreamSplit] = None
        self._complete = False

    def add_splits(self, splits: list[StreamSplit]) -> None:
        self._split = splits[0]
        name = f"RMQStreamSource of '{splits[0].split_id}'"
        self._consumer = Consumer(self._source.config, splits[0].split_id, self._subscribe, name, declares=False)
        self._consumer.open()

    def _subscribe(self, channel: Any, on_message: Callable[..., None]) -> None:
        """Subscribes from the next offset on. Streams require a prefetch limit."""
        assert self._split is not None
        start = self._source.start if self._split.offset is None else self._split.offset
        channel.basic_qos(prefetch_count=self._source.config.get_prefetch_count() or _CREDIT)
        channel.basic_consume(self._split.split_id, on_message, arguments={_OFFSET: start})

    def notify_no_more_splits(self) -> None:
        self._complete = True

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        if self._consumer is None or self._split is None:
            return END_OF_INPUT if self._complete else None
        messages = self._consumer.take(max_records, timeout_ms)
        if not messages:
            return None
        self._consumer.acknowledge(
            messages[-1].session, messages[-1].tag
        )  # only requests more messages: a stream deletes none
        begun = self._split.offset
        messages = [message for message in messages if begun is None or _offset(message) >= begun]
        if not messages:
            return None
        self._check_gaps(_offset(messages[0]) if begun is None else begun, messages)
        self._split = replace(self._split, offset=_offset(messages[-1]) + 1)
        values, _ = self._decoder.decode(
            [message.body for message in messages], lambda index: self._place(messages[index])
        )
        return SourceBlock(self._split.split_id, values) if values else None

    def _check_gaps(self, expected: int, messages: list[Message]) -> None:
        """ConnectorError if unread messages were dropped. Some offsets have no message, which is not a loss."""
        if _offset(messages[-1]) + 1 - expected == len(messages):
            return
        oldest = self._first_offset()
        for message in messages:
            if expected < min(oldest, _offset(message)):
                assert self._split is not None
                raise ConnectorError(
                    f"RMQStreamSource: stream '{self._split.split_id}' dropped the messages {expected} to "
                    f"{oldest - 1} before they were read. Increase its retention, or start without the state to "
                    "continue with the remaining messages"
                )
            expected = _offset(message) + 1

    def _first_offset(self) -> int:
        """The offset of the oldest message."""
        assert self._split is not None
        pika, connection = self._source.config.connect("RMQStreamSource")
        try:
            channel = connection.channel()
            channel.basic_qos(prefetch_count=1)
            oldest = channel.consume(self._split.split_id, arguments={_OFFSET: "first"}, inactivity_timeout=_OLDEST_S)
            _, properties, _ = next(oldest)
            return 0 if properties is None else int(properties.headers[_OFFSET])
        finally:
            close_quietly(pika, connection)

    def _place(self, message: Message) -> str:
        assert self._split is not None
        return f"stream '{self._split.split_id}', offset {_offset(message)}"

    def snapshot_state(self, checkpoint_id: int) -> list[StreamSplit]:
        return [] if self._split is None else [self._split]

    def close(self) -> None:
        if self._consumer is not None:
            self._consumer.close()


def _offset(message: Message) -> int:
    return int(message.properties.headers[_OFFSET])


@persisted("rabbitmq-stream-source/1")
class RMQStreamSource(Source[StreamSplit]):
    """Reads a queue of type `stream`, exactly once: it retains messages, and the offset is part of the checkpoint."""

    declaration: ClassVar[Declaration] = Declaration(
        "RabbitMQ stream",
        (Guarantee(EXACTLY_ONCE, "offsets are part of the checkpoint"),),
        needs="pyrite[rabbitmq]; a queue of type stream",
        tried_with="RabbitMQ 3.10",
    )

    def __init__(
        self,
        connection_config: RMQConnectionConfig,
        stream_name: str,
        deserialization_schema: DeserializationSchema,
        start: str | int | datetime = "first",
    ) -> None:
        """`start` is `first`, an offset, or a time. With a time, some slightly earlier messages may be read."""
        if not stream_name:
            raise InvalidProgramError("RMQStreamSource needs the name of a stream")
        if not (start == "first" or isinstance(start, datetime) or (isinstance(start, int) and start >= 0)):
            raise InvalidProgramError(f"start must be 'first', an offset of 0 or more, or a datetime, not {start!r}")
        self.config = connection_config
        self.start = start
        self.schema = deserialization_schema
        self.bad_records = BadRecords.FAIL
        self._stream = stream_name

    def set_bad_records(self, policy: BadRecords) -> RMQStreamSource:
        """Sets the policy for messages that cannot be read. By default they fail the job."""
        self.bad_records = BadRecords.checked(policy)
        return self

    def guarantee(self) -> Guarantee:
        return self.declaration.ways[0]

    def get_boundedness(self) -> Boundedness:
        return Boundedness.CONTINUOUS_UNBOUNDED

    def create_reader(self, context: SourceReaderContext) -> SourceReader[StreamSplit]:
        return RMQStreamReader(self, context)

    def create_enumerator(self, context: SplitEnumeratorContext[StreamSplit]) -> SplitEnumerator[StreamSplit]:
        return StaticSplitEnumerator(context, [StreamSplit(self._stream)])

    def restore_enumerator(
        self, context: SplitEnumeratorContext[StreamSplit], checkpoint: Any
    ) -> SplitEnumerator[StreamSplit]:
        return StaticSplitEnumerator(context, checkpoint)
