"""TableEnumerator cuts a table into ranges of a column; NewRowsEnumerator assigns the one split of new rows."""

from __future__ import annotations

from collections import deque
from datetime import date
from decimal import Decimal
from itertools import pairwise
from typing import Any, Optional

from pyrite.connectors.jdbc.database import Session
from pyrite.connectors.jdbc.source.split import TableQuery, TableSplit
from pyrite.core.connector.source import SplitEnumerator, SplitEnumeratorContext
from pyrite.core.errors import InvalidProgramError

_ATTEMPTS = 3


def cut(query: TableQuery, partitions: int) -> list[TableSplit]:
    """Cuts a table into ranges between the column's minimum and maximum. Rows with NULL are a separate split."""
    if query.column is None:
        return [TableSplit("all")]
    session = Session(query.database)
    try:
        least, greatest, has_nulls = session.run(query.limits, _ATTEMPTS)
    finally:
        session.close()
    nulls = [TableSplit("nulls", nulls=True)] if has_nulls else []
    return [*ranges(query, least, greatest, partitions), *nulls]


def ranges(query: TableQuery, least: Any, greatest: Any, partitions: int) -> list[TableSplit]:
    """Up to `partitions` ranges of equal width. The last range includes its upper bound."""
    if least is None:
        return []
    if isinstance(least, bool) or not isinstance(least, (int, float, Decimal, date)):
        raise InvalidProgramError(f"a partition column must have numbers or times, but {query.column!r} has {least!r}")
    inner = [least + (greatest - least) * part // partitions for part in range(1, partitions)]
    bounds = [least, *(bound for bound in dict.fromkeys(inner) if least < bound < greatest), greatest]
    last = len(bounds) - 2
    return [
        TableSplit(f"{number}", lower, upper, includes_upper=number == last)
        for number, (lower, upper) in enumerate(pairwise(bounds))
    ]


class TableEnumerator(SplitEnumerator[TableSplit]):
    """Assigns the ranges of a table. `splits` is None until they have been computed."""

    def __init__(
        self,
        context: SplitEnumeratorContext[TableSplit],
        query: TableQuery,
        partitions: int,
        splits: Optional[list[TableSplit]],
    ) -> None:
        self._context = context
        self._query = query
        self._partitions = partitions
        self._splits = None if splits is None else deque(splits)
        self._waiting: list[int] = []

    def start(self) -> None:
        if self._splits is None:
            self._context.call_async(lambda: cut(self._query, self._partitions), self._set_splits)

    def _set_splits(self, splits: Optional[list[TableSplit]], error: Optional[Exception]) -> None:
        if error is not None:
            raise error
        self._splits = deque(splits or [])
        for subtask in self._waiting:
            self._hand_out(subtask)

    def add_reader(self, subtask: int) -> None:
        """Has no effect: readers request splits."""

    def handle_split_request(self, subtask: int) -> None:
        if self._splits is None:
            self._waiting.append(subtask)
        else:
            self._hand_out(subtask)

    def _hand_out(self, subtask: int) -> None:
        if self._splits:
            self._context.assign_splits(subtask, [self._splits.popleft()])
        else:
            self._context.signal_no_more_splits(subtask)

    def snapshot_state(self, checkpoint_id: int) -> Optional[list[TableSplit]]:
        return None if self._splits is None else list(self._splits)


class NewRowsEnumerator(SplitEnumerator[TableSplit]):
    """Assigns the one, unbounded split to the first reader. `split` is None once it has been assigned."""

    def __init__(self, context: SplitEnumeratorContext[TableSplit], split: Optional[TableSplit]) -> None:
        self._context = context
        self._split = split

    def add_reader(self, subtask: int) -> None:
        if self._split is not None and subtask == 0:
            self._context.assign_splits(subtask, [self._split])
            self._split = None
        self._context.signal_no_more_splits(subtask)

    def snapshot_state(self, checkpoint_id: int) -> Optional[TableSplit]:
        return self._split
