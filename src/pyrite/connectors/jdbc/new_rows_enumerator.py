"""NewRowsEnumerator: gives the one split, which never ends, to the first reader."""

from __future__ import annotations

from typing import Optional

from pyrite.connectors.jdbc.table_split import TableSplit
from pyrite.core.connector.source import SplitEnumerator, SplitEnumeratorContext


class NewRowsEnumerator(SplitEnumerator[TableSplit]):
    """`split` is None when it was handed out."""

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
