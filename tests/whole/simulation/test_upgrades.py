"""A job outlives its code: random programs are stopped with a savepoint, changed and resumed. The result stays."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Optional

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pyrite.core.job.job_status import JobStatus
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.testing.simulation import Fault, Savepoint, Simulation, SimulationOptions, SimulationResult, Wish
from tests.dags import OPERATIONS, PARTITIONINGS, Node, build, expected
from tests.whole.simulation.ledger import LEDGERS, LedgerSink, read_ledger

LEDGER = "upgrade"
CHANGES = ("parallelism", "backend", "operator added", "operator removed", "chaining")
_ALIKE_FOR_ALL = {"broadcast_connect"}
"""What a model gives for these depends on the parallelism."""


@st.composite
def programs(draw: st.DrawFn) -> list[Node]:
    nodes = [Node("sequence", (), draw(st.integers(8, 20)), draw(st.integers(1, 3)), "none")]
    operations = [operation for operation in OPERATIONS if operation not in _ALIKE_FOR_ALL]
    partitionings = [partitioning for partitioning in PARTITIONINGS if partitioning != "broadcast"]
    for _ in range(draw(st.integers(1, 5))):
        earlier = st.integers(0, len(nodes) - 1)
        nodes.append(
            Node(
                draw(st.sampled_from(operations)),
                (draw(earlier), draw(earlier)),
                draw(st.integers(1, 4)),
                draw(st.integers(1, 3)),
                draw(st.sampled_from(partitionings)),
                draw(st.booleans()),
            )
        )
    return nodes


class Life:
    """One version of a program."""

    def __init__(self, nodes: list[Node], also: int = -1, backend: str = "hashmap", chaining: bool = True) -> None:
        self.nodes = nodes
        self.also = also
        self.backend = backend
        self.chaining = chaining

    def run(self, seed: int, wishes: tuple[Wish, ...], origin: Optional[Savepoint]) -> SimulationResult:
        env = StreamExecutionEnvironment().set_parallelism(2)
        if not self.chaining:
            env.disable_operator_chaining()
        configuration = env.get_configuration()
        for key, value in {
            "execution.checkpointing.interval": "10ms",
            "restart-strategy.type": "fixed-delay",
            "restart-strategy.fixed-delay.attempts": "1000",
            "restart-strategy.fixed-delay.delay": "10ms",
            "state.backend.type": self.backend,
            "execution.state-recovery.ignore-unclaimed-state": "true",
        }.items():
            configuration.set_string(key, value)
        build(env, self.nodes, uids=True, also=self.also, sink=lambda: LedgerSink(LEDGER))
        options = SimulationOptions(wishes=wishes, faults=(Fault.TASK,), most_faults=1, time_passes=0.3)
        return Simulation(env.get_job_spec(clear=True), options, origin).run(seed)

    def changed(self, change: str, chance: random.Random) -> Life:
        """The next version."""
        nodes, also, backend, chaining = self.nodes, self.also, self.backend, self.chaining
        if change == "parallelism":
            nodes = [replace(node, parallelism=chance.randint(1, 4)) for node in nodes]
        elif change == "backend":
            backend = "rocksdb" if backend == "hashmap" else "hashmap"
        elif change == "chaining":
            chaining = False
            nodes = [replace(node, new_chain=chance.random() < 0.5) for node in nodes]
        else:
            also = chance.randrange(len(nodes)) if also < 0 else -1
        return Life(nodes, also, backend, chaining)


def lives(first: Life, change: str, seed: int) -> Iterator[SimulationResult]:
    chance = random.Random(seed)
    result = first.run(seed, (chance.choice((Wish.STOP, Wish.STOP, Wish.DRAIN)),), None)
    yield result
    if result.savepoint is not None:
        yield first.changed(change, chance).run(seed + 1, (), result.savepoint)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(nodes=programs(), change=st.sampled_from(CHANGES), seed=st.integers(0, 2**32), backend=st.booleans())
def test_changed_job_resumes_from_its_savepoint_to_the_same_result(
    nodes: list[Node], change: str, seed: int, backend: bool
) -> None:
    also = seed % len(nodes) if change == "operator removed" else -1
    first = Life(nodes, also, "rocksdb" if change == "backend" and backend else "hashmap")
    LEDGERS.clear()
    for result in lives(first, change, seed):
        assert (result.status, result.cause) == (JobStatus.FINISHED, None)
    assert Counter(read_ledger(LEDGER)) == expected(nodes)[0]


def test_jobs_are_stopped_and_continue() -> None:
    """Else the test above would prove nothing."""
    nodes = [
        Node("sequence", (), 20, 2, "none"),
        Node("count", (0, 0), 3, 2, "none"),
        Node("map", (1, 0), 3, 3, "rebalance"),
    ]
    both = [len(list(lives(Life(nodes), change, seed))) for change in CHANGES for seed in range(6)]
    assert both.count(2) > len(both) / 2
