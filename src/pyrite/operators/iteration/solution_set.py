"""SolutionSetOperator: the solution set of a delta iteration as keyed state, and its join with the workset."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.functions.functions import KeyedContext, KeyedCoProcessFunction, RuntimeContext, TimerContext
from pyrite.core.functions.iteration_functions import LOOP_RESULT, SolutionSetFunction
from pyrite.core.functions.user_function import check_function, close_function, open_function, raise_user_error, shorten
from pyrite.core.state.state_types import ListStateDescriptor, ValueStateDescriptor
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.process import ProcessOperator
from pyrite.operators.stateless import FunctionSpec
from pyrite.state.backend import NO_KEY

_ENTRY = ValueStateDescriptor("solution-set")
_VALUES = ListStateDescriptor("solution-set-joins")
_BLOCK = 10_000


class _Join(KeyedCoProcessFunction):
    """Input 1 is joined, input 2 is the initial solution set. A timer fires at the superstep's end."""

    def __init__(self, func: SolutionSetFunction) -> None:
        self._func = func
        self.label = "Solution Set"

    def open(self, runtime_context: RuntimeContext) -> None:
        self.entry = runtime_context.get_state(_ENTRY)
        self._values = runtime_context.get_list_state(_VALUES)
        open_function(self._func, runtime_context, self.label)

    def close(self) -> None:
        close_function(self._func, self.label)

    def process_element1(self, value: Any, ctx: KeyedContext) -> None:
        self._values.add(value)
        ctx.timer_service().register_event_time_timer(ctx.timestamp())

    def process_element2(self, value: Any, ctx: KeyedContext) -> None:
        self.entry.update(value)

    def on_timer(self, timestamp: int, ctx: TimerContext) -> Iterator[Any]:
        values = list(self._values.get())
        self._values.clear()
        try:
            yield from self._func.join(values, self.entry, ctx) or ()
        except Exception as error:
            raise_user_error(error, self.label, self._func, f"{shorten(values)} of key {ctx.get_current_key()!r}")


@dataclass(frozen=True)
class SolutionSetSpec(FunctionSpec):
    kind = "SolutionSetOperator"
    verb = "join with the solution set"

    def __post_init__(self) -> None:
        check_function(self.func, SolutionSetFunction, "join_solution_set()")

    def build(self) -> SolutionSetOperator:
        return SolutionSetOperator(self.func)


class SolutionSetOperator(ProcessOperator):
    """Joins, and emits the whole solution set at the end."""

    def __init__(self, func: SolutionSetFunction) -> None:
        self._join = _Join(func)
        super().__init__(self._join, "process_element1", "process_element2")

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        self._join.label = self.label()

    def finish(self) -> None:
        super().finish()
        backend = self.context.backend
        assert backend is not None
        keys = backend.keys(_ENTRY.name)
        for start in range(0, len(keys), _BLOCK):
            records = []
            for backend.context.key in keys[start : start + _BLOCK]:
                records.append(self._join.entry.value())
            self.output.emit_side(LOOP_RESULT, RowBlock(records))
            self.output.pause()
        backend.context.key = NO_KEY
