"""Converts a join with a table as of an event time to a join with the versions of the table's rows."""

from __future__ import annotations

from collections.abc import Sequence

from pyrite.core.errors import TableException, ValidationException
from pyrite.expressions.resolved import FieldReference
from pyrite.relational.passes.choose_joins import with_keys
from pyrite.relational.plan import nodes
from pyrite.relational.plan.join import Join
from pyrite.relational.plan.joins.time_joins import SnapshotJoin, TemporalJoin, rowtimes
from pyrite.relational.plan.keys import upsert_keys
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.plan.render import describe, render


def temporal_join(node: SnapshotJoin) -> RelNode:
    assert isinstance(node.period, FieldReference)
    keyed = with_keys(Join(node.left, node.right, node.join_type, node.condition))
    if not keyed.left_keys:
        raise ValidationException("Currently the join key in Temporal Table Join can not be empty.")
    if any(keyed.matches_nulls):
        raise TableException("IS NOT DISTINCT FROM is not supported in the condition of a temporal join: use =")
    times = rowtimes(node.right.row_type)
    if not times:
        raise ValidationException(
            "Event-Time Temporal Table Join requires both primary key and row time attribute in versioned table, but "
            "no row time attribute can be found."
        )
    _check_time_types(node, times[0])
    if _has_condition(node.right):
        raise TableException(
            "Filter is not allowed for right changelog input of event time temporal join, it will corrupt the "
            "versioning of data. Please consider removing the filter before joining."
        )
    primary_key = _primary_key(node, keyed.left_keys, keyed.right_keys)
    join = TemporalJoin(
        keyed.left,
        keyed.right,
        node.join_type,
        keyed.left_keys,
        keyed.right_keys,
        keyed.condition,
        node.period.index,
        times[0],
        primary_key,
    )
    return keyed.with_columns_of(join, Join(node.left, node.right, node.join_type))


def _check_time_types(node: SnapshotJoin, right_time: int) -> None:
    left, right = node.period.type, node.right.row_type.children[right_time]
    if type(left) is not type(right):
        raise ValidationException(
            "Event-Time Temporal Table Join requires same rowtime type in left table and versioned table, but the "
            f"rowtime types are {left} and {right}."
        )


def _has_condition(plan: RelNode) -> bool:
    """Returns whether rows of the versioned table are filtered after their versions are known."""
    while isinstance(plan, nodes.Calc):
        if plan.condition is not None:
            return True
        plan = plan.input
    return False


def _primary_key(node: SnapshotJoin, left_keys: Sequence[int], right_keys: Sequence[int]) -> tuple[int, ...]:
    keys = upsert_keys(node.right)
    if not keys:
        raise ValidationException(
            "Temporal Table Join requires primary key in versioned table, but no primary key can be found. The "
            f"physical plan is:\n{render(node, describe)}"
        )
    own = frozenset(right_keys)
    contained_keys = [key for key in keys if key <= own]
    if not contained_keys:
        left_names, names = node.left.field_names, node.both_type.names[len(node.left.field_names) :]
        key_text = ",".join(names[place] for place in sorted(min(keys, key=sorted)))
        pairs = zip(left_keys, right_keys, strict=True)
        condition = ",".join(f"{left_names[left]}={names[right]}" for left, right in pairs)
        raise ValidationException(
            f"Temporal table's primary key [{key_text}] must be included in the equivalence condition of temporal "
            f"join, but current temporal join condition is [{condition}]."
        )
    return tuple(sorted(min(contained_keys, key=sorted)))
