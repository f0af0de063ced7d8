"""Translators of joins."""

from __future__ import annotations

from typing import Final

from pyrite.graph.transformation import Transformation
from pyrite.operators.relational.join.regular_join import RegularJoinSpec
from pyrite.relational.plan.join import RegularJoin
from pyrite.relational.plan.render import describe
from pyrite.relational.translators.translation import Translation, Translators


def _regular_join(node: RegularJoin, to: Translation) -> Transformation:
    left_ttl_ms, right_ttl_ms = (to.ttl_ms if each is None else each for each in node.state_ttl_ms)
    spec = RegularJoinSpec(
        node.join_type,
        node.sides,
        node.matches_nulls,
        node.condition and to.computed(node.condition),
        (node.left.row_type, node.right.row_type),
        node.row_type,
        (not node.left.changelog.is_insert_only, not node.right.changelog.is_insert_only),
        (left_ttl_ms, right_ttl_ms),
        text=describe(node),
    )
    return to.keyed_join("Join", spec, node, bool(node.sides[0].keys))


JOINS: Final[Translators] = {RegularJoin: _regular_join}
