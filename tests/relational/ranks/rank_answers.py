"""Queries with Top-N, deduplication and ORDER BY, and what Flink answered: `benchmarks/peers/record_ranks.py`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pyrite.common import Row, RowKind
from pyrite.common.typeinfo import Types
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.table import EnvironmentSettings, StreamTableEnvironment

FOLDER: Final = Path(__file__).parent / "flink"


@dataclass(frozen=True)
class Answer:
    """A query in a mode, with its rows in their order, or an error."""

    mode: str
    query: str
    lines: tuple[str, ...]

    @property
    def is_error(self) -> bool:
        return bool(self.lines) and self.lines[0].startswith("error: ")


def answers() -> list[Answer]:
    entries = []
    for part in (FOLDER / "answers.txt").read_text().split("--- ")[1:]:
        mode, query, empty, *lines = part.splitlines()
        assert not empty
        entries.append(Answer(mode, query, tuple(line for line in lines if line)))
    return entries


def environment(mode: str) -> StreamTableEnvironment:
    """One that knows the tables."""
    is_streaming = mode == "streaming"
    settings = EnvironmentSettings.in_streaming_mode() if is_streaming else EnvironmentSettings.in_batch_mode()
    streams = StreamExecutionEnvironment.get_execution_environment()
    streams.set_parallelism(1)
    made = StreamTableEnvironment.create(streams, settings)
    made.get_config().set("table.local-time-zone", "UTC")
    for statement in (FOLDER / "tables.sql").read_text().split(";\n"):
        made.execute_sql(statement.replace("{folder}", str(FOLDER)))
    if is_streaming:
        types = Types.ROW_NAMED(["k", "s", "v"], [Types.INT(), Types.STRING(), Types.INT()])
        changes = streams.from_collection(list(_changes()), types)
        made.create_temporary_view("changes", made.from_changelog_stream(changes))
    return made


def _changes() -> Iterator[Row]:
    """The changes that Debezium's records are."""
    kinds = {
        "c": (None, RowKind.INSERT),
        "u": (RowKind.UPDATE_BEFORE, RowKind.UPDATE_AFTER),
        "d": (RowKind.DELETE, None),
    }
    for line in (FOLDER / "changes.json").read_text().splitlines():
        record = json.loads(line)
        for side, kind in zip(("before", "after"), kinds[record["op"]], strict=True):
            if kind is not None:
                row = Row(**record[side])
                row.set_row_kind(kind)
                yield row


def row_text(row: Any) -> str:
    kind = str(row.get_row_kind())
    values = " | ".join(str(value) for value in row)
    return values if kind == "+I" else f"{kind}: {values}"
