"""The hybrid source under faults: every record of every source once, and none of a source before the one before it.

`python -m tests.connectors.test_hybrid_simulation 1000` runs that many seeds of each scenario.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Optional

import pytest

from pyrite.common import WatermarkStrategy
from pyrite.connectors.builtin.collection import CollectionSource
from pyrite.connectors.builtin.number_sequence import NumberSequenceSource
from pyrite.core.connector.source import Boundedness, Source
from pyrite.core.job.job_status import JobStatus
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.connectors.hybrid_source import HybridSource, HybridSourceBuilder, SourceSwitchContext
from pyrite.testing.simulation import Fault, Savepoint, Simulation, SimulationOptions, Wish, simulate
from tests.connectors.pulled_source import PulledEnumerator, PulledSource
from tests.whole.simulation.ledger import LEDGERS, LedgerSink, read_ledger
from tests.whole.simulation.scenarios import simulation_of
from tests.whole.simulation.uneven import run

LEDGER = "hybrid"
SEEDS = 5
MANY_SEEDS = 60


def following(context: SourceSwitchContext) -> Source[Any]:
    """Resumes where the source before it has ended, by what its enumerator knows."""
    previous = context.get_previous_enumerator()
    assert isinstance(previous, PulledEnumerator)
    last: int = max(value for values in previous.source.lists for value in values)
    return PulledSource([last + 1, last + 2], [last + 3, last + 4, last + 5])


def sequences() -> HybridSourceBuilder:
    return HybridSource.builder(NumberSequenceSource(0, 9)).add_source(NumberSequenceSource(10, 19))


def uneven() -> HybridSourceBuilder:
    """A source of which one reader has all, one with many splits, and one with a single record."""
    several = PulledSource([5], [6, 7, 8], [], [9, 10], [11])
    builder = HybridSource.builder(CollectionSource(list(range(5)))).add_source(several)
    return builder.add_source(NumberSequenceSource(12, 12)).add_source(CollectionSource([13, 14, 15, 16]))


def pulled() -> HybridSourceBuilder:
    return HybridSource.builder(PulledSource([0, 1, 2], [3])).add_source(PulledSource([4, 5, 6, 7], [8], [9, 10, 11]))


def deferred() -> HybridSourceBuilder:
    builder = HybridSource.builder(PulledSource([0, 1], [2, 3, 4]))
    builder.add_source_factory(following, Boundedness.BOUNDED)
    return builder.add_source_factory(following, Boundedness.BOUNDED)


@dataclass(frozen=True)
class Scenario:
    """A hybrid source of the numbers below `count`, and what happens to its job."""

    name: str
    builder: Callable[[], HybridSourceBuilder]
    count: int
    faults: tuple[Fault, ...] = tuple(Fault)
    wishes: tuple[Wish, ...] = ()
    settings: dict[str, str] = field(default_factory=dict)
    parallelism: int = 2

    def run(self, seed: int) -> None:
        """Fails with the seed if a number is lost, doubled, or not there when the job has finished."""
        LEDGERS.clear()
        options = SimulationOptions(faults=self.faults, most_faults=3, time_passes=0.5, wishes=self.wishes)
        result = run(self._simulation(options, self.parallelism), seed)
        if result.savepoint is not None:  # another life from it, at another parallelism
            options = replace(options, wishes=())
            result = run(self._simulation(options, 1 + 2 * (seed % 2), result.savepoint), seed + 1)
        assert result.status is JobStatus.FINISHED, f"{self.name}, seed {seed}: {result.status} {result.cause!r}"
        assert sorted(read_ledger(LEDGER)) == list(range(self.count)), f"{self.name}, seed {seed}"

    def _simulation(
        self, options: SimulationOptions, parallelism: int, origin: Optional[Savepoint] = None
    ) -> Simulation:
        return simulation_of(self._build, options, self.settings, parallelism, origin)

    def _build(self, env: StreamExecutionEnvironment) -> None:
        stream = env.from_source(self.builder().build(), WatermarkStrategy.no_watermarks(), "hybrid").uid("hybrid")
        stream.sink_to(LedgerSink(LEDGER)).uid("ledger")


CRASHES = (Fault.TASK, Fault.DRIVER, Fault.MACHINE, Fault.DISK)
SCENARIOS = (
    Scenario("sequences", sequences, 20),
    Scenario("uneven", uneven, 17, parallelism=3),
    Scenario("pulled", pulled, 12),
    Scenario("deferred", deferred, 15),
    Scenario("tasks killed", pulled, 12, faults=(Fault.TASK,)),
    Scenario("slow checkpoints", deferred, 15, settings={"interval": "100ms"}),
    Scenario("concurrent checkpoints", pulled, 12, settings={"max-concurrent-checkpoints": "3"}),
    Scenario("rescaled", uneven, 17, wishes=(Wish.RESCALE, Wish.RESCALE)),
    Scenario("rescaled, deferred", deferred, 15, wishes=(Wish.RESCALE,)),
    Scenario("stopped", uneven, 17, wishes=(Wish.STOP,)),
    Scenario("stopped, deferred", deferred, 15, wishes=(Wish.SAVEPOINT, Wish.STOP)),
    Scenario("cancelled", pulled, 12, wishes=(Wish.CANCEL,), faults=CRASHES),
)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_hybrid_source_gives_every_record_once(scenario: Scenario) -> None:
    for seed in range(SEEDS):
        scenario.run(seed)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_hybrid_source_gives_every_record_once_with_many_seeds(scenario: Scenario) -> None:
    for seed in range(SEEDS, MANY_SEEDS):
        scenario.run(seed)


@pytest.mark.parametrize("builder", [sequences, uneven, pulled, deferred])
@pytest.mark.parametrize("parallelism", [1, 2, 4])
def test_no_record_comes_before_those_of_the_source_before(
    builder: Callable[[], HybridSourceBuilder], parallelism: int
) -> None:
    for seed in range(SEEDS):
        env = StreamExecutionEnvironment().set_parallelism(parallelism)
        stream = env.from_source(builder().build(), WatermarkStrategy.no_watermarks(), "hybrid")
        stream.map(lambda value: value).print()
        inputs = [int(line.rpartition("> ")[2]) for line in simulate(env, seed).text.splitlines()]
        assert sorted(inputs) == list(range(len(inputs)))
        bounds = {sequences: [10], uneven: [5, 12, 13], pulled: [4], deferred: [5, 10]}[builder]
        parts = [sum(value >= bound for bound in bounds) for value in inputs]
        assert parts == sorted(parts), f"seed {seed}: {inputs}"


def main(seeds: int) -> None:
    for scenario in SCENARIOS:
        for seed in range(seeds):
            try:
                scenario.run(seed)
            except AssertionError as error:
                print(scenario.name, seed, str(error)[:300])
        print(scenario.name, "done", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
