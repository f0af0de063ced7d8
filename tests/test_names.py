"""Variables, parameters and attributes are nouns or verbs of the domain, not bare participles."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

SOURCE: Final = Path(__file__).resolve().parents[1] / "src" / "pyrite"
PARTICIPLES: Final = frozenset(
    {"known", "shown", "made", "left", "kept", "wanted", "taken", "asked"}
    | {"read", "declared", "chosen", "named", "needed"}
)
OPPOSITES: Final = {"left": "right", "read": "write"}
"""A participle is a term next to its opposite: the sides of a join, the operands of an operator, a pair of verbs."""
OPERANDS: Final = ("relational/bind", "relational/sql")
"""Where `left` alone is a term too: the first operand of an operator that a parser or a printer continues with."""


def bindings(node: ast.AST) -> Iterator[str]:
    """The names that a node itself binds, without leading underscores."""
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()) | ast.arg(arg=name):
            yield name.lstrip("_")
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name.lstrip("_")


def participles(scope: ast.AST) -> Iterator[str]:
    """The participles that a module binds: each scope is a function, or a class without its methods."""
    names: list[str] = []
    inner: list[ast.AST] = []
    pending = list(ast.iter_child_nodes(scope))
    while pending:
        node = pending.pop()
        names += bindings(node)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            inner.append(node)
        else:
            pending += ast.iter_child_nodes(node)
    yield from (name for name in names if name in PARTICIPLES and OPPOSITES.get(name) not in names)
    for each in inner:
        yield from participles(each)


def folder(path: Path) -> str:
    return path.parent.relative_to(SOURCE).as_posix()


def is_operand(name: str, place: str) -> bool:
    return name == "left" and place.startswith(OPERANDS)


def test_no_name_is_a_participle() -> None:
    found = [
        f"{path.relative_to(SOURCE)}: {name}"
        for path in sorted(SOURCE.rglob("*.py"))
        for name in participles(ast.parse(path.read_text(encoding="utf-8")))
        if not is_operand(name, folder(path))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("known = 1", ["known"]),
        ("def f(wanted, *, taken=2): ...", ["wanted", "taken"]),
        ("class C:\n    def __init__(self):\n        self._kept = 0", ["kept"]),
        ("for shown, other in pairs: ...", ["shown"]),
        ("try: ...\nexcept E as left: ...", ["left"]),
        ("match value:\n    case [made, *asked]: ...", ["made", "asked"]),
        ("rest = lambda read: read", ["read"]),
        ("def f(left, right): ...", []),
        ("class Join:\n    left: Node\n    right: Node", []),
        ("def f(right):\n    def g(left): ...", ["left"]),
        ("staged = keyed = bounded = nested = left_rows = 1", []),
        ("x = known.left", []),
    ],
)
def test_names_of_code(code: str, found: list[str]) -> None:
    assert sorted(participles(ast.parse(code))) == sorted(found)
