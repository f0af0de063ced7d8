"""RangeGenerator: selects the messages of a topic by their keys."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Any, Optional

from pyrite.core.persistence.persisted import persisted


@persisted("pulsar-range-generator/1")
@dataclass(frozen=True)
class RangeGenerator:
    """Selects all messages, or messages with certain keys. The reader skips the others."""

    keys: Optional[frozenset[str]] = None
    ordering_key: Optional[str] = None
    without_key: bool = False

    @staticmethod
    def full() -> RangeGenerator:
        """Selects all messages."""
        return RangeGenerator()

    @staticmethod
    def fixed_key(
        support_null_key: bool = False,
        keys: Optional[str | list[str]] = None,
        key_bytes: Optional[bytes] = None,
        ordering_key_bytes: Optional[bytes] = None,
    ) -> RangeGenerator:
        """Selects messages by key, by key bytes or by ordering key, and optionally messages without a key."""
        key_set = set([keys] if isinstance(keys, str) else keys or [])
        if key_bytes is not None:
            key_set.add(base64.b64encode(key_bytes).decode())
        ordering_key = None if ordering_key_bytes is None else ordering_key_bytes.decode()
        return RangeGenerator(frozenset(key_set), ordering_key, support_null_key)

    @property
    def is_full(self) -> bool:
        """Whether all messages are selected."""
        return self.keys is None

    def selects(self, message: Any) -> bool:
        """Whether a message is selected."""
        if self.keys is None:
            return True
        key = message.partition_key()
        if self.ordering_key is not None and message.ordering_key() == self.ordering_key:
            return True
        return key in self.keys if key else self.without_key
