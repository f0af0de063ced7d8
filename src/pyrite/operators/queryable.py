"""The end of a keyed stream whose records update a queryable state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.errors import InvalidProgramError
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.state.state_types import (
    AggregatingStateDescriptor,
    ReducingStateDescriptor,
    StateDescriptor,
    ValueState,
    ValueStateDescriptor,
)
from pyrite.operators.operator import Operator


@dataclass(frozen=True)
class QueryableStateSpec(OperatorSpec):
    kind = "QueryableStateOperator"
    descriptor: StateDescriptor

    def __post_init__(self) -> None:
        if not isinstance(self.descriptor, (ValueStateDescriptor, ReducingStateDescriptor, AggregatingStateDescriptor)):
            raise InvalidProgramError(
                "as_queryable_state() takes the descriptor of a value, reducing or aggregating state, which are "
                f"updated with one record at a time, not {self.descriptor!r}. For other states, call set_queryable() "
                "of the descriptor"
            )

    @property
    def description(self) -> str:
        return f"publish state '{self.descriptor.get_queryable_state_name()}'"

    def build(self) -> QueryableStateOperator:
        return QueryableStateOperator(self.descriptor)


class QueryableStateOperator(Operator):
    """Puts every record into a state of its key: a value state keeps the last record, other states combine them."""

    def __init__(self, descriptor: StateDescriptor) -> None:
        self._descriptor = descriptor

    def open(self) -> None:
        assert self.context.keyed_states is not None, "a queryable state needs a keyed stream"
        state: Any = self.context.keyed_states.get(self._descriptor)
        self._put = state.update if isinstance(state, ValueState) else state.add

    def process_block(self, block: RowBlock, input_index: int = 0) -> None:
        records, remaining = self.records(block)
        put = self._put
        try:
            for record in records:
                put(record)
        except Exception as error:
            func = getattr(self._descriptor, "reduce_function", getattr(self._descriptor, "agg_function", put))
            self.fail(error, func, block, remaining)
