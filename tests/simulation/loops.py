"""Programs with loops for the simulation, each with what must come of it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from pyrite.datastream import StreamExecutionEnvironment
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
