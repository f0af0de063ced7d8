"""Tables of files, written without a job: the harness of FileSink, with blocks of columns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, Optional

from pyrite.core.clock import ManualClock
from pyrite.core.connector.sink import WriterInitContext
from pyrite.core.connector.table import TableContext, TableSink
from pyrite.core.types import LogicalType
from tests.connectors.files.table.reading import read
from tests.connectors.files.writing import Checkpoint, Life
from tests.connectors.tables import block_of, sink_of, source_of, table


def files_table(
    path: Path, options: Optional[dict[str, str]] = None, keys: tuple[str, ...] = (), /, **types: LogicalType
) -> TableContext:
    settings = {"connector": "filesystem", "path": str(path), "format": "parquet", **(options or {})}
    return table(settings, keys, **types)


class TableLife(Life):
    """One attempt of a table's sink. `watermarks` are those of the writers."""

    def __init__(
        self,
        context: TableContext,
        attempt: int = 1,
        parallelism: int = 1,
        restored: Optional[Checkpoint] = None,
        sink: Optional[TableSink] = None,
    ) -> None:
        self.table = context
        self.watermarks = [-(2**63)] * parallelism
        made = sink or sink_of(context)
        super().__init__(
            made.create_sink(), attempt, parallelism, restored, ManualClock(), checkpointing=not context.is_batch
        )

    def _context(self, subtask: int) -> WriterInitContext:
        return replace(super()._context(subtask), current_watermark=lambda: self.watermarks[subtask])

    def insert(self, rows: Iterable[tuple[Any, ...]], subtask: int = 0) -> None:
        block: Any = block_of(self.table.row_type, rows)
        self.writers[subtask].write(block)

    def end(self) -> None:
        """The end of input: all that is prepared is committed at once, as in batch."""
        checkpoint = self.prepare(end_of_input=True)
        self.committer.commit([one for owed in checkpoint.owed for one in owed])


def rows_in(context: TableContext) -> list[tuple[Any, ...]]:
    """What a reader of the table sees."""
    return sorted(read(source_of(context)), key=repr)


def visible_files(path: Path) -> list[str]:
    """Files that readers look at, by their paths below the table's."""
    found = [file.relative_to(path) for file in path.rglob("*") if file.is_file()]
    return sorted(str(file) for file in found if not any(part.startswith((".", "_")) for part in file.parts))


def folders_of(path: Path) -> list[str]:
    return sorted({str(Path(file).parent) for file in visible_files(path)})
