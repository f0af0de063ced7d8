"""Partitioning: which receivers of an edge get which records."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any


class PartitioningKind(Enum):
    """The ways of distributing records over receivers, with Flink's names."""

    DEFAULT = "DEFAULT"
    """The program says nothing: FORWARD or REBALANCE, once parallelism is resolved."""
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
    """How an edge distributes: its kind and, where the kind needs them, the user's functions."""

    kind: PartitioningKind
    key_selector: Any = None
    partitioner: Any = None
    key_type: Any = None
    key_columns: tuple[str, ...] = ()
    """Where blocks are columns: those that make the key, in place of a key selector."""

    @property
    def is_pointwise(self) -> bool:
        """Whether a sender is connected to some receivers only."""
        return self.kind in (PartitioningKind.FORWARD, PartitioningKind.RESCALE)

    @property
    def is_keyed(self) -> bool:
        return self.kind is PartitioningKind.HASH

    def receivers(self, sender: int, senders: int, receivers: int) -> range:
        """The receivers that a sender is connected to."""
        if not self.is_pointwise:
            return range(receivers)
        if senders <= receivers:
            return range(-(-sender * receivers // senders), -(-(sender + 1) * receivers // senders))
        target = sender * receivers // senders
        return range(target, target + 1)

    def senders(self, receiver: int, senders: int, receivers: int) -> range:
        """The senders that a receiver is connected to."""
        return self.receivers(receiver, receivers, senders)  # pointwise edges look the same from both ends

    def channels(self, senders: int, receivers: int) -> int:
        """How many pairs of a sender and a receiver are connected."""
        return max(senders, receivers) if self.is_pointwise else senders * receivers


DEFAULT = Partitioning(PartitioningKind.DEFAULT)
FORWARD = Partitioning(PartitioningKind.FORWARD)
REBALANCE = Partitioning(PartitioningKind.REBALANCE)


def default_partitioning(source_parallelism: int, target_parallelism: int) -> Partitioning:
    """What an edge does when the program says nothing: one to one where it can."""
    return FORWARD if source_parallelism == target_parallelism else REBALANCE
