"""recognize_windows: converts groups by a window's start and end to a WindowAggregate, which ends with the window.

Directly above a window function, the aggregate assigns the windows itself; elsewhere it reads them from columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Optional

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.sql_options import (
    ALLOW_LATENESS,
    EARLY_FIRE,
    EARLY_FIRE_DELAY,
    LATE_FIRE,
    LATE_FIRE_DELAY,
    STATE_TTL,
)
from pyrite.core.errors import TableException
from pyrite.expressions.resolved import FieldReference, columns_of
from pyrite.operators.relational.window.emitting_windows import EmitStrategy
from pyrite.operators.relational.window.time_windows import Hop, Session
from pyrite.operators.relational.window.window_output import WindowProperty
from pyrite.relational.passes.merge_calcs import merged
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.plan import nodes
from pyrite.relational.plan.aggregate import Aggregate, PartialFinal, moved_call, unnamed_columns
from pyrite.relational.plan.exchange import Exchange
from pyrite.relational.plan.nodes import RelNode, references, rewritten
from pyrite.relational.plan.window_properties import WindowProperties, window_properties
from pyrite.relational.plan.windows import EmittingWindowAggregate, WindowAggregate, WindowTableFunction


def recognize_windows(plan: RelNode, settings: PassSettings) -> RelNode:
    recognized = rewritten(plan, _recognized)
    if settings.is_batch:
        return rewritten(recognized, _in_batch)
    return rewritten(recognized, lambda node: with_emit_strategy(_in_streaming(node), settings.configuration))


def _recognized(node: RelNode) -> RelNode:
    if isinstance(node, nodes.Calc):
        return merged(node)
    if not isinstance(node, Aggregate):
        return node
    properties = window_properties(node.input)
    if properties is None or not properties.within(frozenset(node.grouping)):
        return node
    aggregate = _over_function(node, properties)
    if aggregate is None and properties.windowing.is_event_time:
        aggregate = _attached(node, properties)
    return node if aggregate is None else _in_order(node, aggregate, properties)


def _keys(node: Aggregate, properties: WindowProperties) -> tuple[int, ...]:
    """Returns the grouping columns without the window's."""
    window = properties.starts | properties.ends | properties.times
    return tuple(place for place in node.grouping if place not in window)


def _window_columns(node: Aggregate, properties: WindowProperties) -> tuple[tuple[WindowProperty, str], ...]:
    """Returns the grouping columns of the window."""
    names = node.input.field_names
    is_event_time = properties.windowing.is_event_time
    time = WindowProperty.ROWTIME if is_event_time else WindowProperty.PROCTIME
    columns_of_window = []
    for place in node.grouping:
        if place in properties.starts:
            columns_of_window.append((WindowProperty.START, names[place]))
        elif place in properties.ends:
            columns_of_window.append((WindowProperty.END, names[place]))
        elif place in properties.times:
            columns_of_window.append((time, names[place]))
    return tuple(columns_of_window)


def _over_function(node: Aggregate, properties: WindowProperties) -> Optional[WindowAggregate]:
    """Returns an aggregate over a window function, with at most a Calc between them that does not read windows."""
    calc = node.input if isinstance(node.input, nodes.Calc) else None
    function = node.input if calc is None else calc.input
    if not isinstance(function, WindowTableFunction):
        return None
    width = len(function.input.row_type.fields)
    projections = references(function) if calc is None else calc.projections
    condition = None if calc is None else calc.condition
    computed = [tree for tree in projections if not isinstance(tree, FieldReference)]
    if any(column >= width for tree in (*computed, *([condition] if condition else [])) for column in columns_of(tree)):
        return None
    indices = [
        place
        for place, tree in enumerate(projections)
        if not (isinstance(tree, FieldReference) and tree.index >= width)
    ]
    trees = [projections[place] for place in indices]
    names = [node.input.field_names[place] for place in indices]
    time = function.windowing.time
    at = next(
        (n for n, tree in enumerate(trees) if isinstance(tree, FieldReference) and tree.index == time), len(trees)
    )
    if at == len(trees):
        field = function.input.row_type.fields[time]
        trees.append(FieldReference(time, field.name, field.type))
        names.append(_unique(field.name, names))
    rows = merged(nodes.Calc(function.input, tuple(trees), tuple(names), condition))
    places = {old: new for new, old in enumerate(indices)}
    grouping = tuple(places[place] for place in _keys(node, properties))
    keys = tuple(places[key] for key in properties.windowing.partition_keys)
    calls = tuple(moved_call(call, places) for call in node.calls)
    windowing = replace(function.windowing, time=at, partition_keys=keys)
    window_columns = _window_columns(node, properties)
    names_of_columns = _names(node, [rows.field_names[place] for place in grouping])
    return WindowAggregate(Exchange(rows, grouping), grouping, calls, names_of_columns, windowing, window_columns)


def _attached(node: Aggregate, properties: WindowProperties) -> WindowAggregate:
    grouping = _keys(node, properties)
    grouping_columns = frozenset(node.grouping)
    bounds = min(properties.starts & grouping_columns), min(properties.ends & grouping_columns)
    rows = Exchange(node.input, grouping)
    window_columns = _window_columns(node, properties)
    names = _names(node, [rows.field_names[place] for place in grouping])
    return WindowAggregate(rows, grouping, node.calls, names, properties.windowing, window_columns, bounds)


def _names(node: Aggregate, keys: Sequence[str]) -> tuple[str, ...]:
    is_split = node.partial_final is not PartialFinal.NONE
    return unnamed_columns(keys, len(node.calls)) if is_split else node.names


def _in_order(node: Aggregate, aggregate: WindowAggregate, properties: WindowProperties) -> RelNode:
    """Restores the order of the Aggregate's columns: keys mixed with window columns, then the aggregates."""
    window = properties.starts | properties.ends | properties.times
    fields = aggregate.row_type.fields
    keys = iter(range(len(aggregate.grouping)))
    window_columns = iter(range(len(aggregate.grouping) + len(aggregate.calls), len(fields)))
    order = [next(window_columns) if place in window else next(keys) for place in node.grouping]
    order += range(len(aggregate.grouping), len(aggregate.grouping) + len(aggregate.calls))
    trees = tuple(FieldReference(place, fields[place].name, fields[place].type) for place in order)
    return merged(nodes.Calc(aggregate, trees, node.field_names))


def _unique(name: str, used_names: Sequence[str]) -> str:
    unique, number = name, 0
    while unique in used_names:
        unique, number = f"{name}{number}", number + 1
    return unique


def _in_batch(node: RelNode) -> RelNode:
    if isinstance(node, (WindowTableFunction, WindowAggregate)) and not node.windowing.is_event_time:
        raise TableException("Processing time Window TableFunction is not supported yet.")
    return _exchanged(node)


def _in_streaming(node: RelNode) -> RelNode:
    """Flink shares state between overlapping windows, and so does Pyrite. Their sizes must allow it."""
    if isinstance(node, WindowAggregate) and isinstance(node.windowing.windows, Hop):
        hop = node.windowing.windows
        if hop.size_ms % hop.slide_ms and not node.windowing.is_group_window:
            raise TableException(
                "HOP table function based aggregate requires size must be an integral multiple of slide, "
                f"but got size {hop.size_ms} ms and slide {hop.slide_ms} ms"
            )
    return _exchanged(node)


def _exchanged(node: RelNode) -> RelNode:
    """Distributes rows of SESSION by partition."""
    if isinstance(node, WindowTableFunction) and isinstance(node.windowing.windows, Session):
        return replace(node, input=Exchange(node.input, node.windowing.partition_keys))
    return node


def with_emit_strategy(node: RelNode, configuration: Configuration) -> RelNode:
    """Applies the options for early and late results to a window aggregate."""
    is_early, is_late = configuration.get(EARLY_FIRE), configuration.get(LATE_FIRE)
    if not isinstance(node, WindowAggregate) or not (is_early or is_late):
        return node
    if not node.windowing.is_group_window:
        raise TableException(
            "Currently, window table function based aggregate doesn't support early-fire and late-fire configuration "
            f"'{EARLY_FIRE.key}' and '{LATE_FIRE.key}'."
        )
    if isinstance(node.windowing.windows, Session):
        raise TableException("Session window doesn't support EMIT strategy currently.")
    if node.windowing.is_of_rows:
        raise TableException(f"early results of count windows ('{EARLY_FIRE.key}') are not supported yet")
    strategy = _strategy(configuration, node.windowing.is_event_time)
    if strategy.early_ms is None and strategy.late_ms is None:
        return node
    plain = {each.name: getattr(node, each.name) for each in fields(WindowAggregate)}
    return EmittingWindowAggregate(**plain, strategy=strategy)


def _strategy(configuration: Configuration, is_event_time: bool) -> EmitStrategy:
    early_ms = _delay(configuration.get(EARLY_FIRE), configuration.get(EARLY_FIRE_DELAY), "Early", "early")
    late_ms = _delay(configuration.get(LATE_FIRE), configuration.get(LATE_FIRE_DELAY), "Late", "late")
    lateness_ms = configuration.get(ALLOW_LATENESS)
    if lateness_ms is None:
        lateness_ms = configuration.get(STATE_TTL)
    if late_ms is None:
        lateness_ms = 0
    elif is_event_time and lateness_ms <= 0:
        raise TableException(
            "The 'AFTER WATERMARK' emit strategy requires set 'allow-lateness' or 'minIdleStateRetentionTime' in table "
            "config."
        )
    elif late_ms > lateness_ms:
        raise TableException(
            f"Allow-lateness [{lateness_ms}ms] should not be smaller than Late-fire delay [{late_ms}ms] when enable "
            "late-fire emit strategy."
        )
    return EmitStrategy(early_ms, late_ms if is_event_time else None, lateness_ms if is_event_time else 0)


def _delay(is_enabled: bool, delay_ms: Optional[int], name: str, word: str) -> Optional[int]:
    if is_enabled and delay_ms is None:
        raise TableException(
            f"{name}-fire delay should not be null or negative value whenenable {word}-fire emit strategy."
        )
    return delay_ms if is_enabled else None
