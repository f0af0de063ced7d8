"""`make test-all` in parts, so that it can be interrupted: a part that has passed on this commit is skipped.

python -m tests.parts --list      the parts, and which have passed
python -m tests.parts --part 3    one part
python -m tests.parts             every part that has not passed
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

ROOT = Path(__file__).resolve().parents[1]
RECORDS = ROOT / "build" / "test-parts"
TEST_TIMEOUT_S = "1800"
"""Six times that of `make test`: random tests run long here, and hypothesis takes a time-out for a counterexample."""


@dataclass(frozen=True)
class Part:
    """Folders and files of tests; a longer path of another part takes its tests out of this one."""

    name: str
    paths: tuple[str, ...]


PARTS = (
    Part("pure layers", ("api", "benchmarks", "cep", "checkpoint", "core", "datastream", "expressions", "formats")),
    Part("state and tables", ("graph", "state", "storage", "table", "testing", "relational")),
    Part("operators and runtime", ("operators", "runtime", "reporters", "queryable_state", "state_processor")),
    Part("simulated protocol", ("whole/simulation/test_protocol.py", "whole/simulation/test_in_flight.py")),
    Part("simulated features", ("whole/simulation", "whole/behaviour", "whole/savepoints")),
    Part("contract of connectors", ("whole/contract",)),
    Part("connectors without Kafka", ("connectors",)),
    Part("Kafka", ("connectors/kafka", "examples")),
    Part("Spark", ("spark",)),
    Part("control plane", ("control", "cli")),
    Part("soaks, documents and the rest", ("",)),
)


def part_of(path: str) -> Part:
    """The part that a test file, relative to `tests`, belongs to: the one with the longest path to it."""
    candidates = [
        (len(prefix), number)
        for number, part in enumerate(PARTS)
        for prefix in part.paths
        if not prefix or path == prefix or path.startswith(f"{prefix}/")
    ]
    return PARTS[max(candidates)[1]]


def files_of(part: Part) -> list[str]:
    """The test files of a part, relative to the project."""
    tests = ROOT / "tests"
    files = (path.relative_to(tests).as_posix() for path in sorted(tests.rglob("test_*.py")))
    return [f"tests/{file}" for file in files if part_of(file) is part]


def commit() -> Optional[str]:
    """The commit of the work tree; None if the tree has changes, of which no record can be kept."""
    changes = subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=True)
    if changes.stdout.strip():
        return None
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True)
    return head.stdout.strip()


def record(part: Part, head: str) -> Path:
    return RECORDS / head / part.name.replace(" ", "-")


def run(part: Part) -> int:
    """Runs a part unless it has passed on this commit. Returns pytest's exit code."""
    head = commit()
    if head is not None and record(part, head).exists():
        print(f"{part.name}: passed on this commit, {record(part, head).read_text().strip()}")
        return 0
    print(f"{part.name} ...", flush=True)
    start = time.monotonic()
    pytest = [sys.executable, "-m", "pytest", "-n", "2", "--no-loadscope-reorder", "--timeout", TEST_TIMEOUT_S]
    code = subprocess.run([*pytest, *files_of(part)], cwd=ROOT, check=False).returncode
    minutes = (time.monotonic() - start) / 60
    print(
        f"{part.name}: {'passed' if code == 0 else f'failed with exit code {code}'} in {minutes:.1f} minutes",
        flush=True,
    )
    if code == 0 and head is not None and commit() == head:
        record(part, head).parent.mkdir(parents=True, exist_ok=True)
        record(part, head).write_text(f"in {minutes:.1f} minutes\n")
    return code


def show() -> None:
    """Lists the parts, and which have passed on this commit."""
    head = commit()
    for number, part in enumerate(PARTS, 1):
        passed = head is not None and record(part, head).exists()
        state = f"passed {record(part, head).read_text().strip()}" if passed and head is not None else "to run"
        print(f"{number:3}  {part.name:32} {len(files_of(part)):4} files  {state}")
    if head is None:
        print("The work tree has changes: results are not recorded.")


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.parts")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--part", type=int, choices=range(1, len(PARTS) + 1))
    options = parser.parse_args()
    if options.list:
        show()
        return 0
    os.environ.setdefault("PYRITE_SEEDS", "5000")
    os.environ.setdefault("PYRITE_CONTRACT_RUNS", "5")
    parts = PARTS if options.part is None else PARTS[options.part - 1 : options.part]
    return max([run(part) for part in parts])


if __name__ == "__main__":
    sys.exit(main())
