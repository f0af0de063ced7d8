"""A delta iteration's time per superstep: it falls with the workset, whatever the size of the solution set.

Connected components of a random graph in which every vertex has six neighbours, with a path of further vertices: nearly
all change in the first supersteps, then fewer and fewer, and along the path one in each. `python -m
benchmarks.delta_iteration VERTICES` runs it once and prints its table.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from statistics import median
from typing import Any

from benchmarks.results import Result
from benchmarks.run import run_json

NAME = "delta_iteration"
VERTICES, PATH = 200_003, 12
"""A prime number, so that every factor below it has an inverse."""
_THERE = ((7, 3), (1_009, 11), (65_537, 101))
_SMALL = 0.01
"""Supersteps of which the workset is below this share of the largest one count as small."""
Component = tuple[int, int]
Step = tuple[int, int, int]
"""A superstep's number, the records that it has fed back, and its milliseconds."""


def ways(vertices: int) -> list[tuple[int, int]]:
    """The ways to a vertex's neighbours, there and back again, as factors and shifts."""
    inverses = [(pow(factor, -1, vertices), shift) for factor, shift in _THERE]
    return [*_THERE, *((inverse, -shift * inverse) for inverse, shift in inverses)]


def neighbours(vertex: int, vertices: int, actual: list[tuple[int, int]]) -> list[int]:
    """In the random graph, and along the path that begins at its last vertex."""
    if vertex >= vertices:
        return [vertex - 1, *([vertex + 1] if vertex + 1 < vertices + PATH else [])]
    further = [vertices] if vertex == vertices - 1 else []
    return [(vertex * factor + shift) % vertices for factor, shift in actual] + further


def run(vertices: int) -> list[Step]:
    """Runs the job on Spark; its supersteps."""
    from pyrite.datastream import SolutionSetFunction, StreamExecutionEnvironment
    from pyrite.datastream.connectors import DiscardingSink

    class Smallest(SolutionSetFunction):
        def join(self, values: list[Component], entry: Any, ctx: Any) -> Iterator[Component]:
            vertex, component = entry.value()
            smallest = min(heard for _, heard in values)
            if smallest < component:
                entry.update((vertex, smallest))
                yield vertex, smallest

    there = ways(vertices)
    env = StreamExecutionEnvironment.get_execution_environment().set_parallelism(2)
    everyone = env.from_sequence(1, vertices + PATH - 1).map(lambda vertex: (vertex, vertex))
    iteration = everyone.iterate_delta(everyone, 1000, keys=0)
    report = iteration.get_workset().flat_map(
        lambda actual: [(to, actual[1]) for to in neighbours(actual[0], vertices, there) if to]
    )
    delta = iteration.join_solution_set(report, lambda actual: actual[0], Smallest())
    iteration.close_with(delta, delta).sink_to(DiscardingSink())
    steps = env.execute(NAME).get_accumulator_result("supersteps of Delta Iteration")
    return [(step.number, step.fed_back, step.took_ms) for step in steps]


def table(steps: list[Step]) -> str:
    lines = ["superstep  fed back        ms"]
    return "\n".join(lines + [f"{number:>9} {fed_back:>9,} {took_ms:>9,}" for number, fed_back, took_ms in steps])


def measure() -> list[Result]:
    """The median time of a superstep with a small workset, beside that of the slowest one."""
    steps: list[Step] = run_json([sys.executable, "-m", "benchmarks.delta_iteration", str(VERTICES)])["steps"]
    print(table(steps), file=sys.stderr)
    largest = max(fed_back for _, fed_back, _ in steps)
    worksets = [VERTICES, *(fed_back for _, fed_back, _ in steps)]
    small = [took_ms for (_, _, took_ms), workset in zip(steps, worksets, strict=False) if workset < _SMALL * largest]
    slowest = max(took_ms for _, _, took_ms in steps)
    shown = ", ".join(f"{workset:,}: {step[2]} ms" for workset, step in zip(worksets, steps, strict=False))
    note = f"a superstep with a small workset beside the slowest; {VERTICES:,} vertices; by workset: {shown}"
    return [Result(NAME, median(small), "slowest", slowest, "ms", note)]


if __name__ == "__main__":
    results = run(int(sys.argv[1]))
    print(table(results))
    print(json.dumps({"steps": results}))
