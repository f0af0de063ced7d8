"""The end of a keyed stream whose records become a queryable state."""

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
                "as_queryable_state() takes the descriptor of a value, reducing or aggregating state, which take one "
                f"record at a time, not {self.descriptor!r}. Other states are queryable by their descriptor's "
                "set_queryable()"
            )

    @property
    def description(self) -> str:
        return f"publish state '{self.descriptor.get_queryable_state_name()}'"

    def build(self) -> QueryableStateOperator:
        return QueryableStateOperator(self.descriptor)


class QueryableStateOperator(Operator):
    """Puts every record into a state of its key: a value state holds the last one, others add them up."""

    def __init__(self, descriptor: StateDescriptor) -> None:
        self._descriptor = descriptor

    def open(self) -> None:
        assert self.context.keyed_states is not None, "a queryable state is of a keyed stream"
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
