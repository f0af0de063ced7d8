"""Row forms: trees as Python code, compiled once, run over the values of a block."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Sequence
from functools import lru_cache
from types import CodeType
from typing import Any, Final, Optional

from pyrite.core.functions.user_function import ROW_FORM
from pyrite.expressions.compile.failing import may_fail
from pyrite.expressions.function import Nulls, Scope
from pyrite.expressions.functions import FUNCTIONS
from pyrite.expressions.python_calls import PythonUse, PythonUses
from pyrite.expressions.resolved import (
    FieldReference,
    FunctionCall,
    PythonCall,
    ResolvedExpression,
    ValueLiteral,
    columns_of,
)

_MOST_NESTING: Final = 50
"""Python supports 200 nested parentheses."""
_PARENTHESES: Final = re.compile("[()]")

RowsForm = Callable[[list[list[Any]]], list[tuple[Any, ...]]]
"""From the values of columns to a tuple for each row."""


class RowScope(Scope):
    """The scope of row forms with calls of user-defined functions."""

    def __init__(self, uses: Optional[PythonUses]) -> None:
        self._uses = uses or PythonUses()
        super().__init__(self._uses.watermark)

    def python_use(self, call: PythonCall) -> PythonUse:
        return self._uses.of(call)


def row_text(tree: ResolvedExpression, scope: RowScope, column: Callable[[int], str]) -> str:
    """Returns a Python expression for the tree. `column` returns the name of the variable for a column."""
    match tree:
        case FieldReference():
            return column(tree.index)
        case ValueLiteral():
            return _constant(tree.value, scope)
        case FunctionCall():
            text = _call_text(tree, [row_text(child, scope, column) for child in tree.arguments], scope)
            return text if _nesting(text) <= _MOST_NESTING else _function_text(tree, text, scope, column)
        case PythonCall():
            texts = [row_text(child, scope, column) for child in tree.arguments]
            return f"{scope.bind(scope.python_use(tree).compute_row)}({', '.join(texts)})"
    raise TypeError(f"not a resolved expression: {tree!r}")


def _nesting(text: str) -> int:
    """Returns the depth of nested parentheses. Parentheses in strings count as well."""
    depth = deepest = 0
    for sign in _PARENTHESES.findall(text):
        depth += 1 if sign == "(" else -1
        deepest = max(deepest, depth)
    return deepest


def _function_text(tree: FunctionCall, text: str, scope: RowScope, column: Callable[[int], str]) -> str:
    """Moves a text, nested almost as deep as Python supports, into a separate function, and returns its call."""
    names = ", ".join(column(index) for index in sorted(columns_of(tree)))
    return f"{scope.bind(eval(_compiled(f'lambda {names}: {text}'), scope.names))}({names})"


@lru_cache(maxsize=1000)
def _compiled(code: str) -> CodeType:
    """Compiles a text. Cached: operators of one process, and attempts, often have the same."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # the code compares constants with None by `is`
        return compile(code, ROW_FORM, "eval")


def _constant(value: Any, scope: Scope) -> str:
    if value is None or type(value) in (bool, str):
        return repr(value)
    if type(value) is int:
        return repr(value) if value >= 0 else f"({value})"
    return scope.bind(value)


def _call_text(call: FunctionCall, texts: list[str], scope: Scope) -> str:
    function = FUNCTIONS[call.function]
    if function.nulls is Nulls.OWN:
        return function.row(call, [_wrapped(text) for text in texts], scope)
    tests: list[str] = []
    names: list[str] = []
    must_compute = any(map(may_fail, call.arguments))
    for text, argument in zip(texts, call.arguments, strict=True):
        if isinstance(argument, ValueLiteral):
            if argument.value is None and not must_compute:
                return "None"
            if argument.value is None:
                tests.append("True")
            names.append(text)
        elif text.isidentifier():
            names.append(text)
            if argument.type.nullable:
                tests.append(f"{text} is None")
        elif argument.type.nullable or must_compute:
            variable = scope.variable()
            tests.append(f"({variable} := {text}) is None")
            names.append(variable)
        else:
            names.append(_wrapped(text))
    body = function.row(call, names, scope)
    if must_compute:  # arguments raise even if another one is NULL, as in columns
        return f"(None if {' | '.join(f'({test})' for test in tests)} else {body})" if tests else body
    return f"(None if {' or '.join(tests)} else {body})" if tests else body


def _wrapped(text: str) -> str:
    return text if text.isidentifier() or (text[0] == "(" and text[-1] == ")" and _is_one(text)) else f"({text})"


def _is_one(text: str) -> bool:
    """Returns whether the first parenthesis is closed by the last one. False if parentheses in strings obscure that."""
    if "'" in text or '"' in text:
        return False
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return place == len(text) - 1
    return False


def compile_rows(
    trees: Sequence[ResolvedExpression],
    condition: Optional[ResolvedExpression] = None,
    uses: Optional[PythonUses] = None,
) -> tuple[RowsForm, list[int]]:
    """Returns a function from columns of values to a tuple for each row, and the columns that it reads.

    With a condition, only rows for which it is TRUE are returned.
    """
    scope = RowScope(uses)
    names: dict[int, str] = {}

    def column(index: int) -> str:
        return names.setdefault(index, f"c{index}")

    results = [row_text(tree, scope, column) for tree in trees]
    test = "" if condition is None else f" if ({row_text(condition, scope, column)}) is True"
    used = sorted(names)
    row = "(" + "".join(f"{text}, " for text in results) + ")"
    if used:
        loop = f"for {''.join(names[i] + ', ' for i in used)} in zip(*columns)"
    else:
        loop = "for _row in columns[0]"
    return eval(_compiled(f"lambda columns: [{row} {loop}{test}]"), scope.names), used


def compile_function(tree: ResolvedExpression, arity: int, uses: Optional[PythonUses] = None) -> Callable[..., Any]:
    """Returns a function of the values of the first `arity` columns."""
    scope = RowScope(uses)
    text = row_text(tree, scope, lambda index: f"c{index}")
    names = ", ".join(f"c{index}" for index in range(arity))
    compiled: Callable[..., Any] = eval(_compiled(f"lambda {names}: {text}"), scope.names)
    return compiled
