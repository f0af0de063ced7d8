"""Queries with windows, and what Flink answered: `benchmarks/peers/record_windows.py` writes it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pyrite.table import EnvironmentSettings, TableEnvironment

FOLDER: Final = Path(__file__).parent / "flink"


@dataclass(frozen=True)
class Answer:
    """A query in a mode and a zone, with the rows in the order of their texts, or an error."""

    mode: str
    zone: str
    query: str
    lines: tuple[str, ...]

    @property
    def title(self) -> str:
        return f"{self.mode}, {self.zone}: {self.query}"

    @property
    def is_error(self) -> bool:
        return bool(self.lines) and self.lines[0].startswith("error: ")


def answers() -> list[Answer]:
    entries = []
    for part in (FOLDER / "answers.txt").read_text().split("--- ")[1:]:
        head, query, empty, *lines = part.splitlines()
        mode, zone = head.split(", ")
        assert not empty
        entries.append(Answer(mode, zone, query, tuple(line for line in lines if line)))
    return entries


def environment(mode: str, zone: str) -> TableEnvironment:
    """One that knows the tables."""
    settings = EnvironmentSettings.in_streaming_mode() if mode == "streaming" else EnvironmentSettings.in_batch_mode()
    made = TableEnvironment.create(settings)
    made.get_config().set("parallelism.default", "1")
    made.get_config().set("table.local-time-zone", zone)
    for statement in (FOLDER / "tables.sql").read_text().split(";\n"):
        made.execute_sql(statement.replace("{folder}", str(FOLDER)))
    return made


def row_text(row: Any) -> str:
    kind = str(row.get_row_kind())
    values = " | ".join(str(value) for value in row)
    return values if kind == "+I" else f"{kind}: {values}"
