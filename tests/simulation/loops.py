"""Programs with loops for the simulation, each with what must come of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from pyrite.common.iteration_functions import SolutionSetFunction, SumAggregator
from pyrite.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from pyrite.datastream.state import ListStateDescriptor
from tests.simulation.ledger import LedgerSink, read_ledger
from tests.simulation.scenarios import LEDGER, Number, Program


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
        smallest = min(found for _, found in values)
        if smallest < component:
            entry.update((vertex, smallest))
            yield vertex, smallest


def components(chains: int, length: int) -> Program:
    """A delta iteration: connected components of some chains of vertices, along their edges."""
    edges = [(c * length + i, c * length + i + 1) for c in range(chains) for i in range(length - 1)]
    links: dict[int, list[int]] = {}
    for a, b in edges:
        links.setdefault(a, []).append(b)
        links.setdefault(b, []).append(a)

    def build(env: StreamExecutionEnvironment) -> None:
        vertices = env.from_sequence(0, chains * length - 1).map(lambda n: (n, n))
        iteration = vertices.iterate_delta(vertices, 2 * length, 0)
        told = iteration.get_workset().flat_map(lambda record: [(to, record[1]) for to in links.get(record[0], [])])
        delta = iteration.join_solution_set(told, lambda record: record[0], Smallest())
        iteration.close_with(delta, delta).rebalance().sink_to(LedgerSink(LEDGER))

    def faults_in(exactly_once: bool) -> list[str]:
        expected = Counter((n, n // length * length) for n in range(chains * length))
        return faults(expected, Counter(read_ledger(LEDGER)), exactly_once)

    return Program(build, faults_in)
