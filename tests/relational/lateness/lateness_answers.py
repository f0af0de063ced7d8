"""Queries over rows that come late, and what Flink answered: `benchmarks/peers/record_lateness.py` writes it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pyrite.table import EnvironmentSettings, TableEnvironment

FOLDER: Final = Path(__file__).parent / "flink"


@dataclass(frozen=True)
class Answer:
    """A query with its rows in the order of their texts, and the intervals of watermarks at which it has them."""

    intervals: tuple[str, ...]
    query: str
    lines: tuple[str, ...]


def answers() -> list[Answer]:
    entries = []
    for part in (FOLDER / "answers.txt").read_text().split("--- ")[1:]:
        head, _, rest = part.partition("\n")
        query, _, rows = rest.partition("\n\n")
        entries.append(Answer(tuple(head.split(", ")), query, tuple(line for line in rows.splitlines() if line)))
    return entries


def configure(tables: TableEnvironment, interval: str) -> None:
    tables.get_config().set("parallelism.default", "1")
    tables.get_config().set("table.local-time-zone", "UTC")
    tables.get_config().set("pipeline.auto-watermark-interval", interval)


def environment(interval: str) -> TableEnvironment:
    """One that knows the tables."""
    made = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
    configure(made, interval)
    for statement in (FOLDER / "tables.sql").read_text().split(";\n"):
        made.execute_sql(statement.replace("{folder}", str(FOLDER)))
    return made
