"""Columns under seeded schedulers with crashes, rescales and unaligned checkpoints, on both backends, and in batch.

python -m tests.whole.simulation.columns --seeds 2500
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.partitioning import PartitioningKind
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.testing.simulation import Fault, Simulation, SimulationOptions, Wish
from tests.columnar import GroupBy
from tests.whole.simulation import reshaped
from tests.whole.simulation.ledger import LEDGERS, LedgerSink, read_ledger
from tests.whole.simulation.reshaped import Reshaping, Version
from tests.whole.simulation.scenarios import CONCURRENT, LEDGER, OVERTAKING, TOLERANT, UNALIGNED, simulation_of
from tests.whole.simulation.uneven import run

BACKENDS: Final = ("hashmap", "rocksdb")
RESCALES: Final = (Wish.RESCALE, Wish.RESCALE)
ONE_KEY, TWO_KEYS, FLAG = ("k",), ("k", "odd"), ("odd",)


@dataclass(frozen=True)
class ColumnScenario:
    """A program on columns under a mode of checkpoints, with faults and wishes."""

    name: str
    program: GroupBy
    settings: dict[str, str] = field(default_factory=dict)
    wishes: tuple[Wish, ...] = ()
    frame_size: int = 192 << 10
    batch: bool = False

    def simulation(self, backend: str) -> Simulation:
        options = SimulationOptions(
            batch=self.batch,
            faults=(Fault.TASK,) if self.batch else tuple(Fault),
            most_faults=2,
            time_passes=0.5,
            wishes=self.wishes,
            frame_size=self.frame_size,
            memory_bytes=4 << 10 if self.batch else 64 << 20,  # in batch, what waits goes to disk
        )
        return simulation_of(
            lambda env: self.program.build(env, LedgerSink(LEDGER)), options, self.settings, backend=backend
        )


KINDS = PartitioningKind
SCENARIOS: Final = (
    ColumnScenario("aligned, rebalanced", GroupBy(16)),
    ColumnScenario("rescaled", GroupBy(20, keys=TWO_KEYS), TOLERANT, RESCALES),
    ColumnScenario("unaligned, rescale partitioner", GroupBy(14, KINDS.RESCALE, FLAG), UNALIGNED),
    ColumnScenario("unaligned, rescaled, shuffled", GroupBy(24, KINDS.SHUFFLE), UNALIGNED, RESCALES),
    ColumnScenario("unaligned, rescaled, two hashes", GroupBy(24, KINDS.HASH, TWO_KEYS), UNALIGNED, RESCALES),
    ColumnScenario("unaligned, rescaled, blocks in parts", GroupBy(16), UNALIGNED, RESCALES, frame_size=400),
    ColumnScenario("unaligned, broadcast", GroupBy(12, KINDS.BROADCAST), UNALIGNED | CONCURRENT),
    ColumnScenario("overtaking, rescaled, global", GroupBy(20, KINDS.GLOBAL), OVERTAKING, RESCALES),
    ColumnScenario("overtaking, the user's partitioner", GroupBy(14, KINDS.CUSTOM), OVERTAKING | CONCURRENT),
    ColumnScenario("unaligned, rescaled, forward", GroupBy(20, KINDS.FORWARD), UNALIGNED | TOLERANT, RESCALES),
    ColumnScenario("batch", GroupBy(40, KINDS.HASH, TWO_KEYS), batch=True),
    ColumnScenario("batch, looked up", GroupBy(40, looked_up=True), batch=True),
)


FIRSTS: Final = (KINDS.HASH, KINDS.FORWARD, KINDS.REBALANCE, KINDS.SHUFFLE, KINDS.GLOBAL, KINDS.RESCALE)


def random_reshaping(seed: int) -> Reshaping:
    """A job that is cut off with columns in flight, and resumes at another parallelism, or chained differently."""
    chance = random.Random(seed)
    before, after = chance.sample((1, 2, 3, 4), 2)
    chained = chance.random() < 0.5
    first = chance.choice(FIRSTS if chained or seed % 2 else FIRSTS[:2])  # a FORWARD edge goes into the chain
    program = GroupBy(24, first, chance.choice((ONE_KEY, TWO_KEYS, FLAG)), new_chain=False)

    def build(env: StreamExecutionEnvironment) -> None:
        program.build(env, LedgerSink(reshaped.LEDGER))

    versions = [
        Version(build, parallelism, chaining, BACKENDS[seed % 2])
        for parallelism, chaining in ((before, chained), (after if seed % 3 else before, not chained))
    ]
    return Reshaping(versions[0], versions[1], lambda: program.faults_in(read_ledger(reshaped.LEDGER)))


@cache
def _simulation(number: int, backend: str) -> Simulation:
    return SCENARIOS[number].simulation(backend)


RESHAPED: Final = "cut off with columns in flight"
TURNS: Final = len(SCENARIOS) + 4
"""All scenarios take their turn, and four of so many seeds are cut off."""


def name_of(seed: int) -> str:
    return SCENARIOS[seed % TURNS].name if seed % TURNS < len(SCENARIOS) else RESHAPED


def run_seed(seed: int) -> tuple[list[str], Counter[str]]:
    """What was wrong with a seed's run, and what happened in it."""
    number, backend = seed % TURNS, BACKENDS[seed // TURNS % 2]
    if number >= len(SCENARIOS):
        outcome, faults = random_reshaping(seed).run(seed)
        return faults, Counter({outcome.name: 1})
    LEDGERS.clear()
    result = run(_simulation(number, backend), seed)
    happened = Counter(restarts=result.restarts, checkpoints=result.checkpoints, faults=result.faults)
    happened["rescales"] = result.granted.count(Wish.RESCALE)
    if result.status is not JobStatus.FINISHED:
        return [f"the job ended {result.status.name}: {result.cause!r}"], happened
    return SCENARIOS[number].program.faults_in(read_ledger(LEDGER)), happened


def run_part(first: int, count: int) -> tuple[list[str], Counter[str]]:
    """Some seeds: what was wrong, and how often what happened."""
    failures: list[str] = []
    happened: Counter[str] = Counter()
    for seed in range(first, first + count):
        try:
            faults, counts = run_seed(seed)
        except Exception as error:
            faults, counts = [f"{type(error).__name__}: {error}"], Counter()
        failures += [f"seed {seed} ({name_of(seed)}): {fault}" for fault in faults]
        happened.update(counts, runs=1)
    return failures, happened


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.whole.simulation.columns")
    parser.add_argument("--seeds", type=int, default=2500, help="how many")
    parser.add_argument("--first", type=int, default=0, help="the first one")
    chosen = parser.parse_args()
    failures, happened = run_part(chosen.first, chosen.seeds)
    for failure in failures:
        print(failure)
    print(f"failures {len(failures)}", dict(happened))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
