"""Checks of OVER window frames. Errors are Flink's."""

from __future__ import annotations

from typing import Final

from pyrite.core.types import (
    AnyTimestampType,
    DateType,
    DayTimeIntervalType,
    LogicalType,
    NumericType,
    TimeType,
    YearMonthIntervalType,
)
from pyrite.expressions.expression_tree import BoundKind, FrameBound, FrameUnit, Window
from pyrite.expressions.folding import fold_constants
from pyrite.expressions.resolved import ValueLiteral
from pyrite.relational.bind.errors import BindError
from pyrite.relational.bind.expressions import ExpressionBinder

_ENDS: Final = {
    (BoundKind.CURRENT_ROW, BoundKind.PRECEDING): "PRECEDING when lower boundary is CURRENT ROW",
    (BoundKind.FOLLOWING, BoundKind.CURRENT_ROW): "CURRENT ROW when lower boundary is FOLLOWING",
    (BoundKind.FOLLOWING, BoundKind.PRECEDING): "PRECEDING when lower boundary is FOLLOWING",
}
_INTERVALS: Final = (DayTimeIntervalType, YearMonthIntervalType)


def check_frame(window: Window, rows: ExpressionBinder) -> None:
    """Raises for a frame with invalid bounds."""
    frame = window.frame
    assert frame is not None
    lower, upper = frame.lower.kind, frame.upper.kind
    if lower is BoundKind.UNBOUNDED_FOLLOWING:
        raise BindError("UNBOUNDED FOLLOWING cannot be specified for the lower frame boundary", frame.lower.at)
    if upper is BoundKind.UNBOUNDED_PRECEDING:
        raise BindError("UNBOUNDED PRECEDING cannot be specified for the upper frame boundary", frame.upper.at)
    if (lower, upper) in _ENDS:
        raise BindError(f"Upper frame boundary cannot be {_ENDS[lower, upper]}", frame.upper.at)
    for bound in (frame.lower, frame.upper):
        if bound.offset is not None:
            _check_offset(bound, frame.unit, window, rows)


def _check_offset(bound: FrameBound, unit: FrameUnit, window: Window, rows: ExpressionBinder) -> None:
    assert bound.offset is not None
    offset = fold_constants(rows.bind(bound.offset))
    if not isinstance(offset, ValueLiteral):
        raise BindError("The bound of an OVER window must be a constant", bound.at)
    if unit is FrameUnit.ROWS:
        if not isinstance(offset.value, int) or offset.value < 0:
            raise BindError("ROWS value must be a non-negative integral constant", bound.at)
        return
    if not window.order_by:
        raise BindError("Window specification must contain an ORDER BY clause", bound.at)
    if len(window.order_by) > 1:
        raise BindError("RANGE clause cannot be used with compound ORDER BY clause", bound.at)
    _check_types(rows.bind(window.order_by[0].operand).type, offset.type, bound)


def _check_types(order: LogicalType, offset: LogicalType, bound: FrameBound) -> None:
    is_time = isinstance(order, (AnyTimestampType, DateType, TimeType))
    if not is_time and not isinstance(order, NumericType):
        raise BindError("Data type of ORDER BY prohibits use of RANGE clause", bound.at)
    if is_time is not isinstance(offset, _INTERVALS):
        raise BindError("Data Type mismatch between ORDER BY and RANGE clause", bound.at)
    if isinstance(offset, YearMonthIntervalType):
        raise BindError("INTERVAL_YEAR_MONTH type is not allowed for window boundary", bound.at)
