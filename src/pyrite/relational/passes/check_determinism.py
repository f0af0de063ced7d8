"""check_determinism: an update must retract exactly the previous row, so its columns must be deterministic.

Required columns are derived from the sinks down, as in Flink. A sink requires its key, or all columns; a node with
state by whole rows requires all. Columns of an upsert key are deterministic. Inserts require nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Optional

from pyrite.core.blocks.changelog import gives_upserts
from pyrite.core.config.sql_options import NON_DETERMINISTIC_UPDATES
from pyrite.core.errors import TableException
from pyrite.expressions.determinism import nondeterministic_call
from pyrite.expressions.resolved import ResolvedExpression, columns_of
from pyrite.operators.relational.rank.rank import RankStrategy
from pyrite.relational.passes.prune_columns import METADATA
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.plan import nodes
from pyrite.relational.plan.aggregate import Grouped
from pyrite.relational.plan.changelog_functions import FromChangelog, ToChangelog
from pyrite.relational.plan.changelog_nodes import ChangelogNormalize, DropUpdateBefore, scan_changelog
from pyrite.relational.plan.exchange import Exchange
from pyrite.relational.plan.expand import Expand
from pyrite.relational.plan.expression_text import BY_POSITION
from pyrite.relational.plan.join import RegularJoin
from pyrite.relational.plan.joins.time_joins import IntervalJoin, LookupJoin, TemporalJoin, WindowJoin
from pyrite.relational.plan.keys import upsert_keys
from pyrite.relational.plan.match import Match
from pyrite.relational.plan.nodes import RelNode, SingleInput
from pyrite.relational.plan.order import Sort, SortLimit, TemporalSort
from pyrite.relational.plan.over_aggregate import AnyOverAggregate
from pyrite.relational.plan.rank import Rank
from pyrite.relational.plan.render import describe_physical, render, with_changelog_mode
from pyrite.relational.plan.two_phase_windows import GlobalWindowAggregate, LocalWindowAggregate
from pyrite.relational.plan.two_phases import (
    GlobalGroupAggregate,
    IncrementalGroupAggregate,
    LocalGroupAggregate,
    MiniBatchAssigner,
)
from pyrite.relational.plan.window_rank import OfWindows
from pyrite.relational.plan.windows import WindowTableFunction

Columns = frozenset[int]
_NONE: Final = Columns()
_FLINKS: Final = {"PROCTIME": "PROCTIME_MATERIALIZE"}
"""Functions with other names in Flink's plans."""


def check_determinism(plan: RelNode, settings: PassSettings) -> RelNode:
    is_resolved = settings.configuration.get(NON_DETERMINISTIC_UPDATES) == "TRY_RESOLVE"
    if not settings.is_batch and is_resolved:
        check_updates(plan)
    return plan


def check_updates(plan: RelNode) -> None:
    """Raises Flink's error if updates of a plan depend on nondeterministic columns."""
    _visit(plan, _NONE)


def _visit(node: RelNode, required: Columns) -> None:
    if isinstance(node, TemporalJoin):
        left, right = node.inputs
        width = len(left.row_type.fields)
        _visit(left, _without_key(left, Columns(place for place in required if place < width)))
        _visit(right, _NONE)
        return
    if isinstance(node, RegularJoin):
        for each, columns in zip(node.inputs, _join(node, required), strict=True):
            _visit(each, _without_key(each, columns))
        return
    rule = next(_RULES[kind] for kind in type(node).__mro__ if kind in _RULES)
    input_columns = rule(node, required)
    for each in node.inputs:
        _visit(each, _without_key(each, input_columns))


def _without_key(node: RelNode, required: Columns) -> Columns:
    """Returns the required columns outside of an upsert key, for the key that leaves the fewest."""
    keys = upsert_keys(node)
    return min((required - key for key in keys), key=len) if keys else required


# The required columns of a node's input, from the required columns of its output --------------------------------------


def _passed_on(node: RelNode, required: Columns) -> Columns:
    return required


def _nothing(node: RelNode, required: Columns) -> Columns:
    return _NONE


def _whole_rows(node: SingleInput, required: Columns) -> Columns:
    """For nodes with state by whole rows."""
    return _NONE if node.input.changelog.is_insert_only else _all(node.input)


def _sink(node: nodes.Sink, required: Columns) -> Columns:
    key = None if node.table is None else node.table.schema.primary_key
    if node.input.changelog.is_insert_only:
        return _NONE
    if node.upsert_materialize or key is None:
        return _all(node.input)
    return Columns(node.sink_type.names.index(column) for column in key.columns)


def _calc(node: nodes.Calc, required: Columns) -> Columns:
    if node.input.changelog.is_insert_only or not required:
        return _NONE
    _check_condition(node.condition, node)
    calls = {place: nondeterministic_call(node.projections[place]) for place in sorted(required)}
    _check_columns(calls, node)
    return Columns(column for place in required for column in columns_of(node.projections[place]))


def _correlate(node: nodes.Correlate, required: Columns) -> Columns:
    if node.input.changelog.is_insert_only or not required:
        return _NONE
    _check_condition(node.condition, node)
    call, width = nondeterministic_call(node.call), len(node.input.row_type.fields)
    _check_columns({place: call for place in sorted(required) if place >= width}, node)
    return Columns(place for place in required if place < width)


def _lookup_join(node: LookupJoin, required: Columns) -> Columns:
    """A table may have other rows when -U is looked up. Flink materializes the rows that it joined."""
    if node.input.changelog.is_insert_only or not required:
        return _NONE
    width = len(node.input.row_type.fields)
    names = [node.field_names[place] for place in sorted(required) if place >= width]
    if names:
        raise TableException(
            f"The column(s): {', '.join(names)} generated by a lookup join may differ in an update and its retraction, "
            f"and Pyrite does not keep the rows that it joined.\nrelated rel plan:\n{_plan_text(node)}"
        )
    return Columns(place for place in required if place < width)


def _normalize(node: ChangelogNormalize, required: Columns) -> Columns:
    _check_condition(node.condition, node)
    return required


def _expand(node: Expand, required: Columns) -> Columns:
    return required - {len(node.row_type.fields) - 1}


def _over(node: AnyOverAggregate, required: Columns) -> Columns:
    if node.input.changelog.is_insert_only:
        return _NONE
    width = len(node.input.row_type.fields)
    columns = {place for place in required if place < width} | {*node.partition}
    columns |= {each.place for group in node.groups for each in group.order}
    for place, call in enumerate(node.calls, width):
        if place in required:
            columns |= {*call.arguments, *(() if call.filter is None else (call.filter,))}
    return Columns(columns)


def _rank(node: Rank, required: Columns) -> Columns:
    if node.strategy is not RankStrategy.UPDATE_FAST:
        return _whole_rows(node, required)
    number = len(node.input.row_type.fields)
    return required - {*node.partition, *(each.place for each in node.order), number}


def _window_function(node: WindowTableFunction, required: Columns) -> Columns:
    return _NONE if node.input.changelog.is_insert_only else required & _all(node.input)


def _join(node: RegularJoin, required: Columns) -> tuple[Columns, Columns]:
    """Rows of a side with a unique key are identified by it; others by all columns."""
    if all(each.changelog.is_insert_only for each in node.inputs):
        return _NONE, _NONE
    _check_condition(node.condition, node)
    width = len(node.left.row_type.fields)
    read_columns = required | (_NONE if node.condition is None else columns_of(node.condition))
    own = (
        {place for place in read_columns if place < width},
        {place - width for place in read_columns if place >= width},
    )
    left, right = (
        _NONE if rows.changelog.is_insert_only else Columns({*columns, *side.keys}) if side.unique_key else _all(rows)
        for rows, side, columns in zip(node.inputs, node.sides, own, strict=True)
    )
    return left, right


def _scan(node: nodes.Scan, required: Columns) -> Columns:
    """Metadata belongs to the record of a change, so it may differ in -U.

    Stored rows have the metadata of the first record.
    """
    mode = scan_changelog(node)
    if mode.is_insert_only or gives_upserts(mode):
        return _NONE
    columns = {f"{METADATA}{column.key}": column.name for column in node.table.schema.metadata}
    used = [columns[name] for place, name in enumerate(node.field_names) if place in required and name in columns]
    if used:
        raise TableException(
            f"The metadata column(s): '{', '.join(used)}' in cdc source may cause wrong result or error on downstream "
            "operators, please consider removing these columns or use a non-cdc source that only has insert "
            f"messages.\nsource node:\n{_plan_text(node)}"
        )
    return _NONE


_RULES: Final[Mapping[type, Callable[[Any, Columns], Columns]]] = {
    nodes.Sink: _sink,
    nodes.Calc: _calc,
    nodes.Correlate: _correlate,
    LookupJoin: _lookup_join,
    ChangelogNormalize: _normalize,
    Expand: _expand,
    AnyOverAggregate: _over,
    Rank: _rank,
    WindowTableFunction: _window_function,
    nodes.Scan: _scan,
    Grouped: _whole_rows,
    LocalGroupAggregate: _whole_rows,
    LocalWindowAggregate: _whole_rows,
    OfWindows: _whole_rows,
    **dict.fromkeys((GlobalGroupAggregate, GlobalWindowAggregate, IncrementalGroupAggregate), _nothing),
    **dict.fromkeys((nodes.StreamScan, nodes.Values, ToChangelog, FromChangelog, Match), _nothing),
    **dict.fromkeys((IntervalJoin, WindowJoin), _nothing),
    **dict.fromkeys((DropUpdateBefore, MiniBatchAssigner, nodes.Union, Exchange, nodes.WatermarkAssigner), _passed_on),
    **dict.fromkeys((nodes.Limit, Sort, SortLimit, TemporalSort), _passed_on),
}


# Errors ---------------------------------------------------------------------------------------------------------------


def _all(node: RelNode) -> Columns:
    return Columns(range(len(node.row_type.fields)))


def _check_condition(condition: Optional[ResolvedExpression], node: RelNode) -> None:
    call = None if condition is None else nondeterministic_call(condition)
    if condition is not None and call is not None:
        raise TableException(
            f"There exists non deterministic function: '{call}' in condition: '{BY_POSITION.text(condition)}' which "
            f"may cause wrong result in update pipeline.\nrelated rel plan:\n{_plan_text(node)}"
        )


def _check_columns(calls: Mapping[int, Optional[str]], node: RelNode) -> None:
    """Raises for nondeterministic columns, with the functions that they depend on."""
    names = node.field_names
    columns = "".join(
        f"{names[place]}(generated by non-deterministic function: {_FLINKS.get(call, call)} ) "
        for place, call in calls.items()
        if call is not None
    )
    if columns:
        raise TableException(
            f"The column(s): {columns}can not satisfy the determinism requirement for correctly processing update "
            "message('UB'/'UA'/'D' in changelogMode, not 'I' only), this usually happens when input node has no "
            "upsertKey(upsertKeys=[{}]) or current node outputs non-deterministic update messages. Please consider "
            "removing these non-deterministic columns or making them deterministic by using deterministic "
            f"functions.\n\nrelated rel plan:\n{_plan_text(node)}"
        )


def _plan_text(node: RelNode) -> str:
    return render(node, lambda each: with_changelog_mode(describe_physical(each), each))
