"""The end of a keyed stream whose records become a queryable state."""

from __future__ import annotations

from typing import Any

from pyrite.common.block import Block
from pyrite.common.state import StateDescriptor, ValueState
from pyrite.operators.operator import Operator


class QueryableStateOperator(Operator):
    """Puts every record into a state of its key: a value state holds the last one, others add them up."""

    def __init__(self, descriptor: StateDescriptor) -> None:
        self._descriptor = descriptor

    def open(self) -> None:
        assert self.context.keyed_states is not None, "a queryable state is of a keyed stream"
        state: Any = self.context.keyed_states.get(self._descriptor)
        self._put = state.update if isinstance(state, ValueState) else state.add

    def process_block(self, block: Block, input_index: int = 0) -> None:
        records, remaining = self.records(block)
        put = self._put
        try:
            for record in records:
                put(record)
        except Exception as error:
            func = getattr(self._descriptor, "reduce_function", getattr(self._descriptor, "agg_function", put))
            self.fail(error, func, block, remaining)
