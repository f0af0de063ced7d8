"""OutputName: the names of the chaos sink's files: the sink and its subtask, then the writer."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NAME = re.compile(r"\.?(?P<sink>[a-z]+)-(?P<subtask>\d+)-(?P<job_id>chaos(?:-\d+)?)-(?P<attempt>\d+)-(?P<count>\d+)")


@dataclass(frozen=True)
class OutputName:
    """`SINK-SUBTASK-JOB-ATTEMPT-COUNT`, with a leading dot while the file is hidden."""

    sink: str
    subtask: int
    job_id: str
    """A job that starts from a savepoint has a new id, and its attempts begin at 1 again."""
    attempt: int
    count: int

    def __str__(self) -> str:
        return f"{self.sink}-{self.subtask}-{self.job_id}-{self.attempt}-{self.count}"

    @staticmethod
    def parse(name: str) -> OutputName:
        match = _NAME.fullmatch(name)
        if match is None:
            raise ValueError(f"not a name of the chaos sink: {name}")
        return OutputName(
            match["sink"], int(match["subtask"]), match["job_id"], int(match["attempt"]), int(match["count"])
        )
