"""Random changes of the pure layers, and whether a test notices each: make mutants N=100 SEED=s.

The tests that reach a line are looked up in a map, which a run of the pure tests under coverage makes once per commit.
Each mutant runs in a copy of the project, so that the work tree stays as it is. A survivor is a place for a test.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from coverage.numbits import numbits_to_nums

from mutants.mutations import Mutation, mutations

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCE: Final = ROOT / "src" / "pyrite"
LAYERS: Final = (
    *("checkpoint", "runtime/master", "runtime/task", "runtime/wire", "state", "operators", "relational"),
    *("storage", "connectors/base", "control"),
)
TESTS: Final = (
    *("checkpoint", "control", "core", "datastream", "graph", "operators", "relational", "runtime/master"),
    *("runtime/task", "runtime/wire", "state", "storage", "table", "testing", "connectors/base"),
    "whole/simulation/test_protocol.py",
)
MOST_TESTS: Final = 150
"""Tests that run for one mutant; the ones that reach the fewest lines come first, since they look closest."""
TIMEOUT_S: Final = 180
_ENVIRONMENT: Final = {"PYRITE_SEEDS": "100", "PYTHONDONTWRITEBYTECODE": "1"}


@dataclass(frozen=True)
class Mutant:
    """A mutation of one module of a layer."""

    layer: str
    path: Path
    mutation: Mutation

    def __str__(self) -> str:
        change = f"{_one_line(self.mutation.before)}  ->  {_one_line(self.mutation.after)}"
        return f"{self.path.relative_to(ROOT)}:{self.mutation.line}  {self.mutation.kind}: {change}"


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 70 else f"{line[:67]}..."


class Reach:
    """Which tests execute a line, read from coverage's data."""

    def __init__(self, data: Path) -> None:
        self._connection = sqlite3.connect(data)
        self._breadth: Counter[str] = Counter()
        self._lines: dict[str, list[tuple[str, frozenset[int]]]] = {}

    def tests(self, path: Path, line: int) -> list[str]:
        """The ids of tests that execute the line, the most specific first."""
        reaching = [test for test, lines in self._of_file(str(path)) if line in lines]
        return sorted(reaching, key=lambda test: (self._breadth[test], test))

    def _of_file(self, path: str) -> list[tuple[str, frozenset[int]]]:
        if path not in self._lines:
            # With branch coverage, executed lines are the ends of arcs.
            rows = self._connection.execute(
                "select context.context, arc.fromno, arc.tono from arc join file on file.id = arc.file_id "
                "join context on context.id = arc.context_id where file.path = ? and context.context != ''",
                (path,),
            ).fetchall()
            rows += [
                (context, line, line)
                for context, numbits in self._connection.execute(
                    "select context.context, line_bits.numbits from line_bits join file on file.id = line_bits.file_id "
                    "join context on context.id = line_bits.context_id where file.path = ? and context.context != ''",
                    (path,),
                )
                for line in numbits_to_nums(numbits)
            ]
            lines: dict[str, set[int]] = {}
            for context, start, end in rows:
                lines.setdefault(context.partition("|")[0], set()).update((start, end))
            self._lines[path] = [(test, frozenset(numbers)) for test, numbers in lines.items()]
            for test, numbers in self._lines[path]:
                self._breadth[test] += len(numbers)
        return self._lines[path]


def make_map(data: Path) -> None:
    """Runs the pure tests once under coverage, with the name of the test at each line."""
    data.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pytest", "-m", "not slow and not server", "-n", "2"]
    command += ["--cov=pyrite", "--cov-context=test", "--cov-report=", *(f"tests/{path}" for path in TESTS)]
    environment = {**os.environ, **_ENVIRONMENT, "COVERAGE_FILE": str(data)}
    if subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode != 0:
        data.unlink(missing_ok=True)
        sys.exit("the tests fail without a mutant: make them pass first")


def draw(count: int, seed: int) -> list[Mutant]:
    """Random mutants: a layer by its number of lines, then one of its places."""
    generator = random.Random(seed)
    modules = [(layer, path) for layer in LAYERS for path in sorted((SOURCE / layer).rglob("*.py"))]
    weights = [len(path.read_text(encoding="utf-8").splitlines()) for _, path in modules]
    drawn: list[Mutant] = []
    while len(drawn) < count:
        ((layer, path),) = generator.choices(modules, weights)
        candidates = list(mutations(path.read_text(encoding="utf-8")))
        if candidates:
            drawn.append(Mutant(layer, path, generator.choice(candidates)))
    return drawn


def is_noticed(mutant: Mutant, tests: Sequence[str], folder: Path) -> bool:
    """Whether one of the tests fails, or hangs, with the mutant. `folder` is a copy of the project."""
    target = folder / mutant.path.relative_to(ROOT)
    target.write_text(mutant.mutation.text, encoding="utf-8")
    try:
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-x",
            "--timeout",
            "60",
            "-p",
            "no:cacheprovider",
            *tests[:MOST_TESTS],
        ]
        environment = {**os.environ, **_ENVIRONMENT, "PYTHONPATH": str(folder / "src")}
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=TIMEOUT_S, check=False)
        return done.returncode != 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        shutil.copyfile(mutant.path, target)


def main() -> None:
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True)
    data = ROOT / "build" / "mutants" / f"{head.stdout.strip()}.coverage"
    if not data.exists():
        make_map(data)
    reach = Reach(data)
    noticed: Counter[str] = Counter()
    drawn: Counter[str] = Counter()
    survivors: list[Mutant] = []
    with tempfile.TemporaryDirectory(prefix="mutants-") as scratch:
        folder = Path(scratch, "project")
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".venv", ".git", "build", ".peers", "__pycache__"))
        for number, mutant in enumerate(draw(options.count, options.seed), 1):
            tests = reach.tests(mutant.path, mutant.mutation.line)
            drawn[mutant.layer] += 1
            if tests and is_noticed(mutant, tests, folder):
                noticed[mutant.layer] += 1
            else:
                survivors.append(mutant)
            print(f"\r{number} of {options.count}, {len(survivors)} not noticed", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for layer in LAYERS:
        if drawn[layer]:
            print(f"{layer:16} {noticed[layer]:4} of {drawn[layer]:4}  {noticed[layer] / drawn[layer]:.0%}")
    print(f"{'all':16} {sum(noticed.values()):4} of {options.count:4}  {sum(noticed.values()) / options.count:.0%}")
    print(*(["", "Not noticed:"] if survivors else []), *survivors, sep="\n")


if __name__ == "__main__":
    main()
