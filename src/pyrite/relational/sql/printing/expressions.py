"""Printer of expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import singledispatch
from typing import Final

from pyrite.core.types.quoting import quoted_identifier
from pyrite.expressions.expression_tree import (
    Alias,
    Call,
    Cast,
    Default,
    Descriptor,
    Exists,
    Expression,
    FrameBound,
    InQuery,
    Literal,
    ModelArgument,
    Name,
    NamedArgument,
    Over,
    Parameter,
    Path,
    QuantifiedQuery,
    Query,
    QueryConstructor,
    SortKey,
    Star,
    SubQuery,
    Symbol,
    TableArgument,
    TypeArgument,
    Unique,
    Window,
)
from pyrite.relational.sql.keywords import CONTEXT_VARIABLES, RESERVED, RESERVED_FUNCTIONS
from pyrite.relational.sql.operators import is_operator
from pyrite.relational.sql.parsing.expression_parser import (
    ACCESS,
    BINARY,
    BINARY_WORDS,
    COMPARISON,
    NOT,
    POSTFIX,
    PREDICATE,
    SIGN,
)
from pyrite.relational.sql.printing.functions import FUNCTIONS
from pyrite.relational.sql.printing.literals import literal_sql, type_sql

ATOM: Final = 101
_BINARY: Final = {
    **BINARY,
    "IS DISTINCT FROM": COMPARISON,
    "IS NOT DISTINCT FROM": COMPARISON,
    **{" ".join(words): power for words, power in BINARY_WORDS.items()},
    **{f"{' '.join(words)} DISTINCT": power for words, power in BINARY_WORDS.items() if words[0] == "MULTISET"},
}
_PATTERNS: Final = ("LIKE", "ILIKE", "RLIKE", "SIMILAR TO")


@singledispatch
def query_sql(query: Query) -> str:
    """Prints a query. The module `queries` registers its kinds."""
    raise TypeError(f"expected a query of pyrite.relational.sql.sql_tree, got {query!r}")


def expression_sql(expression: Expression, least: int = 0) -> str:
    """Prints an expression, in parentheses if it does not bind more strongly than `least`."""
    text, power = _text(expression)
    return text if power > least else f"({text})"


def path_sql(path: Path) -> str:
    return ".".join(map(quoted_identifier, path))


def names_sql(names: Iterable[str]) -> str:
    return ", ".join(map(quoted_identifier, names))


def list_sql(expressions: Iterable[Expression]) -> str:
    return ", ".join(map(expression_sql, expressions))


@singledispatch
def _text(node: Expression) -> tuple[str, int]:
    """Returns the text of a node, and the precedence of its outermost operator."""
    raise TypeError(f"expected an expression of pyrite.expressions.expression_tree, got {node!r}")


@_text.register
def _(node: Literal) -> tuple[str, int]:
    return literal_sql(node), ATOM


@_text.register
def _(node: Name) -> tuple[str, int]:
    return path_sql(node.parts), ATOM


@_text.register
def _(node: Star) -> tuple[str, int]:
    return f"{path_sql(node.qualifier)}.*" if node.qualifier else "*", ATOM


@_text.register
def _(node: Symbol) -> tuple[str, int]:
    return node.name, ATOM


@_text.register
def _(node: TypeArgument) -> tuple[str, int]:
    return type_sql(node.type), ATOM


@_text.register
def _(node: Parameter) -> tuple[str, int]:
    return "?", ATOM


@_text.register
def _(node: Default) -> tuple[str, int]:
    return "DEFAULT", ATOM


@_text.register
def _(node: Alias) -> tuple[str, int]:
    return f"{expression_sql(node.operand)} AS {quoted_identifier(node.name)}", 0


@_text.register
def _(node: SortKey) -> tuple[str, int]:
    nulls = "" if node.nulls_first is None else f" NULLS {'FIRST' if node.nulls_first else 'LAST'}"
    return f"{expression_sql(node.operand)}{' DESC' if node.is_descending else ''}{nulls}", 1


@_text.register
def _(node: NamedArgument) -> tuple[str, int]:
    return f"{quoted_identifier(node.name)} => {expression_sql(node.value)}", 1


@_text.register
def _(node: Cast) -> tuple[str, int]:
    word = "TRY_CAST" if node.is_try else "CAST"
    return f"{word}({expression_sql(node.operand)} AS {type_sql(node.type)})", ATOM


@_text.register
def _(node: SubQuery) -> tuple[str, int]:
    return f"({query_sql(node.query)})", ATOM


@_text.register
def _(node: Exists) -> tuple[str, int]:
    return f"EXISTS ({query_sql(node.query)})", ATOM


@_text.register
def _(node: Unique) -> tuple[str, int]:
    return f"UNIQUE ({query_sql(node.query)})", ATOM


@_text.register
def _(node: InQuery) -> tuple[str, int]:
    return f"{expression_sql(node.operand, PREDICATE)} IN ({query_sql(node.query)})", PREDICATE


@_text.register
def _(node: QuantifiedQuery) -> tuple[str, int]:
    operator = f"{node.comparison} {'ALL' if node.is_all else 'ANY'}"
    return f"{expression_sql(node.operand, PREDICATE)} {operator} ({query_sql(node.query)})", PREDICATE


@_text.register
def _(node: QueryConstructor) -> tuple[str, int]:
    return f"{node.kind}({query_sql(node.query)})", ATOM


@_text.register
def _(node: Descriptor) -> tuple[str, int]:
    return f"DESCRIPTOR({names_sql(node.columns)})", ATOM


@_text.register
def _(node: ModelArgument) -> tuple[str, int]:
    return f"MODEL {path_sql(node.model)}", 1


@_text.register
def _(node: TableArgument) -> tuple[str, int]:
    text = query_sql(node.query)
    parts = [text if text.startswith("TABLE ") else f"({text})"]
    if node.partition_by is not None:
        parts.append(f"PARTITION BY ({list_sql(node.partition_by)})")
    if node.order_by:
        parts.append(f"ORDER BY ({list_sql(node.order_by)})")
    return " ".join(parts), 1


@_text.register
def _(node: Over) -> tuple[str, int]:
    return f"{expression_sql(node.call)} OVER {window_sql(node.window)}", ATOM


def window_sql(window: Window) -> str:
    """Prints the specification of a window, in parentheses."""
    parts = [] if window.name is None else [quoted_identifier(window.name)]
    if window.partition_by:
        parts.append(f"PARTITION BY {list_sql(window.partition_by)}")
    if window.order_by:
        parts.append(f"ORDER BY {list_sql(window.order_by)}")
    if (frame := window.frame) is not None:
        parts.append(f"{frame.unit.value} BETWEEN {_bound(frame.lower)} AND {_bound(frame.upper)}")
    if not window.allow_partial:
        parts.append("DISALLOW PARTIAL")
    return f"({' '.join(parts)})"


def _bound(bound: FrameBound) -> str:
    offset = "" if bound.offset is None else f"{expression_sql(bound.offset, NOT)} "
    return f"{offset}{bound.kind.value}"


@_text.register
def _(node: Call) -> tuple[str, int]:
    if not node.qualifier and is_operator(node.function) and node.function == node.function.upper():
        for form in (_operator, _function_syntax):
            if (written := form(node)) is not None:
                return written
    return _plain_call(node), ATOM


def _operator(node: Call) -> tuple[str, int] | None:
    """Prints a call in operator syntax; None for a call that is not an operator, or has another number of operands."""
    function, count = node.function, len(node.arguments)
    if function in _BINARY and count == 2:
        return _chain(node, _BINARY[function]), _BINARY[function]
    if function == "NOT" and count == 1:
        return f"NOT {expression_sql(node.arguments[0], NOT)}", NOT
    if function in ("NEGATE", "POSITIVE") and count == 1:
        return f"{'-' if function == 'NEGATE' else '+'}({expression_sql(node.arguments[0])})", SIGN
    if function in _PATTERNS and count in (2, 3):
        escape = f" ESCAPE ({expression_sql(node.arguments[2])})" if count == 3 else ""
        compared = expression_sql(node.arguments[0], PREDICATE)
        return f"{compared} {function} {_above(node.arguments[1])}{escape}", PREDICATE
    if function.startswith("BETWEEN") and count == 3:
        operand, low, high = node.arguments
        return f"{expression_sql(operand, PREDICATE)} {function} {_above(low)} AND {_above(high)}", PREDICATE
    if function.startswith("IS ") and count == 1:
        return f"{expression_sql(node.arguments[0], POSTFIX - 1)} {function}", POSTFIX
    return _list_operator(node)


def _list_operator(node: Call) -> tuple[str, int] | None:
    function, count = node.function, len(node.arguments)
    if (function == "IN" or function.endswith((" ANY", " ALL"))) and count > 1:
        operand, *items = node.arguments
        return f"{expression_sql(operand, PREDICATE)} {function} ({list_sql(items)})", PREDICATE
    if function == "FORMAT JSON" and count == 1:
        return f"{expression_sql(node.arguments[0], POSTFIX - 1)} FORMAT JSON", POSTFIX
    if function == "ITEM" and count == 2:
        return f"{expression_sql(node.arguments[0], ACCESS - 1)}[{expression_sql(node.arguments[1])}]", ACCESS
    if function == "DOT" and count == 2 and isinstance(node.arguments[1], Literal):
        operand = node.arguments[0]
        is_call = isinstance(operand, Call) and operand.function in ("ITEM", "DOT")
        text = expression_sql(operand, ACCESS - 1 if is_call else ATOM)
        return f"{text}.{quoted_identifier(str(node.arguments[1].value))}", ACCESS
    return None


def _above(operand: Expression) -> str:
    return expression_sql(operand, PREDICATE)


def _chain(node: Call, power: int) -> str:
    """Prints operators of equal precedence from left to right, without recursion: chains may be long."""
    rest: list[str] = []
    left: Expression = node
    while isinstance(left, Call) and _BINARY.get(left.function) == power and len(left.arguments) == 2:
        rest.append(f" {left.function} {expression_sql(left.arguments[1], power)}")
        left = left.arguments[0]
    return expression_sql(left, power - 1) + "".join(reversed(rest))


def _function_syntax(node: Call) -> tuple[str, int] | None:
    form: Callable[[Call, Callable[[Expression], str]], str] | None = FUNCTIONS.get(node.function)
    return None if form is None else (form(node, expression_sql), ATOM)


def _plain_call(node: Call) -> str:
    name = _function_name(node)
    if node.function in CONTEXT_VARIABLES and not node.arguments and not node.qualifier:
        return node.function
    arguments = list(node.arguments)
    separator = ""
    if arguments and isinstance(last := arguments[-1], Call) and last.function == "SEPARATOR":
        separator = f" SEPARATOR {list_sql(last.arguments)}"
        arguments.pop()
    text = f"{name}({'DISTINCT ' if node.is_distinct else ''}{list_sql(arguments)}{separator})"
    return text + modifiers_sql(node)


def _function_name(node: Call) -> str:
    qualifier = "".join(f"{quoted_identifier(part)}." for part in node.qualifier)
    function = node.function
    is_plain = function.isidentifier() and function.isascii() and not is_operator(function.upper())
    is_free = function not in RESERVED or (function in RESERVED_FUNCTIONS and not qualifier)
    if (is_plain and is_free) or function == "DESCRIPTOR":
        return f"{qualifier}{node.written if node.written.upper() == function else function}"
    return f"{qualifier}{quoted_identifier(function)}"


def modifiers_sql(node: Call) -> str:
    """Prints the modifiers of a call: IGNORE NULLS, WITHIN GROUP, FILTER."""
    parts = []
    if node.ignore_nulls is not None:
        parts.append("IGNORE NULLS" if node.ignore_nulls else "RESPECT NULLS")
    if node.within_distinct:
        parts.append(f"WITHIN DISTINCT ({list_sql(node.within_distinct)})")
    if node.order_by:
        parts.append(f"WITHIN GROUP (ORDER BY {list_sql(node.order_by)})")
    if node.filter is not None:
        parts.append(f"FILTER (WHERE {expression_sql(node.filter)})")
    return "".join(f" {part}" for part in parts)
