"""Mutations: small changes of a function's code, each of which some test should notice."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Final, Optional

_SHIFTED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
_NEGATED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
}
_OPPOSITE: Final[dict[type[ast.operator], type[ast.operator]]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}


@dataclass(frozen=True)
class Mutation:
    """One change of a module: the function and the line it is in, its kind, and the module's new text."""

    function: str
    line: int
    kind: str
    before: str
    after: str
    text: str

    @property
    def change(self) -> str:
        return f"{_one_line(self.before)}  ->  {_one_line(self.after)}"


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 70 else f"{line[:67]}..."


def mutations(source: str) -> Iterator[Mutation]:
    """Every mutation of a module's functions. Annotations, constants and log lines below a warning stay."""
    for name, function in _functions(ast.parse(source), ""):
        for node in _own_nodes(function):
            for kind, replacement in _replacements(node):
                yield _mutation(source, name, node, kind, replacement)


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, ast.AST]]:
    """The functions inside a node, by their qualified names."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            name = f"{prefix}{child.name}"
            if not isinstance(child, ast.ClassDef):
                yield name, child
            yield from _functions(child, f"{name}.")
        else:
            yield from _functions(child, prefix)


def compiles_the_same(before: str, after: str) -> bool:
    """Whether two texts of a module differ in nothing that Python executes, such as a `return` in a last line."""
    return _executed(compile(before, "", "exec")) == _executed(compile(after, "", "exec"))


def _executed(code: CodeType) -> tuple[object, ...]:
    """What counts in compiled code: all but its line numbers."""
    constants = tuple(_executed(each) if isinstance(each, CodeType) else repr(each) for each in code.co_consts)
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return (code.co_name, code.co_code, constants, names, code.co_exceptiontable)


def _own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function's body, without the bodies of functions inside it."""
    pending: list[ast.AST] = list(getattr(function, "body", ()))
    while pending:
        node = pending.pop(0)
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            pending += ast.iter_child_nodes(node)


def _replacements(node: ast.AST) -> Iterator[tuple[str, Optional[ast.AST]]]:
    """The changes of one node: their kinds and new nodes; None drops a statement."""
    for node_type, change in _CHANGES.items():
        if isinstance(node, node_type):
            yield from change(node)


def _of_compare(node: ast.Compare) -> Iterator[tuple[str, ast.AST]]:
    for kind, table in (("shifted comparison", _SHIFTED), ("negated comparison", _NEGATED)):
        if type(node.ops[0]) in table:
            new = copy.deepcopy(node)
            new.ops[0] = table[type(node.ops[0])]()
            yield kind, new


def _of_bool_op(node: ast.BoolOp) -> Iterator[tuple[str, ast.AST]]:
    new = copy.deepcopy(node)
    new.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield "and/or", new


def _of_not(node: ast.UnaryOp) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(node.op, ast.Not):
        yield "dropped not", copy.deepcopy(node.operand)


def _of_if(node: ast.If) -> Iterator[tuple[str, ast.AST]]:
    if node.orelse:
        new = copy.deepcopy(node)
        new.body, new.orelse = new.orelse, new.body
        yield "swapped branches", new


def _of_if_expression(node: ast.IfExp) -> Iterator[tuple[str, ast.AST]]:
    new = copy.deepcopy(node)
    new.body, new.orelse = new.orelse, new.body
    yield "swapped branches", new


def _of_call(node: ast.Expr) -> Iterator[tuple[str, Optional[ast.AST]]]:
    if isinstance(node.value, ast.Call) and not _logs_quietly(node.value.func):
        yield "dropped call", None


def _logs_quietly(function: ast.expr) -> bool:
    """Whether a function is that of a log line below a warning, on which nobody may rely."""
    return isinstance(function, ast.Attribute) and ast.unparse(function) in ("_log.debug", "_log.info")


def _of_assignment(node: ast.Assign) -> Iterator[tuple[str, Optional[ast.AST]]]:
    if all(isinstance(target, (ast.Attribute, ast.Subscript)) for target in node.targets):
        yield "dropped assignment", None


def _of_augmented(node: ast.AugAssign) -> Iterator[tuple[str, Optional[ast.AST]]]:
    yield "dropped assignment", None
    if type(node.op) in _OPPOSITE:
        new = copy.deepcopy(node)
        new.op = _OPPOSITE[type(node.op)]()
        yield "opposite operator", new


def _of_return(node: ast.Return) -> Iterator[tuple[str, Optional[ast.AST]]]:
    if node.value is None:
        yield "dropped return", None
    elif isinstance(node.value, ast.Constant) and isinstance(node.value.value, bool):
        yield "replaced result", ast.Return(ast.Constant(not node.value.value))
    elif isinstance(node.value, ast.List) and node.value.elts:
        yield "replaced result", ast.Return(ast.List([], ast.Load()))


_CHANGES: Final[dict[type[ast.AST], Callable[..., Iterator[tuple[str, Optional[ast.AST]]]]]] = {
    ast.Compare: _of_compare,
    ast.BoolOp: _of_bool_op,
    ast.UnaryOp: _of_not,
    ast.If: _of_if,
    ast.IfExp: _of_if_expression,
    ast.Expr: _of_call,
    ast.Assign: _of_assignment,
    ast.AugAssign: _of_augmented,
    ast.Return: _of_return,
}


def _mutation(source: str, function: str, node: ast.AST, kind: str, replacement: Optional[ast.AST]) -> Mutation:
    assert isinstance(node, (ast.expr, ast.stmt))
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    lines = source.encode().splitlines(keepends=True)
    start = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
    end = sum(map(len, lines[: node.end_lineno - 1])) + node.end_col_offset
    data = source.encode()
    before = data[start:end].decode()
    if replacement is None:
        after = "pass"
    elif isinstance(replacement, ast.expr):
        after = f"({ast.unparse(replacement)})"
    else:
        indent = " " * node.col_offset
        after = f"\n{indent}".join(ast.unparse(ast.fix_missing_locations(replacement)).splitlines())
    text = (data[:start] + after.encode() + data[end:]).decode()
    return Mutation(function, node.lineno, kind, before, after, text)
