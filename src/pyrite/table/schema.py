"""Schema: the columns, watermarks and key of a table, as they are declared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Optional

from pyrite.core.errors import ArgumentTypeError
from pyrite.core.types import RowType
from pyrite.core.types.quoting import quoted_identifier
from pyrite.expressions import expression_tree
from pyrite.relational.sql import sql_tree
from pyrite.relational.sql.parser import parse_expression
from pyrite.table.expression import Expression
from pyrite.table.types import DataType, as_data_type


class Schema:
    """What a table declares. Names and types are resolved when the table is used."""

    def __init__(self, declared: sql_tree.TableSchema, lines: Sequence[str] = ()) -> None:
        self.declared = declared
        self._lines = tuple(lines)

    @staticmethod
    def new_builder() -> Schema.Builder:
        return Schema.Builder()

    def __str__(self) -> str:
        return "(\n" + ",\n".join(f"  {line}" for line in self._lines) + "\n)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Schema) and other.declared == self.declared

    def __hash__(self) -> int:
        return hash(self.declared)

    class Builder:
        """Adds columns in their order."""

        def __init__(self) -> None:
            self._columns: list[sql_tree.Column] = []
            self._watermarks: list[sql_tree.Watermark] = []
            self._constraints: list[sql_tree.Constraint] = []
            self._lines: list[str] = []
            self._last_lines: list[str] = []

        def from_schema(self, unresolved_schema: Schema) -> Schema.Builder:
            """All that another schema declares."""
            declared = unresolved_schema.declared
            self._columns += declared.columns
            self._watermarks += declared.watermarks
            self._constraints += declared.constraints
            count = len(declared.columns)
            self._lines += unresolved_schema._lines[:count]
            self._last_lines += unresolved_schema._lines[count:]
            return self

        def from_resolved_schema(self, resolved_schema: Any) -> Schema.Builder:
            """The physical columns and the key of a schema that `get_resolved_schema` gave."""
            for column in resolved_schema.get_columns():
                self.column(column.get_name(), column.get_data_type())
            key = resolved_schema.get_primary_key()
            return self if key is None else self.primary_key_named(key.get_name(), *key.get_columns())

        def from_row_data_type(self, data_type: DataType) -> Schema.Builder:
            """A column for each field of a row."""
            if not isinstance(data_type, RowType):
                raise ValueError("Data type of ROW expected.")
            return self.from_fields(data_type.names, data_type.children)

        def from_fields(self, field_names: Sequence[str], field_data_types: Sequence[DataType]) -> Schema.Builder:
            """A column for each name and type."""
            if len(field_names) != len(field_data_types):
                raise ValueError("Field names and field data types must have the same length.")
            for name, kind in zip(field_names, field_data_types, strict=True):
                self.column(name, kind)
            return self

        def column(self, column_name: str, data_type: str | DataType) -> Schema.Builder:
            """A column that the connector stores."""
            if not isinstance(column_name, str):
                raise ArgumentTypeError(f"the name of a column is a str, not {column_name!r}")
            self._columns.append(sql_tree.PhysicalColumn((column_name,), as_data_type(data_type)))
            self._lines.append(f"{quoted_identifier(column_name)} {_type_text(data_type)}")
            return self

        def column_by_expression(self, column_name: str, expr: str | Expression[Any]) -> Schema.Builder:
            """A computed column."""
            self._columns.append(sql_tree.ComputedColumn((column_name,), _expression(expr)))
            self._lines.append(f"{quoted_identifier(column_name)} AS {_expression_text(expr)}")
            return self

        def column_by_metadata(
            self,
            column_name: str,
            data_type: DataType | str,
            metadata_key: Optional[str] = None,
            is_virtual: bool = False,
        ) -> Schema.Builder:
            """A column of the connector's metadata; a virtual one is not written."""
            kind = as_data_type(data_type)
            self._columns.append(sql_tree.MetadataColumn((column_name,), kind, metadata_key, is_virtual))
            source = "" if metadata_key is None else f" FROM '{metadata_key}'"
            virtual = " VIRTUAL" if is_virtual else ""
            name = quoted_identifier(column_name)
            self._lines.append(f"{name} {_type_text(data_type)} METADATA{source}{virtual}")
            return self

        def watermark(self, column_name: str, watermark_expr: str | Expression[Any]) -> Schema.Builder:
            """Declares a column as event time, with the expression of its watermark."""
            self._watermarks.append(sql_tree.Watermark((column_name,), _expression(watermark_expr)))
            name = quoted_identifier(column_name)
            self._last_lines.append(f"WATERMARK FOR {name} AS {_expression_text(watermark_expr)}")
            return self

        def primary_key(self, *column_names: str) -> Schema.Builder:
            return self.primary_key_named("PK_" + "_".join(column_names), *column_names)

        def primary_key_named(self, constraint_name: str, *column_names: str) -> Schema.Builder:
            """A key that is not enforced; its columns are NOT NULL."""
            self._constraints.append(sql_tree.Constraint(column_names, True, constraint_name, False))
            columns = ", ".join(map(quoted_identifier, column_names))
            name = quoted_identifier(constraint_name)
            self._last_lines.append(f"CONSTRAINT {name} PRIMARY KEY ({columns}) NOT ENFORCED")
            return self

        def build(self) -> Schema:
            declared = sql_tree.TableSchema(tuple(self._columns), tuple(self._constraints), tuple(self._watermarks))
            return Schema(declared, (*self._lines, *self._last_lines))


def _expression(declared: str | Expression[Any]) -> expression_tree.Expression:
    return parse_expression(declared) if isinstance(declared, str) else declared.tree


def _expression_text(declared: str | Expression[Any]) -> str:
    """As Flink shows it: an expression of SQL is in brackets."""
    return f"[{declared}]" if isinstance(declared, str) else str(declared)


def _type_text(declared: str | DataType) -> str:
    """As Flink shows it: what was declared as text stays in brackets until it is resolved."""
    return f"[{declared}]" if isinstance(declared, str) else declared.as_summary_string()
