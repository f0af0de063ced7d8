"""Upsert keys: columns that identify a row of a changelog, so that updates and deletes can be applied by key."""

from __future__ import annotations

from itertools import product
from typing import Optional

from pyrite.core.types.injective_casts import is_injective_cast
from pyrite.expressions.resolved import FieldReference, FunctionCall, ResolvedExpression
from pyrite.relational.plan import nodes
from pyrite.relational.plan.aggregate import Grouped
from pyrite.relational.plan.changelog_nodes import ChangelogNormalize, DropUpdateBefore
from pyrite.relational.plan.exchange import Exchange
from pyrite.relational.plan.expand import Expand
from pyrite.relational.plan.join import RegularJoin
from pyrite.relational.plan.joins.time_joins import LookupJoin, SnapshotJoin, TemporalJoin
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.plan.order import Sort, SortLimit, TemporalSort
from pyrite.relational.plan.rank import Rank
from pyrite.relational.plan.window_properties import window_properties
from pyrite.relational.plan.window_rank import OfWindows, WindowRank
from pyrite.relational.plan.windows import WindowAggregate

Key = frozenset[int]
Keys = frozenset[Key]
"""Keys as positions of columns. None if no keys are known."""


def upsert_keys(node: RelNode) -> Optional[Keys]:
    """Returns the keys of a node's rows, as Flink infers them."""
    match node:
        case nodes.Scan():
            return _primary_key(node)
        case nodes.StreamScan():
            return None if node.key is None else frozenset({node.key})
        case nodes.Calc():
            return _projected(node, upsert_keys(node.input))
        case Exchange():
            keys = upsert_keys(node.input)
            return keys if keys is None or not node.keys else frozenset(k for k in keys if k >= frozenset(node.keys))
        case WindowAggregate():
            return _in_windows(node, frozenset(range(len(node.grouping)))) or None
        case Grouped():
            return frozenset({frozenset(range(len(node.grouping)))})
        case ChangelogNormalize():
            return frozenset({frozenset(node.keys)})
        case SortLimit() | TemporalSort() | Sort():
            ordered = frozenset(each.place for each in node.order)
            keys = upsert_keys(node.input)
            return None if keys is None else frozenset(key for key in keys if key >= ordered)
        case OfWindows():
            return _first_of_windows(node)
        case Rank():
            return _ranked(node)
        case RegularJoin():
            return _joined(node)
        case TemporalJoin() | SnapshotJoin():
            return upsert_keys(node.left)
        case LookupJoin():
            return _looked_up(node)
        case Expand():
            return _expanded(node, upsert_keys(node.input))
        case nodes.WatermarkAssigner() | DropUpdateBefore() | nodes.Limit():
            return upsert_keys(node.inputs[0])
    return None


def _in_windows(node: RelNode, columns: Key) -> Keys:
    """Returns keys that are unique within a window, combined with the columns that identify the window."""
    properties = window_properties(node)
    if properties is None or properties.windowing.is_of_rows:
        return frozenset()
    return frozenset(columns | window for window in properties.names_of_windows(columns))


def _first_of_windows(node: OfWindows) -> Optional[Keys]:
    """Returns the keys of the input, and keys for one row of each window, or with its row number."""
    own = frozenset(node.partition)
    keys = frozenset(key for key in upsert_keys(node.input) or () if key >= own)
    if isinstance(node, WindowRank) and node.start < node.end:
        if node.number is None:
            return keys or None
        own |= {len(node.field_names) - 1}
    return keys | _in_windows(node, own) or None


def _ranked(node: Rank) -> Optional[Keys]:
    """Returns the partition key for one row per key; otherwise the rows' keys, and the partition with the number."""
    partition = frozenset(node.partition)
    if node.is_deduplication:
        return frozenset({partition})
    keys = {key for key in upsert_keys(node.input) or () if key >= partition}
    if node.number is not None:
        keys.add(partition | {len(node.field_names) - 1})
    return frozenset(keys) or None


def _joined(node: RegularJoin) -> Optional[Keys]:
    """Returns pairs of keys of both sides, and the keys of a side whose rows match at most one row of the other."""
    left, right = (upsert_keys(each) or frozenset() for each in node.inputs)
    if not node.join_type.has_right_columns:
        return left or None
    width = len(node.left.row_type.fields)
    right = frozenset(frozenset(width + place for place in key) for key in right)
    left_keys, right_keys = (frozenset(side.keys) for side in node.sides)
    is_left_unique = any(key <= left_keys for key in left)
    is_right_unique = any(key <= frozenset(width + place for place in right_keys) for key in right)
    left_is_outer, right_is_outer = node.join_type.is_outer
    keys = {one | other for one in left for other in right}
    if is_right_unique and not right_is_outer:
        keys |= left
    if is_left_unique and not left_is_outer:
        keys |= right
    return frozenset(keys) or None


def _looked_up(node: LookupJoin) -> Optional[Keys]:
    """Returns the keys of the input if each row matches at most one row: its primary key is looked up."""
    primary_key = node.table.schema.primary_key
    if primary_key is None:
        return None
    names = [node.scan_type.names[place] for place, _ in node.keys]
    return upsert_keys(node.input) if set(primary_key.columns) <= set(names) else None


def _primary_key(node: nodes.Scan) -> Optional[Keys]:
    key = node.table.schema.primary_key
    names = list(node.row_type.names)
    if key is None or not set(key.columns) <= set(names):
        return None
    return frozenset({frozenset(names.index(column) for column in key.columns)})


def _projected(calc: nodes.Calc, keys: Optional[Keys]) -> Optional[Keys]:
    """Returns the keys whose columns are all projected, for each of their positions."""
    places: dict[int, list[int]] = {}
    for place, tree in enumerate(calc.projections):
        column = _column(tree)
        if column is not None:
            places.setdefault(column, []).append(place)
    if not places or keys is None:
        return frozenset()
    return frozenset(
        frozenset(combination)
        for key in keys
        if key <= places.keys()
        for combination in product(*(places[column] for column in sorted(key)))
    )


def _column(tree: ResolvedExpression) -> Optional[int]:
    """Returns the column that a projection passes on: unchanged, or by an injective cast."""
    if isinstance(tree, FieldReference):
        return tree.index
    if isinstance(tree, FunctionCall) and tree.function == "CAST" and isinstance(tree.arguments[0], FieldReference):
        source = tree.arguments[0]
        if is_injective_cast(source.type, tree.type):
            return source.index
    return None


def _expanded(node: Expand, keys: Optional[Keys]) -> Optional[Keys]:
    places: dict[int, int] = {}
    last = len(node.row_type.fields) - 1
    for place in range(last):
        trees = {projection[place] for projection in node.projections}
        only = next(iter(trees))
        if len(trees) == 1 and isinstance(only, FieldReference):
            places[only.index] = place
    if not places or not keys:
        return keys or None
    row_keys = frozenset(frozenset((*(places[c] for c in key), last)) for key in keys if key <= places.keys())
    return row_keys or None
