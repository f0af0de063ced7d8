"""The parallelism that follows from rescales, and the graph with which the next driver continues."""

from __future__ import annotations

import logging

import pytest

from pyrite.connectors.builtin.terminal import DiscardingSink
from pyrite.control.document_of_view import vertex_id
from pyrite.core.errors import InvalidProgramError
from pyrite.core.job.commands import Rescale
from pyrite.core.job.job_parallelism import JobParallelism
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.graph.job_spec import JobSpec
from pyrite.runtime.spark.driver.job_rescaling import rescaled, resumed
from tests.graph import programs


def job() -> JobSpec:
    return programs.counting().get_job_spec("counts")


def parallelism_of(spec: JobSpec, parallelism: JobParallelism) -> list[int]:
    return [vertex.parallelism for vertex in spec.plan(parallelism).job.vertices]


def apply(spec: JobSpec, former: JobParallelism, command: Rescale) -> JobParallelism:
    return rescaled(spec, spec.plan(former).job, former, command)


def vertex_of(spec: JobSpec, number: int) -> str:
    return vertex_id(spec.plan().job.vertices[number])


def test_vertex_is_rescaled_with_all_operators_of_its_chain_and_no_other_is() -> None:
    spec = job()
    after = apply(spec, JobParallelism(), Rescale(vertices={vertex_of(spec, 0): 4}))
    assert parallelism_of(spec, after) == [4, 2, 1]
    after = apply(spec, after, Rescale(vertices={vertex_of(spec, 1): 3}))
    assert parallelism_of(spec, after) == [4, 3, 1]


def test_rescale_of_the_whole_job_replaces_those_of_vertices() -> None:
    spec = job()
    after = apply(spec, JobParallelism(), Rescale(vertices={vertex_of(spec, 0): 4}))
    assert parallelism_of(spec, apply(spec, after, Rescale(3))) == [3, 3, 1]


def forwarding() -> JobSpec:
    env = StreamExecutionEnvironment().set_parallelism(2).disable_operator_chaining()
    programs.numbers(env).forward().map(programs.same).name("Same").sink_to(DiscardingSink())
    return env.get_job_spec("forwarding")


def test_vertices_that_cannot_rescale_apart_are_refused_with_the_reason() -> None:
    spec = forwarding()
    with pytest.raises(InvalidProgramError, match=r"forward\(\) from 'Numbers'.* to 'Same'.*the same parallelism"):
        apply(spec, JobParallelism(), Rescale(vertices={vertex_of(spec, 1): 3}))


def test_vertex_that_is_unknown_is_refused() -> None:
    with pytest.raises(InvalidProgramError, match=f"not vertices of the job: {'0' * 32}"):
        apply(job(), JobParallelism(), Rescale(vertices={"0" * 32: 3}))


def test_next_driver_continues_as_the_job_was_rescaled() -> None:
    spec = job()
    graph, parallelism = resumed(spec, spec.plan().execution, JobParallelism(3, program_default=2))
    assert [vertex.parallelism for vertex in graph.job.vertices] == [3, 3, 1]
    assert parallelism == JobParallelism(3, program_default=2)


def test_program_that_is_started_with_another_parallelism_has_the_last_word() -> None:
    spec = job()
    own = spec.plan().execution
    graph, parallelism = resumed(spec, own, JobParallelism(3, program_default=1))
    assert graph is own
    assert parallelism == JobParallelism(program_default=2)


def test_rescale_that_no_longer_fits_the_program_is_dropped_with_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    spec = forwarding()
    own = spec.plan()
    former = JobParallelism(operators={own.stream.nodes[0].operator_id: 3}, program_default=2)
    with caplog.at_level(logging.WARNING):
        graph, parallelism = resumed(spec, own.execution, former)
    assert (graph, parallelism) == (own.execution, JobParallelism(program_default=2))
    assert "no longer fits the program: forward() from" in caplog.text
