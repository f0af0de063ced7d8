"""Plan: a job's graphs, and the passes that lead from what the program said to the tasks that run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.graph.job_graph import JobGraph
from pyrite.graph.passes.assign_levels import assign_levels
from pyrite.graph.passes.chain_operators import chain_operators
from pyrite.graph.passes.find_loops import find_loops
from pyrite.graph.passes.name_operators import name_operators
from pyrite.graph.passes.place_watermarks import place_watermarks
from pyrite.graph.passes.resolve_parallelism import resolve_parallelism
from pyrite.graph.plan_settings import PlanSettings
from pyrite.graph.stream_graph import StreamGraph

Pass = Callable[[Any, PlanSettings], StreamGraph | JobGraph | ExecutionGraph]

PASSES: Final[tuple[Pass, ...]] = (
    find_loops,
    place_watermarks,
    name_operators,
    resolve_parallelism,
    chain_operators,
    assign_levels,
)
"""From the stream graph of a JobSpec to the execution graph, in this order. Each takes what the one before it gave."""


@dataclass(frozen=True)
class Plan:
    """The graphs of one job at one parallelism."""

    stream: StreamGraph
    job: JobGraph
    execution: ExecutionGraph


def make_plan(graph: StreamGraph, settings: PlanSettings) -> Plan:
    """Takes a stream graph through all passes. InvalidProgramError for a program that cannot run."""
    current: Any = graph
    graphs: dict[type, Any] = {}
    for each in PASSES:
        current = each(current, settings)
        graphs[type(current)] = current
    return Plan(graphs[StreamGraph], graphs[JobGraph], graphs[ExecutionGraph])
