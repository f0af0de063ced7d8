"""Translator of MATCH_RECOGNIZE."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pyrite.graph.transformation import Transformation
from pyrite.operators.relational.match.match import MatchSpec
from pyrite.operators.relational.match.pattern_values import PatternExpression
from pyrite.relational.plan.match import Match
from pyrite.relational.plan.render import describe
from pyrite.relational.translators.translation import Translation, Translators


def _match(node: Match, to: Translation) -> Transformation:
    def prepared(expression: PatternExpression) -> PatternExpression:
        return replace(expression, tree=to.computed(expression.tree))

    time, *order = node.order
    spec = MatchSpec(
        node.partition,
        time.place if node.is_event_time else None,
        tuple(order),
        node.pattern,
        tuple(replace(each, condition=prepared(each.condition)) for each in node.definitions),
        tuple(map(prepared, node.measures)),
        node.input.row_type,
        node.row_type,
        text=describe(node),
    )
    return to.keyed("Match", spec, node, node.partition)


MATCHES: Final[Translators] = {Match: _match}
