"""TableDescriptor: the connector, options and schema of a table, for the Table API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Optional

from pyrite.core.config.config_options import ConfigOption
from pyrite.core.config.configuration import as_text
from pyrite.core.errors import ArgumentTypeError, ValidationException
from pyrite.core.types.quoting import quoted_identifier, quoted_text
from pyrite.relational.catalog.objects import CatalogTable
from pyrite.relational.sql import sql_tree
from pyrite.table.schema import Schema


class FormatDescriptor:
    """A format with its options.

    >>> str(FormatDescriptor.for_format("json").option("ignore-parse-errors", True).build())
    'json[{ignore-parse-errors=true}]'
    """

    def __init__(self, format: str, options: Mapping[str, str]) -> None:
        self._format = format
        self._options = dict(options)

    @staticmethod
    def for_format(format: str) -> FormatDescriptor.Builder:
        """Creates a builder for a format such as `json`."""
        return FormatDescriptor.Builder(format)

    def get_format(self) -> str:
        """Returns the identifier of the format."""
        return self._format

    def get_options(self) -> dict[str, str]:
        """Returns the options of the format."""
        return dict(self._options)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FormatDescriptor) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash((self._format, frozenset(self._options.items())))

    def __str__(self) -> str:
        return f"{self._format}[{{{', '.join(f'{key}={value}' for key, value in self._options.items())}}}]"

    class Builder:
        """Collects the options of a format. Their keys have no prefix."""

        def __init__(self, format: str) -> None:
            self._format = format
            self._options: dict[str, str] = {}

        def option(self, key: str | ConfigOption[Any], value: Any) -> FormatDescriptor.Builder:
            """Sets an option."""
            self._options.update([_option(key, value)])
            return self

        def build(self) -> FormatDescriptor:
            """Creates the descriptor."""
            return FormatDescriptor(self._format, self._options)


class TableDescriptor:
    """The declaration of a table, as CREATE TABLE makes it, for `create_table` and `from_descriptor`.

    >>> schema = Schema.new_builder().column("id", "INT").build()
    >>> ids = TableDescriptor.for_connector("datagen").schema(schema).option("number-of-rows", 3).build()
    >>> t_env.from_descriptor(ids).to_arrow().num_rows
    3
    """

    def __init__(
        self,
        schema: Optional[Schema],
        options: Mapping[str, str],
        partition_keys: Sequence[str] = (),
        comment: Optional[str] = None,
    ) -> None:
        self._schema = schema
        self._options = dict(options)
        self._partition_keys = list(partition_keys)
        self._comment = comment

    @staticmethod
    def for_connector(connector: str) -> TableDescriptor.Builder:
        """Creates a builder for a table of this connector."""
        return TableDescriptor.Builder(connector)

    def get_schema(self) -> Optional[Schema]:
        """Returns the schema, or None."""
        return self._schema

    def get_options(self) -> dict[str, str]:
        """Returns the options, including the connector.

        >>> TableDescriptor.for_connector("kafka").format("json").build().get_options()
        {'connector': 'kafka', 'format': 'json'}
        """
        return dict(self._options)

    def get_partition_keys(self) -> list[str]:
        """Returns the partition columns."""
        return list(self._partition_keys)

    def get_comment(self) -> Optional[str]:
        """Returns the comment, or None."""
        return self._comment

    def catalog_table(self, schema: Optional[sql_tree.TableSchema] = None) -> CatalogTable:
        """Returns the table as catalogs store it. `schema` is used if the descriptor has no schema."""
        tree = schema if self._schema is None else self._schema.tree
        return CatalogTable(
            tree or sql_tree.TableSchema(), dict(self._options), self._comment, tuple(self._partition_keys)
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TableDescriptor) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash((self._schema, frozenset(self._options.items()), tuple(self._partition_keys), self._comment))

    def __str__(self) -> str:
        comment = "" if self._comment is None else f"\nCOMMENT {quoted_text(self._comment)}"
        keys = ", ".join(map(quoted_identifier, self._partition_keys))
        partitions = f"\nPARTITIONED BY ({keys})" if keys else ""
        options = ",\n".join(f"  '{key}' = '{value}'" for key, value in self._options.items())
        return f"{self._schema or ''}{comment}{partitions}\nWITH (\n{options}\n)"

    class Builder:
        """Collects the schema, options, partition columns and comment of a table."""

        def __init__(self, connector: str) -> None:
            if connector is None:
                raise ValidationException("Table descriptors require a connector identifier.")
            self._options = {"connector": connector}
            self._schema: Optional[Schema] = None
            self._partition_keys: list[str] = []
            self._comment: Optional[str] = None

        def schema(self, schema: Schema) -> TableDescriptor.Builder:
            """Sets the schema."""
            self._schema = schema
            return self

        def option(self, key: str | ConfigOption[Any], value: Any) -> TableDescriptor.Builder:
            """Sets an option of the connector."""
            self._options.update([_option(key, value)])
            return self

        def format(
            self, format: str | FormatDescriptor, format_option: Optional[ConfigOption[str]] = None
        ) -> TableDescriptor.Builder:
            """Sets the format with its options. `format_option` is the key, such as `key.format`; by default `format`.

            >>> lenient = FormatDescriptor.for_format("json").option("ignore-parse-errors", True).build()
            >>> TableDescriptor.for_connector("kafka").format(lenient).build().get_options()
            {'connector': 'kafka', 'json.ignore-parse-errors': 'true', 'format': 'json'}
            """
            key = "format" if format_option is None else format_option.key
            prefix = key.removesuffix("format")
            if isinstance(format, FormatDescriptor):
                for name, value in format.get_options().items():
                    self._options[f"{prefix}{format.get_format()}.{name}"] = value
                format = format.get_format()
            self._options[key] = format
            return self

        def partitioned_by(self, *partition_keys: str) -> TableDescriptor.Builder:
            """Adds partition columns."""
            self._partition_keys += partition_keys
            return self

        def comment(self, comment: str) -> TableDescriptor.Builder:
            """Sets the comment."""
            self._comment = comment
            return self

        def build(self) -> TableDescriptor:
            """Creates the descriptor."""
            return TableDescriptor(self._schema, self._options, self._partition_keys, self._comment)


def _option(key: str | ConfigOption[Any], value: Any) -> tuple[str, str]:
    """Returns the key and the text of an option."""
    name = key.key if isinstance(key, ConfigOption) else key
    if value is None:
        raise ArgumentTypeError(f"option '{name}': expected a value, got None")
    return name, as_text(value)
