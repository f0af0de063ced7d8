"""What catalogs hold, under PyFlink's names: resolved schemas and identifiers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Optional

from pyrite.core.errors import ArgumentTypeError, ValidationException
from pyrite.core.types import LogicalType, RowField, RowType
from pyrite.core.types import ObjectIdentifier as CoreIdentifier
from pyrite.core.types.quoting import quoted_identifier, quoted_text
from pyrite.relational.catalog import schema as resolved
from pyrite.relational.sql.printer import expression_sql


@dataclass(frozen=True)
class Column:
    """A column of a resolved schema."""

    name: str
    data_type: LogicalType
    comment: Optional[str] = None

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise ArgumentTypeError(f"the name of a column is a str, not {self.name!r}")
        if not isinstance(self.data_type, LogicalType):
            raise ArgumentTypeError(f"Unsupported data type: {self.data_type}")

    @staticmethod
    def physical(name: str, data_type: LogicalType) -> PhysicalColumn:
        return PhysicalColumn(name, data_type)

    @staticmethod
    def computed(name: str, resolved_expression: Any) -> ComputedColumn:
        return ComputedColumn(name, resolved_expression.type, None, str(resolved_expression))

    @staticmethod
    def metadata(name: str, data_type: LogicalType, metadata_key: Optional[str], is_virtual: bool) -> MetadataColumn:
        return MetadataColumn(name, data_type, None, metadata_key, is_virtual)

    def with_comment(self, comment: Optional[str]) -> Column:
        return replace(self, comment=comment)

    def is_physical(self) -> bool:
        return False

    def is_persisted(self) -> bool:
        return False

    def get_data_type(self) -> LogicalType:
        return self.data_type

    def get_name(self) -> str:
        return self.name

    def get_comment(self) -> Optional[str]:
        return self.comment

    def as_summary_string(self) -> str:
        extras = self.explain_extras()
        text = f"{quoted_identifier(self.name)} {self.data_type.as_summary_string()}"
        comment = "" if self.comment is None else f" COMMENT {quoted_text(self.comment)}"
        return f"{text}{'' if extras is None else f' {extras}'}{comment}"

    def explain_extras(self) -> Optional[str]:
        """What the column is besides its type."""
        return None

    def copy(self, new_type: LogicalType) -> Column:
        return replace(self, data_type=new_type)

    def rename(self, new_name: str) -> Column:
        return replace(self, name=new_name)

    def __str__(self) -> str:
        return self.as_summary_string()


@dataclass(frozen=True)
class PhysicalColumn(Column):
    """A column that the connector stores."""

    def copy(self, new_data_type: LogicalType) -> PhysicalColumn:
        return replace(self, data_type=new_data_type)

    def is_physical(self) -> bool:
        return True

    def is_persisted(self) -> bool:
        return True


@dataclass(frozen=True)
class ComputedColumn(Column):
    """A column that is computed of others."""

    expression: str = ""

    def copy(self, new_data_type: LogicalType) -> ComputedColumn:
        return replace(self, data_type=new_data_type)

    def get_expression(self) -> str:
        return self.expression

    def explain_extras(self) -> Optional[str]:
        return f"AS {self.expression}"


@dataclass(frozen=True)
class MetadataColumn(Column):
    """A column of the connector's metadata."""

    metadata_key: Optional[str] = None
    virtual: bool = False

    def copy(self, new_data_type: LogicalType) -> MetadataColumn:
        return replace(self, data_type=new_data_type)

    def is_virtual(self) -> bool:
        return self.virtual

    def get_metadata_key(self) -> Optional[str]:
        return self.metadata_key

    def is_persisted(self) -> bool:
        return not self.virtual

    def explain_extras(self) -> Optional[str]:
        source = "" if self.metadata_key is None else f" FROM '{self.metadata_key}'"
        return f"METADATA{source}{' VIRTUAL' if self.virtual else ''}"


@dataclass(frozen=True)
class WatermarkSpec:
    """The column of event time, and the expression of its watermark."""

    rowtime_attribute: str
    watermark_expression: Any
    type: Optional[LogicalType] = None

    @staticmethod
    def of(rowtime_attribute: str, watermark_expression: Any) -> WatermarkSpec:
        return WatermarkSpec(rowtime_attribute, watermark_expression)

    def get_rowtime_attribute(self) -> str:
        return self.rowtime_attribute

    def get_watermark_expression(self) -> Any:
        return self.watermark_expression

    def as_summary_string(self) -> str:
        kind = "" if self.type is None else f": {self.type}"
        return f"WATERMARK FOR {quoted_identifier(self.rowtime_attribute)}{kind} AS {self.watermark_expression}"


class Constraint:
    """What holds of a table's rows."""

    class ConstraintType(Enum):
        """Kinds of constraints."""

        PRIMARY_KEY = 0
        UNIQUE_KEY = 1

    def __init__(self, name: str) -> None:
        self._name = name

    def get_name(self) -> str:
        return self._name

    def is_enforced(self) -> bool:
        return False

    def get_type(self) -> Constraint.ConstraintType:
        return Constraint.ConstraintType.PRIMARY_KEY

    def as_summary_string(self) -> str:
        raise NotImplementedError


class UniqueConstraint(Constraint):
    """A primary key."""

    def __init__(self, name: str, columns: Sequence[str]) -> None:
        super().__init__(name)
        self._columns = list(columns)

    @staticmethod
    def primary_key(name: str, columns: Sequence[str]) -> UniqueConstraint:
        return UniqueConstraint(name, columns)

    def get_columns(self) -> list[str]:
        return list(self._columns)

    def get_type_string(self) -> str:
        return "PRIMARY KEY"

    def as_summary_string(self) -> str:
        columns = ", ".join(map(quoted_identifier, self._columns))
        return f"CONSTRAINT {quoted_identifier(self._name)} PRIMARY KEY ({columns}) NOT ENFORCED"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UniqueConstraint) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash((self._name, tuple(self._columns)))


@dataclass(frozen=True)
class ResolvedSchema:
    """The columns of a table with their types."""

    columns: Sequence[Column] = ()
    watermark_specs: Sequence[WatermarkSpec] = ()
    primary_key: Optional[UniqueConstraint] = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "columns", tuple(self.columns))
        object.__setattr__(self, "watermark_specs", tuple(self.watermark_specs))

    @staticmethod
    def of(columns: Sequence[Column]) -> ResolvedSchema:
        return ResolvedSchema(columns)

    @staticmethod
    def physical(column_names: Sequence[str], column_data_types: Sequence[LogicalType]) -> ResolvedSchema:
        if len(column_names) != len(column_data_types):
            raise ValidationException("Mismatch between number of columns names and data types.")
        return ResolvedSchema(list(map(Column.physical, column_names, column_data_types)))

    def get_column_count(self) -> int:
        return len(self.columns)

    def get_columns(self) -> list[Column]:
        return list(self.columns)

    def get_column_names(self) -> list[str]:
        return [column.name for column in self.columns]

    def get_column_data_types(self) -> list[LogicalType]:
        return [column.data_type for column in self.columns]

    def get_column(self, column_index_or_name: int | str) -> Optional[Column]:
        if isinstance(column_index_or_name, int):
            in_range = 0 <= column_index_or_name < len(self.columns)
            return self.columns[column_index_or_name] if in_range else None
        return next((column for column in self.columns if column.name == column_index_or_name), None)

    def get_watermark_specs(self) -> list[WatermarkSpec]:
        return list(self.watermark_specs)

    def get_primary_key(self) -> Optional[UniqueConstraint]:
        return self.primary_key

    def get_primary_key_indexes(self) -> list[int]:
        names = self.get_column_names()
        return [] if self.primary_key is None else [names.index(name) for name in self.primary_key.get_columns()]

    def to_source_row_data_type(self) -> LogicalType:
        """A row of all columns."""
        return _row_of(self.columns)

    def to_physical_row_data_type(self) -> LogicalType:
        return _row_of([column for column in self.columns if column.is_physical()])

    def to_sink_row_data_type(self) -> LogicalType:
        """A row of the columns that are written."""
        return _row_of([column for column in self.columns if column.is_persisted()])

    def __str__(self) -> str:
        key = [] if self.primary_key is None else [self.primary_key.as_summary_string()]
        marks = [each.as_summary_string() for each in self.watermark_specs]
        lines = [*(column.as_summary_string() for column in self.columns), *marks, *key]
        return "(\n" + ",\n".join(f"  {line}" for line in lines) + "\n)"


def _row_of(columns: Sequence[Column]) -> RowType:
    return RowType(tuple(RowField(column.name, column.data_type) for column in columns), nullable=False)


def public_schema(schema: resolved.ResolvedSchema) -> ResolvedSchema:
    """A schema of the catalog, under PyFlink's names."""
    marks = []
    if schema.watermark is not None:
        kind = schema.watermark.expression.type
        marks = [WatermarkSpec(schema.watermark.rowtime, expression_sql(schema.watermark.tree), kind)]
    key = schema.primary_key
    return ResolvedSchema(
        [_public_column(column) for column in schema.columns],
        marks,
        None if key is None else UniqueConstraint(key.name, key.columns),
    )


def _public_column(column: resolved.Column) -> Column:
    if isinstance(column, resolved.ComputedColumn):
        return ComputedColumn(column.name, column.type, column.comment, expression_sql(column.tree))
    if isinstance(column, resolved.MetadataColumn):
        key = None if column.key == column.name else column.key
        return MetadataColumn(column.name, column.type, column.comment, key, column.is_virtual)
    return PhysicalColumn(column.name, column.type, column.comment)


@dataclass(frozen=True, order=True)
class ObjectPath:
    """A database and an object of it; ordered by database, then object.

    >>> str(ObjectPath("shop", "orders"))
    'shop.orders'
    """

    database_name: str
    object_name: str

    def __post_init__(self) -> None:
        for what, name in (("databaseName", self.database_name), ("objectName", self.object_name)):
            if name is not None and not isinstance(name, str):
                raise ArgumentTypeError(f"{what} is a str, not {name!r}")
            if name is None or not name.strip():
                raise ValidationException(f"{what} cannot be null or empty")

    def get_database_name(self) -> str:
        return self.database_name

    def get_object_name(self) -> str:
        return self.object_name

    def get_full_name(self) -> str:
        return f"{self.database_name}.{self.object_name}"

    def compare_to(self, other: ObjectPath) -> int:
        """-1, 0 or 1, as this path is before, the same as, or after the other."""
        return (self > other) - (self < other)

    @staticmethod
    def from_string(full_name: str) -> ObjectPath:
        """The path of a text `database.object`."""
        if full_name is None or not full_name.strip():
            raise ValidationException("fullName cannot be null or empty")
        database, separator, name = full_name.partition(".")
        if not separator or not name or "." in name:
            raise ValidationException(f"Cannot get split '{full_name}' to get databaseName and objectName")
        return ObjectPath(database, name)

    def __str__(self) -> str:
        return self.get_full_name()


@dataclass(frozen=True)
class ObjectIdentifier:
    """An object's full name."""

    identifier: CoreIdentifier

    @staticmethod
    def of(catalog_name: str, database_name: str, object_name: str) -> ObjectIdentifier:
        assert catalog_name is not None, "Catalog name must not be null."
        assert database_name is not None, "Database name must not be null."
        assert object_name is not None, "Object name must not be null."
        return ObjectIdentifier(CoreIdentifier(catalog_name, database_name, object_name))

    def get_catalog_name(self) -> str:
        return self.identifier.catalog

    def get_database_name(self) -> str:
        return self.identifier.database

    def get_object_name(self) -> str:
        return self.identifier.object

    def to_object_path(self) -> ObjectPath:
        return ObjectPath(self.identifier.database, self.identifier.object)

    def to_list(self) -> list[str]:
        return [self.identifier.catalog, self.identifier.database, self.identifier.object]

    def as_serializable_string(self) -> str:
        return self.identifier.as_serializable_string()

    def as_summary_string(self) -> str:
        return ".".join(self.to_list())

    def __str__(self) -> str:
        return self.as_serializable_string()
