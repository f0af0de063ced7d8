"""PulsarSink: records as messages of topics."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, Optional

from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.base.staging import Part, Stage
from pyrite.connectors.pulsar.producers import NAME, Message, Producers, ProducerSettings
from pyrite.connectors.pulsar.routing import TopicRouter, by_key
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE, NO_GUARANTEE, Declaration, Guarantee
from pyrite.core.connector.serialization import SerializationSchema
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext
from pyrite.core.persisted import persisted
from pyrite.core.row_block import RowBlock

if TYPE_CHECKING:
    from pyrite.connectors.pulsar.sink_builder import PulsarSinkBuilder

UNSURE: Final = Guarantee(NO_GUARANTEE, "DeliveryGuarantee.NONE: nothing waits for the broker")
FLUSHED: Final = Guarantee(AT_LEAST_ONCE, "flushed at checkpoints, without transactions")
NUMBERED: Final = Guarantee(
    EXACTLY_ONCE, "written behind the checkpoint; repeats are dropped by producer and sequence number"
)
_WAYS: Final = {
    DeliveryGuarantee.NONE: UNSURE,
    DeliveryGuarantee.AT_LEAST_ONCE: FLUSHED,
    DeliveryGuarantee.EXACTLY_ONCE: NUMBERED,
}


@dataclass(frozen=True)
class SinkSetup:
    """What a builder has collected."""

    producing: ProducerSettings
    topics: tuple[str, ...]
    delivery: DeliveryGuarantee
    schema: SerializationSchema
    key: Optional[Callable[[Any], str]]
    router: Optional[TopicRouter]
    by_key: bool
    refresh_ms: int


class _Messages:
    """Makes messages of records. Topics are asked for their partitions now and then: they may get more."""

    def __init__(self, setup: SinkSetup, context: WriterInitContext, producers: Producers) -> None:
        self._setup = setup
        self._clock = context.clock
        self._producers = producers
        self._turn = context.subtask
        self._look()

    def _look(self) -> None:
        settings = self._setup.producing.pulsar
        self._looked_us = self._clock.monotonic_us()
        try:
            ask = self._producers.client.get_topic_partitions
            self._topics: list[str] = [partition for topic in self._setup.topics for partition in ask(topic)]
        except Exception as error:
            shown = ", ".join(self._setup.topics)
            raise settings.error(NAME, f"topics {shown} are not to be had", error) from None

    def refresh(self) -> None:
        if self._clock.monotonic_us() - self._looked_us >= self._setup.refresh_ms * 1000:
            self._look()

    def of(self, block: RowBlock) -> list[Message]:
        setup, values = self._setup, block.values
        keys = [None] * len(values) if setup.key is None else [setup.key(value) for value in values]
        times = [time if time > 0 else None for time in block.timestamps_or_none_marks()]
        serialize = setup.schema.serialize
        return [
            Message(self._topic(value, key), serialize(value), key, time)
            for value, key, time in zip(values, keys, times, strict=True)
        ]

    def _topic(self, value: Any, key: Optional[str]) -> str:
        if self._setup.router is not None:
            return self._setup.router(value, self._topics)
        if self._setup.by_key and key is not None:
            return by_key(key, self._topics)
        self._turn = (self._turn + 1) % len(self._topics)
        return self._topics[self._turn]


class PulsarWriter(SinkWriter):
    """Sends as it goes."""

    def __init__(self, setup: SinkSetup, context: WriterInitContext) -> None:
        self._producers = Producers(setup.producing)
        self._messages = _Messages(setup, context, self._producers)
        self._waits = setup.delivery is not DeliveryGuarantee.NONE

    def write(self, block: RowBlock) -> None:
        self._producers.send(self._messages.of(block))

    def flush(self, end_of_input: bool) -> None:
        if self._waits or end_of_input:
            self._producers.flush()
        self._messages.refresh()

    def close(self) -> None:
        self._producers.close()


@persisted("pulsar-staged-messages/1", was=("pyrite.connectors.pulsar.sink:StagedMessages",))
@dataclass
class StagedMessages:
    """The committable: messages of the producer of a name, numbered from `first` on."""

    name: str
    first: int
    parts: list[Part]

    def messages(self) -> Iterator[Message]:
        return (Message(*fields) for part in self.parts for some in part.items() for fields in some)


class StagingWriter(SinkWriter):
    """Keeps messages for the checkpoint. Every writer has a name of its own, and numbers what it writes."""

    def __init__(self, setup: SinkSetup, context: WriterInitContext) -> None:
        self._producers = Producers(setup.producing)
        self._messages = _Messages(setup, context, self._producers)
        self._stage = Stage()
        prefix = setup.producing.options.get("producer_name", "pyrite")
        self._name = f"{prefix}-{context.job_id}-{context.operator_id}-{context.subtask}-{uuid.uuid4().hex}"
        self._first = self._next = 0

    def write(self, block: RowBlock) -> None:
        messages = self._messages.of(block)
        self._stage.add([tuple(message) for message in messages])
        self._next += len(messages)

    def prepare_commit(self) -> list[StagedMessages]:
        self._messages.refresh()
        parts = self._stage.take()
        first, self._first = self._first, self._next
        return [StagedMessages(self._name, first, parts)] if parts else []

    def close(self) -> None:
        self._producers.close()


class PulsarCommitter(Committer):
    """Sends what a checkpoint holds; the broker drops what it has had."""

    def __init__(self, settings: ProducerSettings) -> None:
        self._settings = settings
        self._producers: Optional[Producers] = None

    def commit(self, committables: list[StagedMessages]) -> None:
        if self._producers is None:
            self._producers = Producers(self._settings)
        for staged in committables:
            self._producers.send_once(staged.name, enumerate(staged.messages(), staged.first))

    def close(self) -> None:
        if self._producers is not None:
            self._producers.close()


class PulsarSink(Sink):
    """Writes to topics, all of their partitions. Made by `PulsarSink.builder()`.

    Exactly once, records wait in the checkpoint and are sent when it is complete, numbered, by producers with names of
    their own. A broker with deduplication drops what a crash makes the job send again.
    """

    declared: ClassVar[Declaration] = Declaration(
        "Pulsar",
        (UNSURE, FLUSHED, NUMBERED),
        needs="pyrite[pulsar]; for exactly-once, topics with deduplication, and a job that is not down for longer than "
        "brokerDeduplicationProducerInactivityTimeoutMinutes (6 hours)",
        tried_with="Pulsar 4.0, standalone",
    )

    def __init__(self, setup: SinkSetup) -> None:
        self._setup = setup

    @staticmethod
    def builder() -> PulsarSinkBuilder:
        from pyrite.connectors.pulsar.sink_builder import PulsarSinkBuilder

        return PulsarSinkBuilder()

    def guarantee(self) -> Guarantee:
        return _WAYS[self._setup.delivery]

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        staged = self._setup.delivery is DeliveryGuarantee.EXACTLY_ONCE
        return StagingWriter(self._setup, context) if staged else PulsarWriter(self._setup, context)

    def create_committer(self) -> Optional[Committer]:
        staged = self._setup.delivery is DeliveryGuarantee.EXACTLY_ONCE
        return PulsarCommitter(self._setup.producing) if staged else None
