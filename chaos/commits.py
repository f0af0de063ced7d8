"""Commits: what the job's sinks have made visible so far, by the names of their files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Commits:
    """The output folder at one moment."""

    visible: int
    committed_attempt: int
    """The newest attempt of which a file is visible."""
    newest_attempt: int
    """The newest attempt that has written anything."""

    @staticmethod
    def of(folder: Path) -> Commits:
        names = [path.name for path in folder.iterdir()]
        visible = [name for name in names if not name.startswith(".")]
        return Commits(len(visible), max(map(_attempt, visible), default=0), max(map(_attempt, names), default=0))


def _attempt(name: str) -> int:
    return int(name.split("-")[2])
