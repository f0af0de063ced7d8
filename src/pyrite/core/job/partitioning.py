"""Partitioning: the distribution of an edge's records over its receivers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any


class PartitioningKind(Enum):
    """The kinds of partitioning, with Flink's names."""

    DEFAULT = "DEFAULT"
    """Unset: FORWARD or REBALANCE, once the parallelism is known."""
    FORWARD = "FORWARD"
    REBALANCE = "REBALANCE"
    RESCALE = "RESCALE"
    SHUFFLE = "SHUFFLE"
    BROADCAST = "BROADCAST"
    GLOBAL = "GLOBAL"
    HASH = "HASH"
    CUSTOM = "CUSTOM"


@dataclass(frozen=True)
class Partitioning:
    """The partitioning of an edge: its kind and, if the kind needs them, the user's functions."""

    kind: PartitioningKind
    key_selector: Any = None
    partitioner: Any = None
    key_type: Any = None
    key_columns: tuple[str, ...] = ()
    """For blocks of columns: the columns of the key, in place of a key selector."""

    @property
    def is_pointwise(self) -> bool:
        """Whether a sender is connected to some receivers only."""
        return self.kind in (PartitioningKind.FORWARD, PartitioningKind.RESCALE)

    @property
    def is_keyed(self) -> bool:
        return self.kind is PartitioningKind.HASH

    def receivers(self, sender: int, senders: int, receivers: int) -> range:
        """The receivers to which a sender is connected."""
        if not self.is_pointwise:
            return range(receivers)
        if senders <= receivers:
            return range(-(-sender * receivers // senders), -(-(sender + 1) * receivers // senders))
        target = sender * receivers // senders
        return range(target, target + 1)

    def senders(self, receiver: int, senders: int, receivers: int) -> range:
        """The senders to which a receiver is connected."""
        return self.receivers(receiver, receivers, senders)  # pointwise edges are symmetric

    def channels(self, senders: int, receivers: int) -> int:
        """The number of connected pairs of senders and receivers."""
        return max(senders, receivers) if self.is_pointwise else senders * receivers


DEFAULT = Partitioning(PartitioningKind.DEFAULT)
FORWARD = Partitioning(PartitioningKind.FORWARD)
REBALANCE = Partitioning(PartitioningKind.REBALANCE)


def default_partitioning(source_parallelism: int, target_parallelism: int) -> Partitioning:
    """The partitioning of an edge without an explicit one: one to one if possible."""
    return FORWARD if source_parallelism == target_parallelism else REBALANCE
