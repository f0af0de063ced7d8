"""Converts a join with a table as of a processing time to lookups in the table's source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Optional

from pyrite.core.config.sql_options import (
    ASYNC_LOOKUP_CAPACITY,
    ASYNC_LOOKUP_KEY_ORDERED,
    ASYNC_LOOKUP_OUTPUT_MODE,
    ASYNC_LOOKUP_TIMEOUT,
)
from pyrite.core.connector.lookup import FullCache, SupportsLookup
from pyrite.core.errors import TableException
from pyrite.core.types import CharacterStringType, LogicalType, RowType
from pyrite.core.types.common_type import common_type
from pyrite.core.types.temporal import without_time_attributes
from pyrite.expressions.compile.calc import conjuncts
from pyrite.expressions.determinism import is_deterministic
from pyrite.expressions.resolution import implicit_cast, resolve
from pyrite.expressions.resolved import FieldReference, FunctionCall, ResolvedExpression, ValueLiteral, columns_of
from pyrite.operators.relational.join.join_type import JoinType
from pyrite.relational.passes.merge_calcs import merged
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.passes.substitution import all_of, moved, named, substituted
from pyrite.relational.plan import nodes
from pyrite.relational.plan.exchange import Exchange
from pyrite.relational.plan.join import joined_type
from pyrite.relational.plan.joins.time_joins import LookupHint, LookupJoin, LookupSettings, SnapshotJoin
from pyrite.relational.plan.nodes import RelNode

Keys = dict[int, ResolvedExpression]


@dataclass(frozen=True)
class LookupTable:
    """The scan of a lookup source, and the columns of the joined table over it."""

    scan: nodes.Scan
    columns: Sequence[ResolvedExpression]


def lookup_table(plan: RelNode) -> Optional[LookupTable]:
    """Returns the table of a plan that only scans a lookup source and projects its columns."""
    columns: Sequence[ResolvedExpression] = nodes.references(plan)
    while not isinstance(plan, nodes.Scan):
        match plan:
            case nodes.WatermarkAssigner():  # a row is found as it is now, whatever its event time
                plan = plan.input
            case nodes.Calc(condition=None):
                columns = [substituted(tree, plan.projections) for tree in columns]
                plan = plan.input
            case _:
                return None
    return LookupTable(plan, columns) if isinstance(plan.source, SupportsLookup) else None


def lookup_join(node: SnapshotJoin, table: LookupTable, settings: PassSettings) -> RelNode:
    scan, width = table.scan, len(node.left.row_type.fields)
    both = joined_type(node.left.row_type, scan.row_type, JoinType.INNER)
    places = {place: width + place for place in range(len(scan.row_type.fields))}
    columns = [named(moved(tree, places), both) for tree in table.columns]
    written = conjuncts(node.condition)
    parts = [named(substituted(part, [*nodes.references(node.left), *columns]), both) for part in written]
    keys, others = _keys(parts, both, width)
    if not keys:
        name = scan.table.identifier
        raise TableException(
            "Temporal table join requires an equality condition on fields of table "
            f"[{name.catalog}.{name.database}.{name.object}]."
        )
    hint = node.hint or LookupHint()
    left_parts = [part for part in others if columns_of(part) and max(columns_of(part)) < width]
    rows: RelNode = node.left
    shuffle_keys = tuple(value.index for value in keys.values() if isinstance(value, FieldReference))
    if hint.is_shuffled and shuffle_keys:
        rows = Exchange(rows, shuffle_keys)
    join = LookupJoin(
        rows,
        scan.table,
        scan.source,
        scan.row_type,
        scan.abilities,
        node.join_type,
        tuple(sorted(keys.items())),
        all_of(left_parts),
        all_of([part for part in others if part not in left_parts]),
        _settings(scan, keys, hint, settings),
        hint.retry,
        hint.is_shuffled,
    )
    return _projected(join, columns, node)


def _keys(parts: Sequence[ResolvedExpression], both: RowType, width: int) -> tuple[Keys, list[ResolvedExpression]]:
    """Splits conditions into a value for each key column of the table, and the rest."""
    keys: Keys = {}
    others = []
    for part in parts:
        equality = _equality(part, both, width)
        if equality is None or equality[0] in keys:
            others.append(part)
        else:
            keys[equality[0]] = equality[1]
    return keys, others


def _equality(part: ResolvedExpression, both: RowType, width: int) -> Optional[tuple[int, ResolvedExpression]]:
    """Returns a column of the table and its value, a constant or an expression over the left side."""
    if not isinstance(part, FunctionCall) or part.function != "=" or not is_deterministic(part):
        return None
    for column, value in (part.arguments, reversed(part.arguments)):
        if not isinstance(column, FieldReference) or column.index < width:
            continue
        if isinstance(value, ValueLiteral) or (columns_of(value) and max(columns_of(value)) < width):
            typed = _typed(value, both.children[column.index])
            return None if typed is None else (column.index - width, typed)
    return None


def _typed(value: ResolvedExpression, kind: LogicalType) -> Optional[ResolvedExpression]:
    """Casts a value to the type of a key column; None if the comparison is in another type."""
    own, target = (without_time_attributes(each.copy(nullable=True)) for each in (value.type, kind))
    if own == target or (isinstance(own, CharacterStringType) and isinstance(target, CharacterStringType)):
        return value
    return implicit_cast(value, target) if common_type([own, target]) == target else None


def _settings(scan: nodes.Scan, keys: Keys, hint: LookupHint, settings: PassSettings) -> Optional[LookupSettings]:
    """Returns the settings of async calls, which are preferred if the source has them; None for other calls."""
    assert isinstance(scan.source, SupportsLookup)
    lookup = scan.source.describe_lookup(sorted(keys))
    is_async = lookup.is_async and (hint.is_async is not False or not lookup.is_blocking)
    if not is_async or isinstance(lookup.cache, FullCache):
        return None
    configuration = settings.configuration
    allows_unordered = configuration.get(ASYNC_LOOKUP_OUTPUT_MODE) == "ALLOW_UNORDERED"
    return LookupSettings(
        hint.capacity or configuration.get(ASYNC_LOOKUP_CAPACITY),
        configuration.get(ASYNC_LOOKUP_TIMEOUT) if hint.timeout_ms is None else hint.timeout_ms,
        allows_unordered if hint.allows_unordered is None else hint.allows_unordered,
        configuration.get(ASYNC_LOOKUP_KEY_ORDERED),
    )


def _projected(join: LookupJoin, columns: Sequence[ResolvedExpression], node: SnapshotJoin) -> RelNode:
    """Returns the columns of the written join. Computed columns of rows without a match are NULL."""
    row_type, width = join.row_type, len(node.left.row_type.fields)
    key = width + join.keys[0][0]
    is_match = resolve("IS NOT NULL", [FieldReference(key, row_type.names[key], row_type.children[key])])
    trees = [*nodes.references(join)[:width], *(named(tree, row_type) for tree in columns)]
    if node.join_type is JoinType.LEFT:
        trees = [
            tree if isinstance(tree, FieldReference) else resolve("IF", [is_match, tree, _null(tree)]) for tree in trees
        ]
    return merged(nodes.Calc(join, tuple(trees), node.field_names))


def _null(tree: ResolvedExpression) -> ResolvedExpression:
    return ValueLiteral(None, tree.type.copy(nullable=True))
