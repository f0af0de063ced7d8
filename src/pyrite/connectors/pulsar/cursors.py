"""StartCursor and StopCursor: where reading a topic begins and ends."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Optional

from pyrite.core.extras import load
from pyrite.core.persistence.persisted import persisted

Position = tuple[int, int, int]
"""The position of a message: ledger, entry, and index in a batch, or -1 without a batch. Positions increase."""
NOWHERE: Final[Position] = (-1, -1, -1)
"""The position of the last message of an empty topic."""


def position_of(message_id: Any) -> Position:
    return message_id.ledger_id(), message_id.entry_id(), message_id.batch_index()


def position_in(message_id: bytes) -> Position:
    """The position in serialized bytes of the client's MessageId."""
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
    """The position at which the subscription of a new job begins."""

    kind: CursorKind
    message_id: bytes = b""
    inclusive: bool = True
    timestamp_ms: int = 0

    @staticmethod
    def default_start_cursor() -> StartCursor:
        """The default: `earliest`."""
        return StartCursor.earliest()

    @staticmethod
    def earliest() -> StartCursor:
        """Begins with the earliest retained message."""
        return StartCursor(CursorKind.EARLIEST)

    @staticmethod
    def latest() -> StartCursor:
        """Begins with messages that are published after the start of the job."""
        return StartCursor(CursorKind.LATEST)

    @staticmethod
    def from_message_id(message_id: bytes, inclusive: bool = True) -> StartCursor:
        """Begins with a message, or after it. `message_id` is a serialized `MessageId`. For a single topic."""
        return StartCursor(CursorKind.MESSAGE_ID, message_id, inclusive)

    @staticmethod
    def from_publish_time(timestamp: int) -> StartCursor:
        """Begins with the first message that was published at or after a time in milliseconds."""
        return StartCursor(CursorKind.PUBLISH_TIME, timestamp_ms=timestamp)


@persisted("pulsar-stop-cursor/1")
@dataclass(frozen=True)
class StopCursor:
    """The position at which reading a topic ends. "At" excludes the message with this time or id, "after" includes it.

    Reading ends when a message after the cursor arrives or, with `after_message_id`, with the message itself.
    """

    kind: CursorKind
    message_id: bytes = b""
    inclusive: bool = False
    timestamp_ms: int = 0

    @staticmethod
    def default_stop_cursor() -> StopCursor:
        """The default: `never`."""
        return StopCursor.never()

    @staticmethod
    def never() -> StopCursor:
        """Reads without end."""
        return StopCursor(CursorKind.NEVER)

    @staticmethod
    def latest() -> StopCursor:
        """Reads the messages that exist when the job starts."""
        return StopCursor(CursorKind.LATEST, inclusive=True)

    @staticmethod
    def at_event_time(timestamp: int) -> StopCursor:
        """Ends before the first message with an event time at or after a time in milliseconds."""
        return StopCursor(CursorKind.EVENT_TIME, timestamp_ms=timestamp)

    @staticmethod
    def after_event_time(timestamp: int) -> StopCursor:
        """Ends before the first message with an event time after a time in milliseconds."""
        return StopCursor(CursorKind.EVENT_TIME, inclusive=True, timestamp_ms=timestamp)

    @staticmethod
    def at_publish_time(timestamp: int) -> StopCursor:
        """Ends before the first message that was published at or after a time in milliseconds."""
        return StopCursor(CursorKind.PUBLISH_TIME, timestamp_ms=timestamp)

    @staticmethod
    def after_publish_time(timestamp: int) -> StopCursor:
        """Ends before the first message that was published after a time in milliseconds."""
        return StopCursor(CursorKind.PUBLISH_TIME, inclusive=True, timestamp_ms=timestamp)

    @staticmethod
    def at_message_id(message_id: bytes) -> StopCursor:
        """Ends before a message. `message_id` is a serialized `MessageId`."""
        return StopCursor(CursorKind.MESSAGE_ID, message_id)

    @staticmethod
    def after_message_id(message_id: bytes) -> StopCursor:
        """Ends with a message. `message_id` is a serialized `MessageId`."""
        return StopCursor(CursorKind.MESSAGE_ID, message_id, inclusive=True)


@persisted("pulsar-stop/1")
@dataclass(frozen=True)
class Stop:
    """A stop cursor for one topic. Cursors by id, or at the latest message, have a resolved position."""

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

    def excludes(self, message: Any, position: Position) -> bool:
        """Whether a message is beyond the end."""
        if self.position is not None:
            return position > self.position or (position == self.position and not self.inclusive)
        if self.kind is CursorKind.NEVER:
            return False
        event = self.kind is CursorKind.EVENT_TIME
        time_ms: int = message.event_timestamp() if event else message.publish_timestamp()
        return time_ms > self.timestamp_ms or (time_ms == self.timestamp_ms and not self.inclusive)

    def is_reached(self, position: Optional[Position]) -> bool:
        """Whether no message can follow a position. None is the position before the first message."""
        if self.position is None or not self.inclusive:
            return False
        return self.position == NOWHERE or (position is not None and position >= self.position)
