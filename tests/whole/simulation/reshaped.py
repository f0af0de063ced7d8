"""A job is cut off after an unaligned checkpoint, and another version of its program is restored from that checkpoint.

Whatever was in flight must have its effect once: in the second version, or, where that is refused, in the first one.
"""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import Optional

from pyrite.checkpoint.savepoint import load_savepoint
from pyrite.core.errors import JobRefusedError
from pyrite.core.job.job_status import JobStatus
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.storage.open_store import FolderOpener
from pyrite.storage.store import LocalStore
from pyrite.testing.simulated_disk import SimulatedDisk
from pyrite.testing.simulation import Fault, Savepoint, Simulation, SimulationOptions, SimulationResult
from tests.dags import OPERATIONS, PARTITIONINGS, Node, build, expected
from tests.whole.simulation import programs
from tests.whole.simulation.ledger import LEDGERS, LedgerSink, read_ledger
from tests.whole.simulation.uneven import UnevenJob, run_unevenly

LEDGER = "reshaped"
RECORDS = 40
CHANGES = ("chaining", "operator added", "operator removed", "parallelism up", "parallelism down")


class CutOffJob(UnevenJob):
    """A run that ends when a checkpoint with records in flight is complete: no process has heard of anything since."""

    checkpoint: Optional[Savepoint] = None

    def step(self) -> None:
        before = self.driver.checkpoints
        super().step()
        if self.driver.checkpoints > before:
            self.checkpoint = _with_in_flight(self.disk)
            if self.checkpoint is not None:
                raise CutOffError


class CutOffError(Exception):
    """The run has come to where it is cut off."""


class Outcome(Enum):
    """What became of what was in flight."""

    NOTHING_IN_FLIGHT = "the checkpoint had no records in flight, or there was none"
    TAKEN_OVER = "the second version has taken it over"
    REFUSED = "the second version was refused, the first one kept running"


@dataclass(frozen=True)
class Version:
    """A version of a program."""

    build: Callable[[StreamExecutionEnvironment], None]
    parallelism: int = 2
    chaining: bool = True
    backend: str = "hashmap"

    def simulation(self, seed: int, origin: Optional[Savepoint]) -> Simulation:
        """From the beginning without faults; from a checkpoint with crashes."""
        env = StreamExecutionEnvironment().set_parallelism(self.parallelism)
        if not self.chaining:
            env.disable_operator_chaining()
        configuration = env.get_configuration()
        for key, value in {
            "execution.checkpointing.interval": "10ms",
            "execution.checkpointing.unaligned.enabled": "true",
            "execution.checkpointing.tolerable-failed-checkpoints": "1000",
            "restart-strategy.type": "fixed-delay",
            "restart-strategy.fixed-delay.attempts": "20",
            "restart-strategy.fixed-delay.delay": "10ms",
            "pipeline.auto-watermark-interval": "5ms",
            "state.backend.type": self.backend,
            "execution.state-recovery.ignore-unclaimed-state": "true",
        }.items():
            configuration.set_string(key, value)
        self.build(env)
        options = SimulationOptions(time_passes=0.5, frame_size=96 if seed % 4 == 0 else 192 << 10)
        if origin is not None:
            options = replace(options, faults=(Fault.TASK, Fault.DRIVER), most_faults=2)
        return Simulation(env.get_job_spec(clear=True), options, origin)

    def cut_off(self, seed: int) -> Optional[Savepoint]:
        """Runs it up to its first checkpoint with records in flight, which is returned; None: it had none."""
        job = CutOffJob(self.simulation(seed, None), random.Random(seed))
        with contextlib.suppress(CutOffError):
            job.run()
        return job.checkpoint

    def go_on(self, seed: int, origin: Savepoint) -> SimulationResult:
        return run_unevenly(self.simulation(seed, origin), seed)


@dataclass(frozen=True)
class Reshaping:
    """Two versions of a program, and what is wrong with what both together have committed."""

    first: Version
    second: Version
    faults_in: Callable[[], list[str]]

    def run(self, seed: int) -> tuple[Outcome, list[str]]:
        """Runs both; what became of what was in flight, and what went wrong."""
        LEDGERS.clear()
        checkpoint = self.first.cut_off(seed)
        if checkpoint is None:
            return Outcome.NOTHING_IN_FLIGHT, []
        outcome, result = Outcome.TAKEN_OVER, self.second.go_on(seed + 1, checkpoint)
        if isinstance(result.cause, JobRefusedError):
            outcome, result = Outcome.REFUSED, self.first.go_on(seed + 2, checkpoint)
        if result.status is not JobStatus.FINISHED:
            return outcome, [f"the job ended {result.status.name}: {result.cause!r}"]
        return outcome, self.faults_in()


def random_reshaping(change: str, seed: int) -> Reshaping:
    """A random program before and after a change. Some have their state in RocksDB."""
    chance = random.Random(seed)
    nodes = _program(chance, broadcast=not change.startswith("parallelism"))
    other, also, chained = nodes, -1, True
    match change:
        case "chaining":
            other, chained = tuple(replace(node, new_chain=chance.random() < 0.5) for node in nodes), False
        case "operator added" | "operator removed":
            also = chance.randrange(len(nodes))
        case _:
            other = tuple(replace(node, parallelism=node.parallelism + chance.randint(0, 2)) for node in nodes)
    backend = "rocksdb" if seed % 8 == 0 else "hashmap"
    less = Version(partial(_build, nodes, -1), backend=backend)
    more = Version(partial(_build, other, also), chaining=chained, backend=backend)
    turned = change in ("operator removed", "parallelism down") or (change == "chaining" and seed % 2 == 0)
    return Reshaping(*((more, less) if turned else (less, more)), partial(_compare, nodes))


def timed_reshaping(seed: int) -> Reshaping:
    """A program with timers and windows, at another parallelism or chained differently: nothing may become late."""
    before, after = random.Random(seed).sample((1, 2, 3), 2)
    build = partial(programs.build, records=RECORDS, name=LEDGER)
    second = Version(build, before, chaining=False) if seed % 4 == 0 else Version(build, after)
    return Reshaping(Version(build, before), second, partial(programs.faults_in, LEDGER, RECORDS))


def _build(nodes: tuple[Node, ...], also: int, env: StreamExecutionEnvironment) -> None:
    build(env, list(nodes), uids=True, also=also, sink=lambda: LedgerSink(LEDGER))


def _compare(nodes: tuple[Node, ...]) -> list[str]:
    right, got = expected(list(nodes))[0], Counter(read_ledger(LEDGER))
    lost, strange = right - got, got - right
    return [f"lost {dict(lost)}"] * bool(lost) + [f"twice or out of nowhere {dict(strange)}"] * bool(strange)


def _program(chance: random.Random, broadcast: bool) -> tuple[Node, ...]:
    operations = [item for item in OPERATIONS if broadcast or item != "broadcast_connect"]
    partitionings = [item for item in PARTITIONINGS if broadcast or item != "broadcast"]
    nodes = [Node("sequence", (), chance.randint(15, 30), chance.randint(1, 3), "none")]
    for _ in range(chance.randint(2, 4)):
        inputs = (chance.choice((0, len(nodes) - 1)), chance.randrange(len(nodes)))
        argument, parallelism = chance.randint(1, 4), chance.randint(1, 3)
        nodes.append(Node(chance.choice(operations), inputs, argument, parallelism, chance.choice(partitionings)))
    return tuple(nodes)


def _with_in_flight(disk: SimulatedDisk) -> Optional[Savepoint]:
    """The last checkpoint, if records were in flight."""
    store = LocalStore(disk, "/checkpoints", "t")
    last = max(int(name[4:]) for name in store.list("simulated") if name.startswith("chk-"))
    path = f"file:///checkpoints/simulated/chk-{last}"
    return Savepoint(path, disk) if load_savepoint(path, FolderOpener(beside=store)).in_flight else None
