"""DISTINCT and STRUCTURED: types that users declare. SQL does not support operations on them yet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Optional, Self

from pyrite.core.errors import InvalidProgramError
from pyrite.core.types.logical_type import LogicalType, check_type
from pyrite.core.types.quoting import quoted_identifier, quoted_text
from pyrite.core.types.row import RowField, checked_fields, with_types


@dataclass(frozen=True)
class ObjectIdentifier:
    """The full name of an object in a catalog."""

    catalog: str
    database: str
    object: str

    def as_serializable_string(self) -> str:
        return ".".join(map(quoted_identifier, (self.catalog, self.database, self.object)))


@dataclass(frozen=True)
class UserDefinedType(LogicalType):
    """DISTINCT or STRUCTURED."""


@dataclass(frozen=True)
class DistinctType(UserDefinedType):
    """Another type under a distinct name. It is nullable if the other type is."""

    identifier: ObjectIdentifier
    source_type: LogicalType
    description: Optional[str] = None

    def __post_init__(self) -> None:
        check_type("the source of a distinct type", self.source_type)
        if isinstance(self.source_type, UserDefinedType):
            raise InvalidProgramError(f"Source type must not be a user-defined type. Got: {self.source_type}")
        object.__setattr__(self, "nullable", self.source_type.nullable)

    def copy(self, nullable: bool) -> Self:
        return replace(self, source_type=self.source_type.copy(nullable))

    @property
    def children(self) -> tuple[LogicalType, ...]:
        return (self.source_type,)

    def with_children(self, children: Sequence[LogicalType]) -> Self:
        (source_type,) = children
        return replace(self, source_type=source_type)

    def _sql(self) -> str:
        return self.identifier.as_serializable_string()


@dataclass(frozen=True)
class StructuredType(UserDefinedType):
    """Attributes of a class: registered in a catalog under `identifier`, or inline with `class_name`."""

    attributes: tuple[RowField, ...]
    class_name: Optional[str] = None
    identifier: Optional[ObjectIdentifier] = None
    description: Optional[str] = None

    def __post_init__(self) -> None:
        if self.class_name is None and self.identifier is None:
            raise InvalidProgramError("a structured type needs class_name, or identifier if it is in a catalog")
        if self.class_name is not None and not all(part.isidentifier() for part in self.class_name.split(".")):
            raise InvalidProgramError(f"Invalid class name {self.class_name!r}. Expected identifiers separated by dots")
        object.__setattr__(self, "attributes", checked_fields("Attribute", self.attributes))

    @property
    def children(self) -> tuple[LogicalType, ...]:
        return tuple(attribute.type for attribute in self.attributes)

    def with_children(self, children: Sequence[LogicalType]) -> Self:
        return replace(self, attributes=with_types(self.attributes, children))

    def _sql(self) -> str:
        return self._text(attribute.as_serializable_string() for attribute in self.attributes)

    def _summary(self) -> str:
        return self._text(attribute.as_summary_string() for attribute in self.attributes)

    def _text(self, attributes: Iterable[str]) -> str:
        if self.identifier is not None:
            return self.identifier.as_serializable_string()
        assert self.class_name is not None
        return f"STRUCTURED<{', '.join([quoted_text(self.class_name), *attributes])}>"
