"""The sink of `to_changelog_stream` with a schema."""

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
    """A sink with the stream's kinds of change. It writes nothing: its input becomes the stream."""

    mode: ChangelogMode

    @property
    def changelog_mode(self) -> ChangelogMode:
        """The kinds of change in the stream."""
        return self.mode

    def as_summary_string(self) -> str:
        """Returns `DataStream`."""
        return "DataStream"

    def create_sink(self) -> NoReturn:
        """Never called."""
        raise AssertionError("the rows become a stream")


def stream_target(plan: RelNode, tree: sql_tree.TableSchema, mode: ChangelogMode, session: Session) -> nodes.Sink:
    """Plans the table's rows with the columns of a schema; without columns in the schema, with the table's columns."""
    if not tree.columns:
        own = tuple(sql_tree.PhysicalColumn((field.name,), field.type) for field in plan.row_type.fields)
        tree = sql_tree.TableSchema(own, tree.constraints, tree.watermarks)
    schema: ResolvedSchema = resolve_schema(tree, session)
    if schema.metadata:
        raise ValidationException(
            "to_changelog_stream: a metadata column is not supported yet. Records have the timestamp of the table's "
            "rowtime attribute"
        )
    query = bind_insert(plan, schema, NAME, session.zone)
    table = nodes.ResolvedTable(ObjectIdentifier("", "", NAME), schema, {}, is_anonymous=True)
    return nodes.Sink(query, NAME, StreamSink(mode), stored_type(schema), table)
