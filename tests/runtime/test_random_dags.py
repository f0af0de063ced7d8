"""Random programs under random interleavings give what a plain model gives, each function called once per record."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pyrite.core.job.job_status import JobStatus
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.testing import Simulation, SimulationOptions
from tests.dags import OPERATIONS, PARTITIONINGS, Node, build, expected, random_program


def simulation_of(nodes: list[Node], options: SimulationOptions, timeout_ms: int = 5) -> Simulation:
    environment = StreamExecutionEnvironment().set_parallelism(2).set_buffer_timeout(timeout_ms)
    build(environment, nodes)
    return Simulation(environment.get_job_spec(), options)


@st.composite
def programs(draw: st.DrawFn) -> list[Node]:
    nodes = [Node("sequence", (), draw(st.integers(0, 20)), draw(st.integers(1, 3)), "none")]
    for _ in range(draw(st.integers(1, 6))):
        earlier = st.integers(0, len(nodes) - 1)
        nodes.append(
            Node(
                draw(st.sampled_from(OPERATIONS)),
                (draw(earlier), draw(earlier)),
                draw(st.integers(1, 4)),
                draw(st.integers(1, 3)),
                draw(st.sampled_from(PARTITIONINGS)),
                draw(st.booleans()),
            )
        )
    return nodes


@settings(max_examples=75, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    nodes=programs(),
    seed=st.integers(0, 2**32),
    batch=st.booleans(),
    timeout_ms=st.sampled_from([-1, 0, 5]),
    frame_size=st.sampled_from([64, 300, 192 << 10]),
)
def test_random_program_gives_what_the_model_gives(
    nodes: list[Node], seed: int, batch: bool, timeout_ms: int, frame_size: int
) -> None:
    options = SimulationOptions(batch=batch, frame_size=frame_size, memory_bytes=4096 if seed % 2 else 64 << 20)
    result = simulation_of(nodes, options, timeout_ms).run(seed)
    records, calls = expected(nodes)
    assert (result.status, result.cause) == (JobStatus.FINISHED, None)
    assert Counter(result.results) == records
    assert result.accumulators.get("calls", 0) == calls


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.slow) for part in range(1, 50))])
def test_ten_thousand_interleavings_give_what_the_model_gives(part: int) -> None:
    for program in range(part * 10, part * 10 + 10):
        nodes = random_program(program, size=4)
        records, calls = expected(nodes)
        simulation = simulation_of(nodes, SimulationOptions(batch=program % 5 == 0))
        for seed in range(20):
            result = simulation.run(seed)
            assert result.status is JobStatus.FINISHED, (program, seed, result.cause)
            assert Counter(result.results) == records, (program, seed)
            assert result.accumulators.get("calls", 0) == calls, (program, seed)


@pytest.mark.parametrize("kind", ["crash", "cancel"])
def test_job_ends_and_gives_nothing_twice_when_a_task_crashes_or_the_job_is_cancelled(kind: str) -> None:
    ended: Counter[JobStatus] = Counter()
    for program in range(50):
        nodes = random_program(program, size=4)
        records, _ = expected(nodes)
        simulation = simulation_of(nodes, SimulationOptions(crash=kind == "crash", cancel=kind == "cancel"))
        for seed in range(5):
            result = simulation.run(seed)
            ended[result.status] += 1
            assert result.status.is_globally_terminal_state()
            assert not Counter(result.results) - records, (program, seed)
    assert ended[JobStatus.FAILED if kind == "crash" else JobStatus.CANCELED] > 50


def test_stopped_job_finishes_with_what_its_sources_had_read() -> None:
    nodes = random_program(3, size=3)
    records, _ = expected(nodes)
    for seed in range(100):
        result = simulation_of(nodes, SimulationOptions(stop=True)).run(seed)
        assert result.status is JobStatus.FINISHED
        assert not Counter(result.results) - records or "count" in {node.operation for node in nodes}


def test_same_seed_gives_the_same_run() -> None:
    simulation = simulation_of(random_program(11), SimulationOptions())
    first, second = simulation.run(42), simulation.run(42)
    assert (first.results, first.steps) == (second.results, second.steps)
