"""UserDefinedType: a Python class as a type, stored as a type of SQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Optional

from pyrite.core.types import ArrayType, LogicalType, MapType, MultisetType, RowType
from pyrite.core.types.logical_type import transformed
from pyrite.core.types.rows import Row

Serialize = Callable[[Any], Any]


@dataclass(frozen=True)
class UserDefinedType(LogicalType):
    """The type of a class's instances in `from_elements`; a column of it has the type that `sql_type` returns.

    A subclass defines `sql_type` and `serialize`. A class whose attribute `__UDT__` is such a type has its schema
    inferred.

    >>> class PointType(UserDefinedType):
    ...     @classmethod
    ...     def sql_type(cls):
    ...         return DataTypes.ARRAY(DataTypes.DOUBLE())
    ...     def serialize(self, obj):
    ...         return [obj.x, obj.y]
    """

    plan_name: ClassVar[str] = "python-type"

    def __init_subclass__(cls) -> None:
        module = getattr(cls, "__module__", "python")
        cls.plan_name = f"{module}.{cls.__qualname__}"  # a user's ArrayType is not SQL's in a compiled plan

    @classmethod
    def type_name(cls) -> str:
        return cls.__name__.lower()

    @classmethod
    def sql_type(cls) -> LogicalType:
        """The type of the column."""
        raise NotImplementedError("UDT must implement sql_type().")

    @classmethod
    def module(cls) -> str:
        """The Python module of the type."""
        raise NotImplementedError("UDT must implement module().")

    @classmethod
    def java_udt(cls) -> str:
        """The name of a Java class, in PyFlink: without effect."""
        return ""

    def need_conversion(self) -> bool:
        return True

    def serialize(self, obj: Any) -> Any:
        """The value of `sql_type` for an instance."""
        raise NotImplementedError("UDT must implement serialize().")

    def deserialize(self, datum: Any) -> Any:
        """The instance for a value of `sql_type`."""
        raise NotImplementedError("UDT must implement deserialize().")

    def to_sql_type(self, obj: Any) -> Any:
        """The value of `sql_type` for an instance, or None for None."""
        return None if obj is None else self.serialize(obj)

    def from_sql_type(self, obj: Any) -> Any:
        """The instance for a value of `sql_type`, or None for None."""
        return None if obj is None else self.deserialize(obj)

    def _sql(self) -> str:
        return self.sql_type().copy(nullable=True).as_serializable_string()


def stored_type(kind: LogicalType) -> LogicalType:
    """The type with each user-defined type in it replaced by its type of SQL."""
    return transformed(kind, _stored)


def _stored(kind: LogicalType) -> LogicalType:
    return stored_type(kind.sql_type()).copy(kind.nullable) if isinstance(kind, UserDefinedType) else kind


def serializer_of(kind: LogicalType) -> Optional[Serialize]:
    """Makes a value of the stored type of one of this type; None if no type in it is user-defined."""
    convert = _conversion(kind)
    return None if convert is None else lambda value: None if value is None else convert(value)


def _conversion(kind: LogicalType) -> Optional[Serialize]:
    if isinstance(kind, UserDefinedType):
        inner = serializer_of(kind.sql_type())
        return kind.serialize if inner is None else lambda value: inner(kind.serialize(value))
    parts = [serializer_of(child) for child in kind.children]
    if not any(parts):
        return None
    same = [part or _unchanged for part in parts]
    if isinstance(kind, RowType):
        return lambda value: _row(value, kind.names, same)
    if isinstance(kind, ArrayType):
        return lambda value: [same[0](element) for element in value]
    if isinstance(kind, MultisetType):
        return lambda value: {same[0](element): count for element, count in value.items()}
    if isinstance(kind, MapType):
        return lambda value: {same[0](key): same[1](item) for key, item in value.items()}
    return None


def _unchanged(value: Any) -> Any:
    return value


def _row(value: Any, names: Sequence[str], parts: Sequence[Serialize]) -> Any:
    """A row with its fields converted, by name if it is a dict or an object."""
    if isinstance(value, (Row, tuple, list)):
        return tuple(part(field) for part, field in zip(parts, value, strict=True))
    fields = value if isinstance(value, dict) else vars(value)
    return {name: part(fields.get(name)) for name, part in zip(names, parts, strict=True)}
