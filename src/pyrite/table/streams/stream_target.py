"""A stream with a schema as the sink of a table: to_changelog_stream(table, schema)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NoReturn

from pyrite.core.blocks.changelog import ChangelogMode
from pyrite.core.connector.table import TableSink
from pyrite.core.errors import ValidationException
from pyrite.core.types import ObjectIdentifier
from pyrite.relational.bind.inserts import bind_insert, stored_type
from pyrite.relational.bind.schemas import resolve_schema
from pyrite.relational.catalog.schema import ResolvedSchema
from pyrite.relational.plan import nodes
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.session.session import Session
from pyrite.relational.sql import sql_tree

NAME: Final = "*anonymous_datastream_sink$1*"


@dataclass(frozen=True)
class StreamSink(TableSink):
    """Takes what the stream takes. Nothing is written: its input becomes the stream."""

    mode: ChangelogMode

    @property
    def changelog_mode(self) -> ChangelogMode:
        return self.mode

    def as_summary_string(self) -> str:
        return "DataStream"

    def create_sink(self) -> NoReturn:
        raise AssertionError("the rows become a stream")


def stream_target(plan: RelNode, declared: sql_tree.TableSchema, mode: ChangelogMode, session: Session) -> nodes.Sink:
    """The table's rows with the columns of a schema. A schema without columns has those of the table."""
    if not declared.columns:
        own = tuple(sql_tree.PhysicalColumn((field.name,), field.type) for field in plan.row_type.fields)
        declared = sql_tree.TableSchema(own, declared.constraints, declared.watermarks)
    schema: ResolvedSchema = resolve_schema(declared, session)
    if schema.metadata:
        raise ValidationException(
            "to_changelog_stream: a metadata column is not supported yet. The time of records is that of the table's "
            "rowtime attribute"
        )
    query = bind_insert(plan, schema, NAME, session.zone)
    table = nodes.ResolvedTable(ObjectIdentifier("", "", NAME), schema, {}, is_anonymous=True)
    return nodes.Sink(query, NAME, StreamSink(mode), stored_type(schema), table)
