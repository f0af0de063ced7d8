"""The common part of all window operators: opening and closing functions, the watermark, late records."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Optional

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.errors import StateUnreadableError
from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.functions.user_function import close_function, open_function, raise_user_error, shorten
from pyrite.core.metrics.declared_metrics import NUM_LATE_RECORDS_DROPPED
from pyrite.core.metrics.metric_group import Counter
from pyrite.core.state_key import StateKey
from pyrite.core.time.time import MIN_WATERMARK
from pyrite.operators.call_results import CallResults
from pyrite.operators.capabilities import HasTimers
from pyrite.operators.operator import Operator
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.runtime_context import OperatorRuntimeContext
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.operators.window.window_contents import WindowContents
from pyrite.operators.window.window_function import WindowCall

CONTENTS = "window-contents"
"""The state with the contents of windows."""


@dataclass(frozen=True)
class WindowPlan:
    """The plan of a window operator: the contents of windows, the function called with them, and late records."""

    contents: WindowContents
    call: Optional[WindowCall] = None
    allowed_lateness_ms: int = 0
    late_tag: Optional[OutputTag] = None
    tags_inputs: bool = False
    """Whether records become `(0, record)` and `(1, record)`, by their input, for joins."""

    @property
    def func(self) -> Any:
        """The user function that is called last; None if windows only list their records."""
        return self.contents.func if self.call is None else self.call.func


class WindowOperatorBase(Operator, HasTimers):
    """Opens the plan's functions, tracks the watermark, and handles late records."""

    merging = False
    """Whether its windows merge."""

    def __init__(self, plan: WindowPlan) -> None:
        self.plan = plan
        self.func = plan.func
        self._functions: tuple[Any, ...] = tuple(
            func for func in (plan.contents.func, None if plan.call is None else plan.call.func) if func is not None
        )
        self.watermark_ms = MIN_WATERMARK

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        assert context.backend is not None, "windows need keyed streams"
        self.backend = context.backend
        self.tables = context.backend.tables(CONTENTS)
        self.results = CallResults(self.output)
        self._late = Counter()
        context.metrics.expose(NUM_LATE_RECORDS_DROPPED, self._late.get_count)
        if self.plan.call is not None:
            self.plan.call.setup(self, lambda: self.watermark_ms, self.merging)

    def open(self) -> None:
        contents = self.plan.contents
        for func in self._functions:
            reason = contents.without_keyed_state if func is contents.func else ""
            open_function(func, OperatorRuntimeContext(self.context, reason), self.label())

    def close(self) -> None:
        for func in self._functions:
            close_function(func, self.label())

    def process_block(self, block: RowBlock, input_index: int = 0) -> None:
        if self.plan.tags_inputs:
            block = RowBlock([(input_index, value) for value in block.values], block.timestamps, block.keys)
        self.process_records(block)

    @abstractmethod
    def process_records(self, block: RowBlock) -> None:
        """Puts the records of a block into their windows."""

    def drop_late(self, values: Sequence[Any], timestamps: Optional[Sequence[int]]) -> None:
        """Sends late records to the side output, or counts and drops them."""
        if self.plan.late_tag is not None:
            stamps = None if timestamps is None else list(timestamps)
            self.output.emit_side(self.plan.late_tag, RowBlock(list(values), stamps))
        else:
            self._late.inc(len(values))

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        return OperatorSubtaskState(watermark_ms=self.watermark_ms, windows=self.contents_kind())

    def restore(self, state: OperatorSubtaskState) -> None:
        self.watermark_ms = state.watermark_ms
        if state.windows not in ("", self.contents_kind()) and self.tables.namespaces():
            raise StateUnreadableError(
                f"{self.label()}: its open windows contain {state.windows} in the checkpoint, but "
                f"{self.contents_kind()} in the program. Give the operator another uid and drop its windows (-n), "
                "or let them fire first: "
                "`pyrite stop --drain`"
            )

    def contents_kind(self) -> str:
        """The description of the window contents, which must be the same to restore from them."""
        return self.plan.contents.kind

    def blame(self, error: Exception, keys: list[StateKey], values: list[Any]) -> None:
        """Finds the record on which the function of the contents fails, using a separate table, and reports it."""
        for key, value in zip(keys, values, strict=True):
            try:
                self.plan.contents.add_all({}, [key, key], [value, value])
            except Exception:
                raise_user_error(error, self.label(), self.plan.contents.func, shorten(value))
        raise_user_error(error, self.label(), self.plan.contents.func, None)


def without_timestamps(operator: Operator, value: Any) -> Exception:
    return RuntimeError(
        "the record has no timestamp, but event-time windows need one: call assign_timestamps_and_watermarks() "
        "before key_by(), or use processing-time windows"
    )
