"""Resolved expressions: every name is a column of the input, every call a known function, every node has its type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from pyrite.core.types import LogicalType


@dataclass(frozen=True)
class ResolvedExpression:
    """A node of a resolved tree. Trees are small values: they pickle, compare and are compiled in the task."""

    @property
    def type(self) -> LogicalType:
        raise NotImplementedError

    @property
    def children(self) -> tuple[ResolvedExpression, ...]:
        return ()


@dataclass(frozen=True)
class FieldReference(ResolvedExpression):
    """A column of the input, by its position; the name is for people."""

    index: int
    name: str
    field_type: LogicalType

    @property
    def type(self) -> LogicalType:
        return self.field_type


@dataclass(frozen=True)
class ValueLiteral(ResolvedExpression):
    """A constant, as `pyrite.expressions.values` holds values of its type."""

    value: Any
    value_type: LogicalType

    @property
    def type(self) -> LogicalType:
        return self.value_type

    def __hash__(self) -> int:
        """Not by the value, which may be a map: it has no hash."""
        return hash((str(self.value), self.value_type))


@dataclass(frozen=True)
class FunctionCall(ResolvedExpression):
    """A call of a function of the catalogue. Its arguments have the types that the function's signature asks for."""

    function: str
    arguments: tuple[ResolvedExpression, ...]
    result_type: LogicalType

    @property
    def type(self) -> LogicalType:
        return self.result_type

    @property
    def children(self) -> tuple[ResolvedExpression, ...]:
        return self.arguments


@dataclass(frozen=True)
class PythonCall(ResolvedExpression):
    """A call of a function that the user wrote."""

    function: Any
    """A ScalarFunctionSpec; by Any, since functions know expressions."""
    arguments: tuple[ResolvedExpression, ...]
    result_type: LogicalType

    @property
    def type(self) -> LogicalType:
        return self.result_type

    @property
    def children(self) -> tuple[ResolvedExpression, ...]:
        return self.arguments


def walk(tree: ResolvedExpression) -> Iterator[ResolvedExpression]:
    """The node and all below it, each before its children."""
    yield tree
    for child in tree.children:
        yield from walk(child)


def reads_watermarks(trees: Iterable[ResolvedExpression]) -> bool:
    """Whether CURRENT_WATERMARK is in one of the expressions."""
    calls = (node for tree in trees for node in walk(tree) if isinstance(node, FunctionCall))
    return any(call.function == "CURRENT_WATERMARK" for call in calls)


def transformed(
    tree: ResolvedExpression, change: Callable[[ResolvedExpression], ResolvedExpression]
) -> ResolvedExpression:
    """The tree with `change` applied to every node, the children first."""
    if isinstance(tree, (FunctionCall, PythonCall)):
        arguments = tuple(transformed(child, change) for child in tree.arguments)
        if arguments != tree.arguments:
            tree = replace(tree, arguments=arguments)
    return change(tree)


def columns_of(tree: ResolvedExpression) -> set[int]:
    """The positions of the input's columns that a tree reads."""
    return {node.index for node in walk(tree) if isinstance(node, FieldReference)}
