"""NatsSink: writes records as messages to a JetStream stream."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, repeat
from typing import Any, ClassVar, Final, Optional

from pyrite.connectors.base.delivery_guarantee import DeliveryGuarantee
from pyrite.connectors.base.encoding import encode
from pyrite.connectors.base.staging import Part, Stage
from pyrite.connectors.nats.connection import NatsConnection, NatsSettings
from pyrite.connectors.nats.repeats import MESSAGE_ID, Repeats
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE, Declaration, Guarantee
from pyrite.core.connector.serialization import SerializationSchema
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext
from pyrite.core.errors import CommittableLostError, InvalidProgramError
from pyrite.core.persistence.persisted import persisted

_AT_ONCE: Final = 500
_CALL_S: Final = 60.0
PLAIN = Guarantee(AT_LEAST_ONCE, "no transactions")
BY_ID = Guarantee(EXACTLY_ONCE, "the server drops duplicates by message id")

Message = tuple[str, bytes]
"""A subject, and the payload."""


class _Publisher:
    """Publishes many messages concurrently, and waits for their acknowledgements."""

    def __init__(self, settings: NatsSettings, may_repeat: bool = False) -> None:
        self._settings = settings
        self._connection = NatsConnection(settings, "NatsSink")
        self._repeats = Repeats(self._connection, may_repeat)

    def publish(self, messages: list[Message]) -> None:
        for start in range(0, len(messages), _AT_ONCE):
            self._send([(None, message) for message in messages[start : start + _AT_ONCE]])

    def publish_batch(self, messages: Iterator[Message], batch_id: str, since: Optional[float]) -> None:
        """Publishes messages with ids, which consist of the batch's id and a number.

        If messages may have been published since a time, messages that the stream already has are skipped.
        """
        numbered = enumerate(messages)
        while some := [(f"{batch_id}-{number}", message) for number, message in islice(numbered, _AT_ONCE)]:
            if since is not None:
                some = [entry for entry in some if entry[0] not in self._published_ids(entry[1][0], batch_id, since)]
            self._send(some)

    def _published_ids(self, subject: str, batch_id: str, staged_at: float) -> frozenset[str]:
        try:
            return self._repeats.published_ids(subject, batch_id, staged_at)
        except CommittableLostError:
            raise
        except Exception as error:
            what = f"the stream of subject '{subject}' could not be queried (does a stream cover it?)"
            raise self._settings.error("NatsSink", what, error) from None

    def _send(self, some: Sequence[tuple[Optional[str], Message]]) -> None:
        publishing = [self._publish(message_id, *message) for message_id, message in some]
        try:
            self._connection.call(_all(publishing), _CALL_S)
        except Exception as error:
            subjects = ", ".join(sorted({message[0] for _, message in some})[:3])
            what = f"records were not accepted (does a stream cover {subjects}?)"
            raise self._settings.error("NatsSink", what, error) from None

    async def _publish(self, message_id: Optional[str], subject: str, data: bytes) -> None:
        headers = {MESSAGE_ID: message_id} if message_id else None
        await self._connection.jetstream.publish(subject, data, timeout=_CALL_S, headers=headers)

    def close(self) -> None:
        self._connection.close()


async def _all(calls: list[Coroutine[Any, Any, None]]) -> None:
    await asyncio.gather(*calls)


class NatsWriter(SinkWriter):
    """Publishes messages immediately."""

    def __init__(self, sink: NatsSink) -> None:
        self._messages = sink.messages
        self._publisher = _Publisher(sink.settings)

    def write(self, block: RowBlock) -> None:
        self._publisher.publish(self._messages(block.values))

    def close(self) -> None:
        self._publisher.close()


@persisted("nats-staged-messages/1")
@dataclass
class StagedMessages:
    """The committable: messages of one checkpoint."""

    batch_id: str
    parts: list[Part]
    staged_at: float = 0.0
    """Seconds since 1970. No message was published before."""


class StagingWriter(SinkWriter):
    """Stages messages in the checkpoint."""

    def __init__(self, sink: NatsSink) -> None:
        self._messages = sink.messages
        self._unpublished = sink.unpublished
        self._stage = Stage()

    def write(self, block: RowBlock) -> None:
        self._stage.add(self._messages(block.values))

    def prepare_commit(self) -> list[StagedMessages]:
        parts = self._stage.take()
        if not parts:
            return []
        staged = StagedMessages(uuid.uuid4().hex, parts, time.time())
        self._unpublished.add(staged.batch_id)
        return [staged]


class NatsCommitter(Committer):
    """Publishes staged messages. The server drops duplicates."""

    def __init__(self, settings: NatsSettings, unpublished: set[str], may_repeat: bool) -> None:
        self._settings = settings
        self._unpublished = unpublished
        self._may_repeat = may_repeat
        self._publisher: Optional[_Publisher] = None

    def commit(self, committables: list[StagedMessages]) -> None:
        if self._publisher is None:
            self._publisher = _Publisher(self._settings, self._may_repeat)
        for staged in committables:
            messages = (message for part in staged.parts for some in part.items() for message in some)
            since = None if staged.batch_id in self._unpublished else staged.staged_at
            self._unpublished.discard(staged.batch_id)
            self._publisher.publish_batch(messages, staged.batch_id, since)

    def close(self) -> None:
        if self._publisher is not None:
            self._publisher.close()


class NatsSink(Sink):
    """Publishes to a subject that a stream covers, or to a subject for each record.

    With EXACTLY_ONCE, records are staged in the checkpoint, and published with message ids when it is complete. After
    a crash they are published again with the same ids, and the server drops duplicates within the stream's
    `duplicate_window` (two minutes by default). Later, the sink searches the stream for the ids. If the stream may
    have dropped them, the job fails or, with `may_repeat`, publishes the records, possibly a second time.
    """

    declaration: ClassVar[Declaration] = Declaration(
        "NATS JetStream", (PLAIN, BY_ID), needs="pyrite[nats]; a stream that covers the subject", tried_with="NATS 2.9"
    )

    def __init__(
        self,
        servers: str,
        subject: str | Callable[[Any], str],
        serialization_schema: SerializationSchema,
        delivery_guarantee: DeliveryGuarantee = DeliveryGuarantee.AT_LEAST_ONCE,
        options: Optional[Mapping[str, Any]] = None,
        may_repeat: bool = False,
    ) -> None:
        if DeliveryGuarantee.checked(delivery_guarantee) is DeliveryGuarantee.NONE:
            raise InvalidProgramError("NatsSink supports AT_LEAST_ONCE and EXACTLY_ONCE, not NONE")
        self.settings = NatsSettings(servers, options or {})
        self._subject = subject
        self._serialize = serialization_schema.serialize
        self._may_repeat = may_repeat
        self.unpublished: set[str] = set()
        """Batches that writers of this object have staged, and that no committer has published yet."""
        self._exactly_once = delivery_guarantee is DeliveryGuarantee.EXACTLY_ONCE

    def messages(self, values: list[Any]) -> list[Message]:
        """The message of each record."""
        subjects = map(self._subject, values) if callable(self._subject) else repeat(self._subject, len(values))
        return list(zip(subjects, encode(self._serialize, values), strict=True))

    def guarantee(self) -> Guarantee:
        return BY_ID if self._exactly_once else PLAIN

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return StagingWriter(self) if self._exactly_once else NatsWriter(self)

    def create_committer(self) -> Optional[Committer]:
        return NatsCommitter(self.settings, self.unpublished, self._may_repeat) if self._exactly_once else None
