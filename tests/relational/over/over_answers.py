"""Queries with OVER, and what Flink answered: `benchmarks/peers/record_over.py` writes it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pyrite.table import EnvironmentSettings, TableEnvironment

FOLDER: Final = Path(__file__).parent / "flink"


@dataclass(frozen=True)
class Answer:
    """A query in a mode, with the rows in the order of their texts, or an error."""

    mode: str
    query: str
    lines: tuple[str, ...]

    @property
    def error(self) -> str:
        """What Flink says, or nothing."""
        return "\n".join(self.lines).removeprefix("error: ") if self.lines and self.lines[0][:7] == "error: " else ""


def answers(folder: Path = FOLDER) -> list[Answer]:
    entries = []
    for part in (folder / "answers.txt").read_text().split("--- ")[1:]:
        mode, query, empty, *lines = part.splitlines()
        assert not empty
        entries.append(Answer(mode, query, tuple(line for line in lines if line)))
    return entries


def environment(mode: str, folder: Path = FOLDER) -> TableEnvironment:
    """One that knows the tables."""
    settings = EnvironmentSettings.in_streaming_mode() if mode == "streaming" else EnvironmentSettings.in_batch_mode()
    made = TableEnvironment.create(settings)
    made.get_config().set("parallelism.default", "1")
    for statement in (folder / "tables.sql").read_text().split(";\n"):
        made.execute_sql(statement.replace("{folder}", str(folder)))
    return made
