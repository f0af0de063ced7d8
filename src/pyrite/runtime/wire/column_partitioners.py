"""Partitioners of columns that have a key: by key group, and by the user's own partitioner."""

from __future__ import annotations

from typing import Any

import numpy as np

from pyrite.core.column_block import ColumnBlock
from pyrite.core.functions.functions import Partitioner as UserPartitioner
from pyrite.core.functions.user_function import bound_method, raise_user_error, shorten
from pyrite.runtime.wire.partitioners import BlockPartitioner, Split, user_target
from pyrite.state.column_keys import column_keys
from pyrite.state.key_groups import subtask_of_group


class ByColumns(BlockPartitioner):
    """To the subtask that has the key's group. Keys do not go along: the receiver has the columns."""

    def __init__(self, columns: tuple[str, ...], receivers: int, max_parallelism: int) -> None:
        self._columns = columns
        self._receivers = receivers
        self._max_parallelism = max_parallelism
        groups = range(max_parallelism)
        self._subtasks = np.array([subtask_of_group(group, receivers, max_parallelism) for group in groups], np.uint16)

    def split(self, block: ColumnBlock) -> Split:
        if self._receivers == 1:
            return ((0, block),)
        groups = column_keys(block.batch, self._columns, ordered=False).groups(self._max_parallelism)
        return block.scatter(self._subtasks[groups], self._receivers)


class ByUserOnColumns(BlockPartitioner):
    """By the user's own partitioner, which is asked for every row: it need not give a key the same answer twice."""

    def __init__(self, partitioner: Any, columns: tuple[str, ...], receivers: int, operator: str) -> None:
        self.functions = (partitioner,)
        self._partitioner = partitioner
        self._partition = bound_method(partitioner, UserPartitioner, "partition")
        self._columns = columns
        self._receivers = receivers
        self.operator = operator

    def split(self, block: ColumnBlock) -> Split:
        keys = column_keys(block.batch, self._columns)
        values = keys.values()
        chosen: list[int] = []
        for index in keys.indices.tolist():
            try:
                chosen.append(user_target(self._partition, values[index], self._receivers))
            except Exception as error:
                raise_user_error(error, self.operator, self._partitioner, shorten(values[index]))
        return block.scatter(chosen, self._receivers)
