"""Partitioners: split a block over the receivers of an edge, in columns."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from operator import index
from typing import Any, Optional

from pyrite.common.block import Block, StateKey
from pyrite.common.functions import KeySelector, RuntimeContext
from pyrite.common.functions import Partitioner as UserPartitioner
from pyrite.common.type_checks import is_checked
from pyrite.common.typeinfo import TypeInformation
from pyrite.graph.partitioning import Partitioning, PartitioningKind
from pyrite.operators.user_function import bound_method, close_function, open_function, raise_user_error, shorten
from pyrite.state.key_codec import encode_keys, fit_keys
from pyrite.state.key_groups import SubtaskOfKey

Split = Iterable[tuple[int, Block]]


class BlockPartitioner(ABC):
    """Splits blocks. A receiver with no record of a block is left out."""

    functions: tuple[Any, ...] = ()
    """The user's functions in it, opened and closed with the operators of the task."""
    operator = ""

    @abstractmethod
    def split(self, block: Block) -> Split: ...

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
        return ((self._receiver, Block(block.values, block.timestamps)),)


class EveryReceiver(BlockPartitioner):
    def __init__(self, receivers: Sequence[int]) -> None:
        self._receivers = receivers

    def split(self, block: Block) -> Split:
        plain = Block(block.values, block.timestamps)
        return [(receiver, plain) for receiver in self._receivers]


class RoundRobin(BlockPartitioner):
    """Record after record to the next receiver, by slicing."""

    def __init__(self, receivers: Sequence[int], first: int) -> None:
        self._receivers = receivers
        self._next = first % len(receivers)

    def split(self, block: Block) -> Split:
        count = len(self._receivers)
        for step in range(min(count, len(block.values))):
            receiver = self._receivers[(self._next + step) % count]
            times = None if block.timestamps is None else block.timestamps[step::count]
            yield receiver, Block(block.values[step::count], times)
        self._next = (self._next + len(block.values)) % count


class RandomReceiver(BlockPartitioner):
    def __init__(self, receivers: int, seed: int) -> None:
        self._receivers = range(receivers)
        self._random = random.Random(seed)

    def split(self, block: Block) -> Split:
        chosen = self._random.choices(self._receivers, k=len(block.values))
        return scatter(block, None, chosen, len(self._receivers))


class ByKey(BlockPartitioner):
    """By key group. The keys go along, encoded, so that the receiver need not ask the selector again."""

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

    def split(self, block: Block) -> Split:
        try:
            keys = self._keys(block.values)
        except Exception as error:
            self._fail(error, block)
        if self._receivers == 1:
            return ((0, Block(block.values, block.timestamps, keys)),)
        return scatter(block, keys, list(map(self._subtask_of, keys)), self._receivers)

    def _keys(self, values: list[Any]) -> list[StateKey]:
        keys = list(map(self._get_key, values))
        if len(keys) != len(values):
            raise RuntimeError("the key selector raised StopIteration")
        return encode_keys(keys if self._key_type is None else fit_keys(keys, self._key_type))

    def _fail(self, error: Exception, block: Block) -> None:
        """Finds the record whose key could not be had, and tells the user."""
        for value in block.values:
            try:
                self._keys([value])
            except Exception as again:
                raise_user_error(again, self.operator, self._selector, shorten(value))
        raise_user_error(error, self.operator, self._selector, None)


class ByUser(BlockPartitioner):
    """By the user's own partitioner, from a key."""

    def __init__(self, partitioner: Any, selector: Any, receivers: int, operator: str) -> None:
        self.functions = (selector, partitioner)
        self._partitioner = partitioner
        self._partition = bound_method(partitioner, UserPartitioner, "partition")
        self._get_key = bound_method(selector, KeySelector, "get_key")
        self._receivers = receivers
        self.operator = operator

    def split(self, block: Block) -> Split:
        chosen: list[int] = []
        try:
            for value in block.values:
                target = index(self._partition(self._get_key(value), self._receivers))
                if not 0 <= target < self._receivers:
                    raise IndexError(f"the partitioner returned {target}, but there are {self._receivers} receivers")
                chosen.append(target)
        except Exception as error:
            raise_user_error(error, self.operator, self._partitioner, shorten(block.values[len(chosen)]))
        return scatter(block, None, chosen, self._receivers)


def scatter(block: Block, keys: Optional[list[StateKey]], targets: list[int], count: int) -> Split:
    """Splits a block by a target for each record, keeping order."""
    values: list[list[Any]] = [[] for _ in range(count)]
    add_value = [column.append for column in values]
    for value, target in zip(block.values, targets, strict=True):
        add_value[target](value)
    times = None if block.timestamps is None else _scatter_column(block.timestamps, targets, count)
    key_columns = None if keys is None else _scatter_column(keys, targets, count)
    for target, column in enumerate(values):
        if column:
            yield (
                target,
                Block(
                    column,
                    None if times is None else times[target],
                    None if key_columns is None else key_columns[target],
                ),
            )


def _scatter_column(column: list[Any], targets: list[int], count: int) -> list[list[Any]]:
    parts: list[list[Any]] = [[] for _ in range(count)]
    add = [part.append for part in parts]
    for item, target in zip(column, targets, strict=True):
        add[target](item)
    return parts


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
