"""Plans as text in Flink's format: a line for each node, followed by its inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.scan_watermarks import described_watermarks
from pyrite.core.types import ObjectIdentifier
from pyrite.expressions.resolved import FieldReference, ResolvedExpression, ValueLiteral
from pyrite.relational.plan import nodes
from pyrite.relational.plan.expression_text import BY_NAME, BY_POSITION, INFIX, ExpressionStyle
from pyrite.relational.plan.logical.subquery import OuterColumn, SubQuery
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.plan.order import Sort
from pyrite.relational.plan.rank import Rank

Describe = Callable[[RelNode], str]


def render(plan: RelNode, describe_node: Describe) -> str:
    """Returns the plan as lines, each with a line break."""
    return "\n".join(_lines(plan, describe_node)) + "\n"


def _lines(node: RelNode, describe_node: Describe) -> list[str]:
    lines = [describe_node(node)]
    for number, each in enumerate(node.inputs, 1):
        is_last = number == len(node.inputs)
        first, *rest = _lines(each, describe_node)
        lines.append(f"{'+- ' if is_last else ':- '}{first}")
        lines += [f"{'   ' if is_last else ':  '}{line}" for line in rest]
    return lines


def render_shared(plans: Sequence[RelNode], describe_node: Describe) -> str:
    """Returns several plans. A node that occurs more than once is rendered once, with a number.

    As in Flink, it is rendered before the first plan that contains it, if there are several plans.
    """
    numbers = _shared(plans)
    rendered_nodes: set[int] = set()

    def tree(node: RelNode) -> list[str]:
        number = numbers.get(id(node))
        if number is not None and id(node) in rendered_nodes:
            return [f"Reused(reference_id=[{number}])"]
        rendered_nodes.add(id(node))
        lines = [describe_node(node) if number is None else f"{describe_node(node)}(reuse_id=[{number}])"]
        for place, each in enumerate(node.inputs, 1):
            first, *rest = tree(each)
            is_last = place == len(node.inputs)
            lines.append(f"{'+- ' if is_last else ':- '}{first}")
            lines += [f"{'   ' if is_last else ':  '}{line}" for line in rest]
        return lines

    def trees(node: RelNode) -> Iterator[list[str]]:
        """Returns the trees of shared nodes at or below a node, inputs first."""
        if id(node) not in rendered_nodes:
            for each in node.inputs:
                yield from trees(each)
            if id(node) in numbers:
                yield tree(node)

    blocks: list[list[str]] = []
    for plan in plans:
        if len(plans) > 1:
            blocks += trees(plan)
        blocks.append(tree(plan))
    return "\n".join("\n".join(lines) + "\n" for lines in blocks)


def _shared(plans: Sequence[RelNode]) -> dict[int, int]:
    """Numbers the nodes that occur more than once, by identity, in the order of their second occurrence."""
    numbers: dict[int, int] = {}
    seen: set[int] = set()
    waiting = list(reversed(plans))
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            numbers.setdefault(id(node), len(numbers) + 1)
        else:
            seen.add(id(node))
            waiting += reversed(node.inputs)
    return numbers


# The abstract syntax tree: the logical plan ---------------------------------------------------------------------------


@dataclass(frozen=True)
class _LogicalStyle(ExpressionStyle):
    """The notation of expressions that may contain sub-queries: each with its plan, indented by two spaces."""

    def text(self, tree: ResolvedExpression) -> str:
        match tree:
            case SubQuery():
                function = f"{tree.comparison} {tree.kind.value}".lstrip()
                operands = "".join(f"{self.text(each)}, " for each in tree.operands)
                return f"{function}({operands}{{\n{_indented(tree.plan)}}})"
            case OuterColumn():
                return f"$cor0.{tree.name.rpartition('.')[-1]}"
        return super().text(tree)


def _indented(plan: RelNode, depth: int = 0) -> str:
    inputs = "".join(_indented(each, depth + 1) for each in plan.inputs)
    return f"{'  ' * depth}{describe_logical(plan)}\n{inputs}"


_LOGICAL: Final = _LogicalStyle(BY_POSITION.column, BY_POSITION.is_infix)


def describe_logical(node: RelNode) -> str:
    text = _LOGICAL.text
    match node:
        case nodes.Scan():
            return f"LogicalTableScan(table=[[{_path(node.table.identifier)}]])"
        case nodes.StreamScan():
            return f"LogicalTableScan(table=[[{node.name}]])"
        case nodes.Values():
            return f"LogicalValues(tuples=[{_tuples(node)}])"
        case nodes.Project():
            items = ", ".join(f"{n}=[{text(t)}]" for n, t in zip(node.names, node.projections, strict=True))
            return f"LogicalProject({items})"
        case nodes.Filter():
            return f"LogicalFilter(condition=[{text(node.condition)}])"
        case nodes.WatermarkAssigner():
            rowtime = node.row_type.fields[node.rowtime].name
            return f"LogicalWatermarkAssigner(rowtime=[{rowtime}], watermark=[{text(node.watermark)}])"
        case nodes.Union():
            return "LogicalUnion(all=[true])"
        case nodes.Limit():
            offset = f"offset=[{node.offset}]" if node.offset else ""
            fetch = "" if node.fetch is None else f"fetch=[{node.fetch}]"
            return f"LogicalSort({', '.join(filter(None, (offset, fetch)))})"
        case Sort():
            return _logical_sort(node)
        case nodes.Correlate():
            kind = "left" if node.is_left else "inner"
            return f"LogicalCorrelate(invocation=[{text(node.call)}], joinType=[{kind}])"
        case nodes.Sink():
            return f"LogicalSink(table=[{node.name.replace('`', '')}], fields=[{_names(node.input)}])"
    return node.described(text)


def _logical_sort(node: Sort) -> str:
    """Returns Calcite's text: `sort0=[$1], dir0=[ASC-nulls-first]`."""
    parts = [f"sort{number}=[${each.place}]" for number, each in enumerate(node.order)]
    for number, each in enumerate(node.order):
        nulls = "nulls-first" if each.nulls_first else "nulls-last"
        parts.append(f"dir{number}=[{'DESC' if each.is_descending else 'ASC'}-{nulls}]")
    parts += [f"offset=[{node.offset}]"] if node.offset else []
    parts += [] if node.fetch is None else [f"fetch=[{node.fetch}]"]
    return f"LogicalSort({', '.join(parts)})"


# The optimized plans: the physical plan -------------------------------------------------------------------------------


def describe_physical(node: RelNode) -> str:
    if isinstance(node, Rank):
        return node.as_rank()
    return _describe(node, BY_NAME)


def describe(node: RelNode) -> str:
    """Returns the line for a physical node, for operator names and the execution plan."""
    return _describe(node, INFIX)


def with_changelog_mode(text: str, node: RelNode) -> str:
    """Appends the kinds of change that a node emits to its line."""
    mode = "NONE" if isinstance(node, nodes.Sink) else str(node.changelog)
    item = f"changelogMode=[{mode}])"
    return f"{text}({item}" if "(" not in text else f"{text.removesuffix(')')}, {item}"


def node_name(node: RelNode) -> str:
    """Returns the name of a physical node."""
    return describe(node).partition("(")[0]


def _describe(node: RelNode, style: ExpressionStyle) -> str:
    match node:
        case nodes.Scan():
            return _scan(node)
        case nodes.StreamScan():
            return f"DataStreamScan(table=[[{node.name}]], fields=[{_names(node)}])"
        case nodes.Values():
            return f"Values(tuples=[{_tuples(node)}])"
        case nodes.Calc():
            return _calc(node, style)
        case nodes.WatermarkAssigner():
            rowtime = node.row_type.fields[node.rowtime].name
            return f"WatermarkAssigner(rowtime=[{rowtime}], watermark=[{style.text(node.watermark)}])"
        case nodes.Correlate():
            kind = "LEFT" if node.is_left else "INNER"
            condition = "" if node.condition is None else f", condition=[{style.text(node.condition)}]"
            invocation = style.text(node.call)
            return f"Correlate(invocation=[{invocation}], select=[{_names(node)}], joinType=[{kind}]{condition})"
        case nodes.Union():
            return f"Union(all=[true], union=[{_names(node)}])"
        case nodes.Limit():
            return f"Limit(offset=[{node.offset}], fetch=[{'unlimited' if node.fetch is None else node.fetch}])"
        case nodes.Sink():
            materialize = ", upsertMaterialize=[true]" if node.upsert_materialize else ""
            conflict = "" if node.on_conflict is None else f", conflictStrategy=[{node.on_conflict.value}]"
            return f"Sink(table=[{node.name.replace('`', '')}], fields=[{_names(node.input)}]{materialize}{conflict})"
    return node.described(style.text)


def _scan(node: nodes.Scan) -> str:
    pushed = "".join(f", {ability}" for ability in _pushed(node))
    return f"TableSourceScan(table=[[{_path(node.table.identifier)}{pushed}]], fields=[{_names(node)}])"


def _pushed(node: nodes.Scan) -> Sequence[str]:
    if node.watermark is None:
        return node.pushed
    watermarks = described_watermarks(Configuration(node.table.options))
    return [*node.pushed, f"watermark=[{BY_NAME.text(node.watermark)}]", *watermarks]


def _calc(node: nodes.Calc, style: ExpressionStyle) -> str:
    items = []
    for tree, name in zip(node.projections, node.names, strict=True):
        text = style.text(tree)
        items.append(text if isinstance(tree, FieldReference) and text == name else f"{text} AS {name}")
    where = "" if node.condition is None else f", where=[{style.text(node.condition)}]"
    return f"Calc(select=[{', '.join(items)}]{where})"


def _path(name: ObjectIdentifier) -> str:
    return f"{name.catalog}, {name.database}, {name.object}"


def _names(node: RelNode) -> str:
    return ", ".join(field.name for field in node.row_type.fields)


def _tuples(node: nodes.Values) -> str:
    rows = [
        "{ "
        + ", ".join(
            BY_NAME.text(ValueLiteral(value, field.type))
            for value, field in zip(row, node.values_type.fields, strict=True)
        )
        + " }"
        for row in node.rows
    ]
    return f"[{', '.join(rows)}]"
