"""Jobs of two or three pipelines that are not connected, whose regions restart alone while everything else happens.

Each pipeline is checked for itself, over the two lives of a job: nothing lost, nothing twice.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar, Optional

from pyrite.core.config.options import FAILOVER_STRATEGY
from pyrite.core.job.job_status import JobStatus
from pyrite.datastream import ProcessFunction, StreamExecutionEnvironment
from pyrite.testing.simulation import Fault, Savepoint, Simulation, SimulationOptions, SimulationResult, Wish
from tests import dags
from tests.whole.simulation import programs
from tests.whole.simulation.ledger import LEDGERS, LedgerSink, StagedLedgerSink, read_ledger
from tests.whole.simulation.lives import ONE_DRIVER
from tests.whole.simulation.scenarios import (
    CONCURRENT,
    OVERTAKING,
    SHORT_TIMEOUT,
    TOLERANT,
    UNALIGNED,
    Number,
    simulation_of,
)
from tests.whole.simulation.transactions import STORE, TransactionSink, read_committed
from tests.whole.simulation.uneven import run

PROGRAMS = 120
FILES = {"data-inline-threshold": "0b"}
"""State is in files, so that one which is removed too early is missed."""
MODES: tuple[dict[str, str], ...] = (
    TOLERANT,
    FILES,
    FILES | CONCURRENT | TOLERANT,
    UNALIGNED | FILES,
    OVERTAKING | CONCURRENT | TOLERANT,
    SHORT_TIMEOUT | FILES,
)
WISHES: tuple[tuple[Wish, ...], ...] = (
    (),
    (),
    (Wish.SAVEPOINT,),
    (Wish.STOP,),
    (Wish.SAVEPOINT, Wish.STOP),
    (Wish.DRAIN,),
    (Wish.RESCALE,),
    (Wish.RESCALE, Wish.STOP),
    (Wish.CANCEL,),
)

Build = Callable[[StreamExecutionEnvironment, str], None]
Check = Callable[[str], list[str]]


@dataclass(frozen=True)
class Pipeline:
    """A pipeline that writes below a name, and what is wrong with what it has written."""

    build: Build
    faults_in: Check


def _compare(expected: Counter[Any], rows: list[Any]) -> list[str]:
    got = Counter(rows)
    lost, more = expected - got, got - expected
    return [f"lost {dict(lost)}"] * bool(lost) + [f"twice or out of nowhere {dict(more)}"] * bool(more)


# Pipelines ------------------------------------------------------------------------------------------------------------


def one_task(records: int) -> Pipeline:
    """No exchange: a region of one level."""

    def build(env: StreamExecutionEnvironment, name: str) -> None:
        env.from_sequence(0, records - 1).map(lambda n: -n).sink_to(LedgerSink(name))

    return Pipeline(build, lambda name: _compare(Counter(-n for n in range(records)), read_ledger(name)))


def staged(records: int) -> Pipeline:
    """Keyed state, and a sink that stages its records."""

    def build(env: StreamExecutionEnvironment, name: str) -> None:
        numbers = env.from_sequence(0, records - 1).map(lambda n: (n,)).set_parallelism(1)
        counted = numbers.key_by(lambda record: record[0] % 3).process(Number())
        counted.rebalance().sink_to(StagedLedgerSink(name))

    return Pipeline(build, lambda name: _checked_numbers(records, read_ledger(name)))


def transactional(records: int) -> Pipeline:
    """Keyed state, and a sink with transactions."""

    def build(env: StreamExecutionEnvironment, name: str) -> None:
        numbers = env.from_sequence(0, records - 1).map(lambda n: (n,))
        numbers.key_by(lambda record: record[0] % 3).process(Number()).add_sink(TransactionSink(name))

    return Pipeline(build, lambda name: _checked_numbers(records, read_committed(name)))


def _checked_numbers(records: int, rows: list[Any]) -> list[str]:
    """Each record once, and each key's records numbered without gap or double."""
    numbers = Counter((row[0] % 3, row[1]) for row in rows)
    expected = Counter((n % 3, n // 3 + 1) for n in range(records))
    return _compare(Counter(range(records)), [row[0] for row in rows]) + _compare(expected, list(numbers.elements()))


def windows(records: int) -> Pipeline:
    """State and timers on one path, windows on the other."""
    return Pipeline(
        lambda env, name: programs.build(env, records, name), lambda name: programs.faults_in(name, records)
    )


def loop(records: int) -> Pipeline:
    """Each number goes round some times, through an exchange."""

    def build(env: StreamExecutionEnvironment, name: str) -> None:
        head = env.from_sequence(0, records - 1).map(lambda n: (n, n % 3)).iterate(50)
        body = head.rebalance().map(lambda record: record)
        head.close_with(body.filter(lambda record: record[1] > 0).map(lambda record: (record[0], record[1] - 1)))
        body.sink_to(LedgerSink(name))

    expected = Counter((n, left) for n in range(records) for left in range(n % 3 + 1))
    return Pipeline(build, lambda name: _compare(expected, read_ledger(name)))


class FailFirst(ProcessFunction):
    """Raises at a record in the first attempts: each restart of any region raises their number."""

    def __init__(self, record: int, attempts: int) -> None:
        self._record = record
        self._attempts = attempts

    def open(self, runtime_context: Any) -> None:
        self._attempt = runtime_context.get_attempt_number()

    def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        if value == self._record and self._attempt < self._attempts:
            raise ValueError(f"attempt {self._attempt} does not like {value}")
        yield (value,)


def failing(records: int, attempts: int) -> Pipeline:
    """Fails by an exception of the user's, more than once."""

    def build(env: StreamExecutionEnvironment, name: str) -> None:
        numbers = env.from_sequence(0, records - 1).process(FailFirst(records // 2, attempts))
        numbers.key_by(lambda record: record[0] % 3).process(Number()).sink_to(LedgerSink(name))

    return Pipeline(build, lambda name: _checked_numbers(records, read_ledger(name)))


def random_dag(seed: int) -> Pipeline:
    """May be several regions itself. Sources have a fixed parallelism, and so has all else."""
    nodes = dags.random_program(seed, size=3, max_parallelism=2)

    def build(env: StreamExecutionEnvironment, name: str) -> None:
        dags.build(env, nodes, sink=lambda: LedgerSink(name))

    return Pipeline(build, lambda name: _compare(dags.expected(nodes)[0], read_ledger(name)))


class Started:
    """Counts how often the tasks of a pipeline are started."""

    COUNTS: ClassVar[Counter[str]] = Counter()

    def __init__(self, name: str) -> None:
        self._name = name

    def around(self, pipeline: Pipeline) -> Pipeline:
        def build(env: StreamExecutionEnvironment, name: str) -> None:
            pipeline.build(env, name)
            env.from_sequence(0, 5).process(_CountStarts(self._name)).sink_to(LedgerSink(f"{name}-started"))

        return Pipeline(build, pipeline.faults_in)

    def take(self) -> int:
        return self.COUNTS.pop(self._name, 0)


class _CountStarts(ProcessFunction):
    def __init__(self, name: str) -> None:
        self._name = name

    def open(self, runtime_context: Any) -> None:
        Started.COUNTS[self._name] += 1

    def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        yield value


# Jobs -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RegionJob:
    """A job of unconnected pipelines, with its faults and wishes."""

    pipelines: tuple[Pipeline, ...]
    settings: dict[str, str]
    faults: tuple[Fault, ...]
    wishes: tuple[Wish, ...] = ()
    parallelism: int = 2

    def build(self, env: StreamExecutionEnvironment) -> None:
        env.get_configuration().set(FAILOVER_STRATEGY, "region")
        for number, pipeline in enumerate(self.pipelines):
            pipeline.build(env, f"region-{number}")

    def faults_in(self) -> list[str]:
        actual = enumerate(self.pipelines)
        return [f"pipeline {n}: {fault}" for n, pipeline in actual for fault in pipeline.faults_in(f"region-{n}")]

    def simulation(self, seed: int = 0, origin: Optional[Savepoint] = None) -> Simulation:
        options = SimulationOptions(faults=self.faults, most_faults=5, time_passes=0.5, wishes=self.wishes)
        parallelism = self.parallelism
        if origin is not None:
            parallelism = random.Random(seed).choice((1, 2, 3))
            options = replace(options, wishes=(), most_faults=2)
        return simulation_of(self.build, options, self.settings, parallelism, origin)


def random_job(number: int) -> RegionJob:
    rng = random.Random(number)
    chosen = [_random_pipeline(rng) for _ in range(rng.choice((2, 2, 3)))]
    wishes = rng.choice(WISHES)
    alone = Wish.CANCEL in wishes or any(pipeline.build.__qualname__.startswith("transactional") for pipeline in chosen)
    faults = ONE_DRIVER if alone else tuple(Fault)
    if rng.random() < 0.5:
        faults = (Fault.TASK,)  # with others, whole attempts are what happens most
    elif rng.random() < 0.5:
        faults = (*[Fault.TASK] * 4, *faults)
    return RegionJob(tuple(chosen), rng.choice(MODES), faults, wishes, rng.choice((1, 2)))


def _random_pipeline(rng: random.Random) -> Pipeline:
    records = rng.randint(6, 30)
    attempts, dag = rng.randint(1, 4), rng.randrange(1000)
    kinds: tuple[Callable[[], Pipeline], ...] = (
        lambda: one_task(records),
        lambda: staged(records),
        lambda: transactional(records),
        lambda: windows(records),
        lambda: loop(records),
        lambda: failing(records, attempts),
        lambda: random_dag(dag),
    )
    return rng.choices(kinds, weights=(1, 2, 2, 1, 1, 1, 1))[0]()


@cache
def _first(number: int) -> tuple[RegionJob, Simulation]:
    job = random_job(number)
    return job, job.simulation()


def run_job(seed: int) -> tuple[list[str], list[SimulationResult]]:
    """What was wrong with the lives of the job of this seed, and what they were."""
    LEDGERS.clear()
    STORE.clear()
    job, made = _first(seed % PROGRAMS)
    results: list[SimulationResult] = []
    origin = None
    for number in range(2):
        made = made if number == 0 else job.simulation(seed + number, origin)
        try:
            results.append(run(made, seed + number))
        except AssertionError as error:  # it hangs
            return [f"life {number}: {error}"], results
        if results[-1].status is JobStatus.FAILED:
            return [f"life {number} failed: {results[-1].cause!r}"], results
        if results[-1].savepoint is None:
            break
        origin = results[-1].savepoint
    return job.faults_in(), results
