"""The form of changes that a join accepts."""

from __future__ import annotations

from pyrite.relational.plan.exchange import Exchange
from pyrite.relational.plan.join import RegularJoin
from pyrite.relational.plan.keys import upsert_keys


def replaces_by_key(node: RegularJoin, place: int) -> bool:
    """Returns whether a row of a side (0 or 1) is identified by a unique key that contains the join key."""
    rows = node.inputs[place]
    keys = upsert_keys(rows.input if isinstance(rows, Exchange) else rows) or ()
    return any(key >= frozenset(node.sides[place].keys) for key in keys)
