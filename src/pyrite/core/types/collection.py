"""ARRAY, MULTISET and MAP."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from pyrite.core.types.logical_type import LogicalType, check_type


@dataclass(frozen=True)
class ElementsType(LogicalType):
    """Values of one type: ARRAY or MULTISET."""

    element_type: LogicalType

    _name: ClassVar[str]

    def __post_init__(self) -> None:
        check_type(f"the elements of {self._name}", self.element_type)

    @property
    def children(self) -> tuple[LogicalType, ...]:
        return (self.element_type,)

    def with_children(self, children: Sequence[LogicalType]) -> Self:
        (element_type,) = children
        return replace(self, element_type=element_type)

    def _sql(self) -> str:
        return f"{self._name}<{self.element_type.as_serializable_string()}>"

    def _summary(self) -> str:
        return f"{self._name}<{self.element_type.as_summary_string()}>"


@dataclass(frozen=True)
class ArrayType(ElementsType):
    """Values of one type, in order."""

    _name = "ARRAY"


@dataclass(frozen=True)
class MultisetType(ElementsType):
    """Values of one type, each with its multiplicity."""

    _name = "MULTISET"


@dataclass(frozen=True)
class MapType(LogicalType):
    """Values by distinct keys."""

    key_type: LogicalType
    value_type: LogicalType

    def __post_init__(self) -> None:
        check_type("the keys of MAP", self.key_type)
        check_type("the values of MAP", self.value_type)

    @property
    def children(self) -> tuple[LogicalType, ...]:
        return (self.key_type, self.value_type)

    def with_children(self, children: Sequence[LogicalType]) -> Self:
        key_type, value_type = children
        return replace(self, key_type=key_type, value_type=value_type)

    def _sql(self) -> str:
        return f"MAP<{self.key_type.as_serializable_string()}, {self.value_type.as_serializable_string()}>"

    def _summary(self) -> str:
        return f"MAP<{self.key_type.as_summary_string()}, {self.value_type.as_summary_string()}>"
