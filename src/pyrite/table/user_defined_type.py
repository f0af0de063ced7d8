"""UserDefinedType: a SQL type for instances of a Python class."""

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
    """The type of a Python class's instances in `from_elements`. Columns have the type that `sql_type` returns.

    A subclass implements `sql_type` and `serialize`. Types of instances are inferred if their class has an instance of
    the subclass as its attribute `__UDT__`.

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
        """Returns the name of the type."""
        return cls.__name__.lower()

    @classmethod
    def sql_type(cls) -> LogicalType:
        """Returns the type of columns."""
        raise NotImplementedError("UDT must implement sql_type().")

    @classmethod
    def module(cls) -> str:
        """Returns the Python module of the type."""
        raise NotImplementedError("UDT must implement module().")

    @classmethod
    def java_udt(cls) -> str:
        """Returns the name of a Java class in PyFlink. Has no effect."""
        return ""

    def need_conversion(self) -> bool:
        """Returns True: instances are always serialized."""
        return True

    def serialize(self, obj: Any) -> Any:
        """Converts an instance to a value of `sql_type`."""
        raise NotImplementedError("UDT must implement serialize().")

    def deserialize(self, datum: Any) -> Any:
        """Converts a value of `sql_type` to an instance."""
        raise NotImplementedError("UDT must implement deserialize().")

    def to_sql_type(self, obj: Any) -> Any:
        """Converts an instance to a value of `sql_type`, and None to None."""
        return None if obj is None else self.serialize(obj)

    def from_sql_type(self, obj: Any) -> Any:
        """Converts a value of `sql_type` to an instance, and None to None."""
        return None if obj is None else self.deserialize(obj)

    def _sql(self) -> str:
        return self.sql_type().copy(nullable=True).as_serializable_string()


def stored_type(kind: LogicalType) -> LogicalType:
    """Returns the type with all user-defined types in it replaced by their `sql_type`."""
    return transformed(kind, _stored)


def _stored(kind: LogicalType) -> LogicalType:
    return stored_type(kind.sql_type()).copy(kind.nullable) if isinstance(kind, UserDefinedType) else kind


def serializer_of(kind: LogicalType) -> Optional[Serialize]:
    """Returns a function that converts values of the type to its stored type; None if it has no user-defined types."""
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
    """Converts the fields of a row. Fields of dicts and objects are matched by name."""
    if isinstance(value, (Row, tuple, list)):
        return tuple(part(field) for part, field in zip(parts, value, strict=True))
    fields = value if isinstance(value, dict) else vars(value)
    return {name: part(fields.get(name)) for name, part in zip(names, parts, strict=True)}
