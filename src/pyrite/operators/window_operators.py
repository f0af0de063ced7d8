"""Which operator does given windows: one for whole blocks where it can, else the one that can do all."""

from __future__ import annotations

from typing import Any, Optional

from pyrite.common.evictors import Evictor
from pyrite.common.triggers import Trigger
from pyrite.common.window_assigners import (
    DynamicEventTimeSessionWindows,
    EventTimeSessionWindows,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
    WindowAssigner,
    WindowStagger,
)
from pyrite.operators.fixed_windows import FixedWindowOperator
from pyrite.operators.session_windows import SessionWindowOperator
from pyrite.operators.window_base import WindowOperatorBase, WindowPlan
from pyrite.operators.windows import WindowOperator


def window_operator(
    assigner: WindowAssigner[Any, Any],
    trigger: Optional[Trigger[Any, Any]],
    evictor: Optional[Evictor[Any, Any]],
    plan: WindowPlan,
) -> WindowOperatorBase:
    """The operator for what a program has said. `trigger` is None for the assigner's own."""
    if trigger is None and evictor is None:
        fast = _fast_operator(assigner, plan)
        if fast is not None:
            return fast
    return WindowOperator(assigner, trigger or assigner.get_default_trigger(None), evictor, plan)


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
