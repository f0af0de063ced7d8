"""Which topic a message goes to, and when it is delivered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from typing import Any, Optional

from pyrite.core.time.time import Duration

TopicRouter = Callable[[Any, list[str]], str]
"""One of the topics, for a record. A partition is a topic: `persistent://public/default/orders-partition-0`."""


class TopicRoutingMode(Enum):
    """How a message's topic is chosen among the topics and partitions that a sink has."""

    ROUND_ROBIN = 0
    """One after the other."""
    MESSAGE_KEY_HASH = 1
    """By the key, as Pulsar's Java producers do it: needs `set_message_key`."""
    CUSTOM = 2
    """By a function of your own: `set_topic_router`."""


@dataclass(frozen=True)
class MessageDelayer:
    """When messages are delivered to shared subscriptions; others have them at once."""

    delay: Optional[timedelta] = None

    @staticmethod
    def never() -> MessageDelayer:
        """Messages are delivered at once."""
        return MessageDelayer()

    @staticmethod
    def fixed(duration: Duration) -> MessageDelayer:
        """This long after they were sent."""
        return MessageDelayer(duration.to_timedelta())


def by_key(key: str, topics: list[str]) -> str:
    return topics[java_hash(key) % len(topics)]


def java_hash(text: str) -> int:
    """Java's hash of a string, without its sign."""
    hash_code = 0
    units = text.encode("utf-16-be")
    for place in range(0, len(units), 2):
        hash_code = (31 * hash_code + (units[place] << 8 | units[place + 1])) & 0xFFFFFFFF
    return hash_code & 0x7FFFFFFF
