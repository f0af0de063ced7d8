"""Partitioners: split blocks over the receivers of an edge."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from operator import index
from typing import Any, Optional

from pyrite.core.blocks.block import Block
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.functions.functions import KeySelector, RuntimeContext
from pyrite.core.functions.functions import Partitioner as UserPartitioner
from pyrite.core.functions.user_function import bound_method, close_function, open_function, raise_user_error, shorten
from pyrite.core.job.partitioning import Partitioning, PartitioningKind
from pyrite.core.state_key import StateKey
from pyrite.core.types.type_checks import is_checked
from pyrite.core.types.types_factory import TypeInformation
from pyrite.state.key_codec import encode_keys, fit_keys
from pyrite.state.key_groups import SubtaskOfKey

Split = Iterable[tuple[int, Block]]
WITHOUT_KEYED_STATE = (
    "a key selector or partitioner has no keyed state: it chooses the key. Use the state in a process function"
)


class BlockPartitioner(ABC):
    """Splits blocks by receiver. Receivers without records are omitted."""

    functions: tuple[Any, ...] = ()
    """The user functions of the partitioner, opened and closed with the operators of the task."""
    operator = ""

    @abstractmethod
    def split(self, block: Any) -> Split:
        """Splits a block of the edge's block type into parts, each with its receiver."""

    def open(self, context: RuntimeContext) -> None:
        for func in self.functions:
            open_function(func, context, self.operator)

    def close(self) -> None:
        for func in self.functions:
            close_function(func, self.operator)


class OneReceiver(BlockPartitioner):
    def __init__(self, receiver: int) -> None:
        self._receiver = receiver

    def split(self, block: Block) -> Split:
        return ((self._receiver, block.unkeyed()),)


class EveryReceiver(BlockPartitioner):
    def __init__(self, receivers: Sequence[int]) -> None:
        self._receivers = receivers

    def split(self, block: Block) -> Split:
        plain = block.unkeyed()
        return [(receiver, plain) for receiver in self._receivers]


class RoundRobin(BlockPartitioner):
    """Distributes records evenly: each receiver gets as many as by sending one record after another in turn."""

    def __init__(self, receivers: Sequence[int], first: int) -> None:
        self._receivers = receivers
        self._next = first % len(receivers)

    def split(self, block: Block) -> Split:
        count = len(self._receivers)
        parts = min(count, len(block))
        for step, part in enumerate(block.unkeyed().deal(parts) if parts else ()):
            yield self._receivers[(self._next + step) % count], part
        self._next = (self._next + len(block)) % count


class RandomReceiver(BlockPartitioner):
    def __init__(self, receivers: int, seed: int) -> None:
        self._receivers = range(receivers)
        self._random = random.Random(seed)

    def split(self, block: Block) -> Split:
        targets = self._random.choices(self._receivers, k=len(block))
        return block.unkeyed().scatter(targets, len(self._receivers))


class ByKey(BlockPartitioner):
    """Partitions by key group. Encoded keys are sent along, so that the receiver need not call the selector again."""

    def __init__(
        self,
        selector: Any,
        receivers: int,
        max_parallelism: int,
        operator: str,
        key_type: Optional[TypeInformation] = None,
    ) -> None:
        self.functions = (selector,)
        self._selector = selector
        self._key_type = key_type if is_checked(key_type) else None
        self._get_key = bound_method(selector, KeySelector, "get_key")
        self._receivers = receivers
        self._subtask_of = SubtaskOfKey(receivers, max_parallelism).__getitem__
        self.operator = operator

    def split(self, block: RowBlock) -> Split:
        try:
            keys = self._keys(block.values)
        except Exception as error:
            self._fail(error, block)
        keyed = RowBlock(block.values, block.timestamps, keys)
        if self._receivers == 1:
            return ((0, keyed),)
        return keyed.scatter(list(map(self._subtask_of, keys)), self._receivers)

    def _keys(self, values: list[Any]) -> list[StateKey]:
        keys = list(map(self._get_key, values))
        if len(keys) != len(values):
            raise RuntimeError("the key selector raised StopIteration")
        return encode_keys(keys if self._key_type is None else fit_keys(keys, self._key_type))

    def _fail(self, error: Exception, block: RowBlock) -> None:
        """Finds the record whose key could not be computed, and reports it to the user."""
        for value in block.values:
            try:
                self._keys([value])
            except Exception as again:
                raise_user_error(again, self.operator, self._selector, shorten(value))
        raise_user_error(error, self.operator, self._selector, None)


class ByUser(BlockPartitioner):
    """Partitions by a custom partitioner of keys."""

    def __init__(self, partitioner: Any, selector: Any, receivers: int, operator: str) -> None:
        self.functions = (selector, partitioner)
        self._partitioner = partitioner
        self._partition = bound_method(partitioner, UserPartitioner, "partition")
        self._get_key = bound_method(selector, KeySelector, "get_key")
        self._receivers = receivers
        self.operator = operator

    def split(self, block: RowBlock) -> Split:
        targets: list[int] = []
        try:
            for value in block.values:
                targets.append(user_target(self._partition, self._get_key(value), self._receivers))
        except Exception as error:
            raise_user_error(error, self.operator, self._partitioner, shorten(block.values[len(targets)]))
        return block.unkeyed().scatter(targets, self._receivers)


def user_target(partition: Callable[[Any, int], int], key: Any, receivers: int) -> int:
    """The receiver that a custom partitioner returns for a key."""
    target = index(partition(key, receivers))
    if not 0 <= target < receivers:
        raise IndexError(f"the partitioner returned {target}, but there are {receivers} receivers")
    return target


def make_partitioner(
    partitioning: Partitioning,
    sender: int,
    senders: int,
    receivers: int,
    max_parallelism: int,
    operator: str,
) -> BlockPartitioner:
    """The partitioner of one sender."""
    connected = partitioning.receivers(sender, senders, receivers)
    kind = partitioning.kind
    assert kind is not PartitioningKind.DEFAULT, "resolve_parallelism replaces DEFAULT"
    if partitioning.key_columns:
        return _by_columns(partitioning, receivers, max_parallelism, operator)
    if kind is PartitioningKind.HASH:
        return ByKey(partitioning.key_selector, receivers, max_parallelism, operator, partitioning.key_type)
    if kind is PartitioningKind.CUSTOM:
        return ByUser(partitioning.partitioner, partitioning.key_selector, receivers, operator)
    if kind is PartitioningKind.BROADCAST:
        return EveryReceiver(connected)
    if kind is PartitioningKind.GLOBAL or len(connected) == 1:
        return OneReceiver(connected[0])
    if kind is PartitioningKind.SHUFFLE:
        return RandomReceiver(receivers, sender)
    return RoundRobin(connected, sender)


def _by_columns(partitioning: Partitioning, receivers: int, max_parallelism: int, operator: str) -> BlockPartitioner:
    from pyrite.runtime.wire.column_partitioners import (  # they need pyarrow: most jobs do not
        ByColumns,
        ByUserOnColumns,
    )

    if partitioning.kind is PartitioningKind.CUSTOM:
        return ByUserOnColumns(partitioning.partitioner, partitioning.key_columns, receivers, operator)
    return ByColumns(partitioning.key_columns, receivers, max_parallelism)
