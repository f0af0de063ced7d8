"""Random changes of the pure layers, and whether a test notices each: make mutants N=100 SEED=s.

A survivor is a place for a test, unless the change is equivalent or changes only the cost. ONLY=runtime/task draws from
the modules whose paths begin so.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from mutants.equivalents import is_equivalent
from mutants.mutations import Mutation, compiles_the_same, mutations
from mutants.recordings import Reach, reach_of
from mutants.trials import Outcome, Trials

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGE: Final = Path("src", "pyrite")
LAYERS: Final = (
    *("checkpoint", "runtime/master", "runtime/task", "runtime/wire", "state", "operators", "relational"),
    *("storage", "connectors/base", "control"),
)
TESTS: Final = (
    *("checkpoint", "control", "core", "datastream", "graph", "operators", "relational", "runtime/master"),
    *("runtime/task", "runtime/wire", "state", "storage", "table", "testing", "connectors/base", "queryable_state"),
    *("runtime/test_wide_jobs.py", "runtime/test_two_phase_sink.py"),
    *(f"whole/simulation/{name}.py" for name in ("test_protocol", "test_loops", "test_loop_errors")),
)


@dataclass(frozen=True)
class Mutant:
    """A mutation of one module of a layer, whose path is below the package."""

    layer: str
    module: str
    mutation: Mutation

    def __str__(self) -> str:
        place = f"{PACKAGE / self.module}:{self.mutation.line} {self.mutation.function}"
        return f"{place}  {self.mutation.kind}: {self.mutation.change}"


def draw(package: Path, layers: Sequence[str], count: int, seed: int, only: str = "") -> list[Mutant]:
    """Random mutants: a module by its number of lines, then one of its places."""
    generator = random.Random(seed)
    paths = [(layer, path) for layer in layers for path in sorted((package / layer).rglob("*.py"))]
    modules = [(layer, path.relative_to(package).as_posix(), path.read_text(encoding="utf-8")) for layer, path in paths]
    modules = [module for module in modules if module[1].startswith(only)]
    if not modules:
        raise ValueError(f"no module of the layers {', '.join(layers)} begins with {only}")
    drawn: list[Mutant] = []
    while len(drawn) < count:
        ((layer, module, text),) = generator.choices(modules, [text.count("\n") for *_, text in modules])
        candidates = list(mutations(text))
        if candidates:
            mutation = generator.choice(candidates)
            if not compiles_the_same(text, mutation.text):
                drawn.append(Mutant(layer, module, mutation))
    return drawn


class Score:
    """The outcomes by layer. Only mutants that were noticed or survived count."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, Outcome]] = Counter()

    def add(self, layer: str, outcome: Outcome) -> None:
        self._counts[layer, outcome] += 1
        self._counts["all", outcome] += 1

    def __str__(self) -> str:
        lines = []
        for layer in dict.fromkeys((*LAYERS, "all")):
            noticed = self._counts[layer, Outcome.NOTICED]
            total = noticed + self._counts[layer, Outcome.SURVIVED]
            if total:
                others = [(self._counts[layer, each], each.value) for each in (Outcome.UNCLEAR, Outcome.EQUIVALENT)]
                parts = [f"{layer:16} {noticed:4} of {total:4}  {noticed / total:.0%}"]
                lines.append(", ".join(parts + [f"{count} {name}" for count, name in others if count]))
        return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="the beginning of modules' paths, such as runtime/task")
    parser.add_argument("--processes", type=int, default=2, help="that run tests")
    options = parser.parse_args()
    reach = reach_of(ROOT, TESTS, ROOT / "build" / "mutants", options.processes)
    score = Score()
    drawn = draw(ROOT / PACKAGE, LAYERS, options.count, options.seed, options.only)
    with tempfile.TemporaryDirectory(prefix="mutants-") as scratch:
        outcomes = tried(drawn, reach, Path(scratch), options.processes)
        for number, (mutant, tests, outcome) in enumerate(outcomes, 1):
            score.add(mutant.layer, outcome)
            if outcome is not Outcome.NOTICED:
                print(f"{outcome.value} ({tests} tests reach it): {mutant}", flush=True)
            print(f"{number} of {len(drawn)}", end="\r", file=sys.stderr, flush=True)
    print(score)


def tried(
    mutants: Sequence[Mutant], reach: Reach, scratch: Path, processes: int
) -> Iterator[tuple[Mutant, int, Outcome]]:
    """The mutants in their order, each with the number of tests that reach it, and its outcome."""
    copies: SimpleQueue[Trials] = SimpleQueue()
    for number in range(processes):
        (scratch / str(number)).mkdir()
        copies.put(Trials(ROOT, scratch / str(number)))

    def outcome(mutant: Mutant, tests: Sequence[str]) -> Outcome:
        if is_equivalent(mutant.module, mutant.mutation):
            return Outcome.EQUIVALENT
        trials = copies.get()
        try:
            return trials.outcome(PACKAGE / mutant.module, mutant.mutation, tests, reach.others(tests))
        finally:
            copies.put(trials)

    with ThreadPoolExecutor(processes) as executor:
        texts = {mutant.module: (ROOT / PACKAGE / mutant.module).read_text(encoding="utf-8") for mutant in mutants}
        tests = [reach.tests(each.module, texts[each.module], each.mutation.line) for each in mutants]
        yield from zip(mutants, map(len, tests), executor.map(outcome, mutants, tests), strict=True)


if __name__ == "__main__":
    main()
