"""Resolved expressions: names are columns of the input, calls have a function of the catalog, all nodes have a type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from pyrite.core.types import LogicalType


@dataclass(frozen=True)
class ResolvedExpression:
    """A node of a resolved tree. Trees are small values: they pickle, compare equal, and are compiled in the task."""

    @property
    def type(self) -> LogicalType:
        """The type of the value."""
        raise NotImplementedError

    @property
    def children(self) -> tuple[ResolvedExpression, ...]:
        """The arguments of a call; empty for other nodes."""
        return ()

    def with_children(self, children: tuple[ResolvedExpression, ...]) -> ResolvedExpression:
        """Returns the node with other arguments."""
        return self


@dataclass(frozen=True)
class FieldReference(ResolvedExpression):
    """A column of the input, by position. The name is for messages and plans."""

    index: int
    name: str
    field_type: LogicalType

    @property
    def type(self) -> LogicalType:
        """The type of the column."""
        return self.field_type


@dataclass(frozen=True)
class ValueLiteral(ResolvedExpression):
    """A constant, in the internal form of its type in `pyrite.expressions.values`."""

    value: Any
    value_type: LogicalType

    @property
    def type(self) -> LogicalType:
        """The type of the constant."""
        return self.value_type

    def __hash__(self) -> int:
        """Hashes the text of the value: maps, for example, have no hash."""
        return hash((str(self.value), self.value_type))


@dataclass(frozen=True)
class FunctionCall(ResolvedExpression):
    """A call of a built-in function. Its arguments have the types of the function's signature."""

    function: str
    arguments: tuple[ResolvedExpression, ...]
    result_type: LogicalType

    @property
    def type(self) -> LogicalType:
        """The type of the result."""
        return self.result_type

    @property
    def children(self) -> tuple[ResolvedExpression, ...]:
        """The arguments."""
        return self.arguments

    def with_children(self, children: tuple[ResolvedExpression, ...]) -> ResolvedExpression:
        """Returns the call with other arguments."""
        return replace(self, arguments=children)


@dataclass(frozen=True)
class PythonCall(ResolvedExpression):
    """A call of a user-defined function."""

    function: Any
    """A ScalarFunctionSpec. Any, since its module imports this one."""
    arguments: tuple[ResolvedExpression, ...]
    result_type: LogicalType

    @property
    def type(self) -> LogicalType:
        """The type of the result."""
        return self.result_type

    @property
    def children(self) -> tuple[ResolvedExpression, ...]:
        """The arguments."""
        return self.arguments

    def with_children(self, children: tuple[ResolvedExpression, ...]) -> ResolvedExpression:
        """Returns the call with other arguments."""
        return replace(self, arguments=children)


def walk(tree: ResolvedExpression) -> Iterator[ResolvedExpression]:
    """Iterates over a tree, each node before its children."""
    yield tree
    for child in tree.children:
        yield from walk(child)


def reads_watermarks(trees: Iterable[ResolvedExpression]) -> bool:
    """Returns whether an expression contains CURRENT_WATERMARK."""
    calls = (node for tree in trees for node in walk(tree) if isinstance(node, FunctionCall))
    return any(call.function == "CURRENT_WATERMARK" for call in calls)


def transformed(
    tree: ResolvedExpression, change: Callable[[ResolvedExpression], ResolvedExpression]
) -> ResolvedExpression:
    """Returns the tree with `change` applied to all nodes, children first."""
    children = tuple(transformed(child, change) for child in tree.children)
    if children != tree.children:
        tree = tree.with_children(children)
    return change(tree)


def columns_of(tree: ResolvedExpression) -> set[int]:
    """Returns the positions of the input columns that a tree reads."""
    return {node.index for node in walk(tree) if isinstance(node, FieldReference)}
