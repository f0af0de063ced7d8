"""Schema: the declared columns, watermark and primary key of a table."""

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
    """The declaration of a table's columns. Names and types are resolved when the table is used.

    >>> print(Schema.new_builder().column("id", "BIGINT").column("at", "TIMESTAMP(3)").primary_key("id").build())
    (
      `id` [BIGINT],
      `at` [TIMESTAMP(3)],
      CONSTRAINT `PK_id` PRIMARY KEY (`id`) NOT ENFORCED
    )
    """

    def __init__(self, tree: sql_tree.TableSchema, lines: Sequence[str] = ()) -> None:
        self.tree = tree
        self._lines = tuple(lines)

    @staticmethod
    def new_builder() -> Schema.Builder:
        """Creates a builder without columns."""
        return Schema.Builder()

    def __str__(self) -> str:
        return "(\n" + ",\n".join(f"  {line}" for line in self._lines) + "\n)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Schema) and other.tree == self.tree

    def __hash__(self) -> int:
        return hash(self.tree)

    class Builder:
        """Collects columns in their order, watermarks and a primary key."""

        def __init__(self) -> None:
            self._columns: list[sql_tree.Column] = []
            self._watermarks: list[sql_tree.Watermark] = []
            self._constraints: list[sql_tree.Constraint] = []
            self._lines: list[str] = []
            self._last_lines: list[str] = []

        def from_schema(self, unresolved_schema: Schema) -> Schema.Builder:
            """Adds everything that another schema declares."""
            tree = unresolved_schema.tree
            self._columns += tree.columns
            self._watermarks += tree.watermarks
            self._constraints += tree.constraints
            count = len(tree.columns)
            self._lines += unresolved_schema._lines[:count]
            self._last_lines += unresolved_schema._lines[count:]
            return self

        def from_resolved_schema(self, resolved_schema: Any) -> Schema.Builder:
            """Adds the physical columns and the primary key of a schema from `get_resolved_schema`."""
            for column in resolved_schema.get_columns():
                self.column(column.get_name(), column.get_data_type())
            key = resolved_schema.get_primary_key()
            return self if key is None else self.primary_key_named(key.get_name(), *key.get_columns())

        def from_row_data_type(self, data_type: DataType) -> Schema.Builder:
            """Adds a column for each field of a ROW type.

            >>> row_type = DataTypes.ROW([DataTypes.FIELD("id", DataTypes.INT())])
            >>> print(Schema.new_builder().from_row_data_type(row_type).build())
            (
              `id` INT
            )
            """
            if not isinstance(data_type, RowType):
                raise ValueError("Data type of ROW expected.")
            return self.from_fields(data_type.names, data_type.children)

        def from_fields(self, field_names: Sequence[str], field_data_types: Sequence[DataType]) -> Schema.Builder:
            """Adds a column for each name and type."""
            if len(field_names) != len(field_data_types):
                raise ValueError("Field names and field data types must have the same length.")
            for name, kind in zip(field_names, field_data_types, strict=True):
                self.column(name, kind)
            return self

        def column(self, column_name: str, data_type: str | DataType) -> Schema.Builder:
            """Adds a physical column, which the connector stores."""
            if not isinstance(column_name, str):
                raise ArgumentTypeError(f"the name of a column must be a str, not {column_name!r}")
            self._columns.append(sql_tree.PhysicalColumn((column_name,), as_data_type(data_type)))
            self._lines.append(f"{quoted_identifier(column_name)} {_type_text(data_type)}")
            return self

        def column_by_expression(self, column_name: str, expr: str | Expression[Any]) -> Schema.Builder:
            """Adds a column that an expression computes.

            >>> print(Schema.new_builder().column("price", "INT").column_by_expression("double", "price * 2").build())
            (
              `price` [INT],
              `double` AS [price * 2]
            )
            """
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
            """Adds a column with metadata of the connector. An INSERT does not write a virtual column.

            >>> print(Schema.new_builder().column_by_metadata("at", "TIMESTAMP(3)", "timestamp", True).build())
            (
              `at` [TIMESTAMP(3)] METADATA FROM 'timestamp' VIRTUAL
            )
            """
            kind = as_data_type(data_type)
            self._columns.append(sql_tree.MetadataColumn((column_name,), kind, metadata_key, is_virtual))
            source = "" if metadata_key is None else f" FROM '{metadata_key}'"
            virtual = " VIRTUAL" if is_virtual else ""
            name = quoted_identifier(column_name)
            self._lines.append(f"{name} {_type_text(data_type)} METADATA{source}{virtual}")
            return self

        def watermark(self, column_name: str, watermark_expr: str | Expression[Any]) -> Schema.Builder:
            """Declares a rowtime attribute with the expression of its watermark.

            >>> timed = Schema.new_builder().column("ts", "TIMESTAMP(3)").watermark("ts", "ts - INTERVAL '5' SECOND")
            >>> print(timed.build())
            (
              `ts` [TIMESTAMP(3)],
              WATERMARK FOR `ts` AS [ts - INTERVAL '5' SECOND]
            )
            """
            self._watermarks.append(sql_tree.Watermark((column_name,), _expression(watermark_expr)))
            name = quoted_identifier(column_name)
            self._last_lines.append(f"WATERMARK FOR {name} AS {_expression_text(watermark_expr)}")
            return self

        def primary_key(self, *column_names: str) -> Schema.Builder:
            """Declares the primary key. It is not enforced; its columns become NOT NULL."""
            return self.primary_key_named("PK_" + "_".join(column_names), *column_names)

        def primary_key_named(self, constraint_name: str, *column_names: str) -> Schema.Builder:
            """Declares the primary key under a name. It is not enforced; its columns become NOT NULL."""
            self._constraints.append(sql_tree.Constraint(column_names, True, constraint_name, False))
            columns = ", ".join(map(quoted_identifier, column_names))
            name = quoted_identifier(constraint_name)
            self._last_lines.append(f"CONSTRAINT {name} PRIMARY KEY ({columns}) NOT ENFORCED")
            return self

        def build(self) -> Schema:
            """Creates the schema."""
            tree = sql_tree.TableSchema(tuple(self._columns), tuple(self._constraints), tuple(self._watermarks))
            return Schema(tree, (*self._lines, *self._last_lines))


def _expression(expr: str | Expression[Any]) -> expression_tree.Expression:
    return parse_expression(expr) if isinstance(expr, str) else expr.tree


def _expression_text(expr: str | Expression[Any]) -> str:
    """Returns an expression in Flink's form: SQL text is in square brackets."""
    return f"[{expr}]" if isinstance(expr, str) else str(expr)


def _type_text(data_type: str | DataType) -> str:
    """Returns a type in Flink's form: the text of an unresolved type is in square brackets."""
    return f"[{data_type}]" if isinstance(data_type, str) else data_type.as_summary_string()
