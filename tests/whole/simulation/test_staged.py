"""Sinks that stage records, with crashes and checkpoints that fail: nothing lost, nothing twice, no file left."""

from __future__ import annotations

import random

import pytest

from pyrite.core.job.job_status import JobStatus
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.testing.simulation import Fault, SimulationOptions
from tests.whole.simulation.ledger import LEDGERS, StagedLedgerSink
from tests.whole.simulation.scenarios import CONCURRENT, LEDGER, SHORT_TIMEOUT, UNALIGNED, Number, levels, simulation_of
from tests.whole.simulation.uneven import UnevenJob

RECORDS = 12
MODES = {
    "time-outs": SHORT_TIMEOUT,
    "time-outs, three at a time": SHORT_TIMEOUT | CONCURRENT,
    "time-outs, unaligned": SHORT_TIMEOUT | UNALIGNED,
}


def build(env: StreamExecutionEnvironment) -> None:
    """As `levels`, with another sink."""
    numbers = env.from_sequence(0, RECORDS - 1).map(lambda n: (n,))
    first = numbers.key_by(lambda record: record[0] % 3).process(Number())
    second = first.key_by(lambda record: record[0] % 2).process(Number()).set_parallelism(1)
    second.sink_to(StagedLedgerSink(LEDGER)).set_parallelism(1)


@pytest.mark.parametrize("mode", MODES)
def test_staged_records_are_committed_once_and_their_files_go(mode: str) -> None:
    options = SimulationOptions(faults=tuple(Fault), most_faults=3, time_passes=0.5)
    made = simulation_of(build, options, {**MODES[mode], "data-inline-threshold": "0b"})
    seen = 0
    for seed in range(40):
        LEDGERS.clear()
        job = UnevenJob(made, random.Random(seed))
        assert job.run().status is JobStatus.FINISHED, f"seed {seed}"
        assert levels(RECORDS).faults_in(True) == [], f"seed {seed}"
        assert job.store is not None
        left = job.store.list("simulated/taskowned")
        seen += bool(left)
        assert len(left) <= 4, f"seed {seed}: {left}"
    assert seen, "no file was ever staged"
