"""Asked: what came of a command on a job."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import click


@dataclass(frozen=True)
class Asked:
    """A job, and what its driver answered."""

    job_id: str
    name: str
    answer: dict[str, Any]

    def print_json(self) -> None:
        """Prints it for another program."""
        click.echo(json.dumps({"job_id": self.job_id, "name": self.name, **self.answer}))
