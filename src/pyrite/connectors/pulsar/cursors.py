"""StartCursor and StopCursor: from where, and how far, topics are read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Optional

from pyrite.core.extras import load
from pyrite.core.persistence.persisted import persisted

Position = tuple[int, int, int]
"""A message of a topic: its ledger, its entry, and its place in a batch (-1 if it came alone). They grow."""
NOWHERE: Final[Position] = (-1, -1, -1)
"""The last message of a topic that has none."""


def position_of(message_id: Any) -> Position:
    return message_id.ledger_id(), message_id.entry_id(), message_id.batch_index()


def position_in(message_id: bytes) -> Position:
    """Of the client's bytes."""
    return position_of(load("pulsar", "pulsar", "PulsarSource").MessageId.deserialize(message_id))


@persisted("pulsar-cursor-kind/1")
class CursorKind(Enum):
    EARLIEST = 0
    LATEST = 1
    MESSAGE_ID = 2
    PUBLISH_TIME = 3
    EVENT_TIME = 4
    NEVER = 5


@persisted("pulsar-start-cursor/1")
@dataclass(frozen=True)
class StartCursor:
    """Where the subscription of a new job begins."""

    kind: CursorKind
    message_id: bytes = b""
    inclusive: bool = True
    timestamp_ms: int = 0

    @staticmethod
    def default_start_cursor() -> StartCursor:
        """Earliest."""
        return StartCursor.earliest()

    @staticmethod
    def earliest() -> StartCursor:
        """With the earliest message that the topic still has."""
        return StartCursor(CursorKind.EARLIEST)

    @staticmethod
    def latest() -> StartCursor:
        """What is published after the job's start."""
        return StartCursor(CursorKind.LATEST)

    @staticmethod
    def from_message_id(message_id: bytes, inclusive: bool = True) -> StartCursor:
        """With this message, or after it: bytes of the client's `MessageId.serialize`. For a single topic."""
        return StartCursor(CursorKind.MESSAGE_ID, message_id, inclusive)

    @staticmethod
    def from_publish_time(timestamp: int) -> StartCursor:
        """With the first message that was published at this time (milliseconds) or later."""
        return StartCursor(CursorKind.PUBLISH_TIME, timestamp_ms=timestamp)


@persisted("pulsar-stop-cursor/1")
@dataclass(frozen=True)
class StopCursor:
    """Where a topic ends. "At" leaves the message of that time or id out, "after" gives it.

    A topic is at its end when a message after the cursor comes; one with the id of `after_message_id` ends it itself.
    """

    kind: CursorKind
    message_id: bytes = b""
    inclusive: bool = False
    timestamp_ms: int = 0

    @staticmethod
    def default_stop_cursor() -> StopCursor:
        """Never."""
        return StopCursor.never()

    @staticmethod
    def never() -> StopCursor:
        """No end."""
        return StopCursor(CursorKind.NEVER)

    @staticmethod
    def latest() -> StopCursor:
        """What is there when the job starts."""
        return StopCursor(CursorKind.LATEST, inclusive=True)

    @staticmethod
    def at_event_time(timestamp: int) -> StopCursor:
        """Before the first message with this event time (milliseconds) or a later one."""
        return StopCursor(CursorKind.EVENT_TIME, timestamp_ms=timestamp)

    @staticmethod
    def after_event_time(timestamp: int) -> StopCursor:
        """Before the first message with an event time after this one (milliseconds)."""
        return StopCursor(CursorKind.EVENT_TIME, inclusive=True, timestamp_ms=timestamp)

    @staticmethod
    def at_publish_time(timestamp: int) -> StopCursor:
        """Before the first message that was published at this time (milliseconds) or later."""
        return StopCursor(CursorKind.PUBLISH_TIME, timestamp_ms=timestamp)

    @staticmethod
    def after_publish_time(timestamp: int) -> StopCursor:
        """Before the first message that was published after this time (milliseconds)."""
        return StopCursor(CursorKind.PUBLISH_TIME, inclusive=True, timestamp_ms=timestamp)

    @staticmethod
    def at_message_id(message_id: bytes) -> StopCursor:
        """Before this message: bytes of the client's `MessageId.serialize`."""
        return StopCursor(CursorKind.MESSAGE_ID, message_id)

    @staticmethod
    def after_message_id(message_id: bytes) -> StopCursor:
        """With this message: bytes of the client's `MessageId.serialize`."""
        return StopCursor(CursorKind.MESSAGE_ID, message_id, inclusive=True)


@persisted("pulsar-stop/1")
@dataclass(frozen=True)
class Stop:
    """A stop cursor of one topic. One of an id, or of the latest message, has the position that it stands for."""

    kind: CursorKind
    inclusive: bool
    timestamp_ms: int = 0
    position: Optional[Position] = None

    @staticmethod
    def of(cursor: StopCursor, consumer: Any) -> Stop:
        if cursor.kind is CursorKind.LATEST:
            return Stop(cursor.kind, True, position=position_of(consumer.get_last_message_id()))
        if cursor.kind is CursorKind.MESSAGE_ID:
            return Stop(cursor.kind, cursor.inclusive, position=position_in(cursor.message_id))
        return Stop(cursor.kind, cursor.inclusive, cursor.timestamp_ms)

    def leaves_out(self, message: Any, position: Position) -> bool:
        """Whether a message is after the end."""
        if self.position is not None:
            return position > self.position or (position == self.position and not self.inclusive)
        if self.kind is CursorKind.NEVER:
            return False
        event = self.kind is CursorKind.EVENT_TIME
        time_ms: int = message.event_timestamp() if event else message.publish_timestamp()
        return time_ms > self.timestamp_ms or (time_ms == self.timestamp_ms and not self.inclusive)

    def is_reached(self, position: Optional[Position]) -> bool:
        """Whether nothing can follow the message of a position; None: nothing was read yet."""
        if self.position is None or not self.inclusive:
            return False
        return self.position == NOWHERE or (position is not None and position >= self.position)
