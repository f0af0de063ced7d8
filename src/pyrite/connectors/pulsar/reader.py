"""PulsarReader: reads each topic with a consumer, and acknowledges at checkpoints."""

from __future__ import annotations

import logging
import time
import weakref
from dataclasses import dataclass, replace
from typing import Any, Final, Optional

from pyrite.connectors.base.decoding import Decoder
from pyrite.connectors.pulsar.client import PulsarSettings
from pyrite.connectors.pulsar.cursors import CursorKind, Position, Stop, StopCursor, position_in, position_of
from pyrite.connectors.pulsar.ranges import RangeGenerator
from pyrite.connectors.pulsar.topics import TopicSplit
from pyrite.core.connector.source import END_OF_INPUT, EndOfInput, SourceBlock, SourceReader, SourceReaderContext
from pyrite.core.errors import ConnectorError
from pyrite.core.extras import load
from pyrite.core.persistence.persisted import persisted

_log = logging.getLogger(__name__)
_BATCH: Final = 1000
_BATCH_MS: Final = 2
_BUSY_S: Final = 90.0
"""How long to wait for an earlier attempt's consumer: by then the broker has closed a dead consumer."""
NAME: Final = "PulsarSource"


@persisted("pulsar-reader-settings/1")
@dataclass(frozen=True)
class ReaderSettings:
    """The settings of all readers of a source."""

    pulsar: PulsarSettings
    subscription: str
    stop: StopCursor
    ranges: RangeGenerator
    consumer_options: dict[str, Any]


class _Topic:
    """A topic in progress. `messages` are received and not polled yet."""

    def __init__(self, split: TopicSplit) -> None:
        self.split = split
        self.consumer: Any = None
        self.messages: list[tuple[Position, Any]] = []
        self.first: Optional[Position] = None
        """The start position of a new split: earlier messages are skipped."""
        self.received: Optional[Position] = split.position
        self.ended = False
        self.busy_since_s: Optional[float] = None
        self.read_id: Any = None
        """The id of the last polled message, for its acknowledgement."""


class PulsarReader(SourceReader[TopicSplit]):
    """Keeps the position in the checkpoint, and drops unacknowledged messages that the broker sends again."""

    def __init__(self, settings: ReaderSettings, decoder: Decoder, context: SourceReaderContext) -> None:
        self._settings = settings
        self._decoder = decoder
        self._checkpointing = context.checkpointing
        self._topics: dict[str, _Topic] = {}
        self._finished: list[_Topic] = []
        self._complete = False
        self._to_acknowledge: dict[int, list[tuple[_Topic, Any]]] = {}

    def open(self) -> None:
        self._pulsar = load("pulsar", "pulsar", NAME)
        self._client = self._settings.pulsar.client(NAME)
        self._end = weakref.finalize(self, self._client.shutdown)

    def close(self) -> None:
        if self._end.detach() is not None:
            self._client.close()

    def add_splits(self, splits: list[TopicSplit]) -> None:
        self._topics.update({split.split_id: _Topic(split) for split in splits})

    def notify_no_more_splits(self) -> None:
        self._complete = True

    def snapshot_state(self, checkpoint_id: int) -> list[TopicSplit]:
        topics = [*self._topics.values(), *self._finished]
        self._to_acknowledge[checkpoint_id] = [(one, one.read_id) for one in topics if one.read_id is not None]
        self._finished = []
        return [topic.split for topic in self._topics.values()]

    def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
        for number in [number for number in self._to_acknowledge if number <= checkpoint_id]:
            for topic, read_id in self._to_acknowledge.pop(number):
                self._acknowledge(topic, read_id)

    def _acknowledge(self, topic: _Topic, read_id: Any) -> None:
        """Acknowledges messages up to this one, so that the broker may drop them. A failure is only logged."""
        try:
            topic.consumer.acknowledge_cumulative(read_id)
        except Exception as error:
            _log.warning("messages of %s were not acknowledged: %s", topic.split.topic, error)

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        if not self._topics:
            return END_OF_INPUT if self._complete else None
        until_s = time.monotonic() + timeout_ms / 1000
        while True:
            for name, topic in list(self._topics.items()):
                self._topics[name] = self._topics.pop(name)  # round-robin
                if self._has_messages(topic):
                    return self._block(topic, max_records)
                if time.monotonic() >= until_s:
                    return None

    def _has_messages(self, topic: _Topic) -> bool:
        """Whether a topic has messages, or has ended."""
        if topic.consumer is None:
            topic.consumer = self._subscribed(topic)
        if topic.consumer is not None and not topic.messages and not topic.ended:
            self._receive(topic)
        return bool(topic.messages) or topic.ended

    def _subscribed(self, topic: _Topic) -> Any:
        """A consumer at the position of the split; None while another consumer has the subscription."""
        settings, split, pulsar = self._settings, topic.split, self._pulsar
        try:
            consumer = self._client.subscribe(
                split.topic,
                settings.subscription,
                initial_position=pulsar.InitialPosition.Earliest,
                start_message_id_inclusive=True,
                batch_receive_policy=pulsar.ConsumerBatchReceivePolicy(_BATCH, -1, _BATCH_MS),
                **settings.consumer_options,
            )
            self._seek(topic, consumer)
            stop = split.stop or Stop.of(settings.stop, consumer)
        except pulsar.ConsumerBusy as error:
            now_s = time.monotonic()
            topic.busy_since_s = topic.busy_since_s or now_s
            if now_s - topic.busy_since_s < _BUSY_S:
                return None
            what = f"subscription '{settings.subscription}' of {split.topic} is in use by another consumer"
            raise settings.pulsar.error(NAME, what, error) from None
        except ConnectorError:
            raise
        except Exception as error:
            raise settings.pulsar.error(NAME, f"topic {split.topic} cannot be read", error) from None
        topic.split = replace(split, stop=stop)
        topic.ended = stop.is_reached(split.position)
        return consumer

    def _seek(self, topic: _Topic, consumer: Any) -> None:
        split, start = topic.split, topic.split.start
        if split.position is not None:
            consumer.seek(self._pulsar.MessageId(-1, *split.position))
        elif start is None:
            return
        elif start.kind is CursorKind.EARLIEST:
            consumer.seek(self._pulsar.MessageId.earliest)
        elif start.kind is CursorKind.PUBLISH_TIME:
            consumer.seek(start.timestamp_ms)
        else:
            position = position_in(start.message_id)
            consumer.seek(self._pulsar.MessageId(-1, *position))
            topic.first = position if start.inclusive else None
            topic.received = None if start.inclusive else position

    def _receive(self, topic: _Topic) -> None:
        try:
            messages = topic.consumer.batch_receive()
        except Exception as error:
            raise self._settings.pulsar.error(NAME, f"topic {topic.split.topic} cannot be read", error) from None
        assert topic.split.stop is not None
        for message in messages:
            position = position_of(message.message_id())
            if topic.received is not None and position <= topic.received:
                continue  # sent again
            if topic.first is not None and position < topic.first:
                continue
            if topic.split.stop.excludes(message, position):
                topic.ended = True
                return
            topic.received = position
            topic.messages.append((position, message))
        topic.ended = topic.split.stop.is_reached(topic.received)

    def _block(self, topic: _Topic, max_records: int) -> SourceBlock:
        batch, topic.messages = topic.messages[:max_records], topic.messages[max_records:]
        name, ranges = topic.split.topic, self._settings.ranges
        if batch:
            topic.split = replace(topic.split, position=batch[-1][0])
            topic.read_id = batch[-1][1].message_id()
        selection = batch if ranges.is_full else [one for one in batch if ranges.selects(one[1])]
        values, indices = self._decoder.decode(
            [message.data() for _, message in selection], lambda index: f"topic {name}, message {selection[index][0]}"
        )
        times = [message.event_timestamp() or message.publish_timestamp() for _, message in selection]
        ended = topic.ended and not topic.messages
        if not self._checkpointing and topic.read_id is not None:
            self._acknowledge(topic, topic.read_id)
        if ended:
            self._finished.append(self._topics.pop(name))
        return SourceBlock(name, values, times if indices is None else [times[index] for index in indices], ended)
