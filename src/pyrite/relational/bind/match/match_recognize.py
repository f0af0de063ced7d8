"""MATCH_RECOGNIZE: binds the relation to a Match node."""

from __future__ import annotations

from pyrite.core.types import AnyTimestampType, LogicalType, RowField, RowType, TimestampKind
from pyrite.expressions import expression_tree
from pyrite.operators.relational.keyed.sort_column import SortColumn
from pyrite.operators.relational.match.match import Definition
from pyrite.relational.bind.errors import BindError
from pyrite.relational.bind.match.pattern_expressions import PatternBinder
from pyrite.relational.bind.match.row_patterns import bind_pattern
from pyrite.relational.bind.over import nulls_first
from pyrite.relational.bind.scope import Scope
from pyrite.relational.bind.session import BindSession
from pyrite.relational.plan.match import Match
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.sql import sql_tree


def bind_match(
    relation: sql_tree.MatchRecognize, rows: RelNode, scope: Scope, session: BindSession
) -> tuple[RelNode, Scope]:
    """Binds the clauses of MATCH_RECOGNIZE over the rows of its relation."""
    partition = tuple(dict.fromkeys(_column(scope, key, "PARTITION BY") for key in relation.partition_by))
    order = tuple(
        SortColumn(_column(scope, key.operand, "ORDER BY"), key.is_descending, nulls_first(key))
        for key in relation.order_by
    )
    pattern = bind_pattern(relation)
    variables = [step.variable for step in pattern.steps]
    time = _time_of(relation, scope, order, session)
    binder = PatternBinder(scope, session, variables, time)
    definitions = tuple(
        Definition(each.variable, binder.definition(each.condition))
        for each in _each_once(relation)
        if each.variable in variables
    )
    measures = tuple(binder.measure(each.operand) for each in relation.measures)
    names = [scope.fields[place].name for place in partition] + [each.name for each in relation.measures]
    _check_names(relation, names)
    if relation.rows_per_match is sql_tree.RowsPerMatch.ALL_ROWS:
        raise BindError("All rows per match mode is not supported yet.", relation.at)
    types = [scope.fields[place].type for place in partition] + [each.tree.type for each in measures]
    match_type = RowType(tuple(map(RowField, names, types)), nullable=False)
    is_event_time = session.is_batch or _is_of(time, TimestampKind.ROWTIME)
    match = Match(rows, partition, order, is_event_time, pattern, definitions, measures, match_type)
    return match, Scope.of(match_type)


def _column(scope: Scope, key: expression_tree.Expression, clause: str) -> int:
    if not isinstance(key, expression_tree.Name):
        raise BindError(f"{clause} of MATCH_RECOGNIZE takes columns: compute them in a subquery", key.at)
    column, nested = scope.locate(key.parts, key.at)
    if nested:
        raise BindError(f"{clause} of MATCH_RECOGNIZE takes columns: select the field in a subquery", key.at)
    return column.index


def _each_once(relation: sql_tree.MatchRecognize) -> tuple[sql_tree.Definition, ...]:
    seen: set[str] = set()
    for each in relation.definitions:
        if each.variable in seen:
            raise BindError(f"Pattern variable '{each.variable}' has already been defined", each.at)
        seen.add(each.variable)
    return relation.definitions


def _check_names(relation: sql_tree.MatchRecognize, names: list[str]) -> None:
    repeated = dict.fromkeys(name for name in names if names.count(name) > 1)
    if repeated or not relation.measures:
        raise BindError(f"Columns ambiguously defined: {{{', '.join(repeated)}}}", relation.at)


def _time_of(
    relation: sql_tree.MatchRecognize, scope: Scope, order: tuple[SortColumn, ...], session: BindSession
) -> LogicalType:
    """Returns the type of the first column of ORDER BY: a time attribute, in batch any point in time."""
    if not order:
        required = "non-empty order by" if session.is_batch else "either rowtime or proctime for order by"
        raise BindError(f"You must specify {required}.", relation.at)
    time = scope.fields[order[0].place].type
    at = relation.order_by[0].at
    if session.is_batch and not isinstance(time, AnyTimestampType):
        raise BindError("You must specify time point for order by as the first one.", at)
    if not session.is_batch and not _is_of(time, TimestampKind.ROWTIME, TimestampKind.PROCTIME):
        raise BindError("You must specify either rowtime or proctime for order by as the first one.", at)
    if order[0].is_descending:
        kind = "" if session.is_batch else "streaming "
        raise BindError(f"Primary sort order of a {kind}table must be ascending on time.", at)
    return time


def _is_of(kind: LogicalType, *kinds: TimestampKind) -> bool:
    return isinstance(kind, AnyTimestampType) and kind.kind in kinds
