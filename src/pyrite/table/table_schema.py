"""TableSchema: the fields of a table, under PyFlink's former name for a schema."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Optional

from pyrite.core.errors import ArgumentTypeError, ValidationException
from pyrite.core.types import LogicalType, RowField, RowType
from pyrite.core.types.temporal import without_time_attributes
from pyrite.table.catalog import Column, ResolvedSchema
from pyrite.table.types import DataType
from pyrite.table.user_defined_type import stored_type


class TableSchema:
    """The fields of a table. `get_resolved_schema` says more of a table; `Schema` declares one.

    >>> TableSchema(["name"], [DataTypes.STRING()]).get_field_names()
    ['name']
    """

    def __init__(self, field_names: Sequence[str] = (), data_types: Sequence[DataType] = ()) -> None:
        if len(field_names) != len(data_types):
            raise ValidationException("Number of field names and field data types must be equal.")
        for index, name in enumerate(field_names):
            if name in field_names[:index]:
                raise ValidationException(f"Field names must be unique. Duplicate field: '{name}'")
        for kind in data_types:
            if not isinstance(kind, LogicalType):
                raise ArgumentTypeError(f"Unsupported data type: {kind}")
        self._resolved = ResolvedSchema.physical(field_names, list(map(stored_type, data_types)))

    @staticmethod
    def from_resolved_schema(resolved_schema: ResolvedSchema) -> TableSchema:
        """The fields of a schema that `get_resolved_schema` gave, with its watermark and its key."""
        schema = TableSchema()
        schema._resolved = resolved_schema
        return schema

    def copy(self) -> TableSchema:
        return TableSchema.from_resolved_schema(self._resolved)

    def get_field_data_types(self) -> list[DataType]:
        return [without_time_attributes(column.data_type) for column in self._resolved.columns]

    def get_field_data_type(self, field: int | str) -> Optional[DataType]:
        """The type of a field, by its index or its name; None if no field is there."""
        if not isinstance(field, (int, str)):
            raise ArgumentTypeError(f"Expected field index or field name, got {type(field)}")
        column = self._resolved.get_column(field)
        return None if column is None else without_time_attributes(column.data_type)

    def get_field_count(self) -> int:
        return self._resolved.get_column_count()

    def get_field_names(self) -> list[str]:
        return self._resolved.get_column_names()

    def get_field_name(self, field_index: int) -> Optional[str]:
        """The name of a field, by its index; None if no field is there."""
        if not isinstance(field_index, int):
            raise ArgumentTypeError(f"Expected field index, got {type(field_index)}")
        column = self._resolved.get_column(field_index)
        return None if column is None else column.name

    def to_row_data_type(self) -> RowType:
        """A row of all fields, NOT NULL."""
        return RowType(tuple(map(RowField, self.get_field_names(), self.get_field_data_types())), nullable=False)

    def __repr__(self) -> str:
        lines = [*map(_column_text, self._resolved.columns)]
        for mark in self._resolved.watermark_specs:
            lines.append(f"WATERMARK FOR {mark.rowtime_attribute}: {mark.type} AS {mark.watermark_expression}")
        key = self._resolved.primary_key
        if key is not None:
            lines.append(f"CONSTRAINT {key.get_name()} PRIMARY KEY ({', '.join(key.get_columns())})")
        return "root\n" + "".join(f" |-- {line}\n" for line in lines)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TableSchema) and other._resolved == self._resolved

    def __hash__(self) -> int:
        return hash(self._resolved)

    @staticmethod
    def builder() -> TableSchema.Builder:
        return TableSchema.Builder()

    class Builder:
        """Adds fields in their order."""

        def __init__(self) -> None:
            self._field_names: list[str] = []
            self._field_data_types: list[DataType] = []

        def field(self, name: str, data_type: DataType) -> TableSchema.Builder:
            assert name is not None
            assert data_type is not None
            self._field_names.append(name)
            self._field_data_types.append(data_type)
            return self

        def build(self) -> TableSchema:
            return TableSchema(self._field_names, self._field_data_types)


def _column_text(column: Column) -> str:
    extras = column.explain_extras()
    return f"{column.name}: {column.data_type.as_summary_string()}{'' if extras is None else f' {extras}'}"
