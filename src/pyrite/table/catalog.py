"""Columns, resolved schemas and identifiers of catalog objects, under PyFlink's names."""

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
            raise ArgumentTypeError(f"the name of a column must be a str, not {self.name!r}")
        if not isinstance(self.data_type, LogicalType):
            raise ArgumentTypeError(f"Unsupported data type: {self.data_type}")

    @staticmethod
    def physical(name: str, data_type: LogicalType) -> PhysicalColumn:
        """Creates a column that the connector stores."""
        return PhysicalColumn(name, data_type)

    @staticmethod
    def computed(name: str, resolved_expression: Any) -> ComputedColumn:
        """Creates a column that an expression computes."""
        return ComputedColumn(name, resolved_expression.type, None, str(resolved_expression))

    @staticmethod
    def metadata(name: str, data_type: LogicalType, metadata_key: Optional[str], is_virtual: bool) -> MetadataColumn:
        """Creates a column with metadata of the connector."""
        return MetadataColumn(name, data_type, None, metadata_key, is_virtual)

    def with_comment(self, comment: Optional[str]) -> Column:
        """Returns a copy with this comment."""
        return replace(self, comment=comment)

    def is_physical(self) -> bool:
        """Returns whether the connector stores the column among the fields of a record."""
        return False

    def is_persisted(self) -> bool:
        """Returns whether an INSERT writes the column."""
        return False

    def get_data_type(self) -> LogicalType:
        """Returns the type of the column."""
        return self.data_type

    def get_name(self) -> str:
        """Returns the name of the column."""
        return self.name

    def get_comment(self) -> Optional[str]:
        """Returns the comment, or None."""
        return self.comment

    def as_summary_string(self) -> str:
        """Returns the declaration of the column as text."""
        extras = self.explain_extras()
        text = f"{quoted_identifier(self.name)} {self.data_type.as_summary_string()}"
        comment = "" if self.comment is None else f" COMMENT {quoted_text(self.comment)}"
        return f"{text}{'' if extras is None else f' {extras}'}{comment}"

    def explain_extras(self) -> Optional[str]:
        """Returns the part of the declaration after the type, such as `METADATA VIRTUAL`; None for physical columns."""
        return None

    def copy(self, new_type: LogicalType) -> Column:
        """Returns a copy with another type."""
        return replace(self, data_type=new_type)

    def rename(self, new_name: str) -> Column:
        """Returns a copy with another name."""
        return replace(self, name=new_name)

    def __str__(self) -> str:
        return self.as_summary_string()


@dataclass(frozen=True)
class PhysicalColumn(Column):
    """A column that the connector stores."""

    def copy(self, new_data_type: LogicalType) -> PhysicalColumn:
        """Returns a copy with another type."""
        return replace(self, data_type=new_data_type)

    def is_physical(self) -> bool:
        """Returns True."""
        return True

    def is_persisted(self) -> bool:
        """Returns True."""
        return True


@dataclass(frozen=True)
class ComputedColumn(Column):
    """A column that an expression over other columns computes."""

    expression: str = ""

    def copy(self, new_data_type: LogicalType) -> ComputedColumn:
        """Returns a copy with another type."""
        return replace(self, data_type=new_data_type)

    def get_expression(self) -> str:
        """Returns the SQL text of the expression."""
        return self.expression

    def explain_extras(self) -> Optional[str]:
        """Returns `AS` with the expression."""
        return f"AS {self.expression}"


@dataclass(frozen=True)
class MetadataColumn(Column):
    """A column with metadata of the connector, such as the timestamp of a record."""

    metadata_key: Optional[str] = None
    virtual: bool = False

    def copy(self, new_data_type: LogicalType) -> MetadataColumn:
        """Returns a copy with another type."""
        return replace(self, data_type=new_data_type)

    def is_virtual(self) -> bool:
        """Returns whether the column is read only."""
        return self.virtual

    def get_metadata_key(self) -> Optional[str]:
        """Returns the key of the metadata; None if it is the name of the column."""
        return self.metadata_key

    def is_persisted(self) -> bool:
        """Returns whether an INSERT writes the column: only if it is not virtual."""
        return not self.virtual

    def explain_extras(self) -> Optional[str]:
        """Returns `METADATA`, with the key and `VIRTUAL` if they apply."""
        source = "" if self.metadata_key is None else f" FROM '{self.metadata_key}'"
        return f"METADATA{source}{' VIRTUAL' if self.virtual else ''}"


@dataclass(frozen=True)
class WatermarkSpec:
    """The rowtime attribute of a table, with the expression of its watermark."""

    rowtime_attribute: str
    watermark_expression: Any
    type: Optional[LogicalType] = None

    @staticmethod
    def of(rowtime_attribute: str, watermark_expression: Any) -> WatermarkSpec:
        """Creates the specification of a watermark."""
        return WatermarkSpec(rowtime_attribute, watermark_expression)

    def get_rowtime_attribute(self) -> str:
        """Returns the name of the rowtime column."""
        return self.rowtime_attribute

    def get_watermark_expression(self) -> Any:
        """Returns the SQL text of the watermark's expression."""
        return self.watermark_expression

    def as_summary_string(self) -> str:
        """Returns the declaration of the watermark as text."""
        kind = "" if self.type is None else f": {self.type}"
        return f"WATERMARK FOR {quoted_identifier(self.rowtime_attribute)}{kind} AS {self.watermark_expression}"


class Constraint:
    """A constraint on the rows of a table."""

    class ConstraintType(Enum):
        """Kinds of constraints."""

        PRIMARY_KEY = 0
        UNIQUE_KEY = 1

    def __init__(self, name: str) -> None:
        self._name = name

    def get_name(self) -> str:
        """Returns the name of the constraint."""
        return self._name

    def is_enforced(self) -> bool:
        """Returns False: constraints are not enforced."""
        return False

    def get_type(self) -> Constraint.ConstraintType:
        """Returns the kind of constraint."""
        return Constraint.ConstraintType.PRIMARY_KEY

    def as_summary_string(self) -> str:
        """Returns the declaration of the constraint as text."""
        raise NotImplementedError


class UniqueConstraint(Constraint):
    """A primary key."""

    def __init__(self, name: str, columns: Sequence[str]) -> None:
        super().__init__(name)
        self._columns = list(columns)

    @staticmethod
    def primary_key(name: str, columns: Sequence[str]) -> UniqueConstraint:
        """Creates a primary key."""
        return UniqueConstraint(name, columns)

    def get_columns(self) -> list[str]:
        """Returns the names of the key's columns."""
        return list(self._columns)

    def get_type_string(self) -> str:
        """Returns `PRIMARY KEY`."""
        return "PRIMARY KEY"

    def as_summary_string(self) -> str:
        """Returns the declaration of the key as text."""
        columns = ", ".join(map(quoted_identifier, self._columns))
        return f"CONSTRAINT {quoted_identifier(self._name)} PRIMARY KEY ({columns}) NOT ENFORCED"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UniqueConstraint) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash((self._name, tuple(self._columns)))


@dataclass(frozen=True)
class ResolvedSchema:
    """The columns of a table with their types, its watermark and its primary key.

    >>> print(ResolvedSchema.physical(["item", "price"], [DataTypes.STRING(), DataTypes.INT()]))
    (
      `item` STRING,
      `price` INT
    )
    """

    columns: Sequence[Column] = ()
    watermark_specs: Sequence[WatermarkSpec] = ()
    primary_key: Optional[UniqueConstraint] = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "columns", tuple(self.columns))
        object.__setattr__(self, "watermark_specs", tuple(self.watermark_specs))

    @staticmethod
    def of(columns: Sequence[Column]) -> ResolvedSchema:
        """Creates a schema of these columns."""
        return ResolvedSchema(columns)

    @staticmethod
    def physical(column_names: Sequence[str], column_data_types: Sequence[LogicalType]) -> ResolvedSchema:
        """Creates a schema of physical columns.

        >>> ResolvedSchema.physical(["item"], [DataTypes.STRING()]).get_column_count()
        1
        """
        if len(column_names) != len(column_data_types):
            raise ValidationException("Mismatch between number of columns names and data types.")
        return ResolvedSchema(list(map(Column.physical, column_names, column_data_types)))

    def get_column_count(self) -> int:
        """Returns the number of columns."""
        return len(self.columns)

    def get_columns(self) -> list[Column]:
        """Returns all columns."""
        return list(self.columns)

    def get_column_names(self) -> list[str]:
        """Returns the names of all columns.

        >>> t_env.from_elements([("tea", 3)], ["item", "price"]).get_resolved_schema().get_column_names()
        ['item', 'price']
        """
        return [column.name for column in self.columns]

    def get_column_data_types(self) -> list[LogicalType]:
        """Returns the types of all columns."""
        return [column.data_type for column in self.columns]

    def get_column(self, column_index_or_name: int | str) -> Optional[Column]:
        """Returns the column with this name or index; None if it does not exist.

        >>> ResolvedSchema.physical(["item"], [DataTypes.STRING()]).get_column("item").as_summary_string()
        '`item` STRING'
        """
        if isinstance(column_index_or_name, int):
            in_range = 0 <= column_index_or_name < len(self.columns)
            return self.columns[column_index_or_name] if in_range else None
        return next((column for column in self.columns if column.name == column_index_or_name), None)

    def get_watermark_specs(self) -> list[WatermarkSpec]:
        """Returns the watermarks: at most one."""
        return list(self.watermark_specs)

    def get_primary_key(self) -> Optional[UniqueConstraint]:
        """Returns the primary key, or None."""
        return self.primary_key

    def get_primary_key_indexes(self) -> list[int]:
        """Returns the indexes of the primary key's columns."""
        names = self.get_column_names()
        return [] if self.primary_key is None else [names.index(name) for name in self.primary_key.get_columns()]

    def to_source_row_data_type(self) -> LogicalType:
        """Returns the row type of all columns."""
        return _row_of(self.columns)

    def to_physical_row_data_type(self) -> LogicalType:
        """Returns the row type of the physical columns."""
        return _row_of([column for column in self.columns if column.is_physical()])

    def to_sink_row_data_type(self) -> LogicalType:
        """Returns the row type of the columns that an INSERT writes."""
        return _row_of([column for column in self.columns if column.is_persisted()])

    def __str__(self) -> str:
        key = [] if self.primary_key is None else [self.primary_key.as_summary_string()]
        marks = [each.as_summary_string() for each in self.watermark_specs]
        lines = [*(column.as_summary_string() for column in self.columns), *marks, *key]
        return "(\n" + ",\n".join(f"  {line}" for line in lines) + "\n)"


def _row_of(columns: Sequence[Column]) -> RowType:
    return RowType(tuple(RowField(column.name, column.data_type) for column in columns), nullable=False)


def public_schema(schema: resolved.ResolvedSchema) -> ResolvedSchema:
    """Converts a schema of the catalog to PyFlink's class."""
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
    """The path of an object in a catalog: its database and its name. Paths are ordered by database, then by name.

    >>> str(ObjectPath("shop", "orders"))
    'shop.orders'
    """

    database_name: str
    object_name: str

    def __post_init__(self) -> None:
        for what, name in (("databaseName", self.database_name), ("objectName", self.object_name)):
            if name is not None and not isinstance(name, str):
                raise ArgumentTypeError(f"{what} must be a str, not {name!r}")
            if name is None or not name.strip():
                raise ValidationException(f"{what} cannot be null or empty")

    def get_database_name(self) -> str:
        """Returns the name of the database."""
        return self.database_name

    def get_object_name(self) -> str:
        """Returns the name of the object in its database."""
        return self.object_name

    def get_full_name(self) -> str:
        """Returns `database.object`."""
        return f"{self.database_name}.{self.object_name}"

    def compare_to(self, other: ObjectPath) -> int:
        """Returns -1, 0 or 1 if this path is less than, equal to or greater than the other."""
        return (self > other) - (self < other)

    @staticmethod
    def from_string(full_name: str) -> ObjectPath:
        """Parses `database.object`.

        >>> ObjectPath.from_string("shop.orders").get_object_name()
        'orders'
        """
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
    """The full name of an object: catalog, database and name.

    >>> ObjectIdentifier.of("default_catalog", "shop", "orders").as_summary_string()
    'default_catalog.shop.orders'
    """

    identifier: CoreIdentifier

    @staticmethod
    def of(catalog_name: str, database_name: str, object_name: str) -> ObjectIdentifier:
        """Creates an identifier."""
        assert catalog_name is not None, "Catalog name must not be null."
        assert database_name is not None, "Database name must not be null."
        assert object_name is not None, "Object name must not be null."
        return ObjectIdentifier(CoreIdentifier(catalog_name, database_name, object_name))

    def get_catalog_name(self) -> str:
        """Returns the name of the catalog."""
        return self.identifier.catalog

    def get_database_name(self) -> str:
        """Returns the name of the database."""
        return self.identifier.database

    def get_object_name(self) -> str:
        """Returns the name of the object in its database."""
        return self.identifier.object

    def to_object_path(self) -> ObjectPath:
        """Returns the path in the catalog."""
        return ObjectPath(self.identifier.database, self.identifier.object)

    def to_list(self) -> list[str]:
        """Returns the three names."""
        return [self.identifier.catalog, self.identifier.database, self.identifier.object]

    def as_serializable_string(self) -> str:
        """Returns the identifier with each name in backticks.

        >>> ObjectIdentifier.of("default_catalog", "shop", "orders").as_serializable_string()
        '`default_catalog`.`shop`.`orders`'
        """
        return self.identifier.as_serializable_string()

    def as_summary_string(self) -> str:
        """Returns the names, separated by dots."""
        return ".".join(self.to_list())

    def __str__(self) -> str:
        return self.as_serializable_string()
