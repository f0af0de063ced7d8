"""Tables in compiled plans: by name alone, with their schema, or complete, and how a session restores them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Optional

from pyrite.core.config.sql_options import PLAN_COMPILE_CATALOG_OBJECTS, PLAN_RESTORE_CATALOG_OBJECTS
from pyrite.core.errors import TableException
from pyrite.core.types import LogicalType, ObjectIdentifier
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.relational.catalog.schema import (
    Column,
    ComputedColumn,
    MetadataColumn,
    ResolvedSchema,
    UniqueConstraint,
    WatermarkSpec,
)
from pyrite.relational.compiled.codec import PlanCodec
from pyrite.relational.plan.nodes import ResolvedTable
from pyrite.relational.session.session import Session
from pyrite.relational.sql.parser import parse_expression, parse_identifier
from pyrite.relational.sql.printer import expression_sql

_COMPILE: Final = PLAN_COMPILE_CATALOG_OBJECTS.key
_RESTORE: Final = PLAN_RESTORE_CATALOG_OBJECTS.key


class PlanTables:
    """Writes and reads tables, by the options of a session."""

    def __init__(self, session: Session, codec: PlanCodec) -> None:
        self._session = session
        self._codec = codec

    # Writing ----------------------------------------------------------------------------------------------------------

    def write(self, table: ResolvedTable) -> dict[str, Any]:
        """Anonymous tables are complete, temporary tables only a name; other tables depend on the options."""
        written: dict[str, Any] = {}
        detail = self._session.configuration.get(PLAN_COMPILE_CATALOG_OBJECTS)
        if not table.is_anonymous:
            written["identifier"] = table.identifier.as_serializable_string()
        if table.is_anonymous or (detail != "IDENTIFIER" and not table.is_temporary):
            written["resolvedTable"] = self._resolved(table, has_options=table.is_anonymous or detail == "ALL")
        if table.is_anonymous:
            written["anonymous"] = table.identifier.as_serializable_string()
        if table.hints:
            written["hints"] = dict(sorted(table.hints.items()))
        return written

    def _resolved(self, table: ResolvedTable, has_options: bool) -> dict[str, Any]:
        schema = table.schema
        written: dict[str, Any] = {"columns": [self._column(column) for column in schema.columns]}
        if schema.watermark is not None:
            mark = schema.watermark
            written["watermark"] = {"rowtime": mark.rowtime, **self._expression(mark.expression, mark.tree)}
        if schema.primary_key is not None:
            written["primaryKey"] = {"name": schema.primary_key.name, "columns": list(schema.primary_key.columns)}
        if table.partition_keys:
            written["partitionKeys"] = list(table.partition_keys)
        if has_options:
            own = {key: value for key, value in table.options.items() if table.hints.get(key) != value}
            written["options"] = dict(sorted(own.items()))
        return written

    def _column(self, column: Column) -> dict[str, Any]:
        written: dict[str, Any] = {"name": column.name, "dataType": self._codec.write(column.type, Any)}
        match column:
            case ComputedColumn():
                written |= {"kind": "COMPUTED", **self._expression(column.expression, column.tree)}
            case MetadataColumn():
                written |= {"kind": "METADATA", "key": column.key, "isVirtual": column.is_virtual}
        if column.comment is not None:
            written["comment"] = column.comment
        return written

    def _expression(self, expression: ResolvedExpression, tree: Any) -> dict[str, Any]:
        return {"sql": expression_sql(tree), "expression": self._codec.write(expression, ResolvedExpression)}

    # Reading ----------------------------------------------------------------------------------------------------------

    def read(self, content: Mapping[str, Any]) -> ResolvedTable:
        stored: Optional[Mapping[str, Any]] = content.get("resolvedTable")
        hints = content.get("hints", {})
        if "identifier" not in content:
            if stored is None:
                raise TableException(
                    "The input JSON is invalid because it does neither contain 'identifier' nor 'resolvedTable'."
                )
            return self._anonymous(stored, content.get("anonymous")).hinted(hints)
        name = ObjectIdentifier(*parse_identifier(content["identifier"]))
        return self._restored(name, stored).hinted(hints)

    def _restored(self, name: ObjectIdentifier, stored: Optional[Mapping[str, Any]]) -> ResolvedTable:
        way = self._session.configuration.get(PLAN_RESTORE_CATALOG_OBJECTS)
        registered = self._session.table((name.catalog, name.database, name.object))
        table = registered if isinstance(registered, ResolvedTable) else None
        is_whole = stored is not None and "options" in stored
        is_temporary = stored is None and (table is None or table.is_temporary)
        if not is_whole and way == "ALL_ENFORCED" and not is_temporary:
            raise _lookup_disabled(name)
        if stored is not None and table is not None:
            self._check_schema(name, self._schema(stored), table.schema)
        if stored is None or way == "IDENTIFIER" or not is_whole:
            if table is None:
                raise _missing(name, way == "IDENTIFIER")
            return table
        return self._of_plan(name, stored, is_temporary=table is None or table.is_temporary)

    def _of_plan(self, name: ObjectIdentifier, stored: Mapping[str, Any], is_temporary: bool) -> ResolvedTable:
        keys, options = tuple(stored.get("partitionKeys", ())), dict(stored.get("options", {}))
        return ResolvedTable(name, self._schema(stored), options, keys, is_temporary=is_temporary)

    def _anonymous(self, stored: Mapping[str, Any], name: Optional[str]) -> ResolvedTable:
        path = parse_identifier(name) if name else self._session.catalogs.full_path(("*anonymous*",))
        table = self._of_plan(ObjectIdentifier(*path), stored, is_temporary=True)
        return ResolvedTable(
            table.identifier, table.schema, table.options, table.partition_keys, is_temporary=True, is_anonymous=True
        )

    def _schema(self, stored: Mapping[str, Any]) -> ResolvedSchema:
        watermark, key = stored.get("watermark"), stored.get("primaryKey")
        return ResolvedSchema(
            tuple(self._read_column(each) for each in stored["columns"]),
            None if watermark is None else WatermarkSpec(watermark["rowtime"], *self._read_expression(watermark)),
            None if key is None else UniqueConstraint(key["name"], tuple(key["columns"])),
        )

    def _read_column(self, stored: Mapping[str, Any]) -> Column:
        name, comment = stored["name"], stored.get("comment")
        kind = self._codec.read(stored["dataType"], LogicalType)
        match stored.get("kind"):
            case "COMPUTED":
                expression, tree = self._read_expression(stored)
                return ComputedColumn(name, kind, comment, expression=expression, tree=tree)
            case "METADATA":
                return MetadataColumn(name, kind, comment, stored["key"], stored["isVirtual"])
        return Column(name, kind, comment)

    def _read_expression(self, stored: Mapping[str, Any]) -> tuple[ResolvedExpression, Any]:
        return self._codec.read(stored["expression"], ResolvedExpression), parse_expression(stored["sql"])

    def _check_schema(self, name: ObjectIdentifier, stored: ResolvedSchema, current: ResolvedSchema) -> None:
        """Compares names, types and kinds of columns, and the primary keys."""

        def compared(schema: ResolvedSchema) -> Any:
            columns = [(type(column), column.name, column.type) for column in schema.columns]
            return columns, schema.primary_key and schema.primary_key.columns

        if compared(stored) != compared(current):
            raise TableException(
                f"The schema of table '{_path(name)}' from the persisted plan does not match the schema loaded from "
                f"the catalog: '{_schema_text(stored)}' != '{_schema_text(current)}'. Make sure the table schema in "
                "the catalog is still identical."
            )


def _path(name: ObjectIdentifier) -> str:
    return f"{name.catalog}.{name.database}.{name.object}"


def _schema_text(schema: ResolvedSchema) -> str:
    lines = [f"  `{column.name}` {column.type.as_summary_string()}" for column in schema.columns]
    if schema.primary_key is not None:
        columns = ", ".join(f"`{column}`" for column in schema.primary_key.columns)
        lines.append(f"  CONSTRAINT `{schema.primary_key.name}` PRIMARY KEY ({columns}) NOT ENFORCED")
    return "(\n" + ",\n".join(lines) + "\n)"


def _lookup_disabled(name: ObjectIdentifier) -> TableException:
    return TableException(
        f"The persisted plan does not include all required catalog metadata for table '{_path(name)}'. However, "
        f"lookup is disabled because option '{_RESTORE}' = 'ALL_ENFORCED'. Either enable the catalog lookup with "
        f"'{_RESTORE}' = 'IDENTIFIER' / 'ALL' or regenerate the plan with '{_COMPILE}' = 'ALL'. Make sure the table is "
        "not compiled as a temporary table."
    )


def _missing(name: ObjectIdentifier, is_forced: bool) -> TableException:
    reason = "the persisted plan does not include all required catalog table metadata. "
    if is_forced:
        reason = f"catalog lookup is forced because '{_RESTORE}' = 'IDENTIFIER'. "
    return TableException(
        f"Cannot resolve table '{_path(name)}' and {reason}Make sure a registered catalog contains the table when "
        "restoring or the table is available as a temporary table. Otherwise regenerate the plan with "
        f"'{_COMPILE}' != 'IDENTIFIER' and make sure the table was not compiled as a temporary table."
    )
