"""Every source and sink keeps the guarantee it declares: crashed at random steps, at each step, and while rescaled.

PYRITE_CONTRACT_RUNS says how many runs with random crashes a case has; a sink's are left to `make test-all`, as it is
crashed while it is rescaled as well. A failure names its seed.
"""

from __future__ import annotations

import os
import uuid
from collections import Counter

import pytest

from pyrite.core.connector.guarantee import Delivery
from pyrite.testing.simulation import SimulationOptions
from tests.whole.contract.case import RECORDS, SinkCase, SourceCase
from tests.whole.contract.runs import crash_at, random_crashes, run_sink, run_source

RUNS = int(os.environ.get("PYRITE_CONTRACT_RUNS", "1"))
STEPS = range(1, 400, 8)


def assert_kept(delivery: Delivery, arrived: list[int], reported: str) -> None:
    actual = Counter(arrived)
    lost = sorted(set(range(RECORDS)) - set(actual))
    doubled = sorted(number for number, count in actual.items() if count > 1)
    strange = sorted(set(actual) - set(range(RECORDS)))
    assert not strange, f"{reported}: never written: {strange}"
    assert delivery.loses or not lost, f"{reported}: lost {lost}"
    assert delivery.repeats or not doubled, f"{reported}: doubled {doubled}"


def check_sink(case: SinkCase, seed: int, options: SimulationOptions) -> None:
    run = f"r{uuid.uuid4().hex[:12]}"
    run_sink(case, run, seed, options)
    assert_kept(case.delivery, case.arrived(run), f"seed {seed}, {options}")


def check_source(case: SourceCase, seed: int, options: SimulationOptions) -> None:
    run = f"r{uuid.uuid4().hex[:12]}"
    case.fill(run, RECORDS)
    inputs = run_source(case, run, seed, options)
    assert_kept(case.delivery, inputs, f"seed {seed}, {options}")


def test_sink_writes_each_record_once_when_nothing_fails(sink_case: SinkCase) -> None:
    run = f"r{uuid.uuid4().hex[:12]}"
    run_sink(sink_case, run, 0, SimulationOptions(time_passes=0.5))
    assert sorted(sink_case.arrived(run)) == list(range(RECORDS))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(RUNS))
def test_sink_keeps_its_word_when_crashed(sink_case: SinkCase, seed: int) -> None:
    check_sink(sink_case, seed, random_crashes())


def test_sink_keeps_its_word_when_crashed_and_rescaled(sink_case: SinkCase) -> None:
    check_sink(sink_case, 7, random_crashes(rescales=True))


@pytest.mark.slow
@pytest.mark.parametrize("step", STEPS)
def test_sink_keeps_its_word_when_crashed_at_a_step(sink_case: SinkCase, step: int) -> None:
    check_sink(sink_case, step, crash_at(step))


def test_source_gives_each_record_once_when_nothing_fails(source_case: SourceCase) -> None:
    run = f"r{uuid.uuid4().hex[:12]}"
    source_case.fill(run, RECORDS)
    inputs = run_source(source_case, run, 0, SimulationOptions(time_passes=0.5))
    assert sorted(inputs) == list(range(RECORDS))


@pytest.mark.parametrize("seed", range(RUNS))
def test_source_keeps_its_word_when_crashed(source_case: SourceCase, seed: int) -> None:
    check_source(source_case, seed, random_crashes())


@pytest.mark.slow
@pytest.mark.parametrize("step", STEPS)
def test_source_keeps_its_word_when_crashed_at_a_step(source_case: SourceCase, step: int) -> None:
    check_source(source_case, step, crash_at(step))
