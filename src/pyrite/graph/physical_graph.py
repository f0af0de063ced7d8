"""PhysicalGraph: which task of a running job is where."""

from __future__ import annotations

from dataclasses import dataclass

from pyrite.graph.execution_graph import ExecutionGraph, Work


@dataclass(frozen=True)
class Placement:
    """Where one task runs."""

    level: int
    pid: int
    work: Work
    executor: str
    host: str
    process: int


@dataclass(frozen=True)
class PhysicalGraph:
    """The tasks of an attempt that have registered, with executor, host and process."""

    execution: ExecutionGraph
    placements: tuple[Placement, ...]
