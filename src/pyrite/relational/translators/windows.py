"""Translators of windows."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.operator_spec import OperatorSpec
from pyrite.graph.transformation import Transformation
from pyrite.operators.relational.window.emitting_windows import EmittingWindowsSpec
from pyrite.operators.relational.window.local_window_aggregate import LocalWindowAggregateSpec
from pyrite.operators.relational.window.row_windows import RowWindows, RowWindowsSpec
from pyrite.operators.relational.window.session_windows import SessionAggregateSpec, SessionRowsSpec
from pyrite.operators.relational.window.time_windows import AlignedWindows, Attached, Session
from pyrite.operators.relational.window.window_aggregate import PaneAggregateSpec
from pyrite.operators.relational.window.window_output import WindowProperty
from pyrite.operators.relational.window.window_table_function import WindowTableFunctionSpec
from pyrite.relational.plan.render import describe
from pyrite.relational.plan.two_phase_windows import GlobalWindowAggregate, LocalWindowAggregate
from pyrite.relational.plan.windows import EmittingWindowAggregate, WindowAggregate, WindowTableFunction
from pyrite.relational.translators.translation import Translation, Translators

_ROW_PROPERTIES = (WindowProperty.START, WindowProperty.END, WindowProperty.ROWTIME)


def _window_aggregate(node: WindowAggregate, to: Translation) -> Transformation:
    return to.keyed("WindowAggregate", _spec(node), node, node.grouping)


def _spec(node: WindowAggregate) -> PaneAggregateSpec | SessionAggregateSpec | EmittingWindowsSpec | RowWindowsSpec:
    windowing = node.windowing
    common = (
        windowing.time if node.attached is None and windowing.is_event_time else None,
        windowing.is_event_time,
        windowing.zone,
        node.grouping,
        node.calls,
        tuple(each for each, _ in node.properties),
        node.input.row_type,
        node.row_type,
        not node.input.changelog.is_insert_only,
    )
    text = describe(node)
    if isinstance(node, EmittingWindowAggregate):
        assert isinstance(windowing.windows, AlignedWindows), "sessions have no early or late results"
        emits_update_before = ChangeKind.UPDATE_BEFORE in node.changelog.kinds
        return EmittingWindowsSpec(*common, windowing.windows, node.strategy, emits_update_before, text=text)
    if node.attached is not None:
        return PaneAggregateSpec(*common, Attached(*node.attached), text=text)
    if isinstance(windowing.windows, RowWindows):
        return RowWindowsSpec(*common, windowing.windows, text=text)
    if isinstance(windowing.windows, Session):
        return SessionAggregateSpec(*common, windowing.windows.gap_ms, text=text)
    return PaneAggregateSpec(*common, windowing.windows, text=text)


def _local(node: LocalWindowAggregate, to: Translation) -> Transformation:
    windowing, is_sliced = node.windowing, node.attached is None
    spec = LocalWindowAggregateSpec(
        node.grouping,
        node.phases.local_calls,
        node.sliced_type,
        node.row_type,
        node.retracts,
        text=describe(node),
        windows=windowing.windows if is_sliced and isinstance(windowing.windows, AlignedWindows) else None,
        time=windowing.time,
        zone=windowing.zone,
    )
    return to.operator("LocalWindowAggregate", spec, node)


def _global(node: GlobalWindowAggregate, to: Translation) -> Transformation:
    whole, phases = _spec(node), node.phases
    assert isinstance(whole, PaneAggregateSpec), "sessions have one phase"
    spec = replace(
        whole,
        time=None,
        calls=phases.global_calls,
        retracts=node.retracts,
        slice=len(node.grouping) if node.attached is None else None,
        rows=phases.rows,
    )
    return to.keyed("GlobalWindowAggregate", spec, node, node.grouping)


def _window_table_function(node: WindowTableFunction, to: Translation) -> Transformation:
    spec = _function_spec(node)
    if isinstance(node.windowing.windows, Session):
        return to.keyed("WindowTableFunction", spec, node, node.windowing.partition_keys)
    return to.operator("WindowTableFunction", spec, node)


def _function_spec(node: WindowTableFunction) -> OperatorSpec:
    windowing = node.windowing
    time = windowing.time if windowing.is_event_time else None
    if isinstance(windowing.windows, AlignedWindows):
        return WindowTableFunctionSpec(windowing.windows, time, windowing.zone, node.row_type, text=describe(node))
    assert isinstance(windowing.windows, Session)
    return SessionRowsSpec(
        time,
        windowing.is_event_time,
        windowing.zone,
        windowing.partition_keys,
        (),
        _ROW_PROPERTIES,
        node.input.row_type,
        node.row_type,
        not node.input.changelog.is_insert_only,
        text=describe(node),
        gap_ms=windowing.windows.gap_ms,
    )


WINDOWS: Final[Translators] = {
    WindowTableFunction: _window_table_function,
    WindowAggregate: _window_aggregate,
    LocalWindowAggregate: _local,
    GlobalWindowAggregate: _global,
}
