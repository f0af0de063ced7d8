"""Partitioners of keyed columns: by key group, and by a custom partitioner."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.functions.functions import Partitioner as UserPartitioner
from pyrite.core.functions.user_function import bound_method, raise_user_error, shorten
from pyrite.runtime.wire.partitioners import BlockPartitioner, Split, user_target
from pyrite.state.column_keys import ColumnKeys, column_keys
from pyrite.state.key_groups import subtask_of_group


class ByColumns(BlockPartitioner):
    """Partitions by key group. Keys are not sent: the receiver has the columns."""

    def __init__(self, columns: tuple[str, ...], receivers: int, max_parallelism: int) -> None:
        self._columns = columns
        self._receivers = receivers
        self._max_parallelism = max_parallelism
        groups = range(max_parallelism)
        self._subtasks = np.array([subtask_of_group(group, receivers, max_parallelism) for group in groups], np.uint16)
        self._last: Optional[tuple[ColumnKeys, npt.NDArray[np.uint16]]] = None

    def split(self, block: ColumnBlock) -> Split:
        if self._receivers == 1:
            return ((0, block),)
        keys = column_keys(block.batch, self._columns, ordered=False)
        return block.scatter(self._subtasks_of(keys)[keys.indices], self._receivers)

    def _subtasks_of(self, keys: ColumnKeys) -> npt.NDArray[np.uint16]:
        """The subtasks of the distinct keys. Cached, since with few keys, successive blocks have the same keys."""
        if self._last is None or not self._last[0].has_same_keys(keys):
            self._last = keys, self._subtasks[keys.groups(self._max_parallelism)]
        return self._last[1]


class ByUserOnColumns(BlockPartitioner):
    """Partitions by a custom partitioner, called for every row: it may return different receivers for a key."""

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
        targets: list[int] = []
        for index in keys.indices.tolist():
            try:
                targets.append(user_target(self._partition, values[index], self._receivers))
            except Exception as error:
                raise_user_error(error, self.operator, self._partitioner, shorten(values[index]))
        return block.scatter(targets, self._receivers)
