"""A measured figure beside a peer's, and the file that keeps them all."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.rate import Rate

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
    ours_cpu: float = math.nan
    peer_cpu: float = math.nan
    """CPU seconds a million records, of all processes; nan where that is not what is measured."""

    def with_cpu(self, ours: Rate, peer: Rate) -> Result:
        return replace(self, ours_cpu=ours.cpu_s_per_million, peer_cpu=peer.cpu_s_per_million)

    @property
    def ratio(self) -> float:
        return self.ours / self.peer


def keep(results: list[Result]) -> None:
    """Appends results to the file, one JSON object a line."""
    commit, python = _commit(), python_build()
    with FILE.open("a") as file:
        for result in results:
            line = {
                "name": result.name,
                "ours": round(result.ours, 3),
                "peer_name": result.peer_name,
                "peer": round(result.peer, 3),
                "ratio": round(result.ratio, 4),
                "commit": commit,
                "python": python,
                "cores": len(os.sched_getaffinity(0)),
                "unit": result.unit,
                "note": result.note,
            }
            if not math.isnan(result.ours_cpu):
                line |= {"ours_cpu_s_per_million": round(result.ours_cpu, 3)}
            if not math.isnan(result.peer_cpu):
                line |= {"peer_cpu_s_per_million": round(result.peer_cpu, 3)}
            file.write(json.dumps(line) + "\n")


def table(results: list[Result]) -> str:
    head = f"{'name':<20} {'ours':>14} {'peer':>15} {'its figure':>14} {'ours / peer':>12}  {'unit':<10}"
    lines = [f"{head} CPU s per million records, ours and its"]
    for result in results:
        lines.append(
            f"{result.name:<20} {_figure(result.ours):>14} {result.peer_name:>15} {_figure(result.peer):>14} "
            f"{result.ratio:>12.3f}  {result.unit:<10} {_cpu(result.ours_cpu):>8} {_cpu(result.peer_cpu):>8}".rstrip()
        )
    return "\n".join(lines)


def _figure(value: float) -> str:
    return f"{value:,.3f}" if value < 10 else f"{value:,.1f}"


def _cpu(seconds: float) -> str:
    return "" if math.isnan(seconds) else f"{seconds:,.2f}"


def python_build() -> str:
    """The version of the Python that runs this and the jobs, and whether it is optimized."""
    script = Path(__file__).resolve().parents[1] / "scripts" / "python_build.py"
    return subprocess.run([sys.executable, script], capture_output=True, text=True, check=True).stdout.strip()


def _commit() -> str:
    shown = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, cwd=FILE.parent)
    return shown.stdout.strip()
