"""Programs with loops for the simulation, each with what must come of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from pyrite.common import TimestampAssigner, WatermarkStrategy
from pyrite.core.functions.iteration_functions import SolutionSetFunction, SumAggregator
from pyrite.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from pyrite.datastream.state import ListStateDescriptor, ValueStateDescriptor
from tests.whole.simulation.ledger import LedgerSink, read_ledger
from tests.whole.simulation.scenarios import LEDGER, Number, Program


def countdown(count: int, apart: bool, turns: int = 5) -> Program:
    """Each number goes round as often as it says, and is counted by its key each time.

    `apart`: through an exchange, with state in the loop; else the loop is in one task.
    """
    rounds = {n: n * 7 % turns for n in range(count)}

    def build(env: StreamExecutionEnvironment) -> None:
        numbers = env.from_sequence(0, count - 1).map(lambda n: (n, n * 7 % turns))
        loop = numbers.iterate(50)
        body: Any = loop
        if apart:
            body = loop.key_by(lambda record: record[0] % 3).process(Number()).map(lambda record: record[:2])
        else:
            body = loop.map(lambda record: record)
        loop.close_with(body.filter(lambda record: record[1] > 0).map(lambda record: (record[0], record[1] - 1)))
        body.sink_to(LedgerSink(LEDGER))

    def faults_in(exactly_once: bool) -> list[str]:
        expected = Counter((n, left) for n, rest in rounds.items() for left in range(rest + 1))
        return faults(expected, Counter(read_ledger(LEDGER)), exactly_once)

    return Program(build, faults_in)


def faults(expected: Counter[Any], got: Counter[Any], exactly_once: bool) -> list[str]:
    lost, more = expected - got, got - expected
    if not exactly_once:
        more = Counter({record: 1 for record in more if record not in expected})
    return [f"lost {dict(lost)}"] * bool(lost) + [f"twice or out of nowhere {dict(more)}"] * bool(more)


class Grow(KeyedProcessFunction):
    """At the end of each superstep, adds to each number what its group has, and a bit of what all had before."""

    def open(self, runtime_context: Any) -> None:
        self._context = runtime_context
        self._held = runtime_context.get_list_state(ListStateDescriptor("held"))
        self._total = runtime_context.get_iteration_aggregator("total")

    def process_element(self, value: tuple[int, int], ctx: Any) -> None:
        assert ctx.timestamp() == self._context.get_superstep_number()
        self._held.add(value)
        ctx.timer_service().register_event_time_timer(ctx.timestamp())

    def on_timer(self, timestamp: int, ctx: Any) -> Iterator[tuple[int, int]]:
        records = list(self._held.get())
        self._held.clear()
        before = self._context.get_previous_iteration_aggregate("total") or 0
        assert self._context.get_superstep_number() == timestamp
        for number, value in records:
            self._total.aggregate(value)
            yield number, value + len(records) + before % 3


def grown(count: int, max_iterations: int, limit: int) -> dict[int, int]:
    """What `Grow` gives, in plain Python: until no number is below the limit."""
    values, before = {n: n for n in range(count)}, 0
    for _ in range(max_iterations):
        groups = Counter(n % 3 for n in values)
        total = sum(values.values())
        values = {n: value + groups[n % 3] + before % 3 for n, value in values.items()}
        before = total
        if not any(value < limit for value in values.values()):
            break
    return values


def growing(count: int, max_iterations: int, limit: int) -> Program:
    """A bulk iteration with state, timers, an aggregator and a termination set."""

    def build(env: StreamExecutionEnvironment) -> None:
        loop = env.from_sequence(0, count - 1).map(lambda n: (n, n)).iterate_bulk(max_iterations)
        loop.register_aggregator("total", SumAggregator())
        body = loop.key_by(lambda record: record[0] % 3).process(Grow())
        result = loop.close_with(body, body.filter(lambda record: record[1] < limit))
        result.rebalance().sink_to(LedgerSink(LEDGER))

    def faults_in(exactly_once: bool) -> list[str]:
        expected = Counter(grown(count, max_iterations, limit).items())
        return faults(expected, Counter(read_ledger(LEDGER)), exactly_once)

    return Program(build, faults_in)


class Smallest(SolutionSetFunction):
    """A vertex takes the smallest component that it hears of."""

    def join(self, values: list[Any], entry: Any, ctx: Any) -> Iterator[tuple[int, int]]:
        vertex, component = entry.value()
        smallest = min(item for _, item in values)
        if smallest < component:
            entry.update((vertex, smallest))
            yield vertex, smallest


def components(chains: int, length: int, behind_bulk: bool = False) -> Program:
    """A delta iteration: connected components of some chains of vertices, along their edges.

    `behind_bulk`: the initial solution set is the result of a bulk iteration, and so comes late, and with time.
    """
    edges = [(c * length + i, c * length + i + 1) for c in range(chains) for i in range(length - 1)]
    links: dict[int, list[int]] = {}
    for a, b in edges:
        links.setdefault(a, []).append(b)
        links.setdefault(b, []).append(a)

    def build(env: StreamExecutionEnvironment) -> None:
        vertices = env.from_sequence(0, chains * length - 1).map(lambda n: (n, n))
        solution = vertices
        if behind_bulk:
            loop = vertices.iterate_bulk(3)
            solution = loop.close_with(loop.rebalance().map(lambda record: record))
        iteration = solution.iterate_delta(vertices, 2 * length, 0)
        reported = iteration.get_workset().flat_map(lambda record: [(to, record[1]) for to in links.get(record[0], [])])
        delta = iteration.join_solution_set(reported, lambda record: record[0], Smallest())
        iteration.close_with(delta, delta).rebalance().sink_to(LedgerSink(LEDGER))

    def faults_in(exactly_once: bool) -> list[str]:
        expected = Counter((n, n // length * length) for n in range(chains * length))
        return faults(expected, Counter(read_ledger(LEDGER)), exactly_once)

    return Program(build, faults_in)


def one_behind_the_other(count: int) -> Program:
    """A stream's loop, whose numbers are then the first superstep of a bulk iteration."""

    def build(env: StreamExecutionEnvironment) -> None:
        first = env.from_sequence(0, count - 1).map(lambda n: (n, n % 4)).iterate(20)
        body = first.rebalance().map(lambda record: (record[0], record[1] - 1))
        first.close_with(body.filter(lambda record: record[1] >= 0))
        second = body.filter(lambda record: record[1] < 0).map(lambda record: (record[0], 0)).iterate_bulk(3)
        result = second.close_with(second.rebalance().map(lambda record: (record[0], record[1] + 1)))
        result.sink_to(LedgerSink(LEDGER))

    def faults_in(exactly_once: bool) -> list[str]:
        return faults(Counter((n, 3) for n in range(count)), Counter(read_ledger(LEDGER)), exactly_once)

    return Program(build, faults_in)


class Delay(KeyedProcessFunction):
    """Holds each record for a second of event time."""

    def open(self, runtime_context: Any) -> None:
        self._held = runtime_context.get_state(ValueStateDescriptor("held"))

    def process_element(self, value: tuple[int, int], ctx: Any) -> None:
        self._held.update(value)
        ctx.timer_service().register_event_time_timer(ctx.timestamp() + 1000)

    def on_timer(self, timestamp: int, ctx: Any) -> Iterator[tuple[int, int]]:
        number, left = self._held.value()
        yield number, left - 1


class EverySecond(TimestampAssigner):
    def extract_timestamp(self, value: tuple[int, int], record_timestamp: int) -> int:
        return value[0] * 1000


def delayed(count: int) -> Program:
    """Each number goes round some times, by a timer: the last ones only after the end of time."""
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(EverySecond())

    def build(env: StreamExecutionEnvironment) -> None:
        numbers = (
            env.from_sequence(0, count - 1).map(lambda n: (n, 1 + n % 4)).assign_timestamps_and_watermarks(strategy)
        )
        loop = numbers.iterate(20)
        body = loop.key_by(lambda record: record[0]).process(Delay())
        loop.close_with(body.filter(lambda record: record[1] > 0))
        body.sink_to(LedgerSink(LEDGER))

    def faults_in(exactly_once: bool) -> list[str]:
        expected = Counter((n, left) for n in range(count) for left in range(1 + n % 4))
        return faults(expected, Counter(read_ledger(LEDGER)), exactly_once)

    return Program(build, faults_in)


def bulk_behind_delta(count: int) -> Program:
    """The result of a delta iteration is the first superstep of a bulk iteration, all of it without exchanges."""

    def build(env: StreamExecutionEnvironment) -> None:
        numbers = env.from_sequence(0, count - 1).map(lambda n: (n, n))
        iteration = numbers.iterate_delta(numbers, 3, 0)
        delta = iteration.join_solution_set(iteration.get_workset(), lambda record: record[0], Increase())
        second = iteration.close_with(delta, delta).map(lambda record: record).iterate_bulk(4)
        result = second.close_with(second.map(lambda record: (record[0], record[1] + 1)))
        result.map(lambda record: record).sink_to(LedgerSink(LEDGER))

    def faults_in(exactly_once: bool) -> list[str]:
        return faults(Counter((n, n + 3 + 4) for n in range(count)), Counter(read_ledger(LEDGER)), exactly_once)

    return Program(build, faults_in)


class Increase(SolutionSetFunction):
    def join(self, values: list[Any], entry: Any, ctx: Any) -> Iterator[tuple[int, int]]:
        number, value = entry.value()
        entry.update((number, value + 1))
        yield number, value + 1
