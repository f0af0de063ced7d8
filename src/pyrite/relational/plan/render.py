"""Plans as text, in Flink's form."""

from __future__ import annotations

from pyrite.expressions.resolved import (
    FieldReference,
    FunctionCall,
    PythonCall,
    ResolvedExpression,
    ValueLiteral,
)
from pyrite.relational.plan import nodes
from pyrite.relational.plan.nodes import RelNode


def describe(node: RelNode) -> str:
    """One node: its name and what it does."""
    match node:
        case nodes.Scan():
            names = ", ".join(field.name for field in node.scan_type.fields)
            path = ", ".join(
                (node.table.identifier.catalog, node.table.identifier.database, node.table.identifier.object)
            )
            return f"TableSourceScan(table=[[{path}]], fields=[{names}])"
        case nodes.Calc():
            items = [
                text if text == name else f"{text} AS {name}"
                for text, name in ((expression_text(t), n) for t, n in zip(node.projections, node.names, strict=True))
            ]
            where = "" if node.condition is None else f", where=[{expression_text(node.condition)}]"
            return f"Calc(select=[{', '.join(items)}]{where})"
        case nodes.Correlate():
            names = ", ".join(field.name for field in node.row_type.fields)
            kind = "LEFT" if node.is_left else "INNER"
            return f"Correlate(invocation=[{expression_text(node.call)}], select=[{names}], joinType=[{kind}])"
        case nodes.Values():
            return f"Values(tuples=[[{', '.join('{ ' + ', '.join(map(str, row)) + ' }' for row in node.rows)}]])"
        case nodes.Union():
            return f"Union(all=[true], union=[{', '.join(field.name for field in node.row_type.fields)}])"
        case nodes.Sink():
            names = ", ".join(field.name for field in node.input.row_type.fields)
            return f"Sink(table=[{node.name}], fields=[{names}])"
    return f"{type(node).__name__}()"


def render(node: RelNode, prefix: str = "") -> str:
    """The plan as a tree, the sink first."""
    lines = [f"{prefix}{describe(node)}"]
    lines += [render(each, f"{prefix[:-3]}{'   ' if prefix else ''}+- ") for each in node.inputs]
    return "\n".join(lines)


def expression_text(tree: ResolvedExpression) -> str:
    match tree:
        case FieldReference():
            return tree.name
        case ValueLiteral():
            return f"'{tree.value}'" if isinstance(tree.value, str) else str(tree.value)
        case FunctionCall():
            texts = [expression_text(argument) for argument in tree.arguments]
            if len(texts) == 2 and not tree.function[0].isalpha():
                return f"({texts[0]} {tree.function} {texts[1]})"
            if tree.function == "CAST":
                return f"CAST({texts[0]} AS {tree.type.as_summary_string()})"
            return f"{tree.function}({', '.join(texts)})"
        case PythonCall():
            return f"{tree.function.name}({', '.join(expression_text(each) for each in tree.arguments)})"
    raise TypeError(f"not a resolved expression: {tree!r}")
