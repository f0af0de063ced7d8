"""EXPLAIN: a plan in Flink's three sections, with optional details."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyrite.core.types import (
    AnyTimestampType,
    BigIntType,
    BinaryStringType,
    BooleanType,
    CharacterStringType,
    DateType,
    DayTimeIntervalType,
    DecimalType,
    DoubleType,
    FloatType,
    IntType,
    LogicalType,
    RowType,
    SmallIntType,
    TimeType,
    TinyIntType,
    YearMonthIntervalType,
)
from pyrite.expressions.resolved import FieldReference
from pyrite.relational.passes import all_optimized
from pyrite.relational.passes.settings import STREAMING, PassSettings
from pyrite.relational.plan import nodes
from pyrite.relational.plan.join import RegularJoin
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.plan.render import (
    Describe,
    describe,
    describe_logical,
    describe_physical,
    render,
    render_shared,
    with_changelog_mode,
)
from pyrite.relational.session.plan_advice import advice_on, with_advice
from pyrite.relational.session.unbounded_state import unbounded_state
from pyrite.relational.sql.sql_tree import ExplainDetail

_SCAN_ROWS: Final = 1.0e8
"""The assumed number of rows in a table without statistics, as in Flink."""
_SELECTIVITY: Final = 0.5
"""The assumed share of rows that pass a condition."""


def explain(
    plans: Sequence[RelNode],
    details: Sequence[ExplainDetail],
    execution_plan: str = "",
    settings: PassSettings = STREAMING,
) -> str:
    """Explains the plans of a query, or of the INSERTs of a job.

    `execution_plan` is the job's graph as JSON, if requested.
    """
    best = all_optimized(plans, settings)
    sections = [
        ("Abstract Syntax Tree", rendered(plans, describe_logical)),
        ("Optimized Physical Plan", rendered(best, _with_details(describe_physical, details, settings))),
        ("Optimized Execution Plan", render_shared(best, describe)),
    ]
    if ExplainDetail.PLAN_ADVICE in details:
        described = with_advice(_with_details(describe_physical, details, settings), settings)
        text = f"{rendered(best, described)}\n{advice_on(best, settings)}\n"
        sections[1] = (f"{sections[1][0]} With Advice", text)
    if ExplainDetail.JSON_EXECUTION_PLAN in details:
        sections.append(("Physical Execution Plan", execution_plan))
    return "\n".join(f"== {title} ==\n{text}" for title, text in sections)


def rendered(plans: Sequence[RelNode], describe_node: Describe) -> str:
    """Renders several plans."""
    return "\n".join(render(plan, describe_node) for plan in plans)


def _with_details(describe_node: Describe, details: Sequence[ExplainDetail], settings: PassSettings) -> Describe:
    has_mode = ExplainDetail.CHANGELOG_MODE in details
    has_cost = ExplainDetail.ESTIMATED_COST in details

    def described(node: RelNode) -> str:
        text = describe_node(node)
        if has_mode:
            text = with_changelog_mode(text, node)
        if not has_cost:
            return text
        problem = unbounded_state(node, settings.configuration)
        return f"{text}: {_cost(node)}{f', unbounded state: {problem}' if problem else ''}"

    return described


def _cost(node: RelNode) -> str:
    """Returns an estimate for users to compare plans. Nothing else depends on it."""
    rows, computed, io_bytes = _totals(node)
    total = f"{rows:.1E} rows, {computed:.1E} cpu, {io_bytes:.1E} io, 0.0 network, 0.0 memory"
    text = f"rowcount = {_rows(node):.1E}, cumulative cost = {{{total}}}"
    return text.replace("E+0", "E").replace("E+", "E")


def _rows(node: RelNode) -> float:
    match node:
        case nodes.Scan() | nodes.StreamScan():
            return _SCAN_ROWS
        case nodes.Values():
            return float(len(node.rows))
        case nodes.Union():
            return sum(map(_rows, node.parts))
        case nodes.Calc():
            return _rows(node.input) * (1.0 if node.condition is None else _SELECTIVITY)
        case nodes.Limit() if node.fetch is not None:
            return min(_rows(node.input), float(node.fetch))
        case RegularJoin():
            return max(map(_rows, node.inputs))
    return _rows(node.inputs[0])


def _totals(node: RelNode) -> tuple[float, float, float]:
    """Returns the rows, computations and bytes of a node and all nodes below it."""
    below = [_totals(each) for each in node.inputs]
    rows, computed, io_bytes = _rows(node), _rows(node), 0.0
    if isinstance(node, nodes.Calc):
        computed *= sum(not isinstance(tree, FieldReference) for tree in node.projections)
    if isinstance(node, nodes.Scan):
        io_bytes = rows * sum(_bytes(field.type) for field in node.row_type.fields)
    return (
        rows + sum(each[0] for each in below),
        computed + sum(each[1] for each in below),
        io_bytes + sum(each[2] for each in below),
    )


def _bytes(kind: LogicalType) -> float:
    """Returns the assumed size of a value, as in Flink."""
    match kind:
        case BooleanType() | TinyIntType():
            return 1.0
        case SmallIntType():
            return 2.0
        case IntType() | FloatType() | DateType() | TimeType():
            return 4.0
        case BigIntType() | DoubleType() | DayTimeIntervalType() | YearMonthIntervalType():
            return 8.0
        case DecimalType() | AnyTimestampType() | CharacterStringType() | BinaryStringType():
            return 12.0
        case RowType():
            return sum(map(_bytes, kind.children))
    return 16.0
