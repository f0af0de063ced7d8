"""rewrite_set_operations: converts INTERSECT and EXCEPT to joins and, with ALL, to counts of rows, as Flink does."""

from __future__ import annotations

from typing import Final

from pyrite.core.types import BigIntType, BooleanType, RowField, RowType
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.resolution import resolve
from pyrite.expressions.resolved import FunctionCall, ResolvedExpression, ValueLiteral
from pyrite.operators.relational.join.join_type import JoinType
from pyrite.operators.relational.rows.correlate import REPLICATE_ROWS
from pyrite.relational.passes.subqueries.pull_up import distinct, names_of
from pyrite.relational.passes.substitution import all_of, moved
from pyrite.relational.plan import nodes
from pyrite.relational.plan.aggregate import Aggregate
from pyrite.relational.plan.join import Join
from pyrite.relational.plan.logical.set_operations import Intersect, Minus, SetOperation
from pyrite.relational.plan.nodes import RelNode, projected, references, rewritten

_MARK: Final = ValueLiteral(True, BooleanType())
_NO_MARK: Final = ValueLiteral(None, BooleanType())
_COUNT: Final = BigIntType(nullable=False)


def rewrite_set_operations(plan: RelNode) -> RelNode:
    return rewritten(plan, _rewritten)


def _rewritten(node: RelNode) -> RelNode:
    if not isinstance(node, SetOperation):
        return node
    return _with_copies(node) if node.is_all else _joined(node)


def _joined(node: SetOperation) -> RelNode:
    """A semi-join or an anti-join on all columns, and its distinct rows."""
    left, right = references(node.left), references(node.right)
    places = {place: len(left) + place for place in range(len(right))}
    pairs = zip(left, right, strict=True)
    equal = [resolve("IS NOT DISTINCT FROM", [one, moved(other, places)]) for one, other in pairs]
    join_type = JoinType.SEMI if isinstance(node, Intersect) else JoinType.ANTI
    join = Join(node.left, node.right, join_type, all_of(equal))
    return join if distinct(node.left) is node.left else distinct(join)


def _with_copies(node: SetOperation) -> RelNode:
    """Counts the copies of each row on both sides, and emits as many as the result has."""
    width = len(node.row_type.fields)
    union = nodes.Union((_marked(node.left, (_MARK, _NO_MARK)), _marked(node.right, (_NO_MARK, _MARK))))
    calls = tuple(AggregateCall("COUNT", (width + side,), (_MARK.type,), _COUNT) for side in (0, 1))
    counts = Aggregate(union, tuple(range(width)), calls, ("$left", "$right"))
    *columns, left, right = references(counts)
    one = ValueLiteral(1, _COUNT)
    if isinstance(node, Minus):
        copies, has_copies = resolve("-", [left, right]), resolve(">", [left, right])
    else:
        copies = resolve("CASE", [resolve(">", [left, right]), right, left])
        has_copies = resolve("AND", [resolve(">=", [left, one]), resolve(">=", [right, one])])
    trees = (*columns, copies)
    rows = nodes.Project(nodes.Filter(counts, has_copies), trees, names_of(trees))
    numbers = RowType((RowField("$copy", _COUNT),), nullable=False)
    call = FunctionCall(REPLICATE_ROWS, (references(rows)[width],), numbers)
    return projected(nodes.Correlate(rows, call, numbers), references(rows)[:width], node.field_names)


def _marked(part: RelNode, marks: tuple[ResolvedExpression, ...]) -> RelNode:
    trees = (*references(part), *marks)
    return nodes.Project(part, trees, names_of(trees))
