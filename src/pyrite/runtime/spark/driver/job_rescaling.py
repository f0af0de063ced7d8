"""From a Rescale to the job's next parallelism, and from the parallelism of an earlier driver to the job's graph."""

from __future__ import annotations

import logging

from pyrite.control.document_of_view import vertex_id
from pyrite.core.config.execution_config import ExecutionConfig
from pyrite.core.errors import InvalidProgramError
from pyrite.core.job.commands import Rescale
from pyrite.core.job.job_parallelism import JobParallelism
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.graph.job_graph import JobGraph
from pyrite.graph.job_spec import JobSpec

_log = logging.getLogger(__name__)


def rescaled(job: JobSpec, graph: JobGraph, former: JobParallelism, command: Rescale) -> JobParallelism:
    """The parallelism after a Rescale of a job that runs as `graph`.

    InvalidProgramError: a vertex is unknown, or cannot be rescaled apart from another one.
    """
    default = ExecutionConfig(job.configuration).get_parallelism()
    if command.parallelism is not None:
        after = JobParallelism(command.parallelism, program_default=default)
    else:
        after = JobParallelism(former.default, former.operators, default)
    vertices = {vertex_id(vertex): vertex for vertex in graph.vertices}
    if unknown := [vertex for vertex in command.vertices if vertex not in vertices]:
        raise InvalidProgramError(f"these are not vertices of the job: {', '.join(unknown)}")
    operators = {
        chained.node.operator_id: parallelism
        for vertex, parallelism in command.vertices.items()
        for chained in vertices[vertex].operators
    }
    after = after.with_operators(operators)
    nodes = {node.operator_id: node for node in job.plan(after).stream.nodes}
    for operator, parallelism in operators.items():
        node = nodes[operator]
        if node.parallelism != parallelism:
            raise InvalidProgramError(
                f"'{node.name}' cannot be rescaled to {parallelism} apart from the head of its loop '{node.loop_name}'"
            )
    return after


def resumed(job: JobSpec, graph: ExecutionGraph, former: JobParallelism) -> tuple[ExecutionGraph, JobParallelism]:
    """The graph and the parallelism of a job at its driver's start.

    `graph`: as the program says; `former`: the parallelism under earlier drivers. A program that has changed so that
    this no longer fits runs as it says itself.
    """
    default = ExecutionConfig(job.configuration).get_parallelism()
    parallelism = former.for_program(default)
    if not parallelism.is_changed:
        return graph, parallelism
    try:
        rescaled_graph = job.plan(parallelism).execution
    except InvalidProgramError as error:
        _log.warning("job '%s': the rescale under its last driver no longer fits the program: %s", job.name, error)
        return graph, JobParallelism(program_default=default)
    _log.info("job '%s' continues as it was rescaled: %s", job.name, parallelism)
    return rescaled_graph, parallelism
