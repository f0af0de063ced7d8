"""MqttSource: reads messages of MQTT topics, and acknowledges them when their checkpoint is complete."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass
from typing import Any, ClassVar, Optional

from pyrite.connectors.base.decoding import Decoder
from pyrite.connectors.base.static_split_enumerator import StaticSplitEnumerator
from pyrite.connectors.mqtt.connection import MqttConnection, MqttSettings
from pyrite.core.connector.bad_records import BadRecords
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, Declaration, Guarantee
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
from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted


@persisted("mqtt-session-split/1")
@dataclass(frozen=True)
class SessionSplit:
    """A session. The broker retains its unacknowledged messages."""

    split_id: str


class _Inbox:
    """Received, unpolled messages. After a reconnection the broker sends unacknowledged messages again."""

    def __init__(self, topics: tuple[str, ...]) -> None:
        self._topics = topics
        self._messages: deque[Any] = deque()
        self._changed = threading.Condition()
        self.connections = 0

    def on_connect(self, client: Any) -> None:
        with self._changed:
            self._messages.clear()
            self.connections += 1
        client.subscribe([(topic, 1) for topic in self._topics])

    def on_message(self, message: Any) -> None:
        with self._changed:
            self._messages.append(message)
            self._changed.notify()

    def take(self, most: int, timeout_ms: int) -> tuple[int, list[Any]]:
        """Messages, with the number of their connection."""
        with self._changed:
            if not self._messages and timeout_ms:
                self._changed.wait(timeout_ms / 1000)
            return self.connections, [self._messages.popleft() for _ in range(min(most, len(self._messages)))]


class MqttReader(SourceReader[SessionSplit]):
    """Keeps the session open while it has the split."""

    def __init__(self, source: MqttSource, decoder: Decoder, acknowledges_late: bool) -> None:
        self._source = source
        self._decoder = decoder
        self._late = acknowledges_late
        self._inbox = _Inbox(source.topics)
        self._split: Optional[SessionSplit] = None
        self._connection: Optional[MqttConnection] = None
        self._complete = False
        self._polled: list[tuple[int, Any]] = []
        self._unacknowledged: list[tuple[int, list[tuple[int, Any]]]] = []

    def add_splits(self, splits: list[SessionSplit]) -> None:
        self._split = splits[0]
        self._connection = MqttConnection(
            self._source.settings, "MqttSource", self._source.session, self._inbox.on_connect, self._inbox.on_message
        )

    def notify_no_more_splits(self) -> None:
        self._complete = True

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        if self._split is None:
            return END_OF_INPUT if self._complete else None
        connection, messages = self._inbox.take(max_records, timeout_ms)
        if not messages:
            return None
        values, _ = self._decoder.decode(
            [message.payload for message in messages], lambda index: f"topic '{messages[index].topic}'"
        )
        self._polled.extend((connection, message) for message in messages)
        if not self._late:
            self._acknowledge(self._polled)
            self._polled = []
        return SourceBlock(self._split.split_id, values)

    def snapshot_state(self, checkpoint_id: int) -> list[SessionSplit]:
        if self._polled:
            self._unacknowledged.append((checkpoint_id, self._polled))
            self._polled = []
        return [] if self._split is None else [self._split]

    def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
        for number, messages in self._unacknowledged:
            if number <= checkpoint_id:
                self._acknowledge(messages)
        self._unacknowledged = [entry for entry in self._unacknowledged if entry[0] > checkpoint_id]

    def _acknowledge(self, messages: list[tuple[int, Any]]) -> None:
        """Acknowledges messages of the current connection. Messages of an earlier connection are sent again."""
        assert self._connection is not None
        for connection, message in messages:
            if connection == self._inbox.connections:
                self._connection.client.ack(message.mid, message.qos)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()


@persisted("mqtt-source/1")
class MqttSource(Source[SessionSplit]):
    """Reads topics, which may contain wildcards, with QoS 1, as a named session, with one reader.

    The broker retains messages for the session while the job is down, and sends unacknowledged messages again.
    Messages that were published before the session's first connection are not read.
    """

    declaration: ClassVar[Declaration] = Declaration(
        "MQTT",
        (Guarantee(AT_LEAST_ONCE, "messages are acknowledged after the checkpoint, and have no ids"),),
        needs="pyrite[mqtt]; a broker that allows more unacknowledged messages than arrive between two checkpoints "
        "(Mosquitto: max_inflight_messages 0) and stores sessions on disk (persistence, autosave_on_changes)",
        tried_with="Mosquitto 2.0",
    )

    def __init__(
        self,
        host: str,
        topics: str | list[str],
        session: str,
        deserialization_schema: DeserializationSchema,
        port: int = 1883,
        username: str = "",
        password: str = "",
        tls: bool = False,
        ca_file: Optional[str] = None,
    ) -> None:
        """`session` is the client id, which no other client of the broker may use."""
        if not session:
            raise InvalidProgramError("MqttSource needs a session: a unique and constant client id")
        self.settings = MqttSettings(host, port, username, password, tls, ca_file)
        self.topics = (topics,) if isinstance(topics, str) else tuple(topics)
        if not self.topics:
            raise InvalidProgramError("MqttSource needs a topic")
        self.session = session
        self._schema = deserialization_schema
        self._bad_records = BadRecords.FAIL

    def set_bad_records(self, policy: BadRecords) -> MqttSource:
        """Sets the policy for messages that cannot be read. By default they fail the job."""
        self._bad_records = BadRecords.checked(policy)
        return self

    def guarantee(self) -> Guarantee:
        return self.declaration.ways[0]

    def get_boundedness(self) -> Boundedness:
        return Boundedness.CONTINUOUS_UNBOUNDED

    def create_reader(self, context: SourceReaderContext) -> SourceReader[SessionSplit]:
        return MqttReader(self, Decoder(self._schema, self._bad_records, context), context.checkpointing)

    def create_enumerator(self, context: SplitEnumeratorContext[SessionSplit]) -> SplitEnumerator[SessionSplit]:
        return StaticSplitEnumerator(context, [SessionSplit(self.session)])

    def restore_enumerator(
        self, context: SplitEnumeratorContext[SessionSplit], checkpoint: Any
    ) -> SplitEnumerator[SessionSplit]:
        return StaticSplitEnumerator(context, checkpoint)
