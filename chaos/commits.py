"""Commits: the output that sinks have published so far, by the names of their files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from chaos.output_name import OutputName
from chaos.run_folder import number_of

Attempt = tuple[int, int]
"""The number of a job in the run, and of its attempt; increases over attempts and jobs."""
_NONE: Attempt = (0, 0)


@dataclass(frozen=True)
class Commits:
    """The output folder at one moment."""

    visible: int
    committed_attempt: Attempt
    """The newest attempt with a visible file."""
    newest_attempt: Attempt
    """The newest attempt with any file."""

    @staticmethod
    def of(folder: Path) -> Commits:
        names = [path.name for path in folder.iterdir()]
        visible = [name for name in names if not name.startswith(".")]
        committed = max(map(_attempt, visible), default=_NONE)
        return Commits(len(visible), committed, max(map(_attempt, names), default=_NONE))


def _attempt(name: str) -> Attempt:
    output = OutputName.parse(name)
    return number_of(output.job_id), output.attempt


def attempt_text(attempt: Attempt) -> str:
    return f"attempt {attempt[1]}" + (f" of job {attempt[0]}" if attempt[0] > 1 else "")
