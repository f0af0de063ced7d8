"""A sink with a committer, in whole simulated jobs under many seeds: all is published once, or nothing is."""

from __future__ import annotations

from collections import Counter
from typing import Any, Optional

import pytest

from pyrite.common.block import Block
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext
from pyrite.core.job.job_status import JobStatus
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.testing import Simulation, SimulationOptions
from tests.effort import one_in

PUBLISHED: set[Any] = set()
HANDED_IN: list[Any] = []
"""What committers were given, repeats and all."""
GIVEN_UP: set[Any] = set()
EVERYTHING = list(range(20))
SEEDS = range(30)


class PublishingSink(Sink):
    """Its committables are its records; `fail_in_commit` lets no commit succeed."""

    def __init__(self, fail_in_commit: bool = False) -> None:
        self._fails = fail_in_commit

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return HoldingWriter()

    def create_committer(self) -> Optional[Committer]:
        return PublishingCommitter(self._fails)


class HoldingWriter(SinkWriter):
    def __init__(self) -> None:
        self._held: list[Any] = []

    def write(self, block: Block) -> None:
        self._held.extend(block.values)

    def prepare_commit(self) -> list[Any]:
        return self._held


class PublishingCommitter(Committer):
    def __init__(self, fails: bool) -> None:
        self._fails = fails

    def commit(self, committables: list[Any]) -> None:
        if self._fails:
            raise OSError("the target is gone")
        HANDED_IN.extend(committables)
        PUBLISHED.update(committables)

    def abort(self, committables: list[Any]) -> None:
        GIVEN_UP.update(committables)


def simulation(options: SimulationOptions, sinks: int, sink: Optional[PublishingSink] = None) -> Simulation:
    env = StreamExecutionEnvironment().set_parallelism(2)
    env.from_sequence(0, EVERYTHING[-1]).rebalance().sink_to(sink or PublishingSink()).set_parallelism(sinks)
    return Simulation(env.get_job_spec(), options)


def run(made: Simulation, seed: int) -> tuple[JobStatus, list[Any]]:
    """How the run ended, and what it published."""
    PUBLISHED.clear()
    HANDED_IN.clear()
    GIVEN_UP.clear()
    status = made.run(seed).status
    assert not PUBLISHED & GIVEN_UP
    return status, sorted(PUBLISHED)


@pytest.mark.parametrize("batch", [False, True], ids=["streaming", "batch"])
def test_every_record_is_published_once_when_the_job_finishes(batch: bool) -> None:
    made = simulation(SimulationOptions(batch=batch), sinks=3)
    for seed in SEEDS:
        assert run(made, seed) == (JobStatus.FINISHED, EVERYTHING), seed
        assert sorted(HANDED_IN) == EVERYTHING, seed


def test_stopped_job_publishes_what_its_sources_had_read() -> None:
    made = simulation(SimulationOptions(stop=True), sinks=2)
    for seed in SEEDS:
        status, published = run(made, seed)
        assert status is JobStatus.FINISHED, seed
        assert not Counter(published) - Counter(EVERYTHING), seed


@pytest.mark.parametrize("kind", ["crash", "cancel"])
def test_streaming_publishes_nothing_unless_it_finishes(kind: str) -> None:
    made = simulation(SimulationOptions(crash=kind == "crash", cancel=kind == "cancel"), sinks=3)
    ended: Counter[JobStatus] = Counter()
    given_up = 0
    for seed in range(one_in(1)):
        status, published = run(made, seed)
        ended[status] += 1
        given_up += len(GIVEN_UP)
        assert published == (EVERYTHING if status is JobStatus.FINISHED else []), seed
    assert ended[JobStatus.FAILED if kind == "crash" else JobStatus.CANCELED] > 0
    assert given_up > 0


@pytest.mark.parametrize("kind", ["crash", "cancel"])
def test_batch_publishes_nothing_unless_it_finishes(kind: str) -> None:
    made = simulation(SimulationOptions(batch=True, crash=kind == "crash", cancel=kind == "cancel"), sinks=3)
    ended: Counter[JobStatus] = Counter()
    for seed in SEEDS:
        status, published = run(made, seed)
        ended[status] += 1
        assert published == (EVERYTHING if status is JobStatus.FINISHED else []), seed
    assert ended[JobStatus.FAILED if kind == "crash" else JobStatus.CANCELED] > 0


def test_commit_that_fails_fails_the_job() -> None:
    made = simulation(SimulationOptions(), 1, PublishingSink(fail_in_commit=True))
    result = made.run(0)
    assert result.status is JobStatus.FAILED
    assert "the target is gone" in str(result.cause)
