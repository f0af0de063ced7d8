"""TableSchema: the fields of a table, in the class of PyFlink's older API."""

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
    """The fields of a table. `get_resolved_schema` returns more details; `Schema` declares a table.

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
        """Creates a schema with the fields, watermark and primary key of a resolved schema."""
        schema = TableSchema()
        schema._resolved = resolved_schema
        return schema

    def copy(self) -> TableSchema:
        """Returns a copy."""
        return TableSchema.from_resolved_schema(self._resolved)

    def get_field_data_types(self) -> list[DataType]:
        """Returns the types of all fields."""
        return [without_time_attributes(column.data_type) for column in self._resolved.columns]

    def get_field_data_type(self, field: int | str) -> Optional[DataType]:
        """Returns the type of the field with this index or name; None if it does not exist."""
        if not isinstance(field, (int, str)):
            raise ArgumentTypeError(f"Expected field index or field name, got {type(field)}")
        column = self._resolved.get_column(field)
        return None if column is None else without_time_attributes(column.data_type)

    def get_field_count(self) -> int:
        """Returns the number of fields."""
        return self._resolved.get_column_count()

    def get_field_names(self) -> list[str]:
        """Returns the names of all fields."""
        return self._resolved.get_column_names()

    def get_field_name(self, field_index: int) -> Optional[str]:
        """Returns the name of the field with this index; None if it does not exist."""
        if not isinstance(field_index, int):
            raise ArgumentTypeError(f"Expected field index, got {type(field_index)}")
        column = self._resolved.get_column(field_index)
        return None if column is None else column.name

    def to_row_data_type(self) -> RowType:
        """Returns the fields as a ROW type, NOT NULL.

        >>> str(TableSchema(["name"], [DataTypes.STRING()]).to_row_data_type())
        'ROW<`name` STRING> NOT NULL'
        """
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
        """Creates a builder without fields.

        >>> TableSchema.builder().field("name", DataTypes.STRING()).build().get_field_count()
        1
        """
        return TableSchema.Builder()

    class Builder:
        """Collects fields in their order."""

        def __init__(self) -> None:
            self._field_names: list[str] = []
            self._field_data_types: list[DataType] = []

        def field(self, name: str, data_type: DataType) -> TableSchema.Builder:
            """Adds a field."""
            assert name is not None
            assert data_type is not None
            self._field_names.append(name)
            self._field_data_types.append(data_type)
            return self

        def build(self) -> TableSchema:
            """Creates the schema."""
            return TableSchema(self._field_names, self._field_data_types)


def _column_text(column: Column) -> str:
    extras = column.explain_extras()
    return f"{column.name}: {column.data_type.as_summary_string()}{'' if extras is None else f' {extras}'}"
