"""recognize_windows: groups by the start and the end of a window become a WindowAggregate, which ends with the window.

Right above a window function, rows get their windows in the aggregate itself; elsewhere it reads them from columns.
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
    made = rewritten(plan, _recognized)
    if settings.is_batch:
        return rewritten(made, _in_batch)
    return rewritten(made, lambda node: with_emit_strategy(_in_streaming(node), settings.configuration))


def _recognized(node: RelNode) -> RelNode:
    if isinstance(node, nodes.Calc):
        return merged(node)
    if not isinstance(node, Aggregate):
        return node
    properties = window_properties(node.input)
    if properties is None or not properties.within(frozenset(node.grouping)):
        return node
    made = _over_function(node, properties)
    if made is None and properties.windowing.is_event_time:
        made = _attached(node, properties)
    return node if made is None else _in_order(node, made, properties)


def _keys(node: Aggregate, properties: WindowProperties) -> tuple[int, ...]:
    """The columns that are grouped by, but for those of the window."""
    window = properties.starts | properties.ends | properties.times
    return tuple(place for place in node.grouping if place not in window)


def _asked(node: Aggregate, properties: WindowProperties) -> tuple[tuple[WindowProperty, str], ...]:
    """The columns of the window that are grouped by."""
    names = node.input.field_names
    is_event_time = properties.windowing.is_event_time
    time = WindowProperty.ROWTIME if is_event_time else WindowProperty.PROCTIME
    asked = []
    for place in node.grouping:
        if place in properties.starts:
            asked.append((WindowProperty.START, names[place]))
        elif place in properties.ends:
            asked.append((WindowProperty.END, names[place]))
        elif place in properties.times:
            asked.append((time, names[place]))
    return tuple(asked)


def _over_function(node: Aggregate, properties: WindowProperties) -> Optional[WindowAggregate]:
    """An aggregate over a window function, with a Calc between them at most that computes nothing from windows."""
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
    kept = [
        place
        for place, tree in enumerate(projections)
        if not (isinstance(tree, FieldReference) and tree.index >= width)
    ]
    trees = [projections[place] for place in kept]
    names = [node.input.field_names[place] for place in kept]
    time = function.windowing.time
    at = next(
        (n for n, tree in enumerate(trees) if isinstance(tree, FieldReference) and tree.index == time), len(trees)
    )
    if at == len(trees):
        field = function.input.row_type.fields[time]
        trees.append(FieldReference(time, field.name, field.type))
        names.append(_unique(field.name, names))
    rows = merged(nodes.Calc(function.input, tuple(trees), tuple(names), condition))
    places = {old: new for new, old in enumerate(kept)}
    grouping = tuple(places[place] for place in _keys(node, properties))
    keys = tuple(places[key] for key in properties.windowing.partition_keys)
    calls = tuple(moved_call(call, places) for call in node.calls)
    windowing = replace(function.windowing, time=at, partition_keys=keys)
    asked = _asked(node, properties)
    made = _names(node, [rows.field_names[place] for place in grouping])
    return WindowAggregate(Exchange(rows, grouping), grouping, calls, made, windowing, asked)


def _attached(node: Aggregate, properties: WindowProperties) -> WindowAggregate:
    grouping = _keys(node, properties)
    chosen = frozenset(node.grouping)
    bounds = min(properties.starts & chosen), min(properties.ends & chosen)
    rows = Exchange(node.input, grouping)
    asked = _asked(node, properties)
    names = _names(node, [rows.field_names[place] for place in grouping])
    return WindowAggregate(rows, grouping, node.calls, names, properties.windowing, asked, bounds)


def _names(node: Aggregate, keys: Sequence[str]) -> tuple[str, ...]:
    is_split = node.partial_final is not PartialFinal.NONE
    return unnamed_columns(keys, len(node.calls)) if is_split else node.names


def _in_order(node: Aggregate, made: WindowAggregate, properties: WindowProperties) -> RelNode:
    """The columns as the Aggregate had them: keys and columns of the window mixed, then the aggregates."""
    window = properties.starts | properties.ends | properties.times
    fields = made.row_type.fields
    keys = iter(range(len(made.grouping)))
    asked = iter(range(len(made.grouping) + len(made.calls), len(fields)))
    order = [next(asked) if place in window else next(keys) for place in node.grouping]
    order += range(len(made.grouping), len(made.grouping) + len(made.calls))
    trees = tuple(FieldReference(place, fields[place].name, fields[place].type) for place in order)
    return merged(nodes.Calc(made, trees, node.field_names))


def _unique(name: str, taken: Sequence[str]) -> str:
    unique, number = name, 0
    while unique in taken:
        unique, number = f"{name}{number}", number + 1
    return unique


def _in_batch(node: RelNode) -> RelNode:
    if isinstance(node, (WindowTableFunction, WindowAggregate)) and not node.windowing.is_event_time:
        raise TableException("Processing time Window TableFunction is not supported yet.")
    return _exchanged(node)


def _in_streaming(node: RelNode) -> RelNode:
    """Flink shares state between windows that overlap, and so do we; as there, their sizes must fit for that."""
    if isinstance(node, WindowAggregate) and isinstance(node.windowing.windows, Hop):
        hop = node.windowing.windows
        if hop.size_ms % hop.slide_ms and not node.windowing.is_group_window:
            raise TableException(
                "HOP table function based aggregate requires size must be an integral multiple of slide, "
                f"but got size {hop.size_ms} ms and slide {hop.slide_ms} ms"
            )
    return _exchanged(node)


def _exchanged(node: RelNode) -> RelNode:
    """Rows of SESSION meet those of their partition."""
    if isinstance(node, WindowTableFunction) and isinstance(node.windowing.windows, Session):
        return replace(node, input=Exchange(node.input, node.windowing.partition_keys))
    return node


def with_emit_strategy(node: RelNode, configuration: Configuration) -> RelNode:
    """A window aggregate as the options have it."""
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
        raise TableException(f"early results of windows of rows ('{EARLY_FIRE.key}') are not supported yet")
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
