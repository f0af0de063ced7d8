"""A measured figure beside a peer's, and the file that keeps them all."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).with_name("results.jsonl")


@dataclass(frozen=True)
class Result:
    """Ours and the peer's, in the same unit. `ratio` is always ours / peer."""

    name: str
    ours: float
    peer_name: str
    peer: float
    unit: str = "records/s"
    note: str = ""

    @property
    def ratio(self) -> float:
        return self.ours / self.peer


def keep(results: list[Result]) -> None:
    """Appends results to the file, one JSON object a line."""
    commit = _commit()
    with FILE.open("a") as file:
        for result in results:
            line = {
                "name": result.name,
                "ours": round(result.ours, 3),
                "peer_name": result.peer_name,
                "peer": round(result.peer, 3),
                "ratio": round(result.ratio, 4),
                "commit": commit,
                "cores": len(os.sched_getaffinity(0)),
                "unit": result.unit,
                "note": result.note,
            }
            file.write(json.dumps(line) + "\n")


def table(results: list[Result]) -> str:
    lines = [f"{'name':<20} {'ours':>14} {'peer':>15} {'its figure':>14} {'ours / peer':>12}  unit"]
    for result in results:
        lines.append(
            f"{result.name:<20} {result.ours:>14,.1f} {result.peer_name:>15} {result.peer:>14,.1f} "
            f"{result.ratio:>12.3f}  {result.unit}"
        )
    return "\n".join(lines)


def _commit() -> str:
    shown = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, cwd=FILE.parent)
    return shown.stdout.strip()
