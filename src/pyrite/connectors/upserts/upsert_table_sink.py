"""UpsertTableSink: a table whose sink writes by primary key, independently of the query."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from pyrite.core.blocks.changelog import UPSERT, ChangelogMode
from pyrite.core.connector.sink import Sink
from pyrite.core.connector.table import TableSink


@dataclass(frozen=True)
class UpsertTableSink(TableSink):
    """A table with a given sink. `summary` describes it in plans; `mode` is its changelog mode."""

    sink: Sink
    summary: str
    sink_parallelism: Optional[int] = None
    mode: ChangelogMode = UPSERT

    @property
    def changelog_mode(self) -> ChangelogMode:
        return self.mode

    @property
    def parallelism(self) -> Optional[int]:
        return self.sink_parallelism

    def as_summary_string(self) -> str:
        return self.summary

    def create_sink(self) -> Sink:
        return self.sink
