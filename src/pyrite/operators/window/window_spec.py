"""Selects the operator for windows: one for whole blocks if possible, else the general one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from pyrite.core.functions.user_function import describe
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.windows.evictors import Evictor
from pyrite.core.windows.trigger import Trigger
from pyrite.core.windows.window_assigner import WindowAssigner
from pyrite.core.windows.window_assigners import (
    DynamicEventTimeSessionWindows,
    EventTimeSessionWindows,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
    WindowStagger,
)
from pyrite.operators.window.any_windows import WindowOperator
from pyrite.operators.window.fixed_windows import FixedWindowOperator
from pyrite.operators.window.session_windows import SessionWindowOperator
from pyrite.operators.window.window_base import WindowOperatorBase, WindowPlan


@dataclass(frozen=True)
class WindowSpec(OperatorSpec):
    """The windows of a program. `trigger` is None for the assigner's default trigger."""

    kind = "window_operator"
    assigner: WindowAssigner[Any, Any]
    trigger: Optional[Trigger[Any, Any]]
    evictor: Optional[Evictor[Any, Any]]
    plan: WindowPlan

    @property
    def description(self) -> str:
        by = "" if self.plan.func is None else f" by {describe(self.plan.func)}"
        return f"window of {type(self.assigner).__name__}{by}"

    @property
    def reads_watermarks(self) -> bool:
        return self.trigger is not None

    def build(self) -> WindowOperatorBase:
        if self.trigger is None and self.evictor is None:
            fast = _fast_operator(self.assigner, self.plan)
            if fast is not None:
                return fast
        trigger = self.trigger or self.assigner.get_default_trigger(None)
        return WindowOperator(self.assigner, trigger, self.evictor, self.plan)


def _fast_operator(assigner: WindowAssigner[Any, Any], plan: WindowPlan) -> Optional[WindowOperatorBase]:
    kind = type(assigner)
    if isinstance(assigner, TumblingEventTimeWindows) and kind is TumblingEventTimeWindows:
        if assigner.window_stagger is WindowStagger.ALIGNED:
            return FixedWindowOperator(assigner.size_ms, assigner.size_ms, assigner.offset_ms, plan)
    elif isinstance(assigner, SlidingEventTimeWindows) and kind is SlidingEventTimeWindows:
        return FixedWindowOperator(assigner.size_ms, assigner.slide_ms, assigner.offset_ms, plan)
    elif plan.allowed_lateness_ms == 0:
        if isinstance(assigner, EventTimeSessionWindows) and kind is EventTimeSessionWindows:
            return SessionWindowOperator(assigner.gap_ms, plan)
        if isinstance(assigner, DynamicEventTimeSessionWindows) and kind is DynamicEventTimeSessionWindows:
            return SessionWindowOperator(assigner.gap_ms_of, plan)
    return None
