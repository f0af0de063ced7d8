"""The printed and the stored results of a run."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).parents[1]
RESULTS = _ROOT / "benchmarks" / "chaos.jsonl"


def distribution(seconds: list[float]) -> dict[str, float]:
    """The usual percentiles."""
    ordered = sorted(seconds)
    if not ordered:
        return {}

    def at(share: float) -> float:
        return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 2)

    return {"p50": at(0.5), "p90": at(0.9), "max": round(ordered[-1], 2)}


def print_recovery(recoveries: list[tuple[str, float]], unharmed: int) -> None:
    """Prints recovery times: all, and by kind of fault."""
    for kind in (*(["all"] if recoveries else []), *sorted({kind for kind, _ in recoveries})):
        times = [seconds for name, seconds in recoveries if kind in (name, "all")]
        text = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in distribution(times).items())
        print(f"recovery, {kind} ({len(times)}): {text}")
    if unharmed:
        print(f"recovery, not needed: {unharmed}")


def print_cycles(done: Mapping[str, int], pauses_s: list[float]) -> None:
    """Prints the number of rescalings, with their pauses, and of stops."""
    found = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in distribution(pauses_s).items())
    print(f"cycles: {count_kinds(list(Counter(done).elements()))}; pause of a rescale: {found}")


def count_kinds(kinds: list[str]) -> str:
    return ", ".join(f"{kind} {count}" for kind, count in sorted(Counter(kinds).items()))


def commit() -> str:
    """The commit of the working tree, with a + when the tree differs from it."""
    head = _git("rev-parse", "--short=12", "HEAD")
    changed = _git("status", "--porcelain", "--", "src", "chaos")
    return f"{head}+" if changed else head


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=_ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def keep(line: dict[str, Any]) -> None:
    """Appends a line to benchmarks/chaos.jsonl."""
    entry = {"commit": commit(), "at": datetime.now(UTC).isoformat(timespec="seconds"), **line}
    with RESULTS.open("a") as file:
        file.write(f"{json.dumps(entry)}\n")
