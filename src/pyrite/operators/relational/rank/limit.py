"""Limit: the first rows on arrival, after an OFFSET. Runs in one subtask."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Optional

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.operators.operator import Operator
from pyrite.operators.relational.relational_spec import RelationalSpec
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState

_STATE: Final = "rows-seen"


@dataclass(frozen=True)
class LimitSpec(RelationalSpec):
    """Skips `offset` rows and passes the next `fetch` rows, or all further rows."""

    kind = "Limit"
    offset: int
    fetch: Optional[int]

    def build(self) -> LimitOperator:
        return LimitOperator(self)


class LimitOperator(Operator):
    """The state is the number of rows so far."""

    def __init__(self, spec: LimitSpec) -> None:
        self._offset = spec.offset
        self._end = None if spec.fetch is None else spec.offset + spec.fetch
        self._seen = 0

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        start = max(self._offset - self._seen, 0)
        stop = len(block) if self._end is None else min(self._end - self._seen, len(block))
        self._seen += len(block)
        if start < stop:
            self.output.emit(block.slice(start, stop))

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        return replace(super().snapshot(checkpoint_id), lists={_STATE: [self._seen]})

    def restore(self, state: OperatorSubtaskState) -> None:
        super().restore(state)
        self._seen = sum(state.lists.get(_STATE, []))
