"""Scenarios: small jobs with a mode of checkpoints and faults, each run by any seed and checked without the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Optional

from pyrite.core.job.job_status import JobStatus
from pyrite.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from pyrite.datastream.state import ValueStateDescriptor
from pyrite.testing.simulation import Fault, Savepoint, Simulation, SimulationOptions
from tests import dags
from tests.whole.simulation import programs
from tests.whole.simulation.ledger import LEDGERS, LedgerSink, read_ledger
from tests.whole.simulation.uneven import run

LEDGER = "scenario"
PROGRAMS = 40
"""Random programs; each is made once and run with many seeds."""


@dataclass(frozen=True)
class Program:
    """A job, and what is wrong with what it has committed. `exactly_once` False: doubles are right."""

    build: Callable[[StreamExecutionEnvironment], None]
    faults_in: Callable[[bool], list[str]]


@dataclass(frozen=True)
class Scenario:
    """A program under a mode of checkpoints and kinds of faults. Settings are below `execution.checkpointing`."""

    name: str
    program: Program
    settings: dict[str, str] = field(default_factory=dict)
    faults: tuple[Fault, ...] = tuple(Fault)
    exactly_once: bool = True
    frame_size: int = 192 << 10
    turns_end: float = 0.0

    def run(self, seed: int) -> list[str]:
        """What was wrong with the run of this seed: nothing, if all is well."""
        LEDGERS.clear()
        try:
            result = run(_simulation(self.name), seed)
        except AssertionError as error:  # it hangs
            return [str(error)]
        if result.status is not JobStatus.FINISHED:
            return [f"the job ended {result.status.name}: {result.cause!r}"]
        return self.program.faults_in(self.exactly_once)

    def simulation(self) -> Simulation:
        options = SimulationOptions(
            faults=self.faults, most_faults=3, time_passes=0.5, frame_size=self.frame_size, turns_end=self.turns_end
        )
        return simulation_of(self.program.build, options, self.settings)


def simulation_of(
    build: Callable[[StreamExecutionEnvironment], None],
    options: SimulationOptions,
    settings: dict[str, str],
    parallelism: int = 2,
    origin: Optional[Savepoint] = None,
    backend: str = "hashmap",
) -> Simulation:
    env = StreamExecutionEnvironment().set_parallelism(parallelism)
    configuration = env.get_configuration()
    for key, value in {"interval": "10ms", **settings}.items():
        configuration.set_string(f"execution.checkpointing.{key}", value)
    configuration.set_string("state.backend.type", backend)
    configuration.set_string("restart-strategy.type", "fixed-delay")
    configuration.set_string("restart-strategy.fixed-delay.attempts", "1000")
    configuration.set_string("restart-strategy.fixed-delay.delay", "10ms")
    configuration.set_string("pipeline.auto-watermark-interval", "5ms")
    build(env)
    return Simulation(env.get_job_spec(clear=True), options, origin)


# Programs -------------------------------------------------------------------------------------------------------------


class Number(KeyedProcessFunction):
    """Puts a number of its own key's before each record."""

    def open(self, runtime_context: Any) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element(self, value: tuple[int, ...], ctx: Any) -> Iterator[tuple[int, ...]]:
        count = (self._count.value() or 0) + 1
        self._count.update(count)
        yield (*value, count)


def _numbered(values: list[int], rows: list[tuple[int, ...]], column: int, keys: int) -> list[str]:
    """Whether each key's records were numbered without gap or double."""
    actual = []
    for key in range(keys):
        numbers = sorted(row[column] for row in rows if row[0] % keys == key)
        if numbers != list(range(1, sum(value % keys == key for value in values) + 1)):
            actual.append(f"numbers of key {key} in column {column}: {numbers}")
    return actual


def _compare(values: list[int], rows: list[tuple[int, ...]], exactly_once: bool) -> list[str]:
    seen = Counter(row[0] for row in rows)
    lost = [value for value in values if value not in seen]
    twice = [value for value, times in seen.items() if times > 1]
    strange = sorted(set(seen) - set(values))
    actual = [f"lost {lost}"] * bool(lost) + [f"out of nowhere {strange}"] * bool(strange)
    return actual + [f"twice {twice}"] * bool(twice and exactly_once)


def levels(count: int) -> Program:
    """Three levels, so that barriers are passed on: a task in the middle has senders and receivers."""
    values = list(range(count))

    def build(env: StreamExecutionEnvironment) -> None:
        numbers = env.from_sequence(values[0], values[-1]).map(lambda n: (n,))
        first = numbers.key_by(lambda record: record[0] % 3).process(Number())
        second = first.key_by(lambda record: record[0] % 2).process(Number()).set_parallelism(1)
        second.sink_to(LedgerSink(LEDGER)).set_parallelism(1)

    def faults_in(exactly_once: bool) -> list[str]:
        rows = read_ledger(LEDGER)
        actual = _compare(values, rows, exactly_once)
        if exactly_once:
            actual += _numbered(values, rows, 1, 3) + _numbered(values, rows, 2, 2)
        return actual

    return Program(build, faults_in)


def union(short_count: int, long_count: int) -> Program:
    """Two sources, of which one ends long before the other."""
    short, long = list(range(short_count)), list(range(100, 100 + long_count))

    def build(env: StreamExecutionEnvironment) -> None:
        first = env.from_sequence(short[0], short[-1]).set_parallelism(1).map(lambda n: (n,)).set_parallelism(1)
        second = env.from_sequence(long[0], long[-1]).map(lambda n: (n,))
        first.union(second).key_by(lambda record: record[0] % 3).process(Number()).sink_to(LedgerSink(LEDGER))

    def faults_in(exactly_once: bool) -> list[str]:
        rows = read_ledger(LEDGER)
        actual = _compare(short + long, rows, exactly_once)
        return actual + (_numbered(short + long, rows, 1, 3) if exactly_once else [])

    return Program(build, faults_in)


def paths(records: int) -> Program:
    """State and timers on one path, windows on the other."""

    def faults_in(exactly_once: bool) -> list[str]:
        actual = programs.faults_in(LEDGER, records)
        return actual if exactly_once else [fault for fault in actual if " lost " in fault]

    return Program(lambda env: programs.build(env, records, LEDGER), faults_in)


class Expand(KeyedProcessFunction):
    """Gives each record several times over, numbered within its key: the number is state that changes in the call."""

    def __init__(self, times: int) -> None:
        self._times = times

    def open(self, runtime_context: Any) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element(self, value: tuple[int, ...], ctx: Any) -> Iterator[tuple[int, ...]]:
        for step in range(self._times):
            count = (self._count.value() or 0) + 1
            self._count.update(count)
            yield (value[0] + 100 * step, count)


def long_calls(count: int, times: int) -> Program:
    """Calls that give several results each, in a task with receivers and in one without."""
    values = list(range(count))
    expanded = [value + 100 * step for value in values for step in range(times)]

    def build(env: StreamExecutionEnvironment) -> None:
        numbers = env.from_sequence(values[0], values[-1]).map(lambda n: (n,))
        several = numbers.key_by(lambda record: record[0] % 3).process(Expand(times))
        twice = several.flat_map(lambda record: iter([record, (record[0] + 10_000, record[1])]))
        twice.key_by(lambda record: record[0] % 2).process(Number()).sink_to(LedgerSink(LEDGER))

    def faults_in(exactly_once: bool) -> list[str]:
        rows = read_ledger(LEDGER)
        actual = _compare([*expanded, *(value + 10_000 for value in expanded)], rows, exactly_once)
        numbers = {
            key: sorted(row[1] for row in rows if row[0] < 10_000 and row[0] % 100 % 3 == key) for key in range(3)
        }
        wrong = [
            f"numbers of key {key}: {numbers[key]}"
            for key in range(3)
            if numbers[key] != list(range(1, times * sum(value % 3 == key for value in values) + 1))
        ]
        return actual + (wrong if exactly_once else [])

    return Program(build, faults_in)


LEVELS_PROGRAM = levels(8)
LONG_CALLS = long_calls(5, 4)
UNION = union(2, 7)
PATHS_PROGRAM = paths(8)

# Modes ----------------------------------------------------------------------------------------------------------------

TOLERANT = {"tolerable-failed-checkpoints": "5"}
UNALIGNED = {"unaligned.enabled": "true"}
OVERTAKING = {**UNALIGNED, "aligned-checkpoint-timeout": "10ms"}
CONCURRENT = {"max-concurrent-checkpoints": "3"}
SHORT_TIMEOUT = {**TOLERANT, "timeout": "3s"}
AT_LEAST_ONCE = {"mode": "AT_LEAST_ONCE"}

SCENARIOS = (
    Scenario("aligned", LEVELS_PROGRAM),
    Scenario("aligned, state and windows", PATHS_PROGRAM, TOLERANT),
    Scenario("aligned, sources of different length", UNION, TOLERANT),
    Scenario("unaligned", LEVELS_PROGRAM, UNALIGNED | TOLERANT),
    Scenario("unaligned, state and windows", PATHS_PROGRAM, UNALIGNED),
    Scenario("unaligned, sources of different length", UNION, UNALIGNED),
    Scenario("unaligned, three at a time", LEVELS_PROGRAM, UNALIGNED | CONCURRENT),
    Scenario("unaligned, blocks in parts", LEVELS_PROGRAM, UNALIGNED | CONCURRENT, frame_size=48),
    Scenario("aligned, then unaligned", LEVELS_PROGRAM, OVERTAKING | TOLERANT),
    Scenario("aligned, then unaligned, state and windows", PATHS_PROGRAM, OVERTAKING),
    Scenario("aligned, then unaligned, three at a time", LEVELS_PROGRAM, OVERTAKING | CONCURRENT),
    Scenario("three at a time", LEVELS_PROGRAM, CONCURRENT),
    Scenario("three at a time, sources of different length", UNION, CONCURRENT | TOLERANT),
    Scenario("time-outs", LEVELS_PROGRAM, SHORT_TIMEOUT),
    Scenario("time-outs, unaligned, three at a time", LEVELS_PROGRAM, SHORT_TIMEOUT | UNALIGNED | CONCURRENT),
    Scenario("time-outs, state and windows", PATHS_PROGRAM, SHORT_TIMEOUT),
    Scenario("time-outs, sources of different length", UNION, SHORT_TIMEOUT | OVERTAKING | CONCURRENT),
    Scenario("at least once", LEVELS_PROGRAM, AT_LEAST_ONCE, exactly_once=False),
    Scenario("at least once, three at a time", LEVELS_PROGRAM, AT_LEAST_ONCE | CONCURRENT, exactly_once=False),
    Scenario("at least once, state and windows", PATHS_PROGRAM, AT_LEAST_ONCE | SHORT_TIMEOUT, exactly_once=False),
)
LONG_CALL_SCENARIOS = (
    Scenario("long calls, aligned", LONG_CALLS, TOLERANT, turns_end=0.8),
    Scenario("long calls, unaligned", LONG_CALLS, UNALIGNED | TOLERANT, turns_end=0.8),
    Scenario(
        "long calls, aligned, then unaligned, three at a time", LONG_CALLS, OVERTAKING | CONCURRENT, turns_end=0.8
    ),
    Scenario("long calls, time-outs", LONG_CALLS, SHORT_TIMEOUT, turns_end=0.8),
)
"""Apart from the others: their seeds stay what they were."""
_BY_NAME = {scenario.name: scenario for scenario in (*SCENARIOS, *LONG_CALL_SCENARIOS)}
RANDOM = "random program"


@cache
def _simulation(name: str) -> Simulation:
    return _BY_NAME[name].simulation()


# Random programs ------------------------------------------------------------------------------------------------------

MODES: tuple[dict[str, str], ...] = ({}, UNALIGNED, OVERTAKING | CONCURRENT, CONCURRENT)


@cache
def _random_program(number: int) -> tuple[Simulation, Counter[Any]]:
    nodes = dags.random_program(number, size=2, max_parallelism=2)
    options = SimulationOptions(faults=(Fault.TASK,), most_faults=3, time_passes=0.5)
    made = simulation_of(lambda env: dags.build(env, nodes), options, MODES[number % len(MODES)])
    return made, dags.expected(nodes)[0]


def run_random_program(seed: int) -> list[str]:
    """A random program with checkpoints and crashes gives what its model gives."""
    made, records = _random_program(seed % PROGRAMS)
    try:
        result = run(made, seed)
    except AssertionError as error:
        return [str(error)]
    if result.status is not JobStatus.FINISHED:
        return [f"program {seed % PROGRAMS} ended {result.status.name}: {result.cause!r}"]
    got = Counter(result.results)
    lost, strange = records - got, got - records
    actual = [f"program {seed % PROGRAMS}: lost {dict(lost)}"] * bool(lost)
    return actual + [f"program {seed % PROGRAMS}: twice or out of nowhere {dict(strange)}"] * bool(strange)


def name_of(seed: int) -> str:
    """Which scenario a seed runs: all take their turn."""
    index = seed % (len(SCENARIOS) + 2)
    return SCENARIOS[index].name if index < len(SCENARIOS) else RANDOM


def run_seed(seed: int) -> list[str]:
    """What was wrong with a seed's run."""
    name = name_of(seed)
    return run_random_program(seed) if name == RANDOM else _BY_NAME[name].run(seed)
