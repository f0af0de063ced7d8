"""The form of changes that a join accepts."""

from __future__ import annotations

from pyrite.expressions.resolved import columns_of
from pyrite.relational.plan.exchange import Exchange
from pyrite.relational.plan.join import RegularJoin
from pyrite.relational.plan.keys import upsert_keys


def replaces_by_key(node: RegularJoin, place: int) -> bool:
    """Returns whether a row of a side (0 or 1) replaces the row with its key, so that it needs no -U before it.

    Both have the same matches: the unique key contains the join key, and what the condition reads.
    """
    rows, first = node.inputs[place], 0 if place == 0 else len(node.left.row_type.fields)
    keys = upsert_keys(rows.input if isinstance(rows, Exchange) else rows) or ()
    width = len(rows.row_type.fields)
    read_columns = set() if node.condition is None else columns_of(node.condition)
    own = {column - first for column in read_columns if first <= column < first + width}
    return any(key >= own | frozenset(node.sides[place].keys) for key in keys)
