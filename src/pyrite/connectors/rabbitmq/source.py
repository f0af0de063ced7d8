"""RMQSource: reads messages of a RabbitMQ queue, and acknowledges them when their checkpoint is complete."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, ClassVar, Optional

from pyrite.connectors.base.decoding import Decoder
from pyrite.connectors.base.static_split_enumerator import StaticSplitEnumerator
from pyrite.connectors.rabbitmq.connection_config import RMQConnectionConfig
from pyrite.connectors.rabbitmq.consumer import Consumer, Message
from pyrite.core.connector.bad_records import BadRecords
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE, Declaration, Guarantee
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

BY_ID = Guarantee(EXACTLY_ONCE, "correlation ids are part of the checkpoint, messages are acknowledged after it")
WITHOUT_ID = Guarantee(AT_LEAST_ONCE, "messages without correlation ids, acknowledged after the checkpoint")
REMEMBERED = 20_000
CHECKPOINTS = 3
"""The number of acknowledged ids to keep, and the minimum number of checkpoints whose ids are kept.

A broker that crashes may lose acknowledgements.
"""


@persisted("rabbitmq-queue-split/1")
@dataclass(frozen=True)
class QueueSplit:
    """A reader's share of the queue, which the broker decides. `ids` are the correlation ids of received messages."""

    split_id: str
    ids: tuple[str, ...] = ()


class EachReader(SplitEnumerator[QueueSplit]):
    """Lets every reader consume from the queue. There is no position to restore."""

    def __init__(self, context: SplitEnumeratorContext[QueueSplit]) -> None:
        self._context = context

    def add_reader(self, subtask: int) -> None:
        self._context.assign_splits(subtask, [QueueSplit(str(subtask))])
        self._context.signal_no_more_splits(subtask)

    def snapshot_state(self, checkpoint_id: int) -> None:
        return None


class RMQReader(SourceReader[QueueSplit]):
    """Reads the queue once it has a split. Without checkpoints the broker acknowledges messages automatically."""

    def __init__(
        self, source: RMQSource, make_consumer: Callable[[bool], Consumer], context: SourceReaderContext
    ) -> None:
        self._queue = source.queue_name
        self._keeps_split = source.uses_correlation_id
        self._acknowledges = context.checkpointing
        self._by_id = source.uses_correlation_id and context.checkpointing
        self._decoder = Decoder(source.schema, source.bad_records, context)
        self._make_consumer = make_consumer
        self._consumer: Optional[Consumer] = None
        self._split: Optional[QueueSplit] = None
        self._complete = False
        self._seen = SeenIds()
        self._last: Optional[Message] = None
        self._unacknowledged: list[tuple[int, Message]] = []

    def add_splits(self, splits: list[QueueSplit]) -> None:
        self._split = splits[0]
        self._seen = SeenIds(one for split in splits for one in split.ids)
        if self._consumer is None:
            self._consumer = self._make_consumer(self._acknowledges)
            self._consumer.open()

    def notify_no_more_splits(self) -> None:
        self._complete = True

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        if self._consumer is None or self._split is None:
            return END_OF_INPUT if self._complete else None
        messages = self._consumer.take(max_records, timeout_ms)
        if not messages:
            return None
        if self._acknowledges:
            self._last = messages[-1]
        if self._by_id:
            messages = [message for message in messages if self._seen.add(self._id_of(message))]
        values, _ = self._decoder.decode(
            [message.body for message in messages], lambda index: self._place(messages[index])
        )
        return SourceBlock(self._split.split_id, values) if values else None

    def _id_of(self, message: Message) -> str:
        correlation_id: Optional[str] = message.properties.correlation_id
        if not correlation_id:
            raise ConnectorError(
                f"queue '{self._queue}': a message has no correlation id, but RMQSource was configured to use them. "
                "Have its producer set one for each message, or read at least once with use_correlation_id=False"
            )
        return correlation_id

    def _place(self, message: Message) -> str:
        return f"queue '{self._queue}', message {message.properties.correlation_id or message.tag}"

    def snapshot_state(self, checkpoint_id: int) -> list[QueueSplit]:
        if self._last is not None:
            self._unacknowledged.append((checkpoint_id, self._last))
            self._last = None
        if self._split is None or not self._keeps_split:
            return []
        return [replace(self._split, ids=self._seen.snapshot(checkpoint_id))]

    def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
        due = [message for number, message in self._unacknowledged if number <= checkpoint_id]
        if due:
            self._unacknowledged = [entry for entry in self._unacknowledged if entry[0] > checkpoint_id]
            assert self._consumer is not None
            self._consumer.acknowledge(due[-1].session, due[-1].tag)
            self._seen.acknowledged(checkpoint_id)

    def close(self) -> None:
        if self._consumer is not None:
            self._consumer.close()


@persisted("rabbitmq-source/1")
class RMQSource(Source[QueueSplit]):
    """Reads a queue. A missing queue is created as durable.

    With unique correlation ids the source is exactly-once: one reader reads, and drops duplicates. Without them it is
    at-least-once, with all readers. Both require checkpoints; otherwise the broker acknowledges messages when it sends
    them. After a failure the broker sends unacknowledged messages again, in the order of the queue.
    """

    declaration: ClassVar[Declaration] = Declaration(
        "RabbitMQ queue",
        (WITHOUT_ID, BY_ID),
        needs="pyrite[rabbitmq]; for exactly-once, a unique correlation id in every message",
        tried_with="RabbitMQ 3.10",
    )

    def __init__(
        self,
        connection_config: RMQConnectionConfig,
        queue_name: str,
        use_correlation_id: bool,
        deserialization_schema: DeserializationSchema,
    ) -> None:
        if not queue_name:
            raise InvalidProgramError("RMQSource needs the name of a queue")
        self._config = connection_config
        self.queue_name = queue_name
        self.uses_correlation_id = use_correlation_id
        self.schema = deserialization_schema
        self.bad_records = BadRecords.FAIL

    def set_bad_records(self, policy: BadRecords) -> RMQSource:
        """Sets the policy for messages that cannot be read. By default they fail the job."""
        self.bad_records = BadRecords.checked(policy)
        return self

    def guarantee(self) -> Guarantee:
        return BY_ID if self.uses_correlation_id else WITHOUT_ID

    def get_boundedness(self) -> Boundedness:
        return Boundedness.CONTINUOUS_UNBOUNDED

    def create_reader(self, context: SourceReaderContext) -> SourceReader[QueueSplit]:
        return RMQReader(self, self._make_consumer, context)

    def _make_consumer(self, acknowledges: bool) -> Consumer:
        queue = self.queue_name

        def subscribe(channel: Any, on_message: Callable[..., None]) -> None:
            channel.basic_consume(queue, on_message, auto_ack=not acknowledges)

        return Consumer(self._config, queue, subscribe, f"RMQSource of queue '{queue}'", acknowledges)

    def create_enumerator(self, context: SplitEnumeratorContext[QueueSplit]) -> SplitEnumerator[QueueSplit]:
        return (
            StaticSplitEnumerator(context, [QueueSplit("queue")]) if self.uses_correlation_id else EachReader(context)
        )

    def restore_enumerator(
        self, context: SplitEnumeratorContext[QueueSplit], checkpoint: Any
    ) -> SplitEnumerator[QueueSplit]:
        return StaticSplitEnumerator(context, checkpoint) if self.uses_correlation_id else EachReader(context)


class SeenIds:
    """Ids of pending messages and of the last acknowledged ones, by which repeated messages are dropped."""

    def __init__(self, restored: Iterable[str] = ()) -> None:
        self._remembered = dict.fromkeys(restored)
        self._limit = REMEMBERED + len(self._remembered)
        self._counts: deque[int] = deque(maxlen=CHECKPOINTS)
        """The numbers of ids in the last completed checkpoints."""
        self._all = set(self._remembered)
        self._fresh: list[str] = []
        self._pending: list[tuple[int, list[str]]] = []

    def add(self, message_id: str) -> bool:
        """Adds an id. Returns whether it is new."""
        if message_id in self._all:
            return False
        self._all.add(message_id)
        self._fresh.append(message_id)
        return True

    def snapshot(self, checkpoint_id: int) -> tuple[str, ...]:
        """All ids, oldest first. Ids since the last call are pending until the checkpoint is complete."""
        if self._fresh:
            self._pending.append((checkpoint_id, self._fresh))
            self._fresh = []
        return (*self._remembered, *(one for _, ids in self._pending for one in ids))

    def acknowledged(self, checkpoint_id: int) -> None:
        """Marks ids up to this checkpoint as acknowledged, and drops the oldest ones."""
        complete = [ids for number, ids in self._pending if number <= checkpoint_id]
        self._counts.extend(map(len, complete))
        for ids in complete:
            self._remembered.update(dict.fromkeys(ids))
        self._pending = [entry for entry in self._pending if entry[0] > checkpoint_id]
        limit = max(self._limit, sum(self._counts))
        for one in list(islice(self._remembered, max(0, len(self._remembered) - limit))):
            del self._remembered[one]
            self._all.discard(one)
