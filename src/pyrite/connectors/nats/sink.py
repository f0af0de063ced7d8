"""NatsSink: records as messages of a JetStream stream."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import repeat
from typing import Any, ClassVar, Final, Optional

from pyrite.common.block import Block
from pyrite.common.errors import InvalidProgramError
from pyrite.common.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE, Declaration, Guarantee
from pyrite.common.serialization import SerializationSchema
from pyrite.common.sink import Committer, Sink, SinkWriter, WriterInitContext
from pyrite.connectors.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.encoding import encode
from pyrite.connectors.nats.connection import NatsConnection, NatsSettings
from pyrite.connectors.staging import Part, Stage

_AT_ONCE: Final = 500
_CALL_S: Final = 60.0
_ID: Final = "Nats-Msg-Id"
PLAIN = Guarantee(AT_LEAST_ONCE, "no transactions")
BY_ID = Guarantee(EXACTLY_ONCE, "repeats are dropped by message id, within the stream's duplicate window")

Message = tuple[str, bytes]
"""A subject and what is published there."""


class _Publisher:
    """Publishes many messages at once, and waits until the server has them."""

    def __init__(self, settings: NatsSettings) -> None:
        self._settings = settings
        self._connection = NatsConnection(settings, "NatsSink")

    def publish(self, messages: Iterable[Message], batch_id: str = "") -> None:
        """With a batch id, each message has an id made of it and its number."""
        some: list[tuple[int, Message]] = []
        for entry in enumerate(messages):
            some.append(entry)
            if len(some) == _AT_ONCE:
                self._send(some, batch_id)
                some = []
        if some:
            self._send(some, batch_id)

    def _send(self, some: list[tuple[int, Message]], batch_id: str) -> None:
        try:
            self._connection.call(self._publish(some, batch_id), _CALL_S)
        except Exception as error:
            raise self._settings.error("NatsSink", "records were not taken", error) from None

    async def _publish(self, some: list[tuple[int, Message]], batch_id: str) -> None:
        publish = self._connection.jetstream.publish
        await asyncio.gather(
            *(
                publish(subject, data, timeout=_CALL_S, headers={_ID: f"{batch_id}-{number}"} if batch_id else None)
                for number, (subject, data) in some
            )
        )

    def close(self) -> None:
        self._connection.close()


class NatsWriter(SinkWriter):
    """Publishes as it goes."""

    def __init__(self, sink: NatsSink) -> None:
        self._messages = sink.messages
        self._publisher = _Publisher(sink.settings)

    def write(self, block: Block) -> None:
        self._publisher.publish(self._messages(block.values))

    def close(self) -> None:
        self._publisher.close()


@dataclass
class StagedMessages:
    """The committable."""

    batch_id: str
    parts: list[Part]


class StagingWriter(SinkWriter):
    """Keeps messages for the checkpoint."""

    def __init__(self, sink: NatsSink) -> None:
        self._messages = sink.messages
        self._stage = Stage()

    def write(self, block: Block) -> None:
        self._stage.add(self._messages(block.values))

    def prepare_commit(self) -> list[StagedMessages]:
        parts = self._stage.take()
        return [StagedMessages(uuid.uuid4().hex, parts)] if parts else []


class NatsCommitter(Committer):
    """Publishes what a checkpoint holds; the server drops what it has had."""

    def __init__(self, settings: NatsSettings) -> None:
        self._settings = settings
        self._publisher: Optional[_Publisher] = None

    def commit(self, committables: list[StagedMessages]) -> None:
        if self._publisher is None:
            self._publisher = _Publisher(self._settings)
        for staged in committables:
            messages = (message for part in staged.parts for some in part.items() for message in some)
            self._publisher.publish(messages, staged.batch_id)

    def close(self) -> None:
        if self._publisher is not None:
            self._publisher.close()


class NatsSink(Sink):
    """Publishes to a subject that a stream covers, or to one for each record.

    Exactly once, records wait in the checkpoint and are published with message ids when it is complete. What was
    published shortly before a crash is published again with the same ids, which the server drops if that is within the
    stream's `duplicate_window` (two minutes by default): make it longer than a job may be down.
    """

    declared: ClassVar[Declaration] = Declaration(
        "NATS JetStream", (PLAIN, BY_ID), needs="pyrite[nats]; a stream that covers the subject", tried_with="NATS 2.9"
    )

    def __init__(
        self,
        servers: str,
        subject: str | Callable[[Any], str],
        serialization_schema: SerializationSchema,
        delivery_guarantee: DeliveryGuarantee = DeliveryGuarantee.AT_LEAST_ONCE,
        options: Optional[Mapping[str, Any]] = None,
    ) -> None:
        if delivery_guarantee is DeliveryGuarantee.NONE:
            raise InvalidProgramError("NatsSink gives AT_LEAST_ONCE or EXACTLY_ONCE, not NONE")
        self.settings = NatsSettings(servers, options or {})
        self._subject = subject
        self._serialize = serialization_schema.serialize
        self._exactly_once = delivery_guarantee is DeliveryGuarantee.EXACTLY_ONCE

    def messages(self, values: list[Any]) -> list[Message]:
        subjects = map(self._subject, values) if callable(self._subject) else repeat(self._subject, len(values))
        return list(zip(subjects, encode(self._serialize, values), strict=True))

    def guarantee(self) -> Guarantee:
        return BY_ID if self._exactly_once else PLAIN

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return StagingWriter(self) if self._exactly_once else NatsWriter(self)

    def create_committer(self) -> Optional[Committer]:
        return NatsCommitter(self.settings) if self._exactly_once else None
