"""Partitioners that replace Kafka's own partitioning by the hash of the key."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Optional

from pyrite.core.errors import InvalidProgramError


class FlinkKafkaPartitioner(ABC):
    """Chooses the partition of each record. It must be picklable, because it is sent to the tasks."""

    def open(self, parallel_instance_id: int, parallel_instances: int) -> None:  # noqa: B027
        """Called once in each sink task, with the index of its subtask, from 0, and the parallelism."""

    @abstractmethod
    def partition(
        self, record: Any, key: Optional[bytes], value: Optional[bytes], target_topic: str, partitions: list[int]
    ) -> int:
        """The partition of a record: an element of `partitions`."""


class FlinkFixedPartitioner(FlinkKafkaPartitioner):
    """Each subtask writes to one partition of a topic."""

    _instance = 0

    def open(self, parallel_instance_id: int, parallel_instances: int) -> None:
        self._instance = parallel_instance_id

    def partition(
        self, record: Any, key: Optional[bytes], value: Optional[bytes], target_topic: str, partitions: list[int]
    ) -> int:
        return partitions[self._instance % len(partitions)]


PartitionFunction = Callable[[Any, Optional[bytes], Optional[bytes], str, list[int]], int]


class _ByFunction(FlinkKafkaPartitioner):
    def __init__(self, func: PartitionFunction) -> None:
        self._func = func

    def partition(
        self, record: Any, key: Optional[bytes], value: Optional[bytes], target_topic: str, partitions: list[int]
    ) -> int:
        return self._func(record, key, value, target_topic, partitions)


def partitioner_of(partitioner: FlinkKafkaPartitioner | PartitionFunction) -> FlinkKafkaPartitioner:
    """Accepts a partitioner, or a function with the signature of `partition`."""
    if isinstance(partitioner, FlinkKafkaPartitioner):
        return partitioner
    if callable(partitioner) and not isinstance(partitioner, type):
        return _ByFunction(partitioner)
    raise InvalidProgramError(
        "set_partitioner() takes a FlinkKafkaPartitioner or a function of record, key, value, topic and partitions, "
        f"not {partitioner!r}"
    )
