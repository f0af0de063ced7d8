"""TopicRoutingMode: how the topic of a message is chosen. MessageDelayer: when a message is delivered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from typing import Any, Optional

from pyrite.core.time.time import Duration

TopicRouter = Callable[[Any, list[str]], str]
"""Chooses one of the topics for a record. A partition is a topic: `persistent://public/default/orders-partition-0`."""


class TopicRoutingMode(Enum):
    """How a message's topic is chosen among the topics and partitions of a sink."""

    ROUND_ROBIN = 0
    """In turn."""
    MESSAGE_KEY_HASH = 1
    """By the hash of the key, as in Pulsar's Java producers. Requires `set_message_key`."""
    CUSTOM = 2
    """By a user-defined function: `set_topic_router`."""


@dataclass(frozen=True)
class MessageDelayer:
    """Delays the delivery of messages to shared subscriptions. Other subscriptions get them immediately."""

    delay: Optional[timedelta] = None

    @staticmethod
    def never() -> MessageDelayer:
        """Delivers messages immediately."""
        return MessageDelayer()

    @staticmethod
    def fixed(duration: Duration) -> MessageDelayer:
        """Delivers messages after a delay."""
        return MessageDelayer(duration.to_timedelta())


def by_key(key: str, topics: list[str]) -> str:
    return topics[java_hash(key) % len(topics)]


def java_hash(text: str) -> int:
    """Java's hash code of a string, without its sign bit."""
    hash_code = 0
    units = text.encode("utf-16-be")
    for place in range(0, len(units), 2):
        hash_code = (31 * hash_code + (units[place] << 8 | units[place + 1])) & 0xFFFFFFFF
    return hash_code & 0x7FFFFFFF
