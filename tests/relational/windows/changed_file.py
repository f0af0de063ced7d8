"""Tables of changes in a file of Debezium's form: 'connector' = 'changed-file'. Flink reads it by its own format."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import pyarrow as pa

from pyrite.core.blocks.changelog import ALL_CHANGES, ChangeKind, ChangelogMode
from pyrite.core.blocks.column_block import CHANGE_KINDS
from pyrite.core.config.config_options import ConfigOption
from pyrite.core.connector.source import Source
from pyrite.core.connector.table import TableContext, TableFactory, TableSource
from pyrite.core.types import AnyTimestampType, RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.operators.relational.rows.values import BatchSource

PATH: Final = ConfigOption("path", str, "", "Of the file.")
_KINDS: Final = {
    ("c", "after"): ChangeKind.INSERT,
    ("u", "before"): ChangeKind.UPDATE_BEFORE,
    ("u", "after"): ChangeKind.UPDATE_AFTER,
    ("d", "before"): ChangeKind.DELETE,
}


@dataclass(frozen=True)
class ChangedFile(BatchSource):
    path: str
    row_type: RowType

    def batch(self) -> Any:
        lines = [json.loads(line) for line in Path(self.path).read_text().splitlines()]
        changes = [(kind, line[side]) for line in lines for (op, side), kind in _KINDS.items() if op == line["op"]]
        schema = to_arrow_schema(self.row_type)
        columns = [
            pa.array([_value(row[field.name], field.type) for _, row in changes], schema.field(field.name).type)
            for field in self.row_type.fields
        ]
        batch = pa.record_batch(columns, schema=schema)
        return batch.append_column(CHANGE_KINDS, pa.array([int(kind) for kind, _ in changes], pa.int8()))


def _value(value: Any, kind: Any) -> Any:
    return datetime.fromisoformat(value) if isinstance(kind, AnyTimestampType) else value


@dataclass(frozen=True)
class ChangedFileTable(TableSource):
    path: str
    row_type: RowType

    @property
    def produced_type(self) -> RowType:
        return self.row_type

    @property
    def is_bounded(self) -> bool:
        return True

    @property
    def changelog_mode(self) -> ChangelogMode:
        return ALL_CHANGES

    def as_summary_string(self) -> str:
        return "changed-file"

    def create_source(self) -> Source[Any]:
        return ChangedFile(self.path, self.row_type)


class ChangedFileFactory(TableFactory):
    identifier = "changed-file"
    optional_options = (PATH,)

    def describe_source(self, context: TableContext) -> TableSource:
        return ChangedFileTable(context.options[PATH.key], context.row_type)
