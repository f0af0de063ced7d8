"""recognize_rank: converts a filter on the row number in a window to a Rank, which keeps only the passing rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Optional

from pyrite.core.errors import TableException
from pyrite.core.types import TimestampKind
from pyrite.expressions.compile.calc import conjuncts
from pyrite.expressions.resolved import (
    FieldReference,
    FunctionCall,
    ResolvedExpression,
    ValueLiteral,
    columns_of,
    transformed,
)
from pyrite.relational.passes.merge_calcs import merged
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.passes.substitution import all_of
from pyrite.relational.plan import nodes
from pyrite.relational.plan.nodes import RelNode, rewritten
from pyrite.relational.plan.over import RANKS, Over
from pyrite.relational.plan.rank import NUMBER_TYPE, Rank, times_of
from pyrite.relational.plan.window_properties import WindowProperties, windows_of
from pyrite.relational.plan.window_rank import WindowDeduplicate, WindowRank

_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="}


def recognize_rank(plan: RelNode, settings: PassSettings) -> RelNode:
    def change(node: RelNode) -> RelNode:
        if isinstance(node, nodes.Calc) and isinstance(node.input, Over):
            return _recognized(node, node.input, settings) or node
        return node

    return rewritten(plan, change)


@dataclass(frozen=True)
class _Range:
    """A range of ranks, from 1. `end` None is unbounded."""

    start: int
    end: Optional[int]


def _recognized(calc: nodes.Calc, over: Over, settings: PassSettings) -> Optional[RelNode]:
    """Returns a Rank for the Over, below the rest of the Calc; None if it is not a Top-N."""
    if calc.condition is None or len(over.calls) != 1 or over.calls[0].function not in RANKS:
        return None
    function, number = over.calls[0].function, len(over.input.row_type.fields)
    found = _range(conjuncts(calc.condition), number)
    if found is None:
        return None
    ranks, others = found
    if any(number in columns_of(each) for each in others):
        return None
    if settings.is_batch and (function != "ROW_NUMBER" or ranks.end is None or ranks.end <= 0):
        return None  # the Over is executable
    if ranks.end is None:
        raise TableException(
            "Rank end is not specified. Currently rank only support TopN, which means the rank end must be specified."
        )
    if ranks.end <= 0:
        raise TableException(f"Rank end should not less than zero, but now is {ranks.end}")
    windows = None if settings.is_batch else windows_of(over)
    if function != "ROW_NUMBER" and windows is not None:
        raise TableException(
            f"{function}() function is not supported on Window TopN currently, only ROW_NUMBER() is supported."
        )
    if function != "ROW_NUMBER":
        raise TableException(f"{function}() on streaming table is not supported currently")
    return _over_rank(calc, over, _Range(max(ranks.start, 1), ranks.end), all_of(others), windows)


def _over_rank(
    calc: nodes.Calc,
    over: Over,
    ranks: _Range,
    condition: Optional[ResolvedExpression],
    windows: Optional[WindowProperties],
) -> Optional[RelNode]:
    assert ranks.end is not None
    if ranks.start > ranks.end:
        return nodes.Values((), calc.row_type)
    (group,) = over.groups
    number = len(over.input.row_type.fields)
    projections = calc.projections
    if ranks.start == ranks.end:  # the number is constant

        def known(tree: ResolvedExpression) -> ResolvedExpression:
            is_number = isinstance(tree, FieldReference) and tree.index == number
            return ValueLiteral(ranks.start, NUMBER_TYPE) if is_number else tree

        projections = tuple(transformed(tree, known) for tree in projections)
    has_number = any(number in columns_of(tree) for tree in projections)
    name = over.names[0] if has_number else None
    times = times_of(group.order, over.input.row_type)
    rank: RelNode = Rank(over.input, group.order, times, None, (), group.partition, ranks.start, ranks.end, name)
    if windows is not None:
        assert isinstance(rank, Rank)
        rank = _of_windows(rank, windows)
    return merged(nodes.Calc(rank, projections, calc.names, condition))


def _of_windows(rank: Rank, windows: WindowProperties) -> WindowRank | WindowDeduplicate:
    """By event time, rows of a window are ranked when it ends."""
    is_first_by_time = rank.is_deduplication and rank.time_kind() is not TimestampKind.REGULAR
    if not windows.windowing.is_event_time:
        what = "Deduplication" if is_first_by_time else "TopN"
        raise TableException(f"Processing time Window {what} is not supported yet.")
    keys = frozenset(rank.partition)
    bounds = (min(windows.starts & keys), min(windows.ends & keys))
    columns = windows.starts | windows.ends | windows.times
    partition = tuple(place for place in rank.partition if place not in columns)
    common = (rank.input, windows.windowing, bounds, partition, rank.order)
    if is_first_by_time:
        return WindowDeduplicate(*common)
    return WindowRank(*common, rank.start, rank.end, rank.number)


def _range(parts: Sequence[ResolvedExpression], number: int) -> Optional[tuple[_Range, list[ResolvedExpression]]]:
    """Returns the range of ranks in conditions, and the conditions on other columns."""
    bounds: list[tuple[str, int]] = []
    others: list[ResolvedExpression] = []
    for part in parts:
        own = _bounds(part, number)
        bounds += own
        if not own:
            others.append(part)
    lower = [bound for kind, bound in bounds if kind in ("lower", "both")]
    upper = [bound for kind, bound in bounds if kind in ("upper", "both")]
    if not bounds or len(lower) > 1 or len(upper) > 1:
        return None
    return _Range(lower[0] if lower else 1, upper[0] if upper else None), others


def _bounds(part: ResolvedExpression, number: int) -> list[tuple[str, int]]:
    """Returns the bounds of the rank in a condition: the least, the greatest, or both."""
    match part:
        case FunctionCall(
            function="BETWEEN ASYMMETRIC",
            arguments=(FieldReference(index=place), ValueLiteral(value=low), ValueLiteral(value=high)),
        ):
            return [("lower", low), ("upper", high)] if place == number else []
        case FunctionCall(function=name, arguments=(FieldReference(index=place), ValueLiteral(value=int() as bound))):
            return _bound(name, bound) if place == number else []
        case FunctionCall(function=name, arguments=(ValueLiteral(value=int() as bound), FieldReference(index=place))):
            return _bound(_TURNED.get(name, ""), bound) if place == number else []
    return []


def _bound(comparison: str, bound: int) -> list[tuple[str, int]]:
    match comparison:
        case "<" | "<=":
            return [("upper", bound - (comparison == "<"))]
        case ">" | ">=":
            return [("lower", bound + (comparison == ">"))]
        case "=":
            return [("both", bound)]
    return []
