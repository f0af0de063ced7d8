"""NatsSource: reads messages of a JetStream stream, by their sequence numbers."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future, wait
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Optional

from pyrite.connectors.base.decoding import Decoder
from pyrite.connectors.base.static_split_enumerator import StaticSplitEnumerator
from pyrite.connectors.nats.connection import NatsConnection, NatsSettings
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
from pyrite.core.connector.urls import shown
from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.core.extras import load
from pyrite.core.persistence.persisted import persisted

_FETCH: Final = 1000
_WAIT_S: Final = 1.0
_CALL_S: Final = 10.0


@persisted("nats-stream-split/1")
@dataclass(frozen=True)
class StreamSplit:
    """A stream, from a sequence number on."""

    stream: str
    sequence: int
    begun: bool = False
    """Whether a message was read. Messages before the first one do not count as lost."""

    @property
    def split_id(self) -> str:
        return self.stream


class NatsReader(SourceReader[StreamSplit]):
    """Reads with an ephemeral consumer without acknowledgements. If it is lost, a new one resumes at the position."""

    def __init__(self, settings: NatsSettings, subject: str, decoder: Decoder) -> None:
        self._settings = settings
        self._subject = subject
        self._decoder = decoder
        self._split: Optional[StreamSplit] = None
        self._complete = False
        self._connection: Optional[NatsConnection] = None
        self._subscription: Any = None
        self._request: Optional[Future[list[Any]]] = None
        self._messages: list[Any] = []
        self._fetched = 0
        self._delivered = 0
        """The number of messages received from the current consumer."""
        self._reconnects = 0

    def add_splits(self, splits: list[StreamSplit]) -> None:
        self._split = splits[0]
        self._fetched = self._split.sequence - 1
        self._connection = NatsConnection(self._settings, "NatsSource")
        self._subscribe(self._connection, self._split)

    def _subscribe(self, connection: NatsConnection, split: StreamSplit) -> None:
        api = load("nats.js.api", "nats", "NatsSource")
        config = api.ConsumerConfig(
            ack_policy=api.AckPolicy.NONE,
            deliver_policy=api.DeliverPolicy.BY_START_SEQUENCE,
            opt_start_seq=self._fetched + 1,
            inactive_threshold=60.0,
        )
        try:
            self._delivered, self._reconnects = 0, connection.reconnects
            self._check_gap(connection, split)
            subscribing = connection.jetstream.pull_subscribe(self._subject, stream=split.stream, config=config)
            self._subscription = connection.call(subscribing, _CALL_S)
        except ConnectorError:
            raise
        except Exception as error:
            raise self._settings.error("NatsSource", f"stream '{split.stream}' cannot be read", error) from None

    def _check_gap(self, connection: NatsConnection, split: StreamSplit) -> None:
        """ConnectorError if unread messages were dropped. With a subject filter, this cannot be determined."""
        if not split.begun or self._subject != ">":
            return
        first = connection.call(connection.jetstream.stream_info(split.stream), _CALL_S).state.first_seq
        if first > self._fetched + 1:
            raise ConnectorError(
                f"NatsSource: stream '{split.stream}' at {shown(self._settings.servers)} dropped the messages "
                f"{self._fetched + 1} to {first - 1} before they were read. Increase its limits, or start without "
                "the state to continue with the remaining messages"
            )

    def notify_no_more_splits(self) -> None:
        self._complete = True

    def snapshot_state(self, checkpoint_id: int) -> list[StreamSplit]:
        return [] if self._split is None else [self._split]

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        if self._split is None or self._connection is None:
            return END_OF_INPUT if self._complete else None
        if not self._messages:
            self._fetch(self._connection, self._split, timeout_ms)
        if not self._messages:
            return None
        messages, self._messages = self._messages[:max_records], self._messages[max_records:]
        stream = self._split.stream
        values, indices = self._decoder.decode(
            [message.data for message in messages],
            lambda index: f"stream '{stream}', sequence {messages[index].metadata.sequence.stream}",
        )
        times = [int(message.metadata.timestamp.timestamp() * 1000) for message in messages]
        self._split = replace(self._split, sequence=messages[-1].metadata.sequence.stream + 1, begun=True)
        return SourceBlock(stream, values, times if indices is None else [times[index] for index in indices])

    def _fetch(self, connection: NatsConnection, split: StreamSplit, timeout_ms: int) -> None:
        """Takes received messages. A request is always in progress.

        A consumer does not send messages again that were in flight when a connection broke: a new consumer resumes
        after the last received message.
        """
        if connection.reconnects != self._reconnects:
            self._request = None
            self._subscribe(connection, split)
        if self._request is None:
            self._request = connection.begin(self._subscription.fetch(_FETCH, timeout=_WAIT_S))
        wait([self._request], timeout_ms / 1000)
        if not self._request.done():
            return
        request, self._request = self._request, None
        try:
            messages = request.result()
        except TimeoutError:
            return  # no messages
        except Exception:  # the server was unavailable, and has lost the consumer
            self._subscribe(connection, split)
            return
        if not messages:
            return
        ends = [message.metadata.sequence.consumer for message in (messages[0], messages[-1])]
        if ends != [self._delivered + 1, self._delivered + len(messages)]:
            self._subscribe(connection, split)
            return
        self._delivered += len(messages)
        self._messages = [message for message in messages if message.metadata.sequence.stream > self._fetched]
        if self._messages:
            if self._messages[0].metadata.sequence.stream > self._fetched + 1:
                self._check_gap(connection, split)
            self._fetched = self._messages[-1].metadata.sequence.stream

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()


@persisted("nats-source/1")
class NatsSource(Source[StreamSplit]):
    """Reads a JetStream stream, or its messages with a subject, with one reader, in order.

    `options` are passed to `nats.connect`: user, password, token, user_credentials, tls. Errors never include them.
    """

    declaration: ClassVar[Declaration] = Declaration(
        "NATS JetStream",
        (Guarantee(EXACTLY_ONCE, "the sequence number is part of the checkpoint"),),
        needs="pyrite[nats]",
        tried_with="NATS 2.9",
    )

    def __init__(
        self,
        servers: str,
        stream: str,
        deserialization_schema: DeserializationSchema,
        subject: str = ">",
        start_sequence: int = 1,
        options: Optional[Mapping[str, Any]] = None,
    ) -> None:
        if not stream:
            raise InvalidProgramError("NatsSource needs the name of a stream")
        if start_sequence < 1:
            raise InvalidProgramError(f"start_sequence must be 1 or more, not {start_sequence}")
        self._settings = NatsSettings(servers, options or {})
        self._first = StreamSplit(stream, start_sequence)
        self._schema = deserialization_schema
        self._subject = subject
        self._bad_records = BadRecords.FAIL

    def set_bad_records(self, policy: BadRecords) -> NatsSource:
        """Sets the policy for messages that cannot be read. By default they fail the job."""
        self._bad_records = BadRecords.checked(policy)
        return self

    def guarantee(self) -> Guarantee:
        return self.declaration.ways[0]

    def get_boundedness(self) -> Boundedness:
        return Boundedness.CONTINUOUS_UNBOUNDED

    def create_reader(self, context: SourceReaderContext) -> SourceReader[StreamSplit]:
        decoder = Decoder(self._schema, self._bad_records, context)
        return NatsReader(self._settings, self._subject, decoder)

    def create_enumerator(self, context: SplitEnumeratorContext[StreamSplit]) -> SplitEnumerator[StreamSplit]:
        return StaticSplitEnumerator(context, [self._first])

    def restore_enumerator(
        self, context: SplitEnumeratorContext[StreamSplit], checkpoint: Any
    ) -> SplitEnumerator[StreamSplit]:
        return StaticSplitEnumerator(context, checkpoint)
