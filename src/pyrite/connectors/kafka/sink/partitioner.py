"""Which partition a record goes to, if Kafka's own way, by the hash of the key, is not wanted."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Optional

from pyrite.core.errors import InvalidProgramError


class FlinkKafkaPartitioner(ABC):
    """Chooses partitions. It travels to the tasks, so it must pickle."""

    def open(self, parallel_instance_id: int, parallel_instances: int) -> None:  # noqa: B027
        """Called once in each sink task, with its subtask, from 0, and how many there are."""

    @abstractmethod
    def partition(
        self, record: Any, key: Optional[bytes], value: Optional[bytes], target_topic: str, partitions: list[int]
    ) -> int:
        """One of the partitions."""


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
    """A partitioner, or a function that does what `partition` does."""
    if isinstance(partitioner, FlinkKafkaPartitioner):
        return partitioner
    if callable(partitioner) and not isinstance(partitioner, type):
        return _ByFunction(partitioner)
    raise InvalidProgramError(
        "set_partitioner() takes a FlinkKafkaPartitioner or a function of record, key, value, topic and partitions, "
        f"not {partitioner!r}"
    )
