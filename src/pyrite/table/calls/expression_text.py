"""Expressions as text in Flink's form: `plus(a, 1)`."""

from __future__ import annotations

from typing import Final

from pyrite.expressions import expression_tree

_NAMES: Final = {
    "+": "plus",
    "-": "minus",
    "*": "times",
    "/": "divide",
    "=": "equals",
    "<>": "notEquals",
    "<": "lessThan",
    "<=": "lessThanOrEqual",
    ">": "greaterThan",
    ">=": "greaterThanOrEqual",
    "NEGATE": "minusPrefix",
    "CASE": "ifThenElse",
    "DOT": "get",
    "ITEM": "at",
    "SIMILAR TO": "similar",
    "INTERVAL": "interval",
}


def text_of(node: expression_tree.Expression) -> str:
    match node:
        case expression_tree.Name():
            return ".".join(node.parts)
        case expression_tree.Literal():
            return f"'{node.value}'" if isinstance(node.value, str) else str(node.value)
        case expression_tree.Star():
            return "*"
        case expression_tree.Symbol():
            return node.name
        case expression_tree.TypeArgument():
            return node.type.as_summary_string()
        case expression_tree.Alias():
            names = ", ".join(f"'{name}'" for name in (node.name, *node.further_names))
            return f"as({text_of(node.operand)}, {names})"
        case expression_tree.Cast():
            return f"{'tryCast' if node.is_try else 'cast'}({text_of(node.operand)}, {node.type.as_summary_string()})"
        case expression_tree.SortKey():
            return f"{'desc' if node.is_descending else 'asc'}({text_of(node.operand)})"
        case expression_tree.NamedArgument():
            return f"{node.name} => {text_of(node.value)}"
        case expression_tree.Over():
            return f"over({text_of(node.call)}, {node.window.name})"
        case expression_tree.Call():
            return _call_text(node)
    return type(node).__name__


def _call_text(call: expression_tree.Call) -> str:
    arguments = ", ".join(text_of(argument) for argument in call.arguments)
    name = call.written or _NAMES.get(call.function) or _camel_case(call.function)
    text = f"{name}({arguments})"
    return f"distinct({text})" if call.is_distinct else text


def _camel_case(function: str) -> str:
    first, *others = function.replace("_", " ").lower().split() or [function]
    return first + "".join(word.capitalize() for word in others)
