"""Repeats: finds messages of a batch that a stream already has, once its server has forgotten their ids."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Optional

from pyrite.connectors.nats.connection import NatsConnection
from pyrite.core.errors import CommittableLostError
from pyrite.core.extras import load

MESSAGE_ID: Final = "Nats-Msg-Id"
_CALL_S: Final = 60.0
_FETCH: Final = 1000
_IN_TRANSIT_S: Final = 30.0
_MAX_CLOCK_SKEW: Final = timedelta(minutes=5)
"""The maximum clock difference between the job's machines and the server."""


@dataclass(frozen=True)
class _Stream:
    name: str
    window_s: float


class Repeats:
    """Determines which messages need not be published again. ConnectorError if this cannot be determined."""

    def __init__(self, connection: NatsConnection, may_repeat: bool) -> None:
        self._connection = connection
        self._jetstream = connection.jetstream
        self._may_repeat = may_repeat
        self._api = load("nats.js.api", "nats", "NatsSink")
        self._names: dict[str, str] = {}
        self._streams: dict[str, _Stream] = {}
        self._published: dict[tuple[str, str], frozenset[str]] = {}
        """The ids of the last batch in each stream."""

    def published_ids(self, subject: str, batch_id: str, staged_at: float) -> frozenset[str]:
        """The ids of the batch's messages in the subject's stream. Empty while the server still drops duplicates.

        The server drops duplicates within the duplicate window after the first message, and no message was published
        before the batch was staged. A part of the window is reserved for messages in transit.
        """
        stream = self._stream_of(subject)
        if time.time() - staged_at < stream.window_s - min(stream.window_s / 2, _IN_TRANSIT_S):
            return frozenset()
        if (stream.name, batch_id) not in self._published:
            self._published = {key: ids for key, ids in self._published.items() if key[1] == batch_id}
            self._published[stream.name, batch_id] = self._search(stream, batch_id, staged_at)
        return self._published[stream.name, batch_id]

    def _stream_of(self, subject: str) -> _Stream:
        if subject not in self._names:
            self._names[subject] = self._call(self._jetstream.find_stream_name_by_subject(subject))
        name = self._names[subject]
        if name not in self._streams:
            config = self._call(self._jetstream.stream_info(name)).config
            self._streams[name] = _Stream(name, config.duplicate_window)
        return self._streams[name]

    def _search(self, stream: _Stream, batch_id: str, staged_at: float) -> frozenset[str]:
        since = datetime.fromtimestamp(staged_at, UTC) - _MAX_CLOCK_SKEW
        why = self._possible_loss(stream.name, since)
        if why is not None:
            if self._may_repeat:
                return frozenset()
            raise CommittableLostError(
                f"NatsSink: records that were staged at {datetime.fromtimestamp(staged_at).isoformat(' ', 'seconds')} "
                f"may have been published before the duplicate window of stream '{stream.name}' ({stream.window_s:g} "
                f"s), and its content does not show whether they were: {why}. Make duplicate_window longer than the "
                "job may be down. To continue, with possible duplicates: NatsSink(..., may_repeat=True)"
            )
        return frozenset(
            message_id
            for message in self._messages(stream.name, since)
            if message.headers and (message_id := message.headers.get(MESSAGE_ID, "")).startswith(f"{batch_id}-")
        )

    def _possible_loss(self, name: str, since: datetime) -> Optional[str]:
        """Why a message since a time may no longer be in the stream; None if it must be."""
        info = self._call(self._jetstream.stream_info(name))
        if info.config.retention not in (None, self._api.RetentionPolicy.LIMITS):
            return "it drops messages after they are read"
        if info.state.num_deleted or info.config.max_msgs_per_subject > 0:
            return "messages were deleted from it"
        if info.state.first_seq > 1 and (not info.state.messages or self._first_time(name) > since):
            return "it has dropped messages since"
        return None

    def _first_time(self, name: str) -> datetime:
        subscription = self._subscribe(name, self._api.DeliverPolicy.ALL)
        (first,) = self._call(subscription.fetch(1, timeout=_CALL_S))
        self._call(subscription.unsubscribe())
        timestamp: datetime = first.metadata.timestamp
        return timestamp

    def _messages(self, name: str, since: datetime) -> list[Any]:
        """The headers of all messages in a stream since a time."""
        subscription = self._subscribe(name, self._api.DeliverPolicy.BY_START_TIME, since)
        missing = self._call(subscription.consumer_info()).num_pending or 0
        messages: list[Any] = []
        while missing > 0:
            some = self._call(subscription.fetch(min(missing, _FETCH), timeout=_CALL_S))
            messages += some
            missing -= len(some)
        self._call(subscription.unsubscribe())
        return messages

    def _subscribe(self, name: str, policy: Any, since: Optional[datetime] = None) -> Any:
        config = self._api.ConsumerConfig(
            ack_policy=self._api.AckPolicy.NONE,
            deliver_policy=policy,
            opt_start_time=since,
            headers_only=True,
            inactive_threshold=60.0,
        )
        return self._call(self._jetstream.pull_subscribe(">", stream=name, config=config))

    def _call(self, coroutine: Any) -> Any:
        return self._connection.call(coroutine, _CALL_S)
