"""Iterations on a real Spark: feedback over connections of its own, and a task that dies while records go round."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pyrite.datastream import MapFunction, SolutionSetFunction, StreamExecutionEnvironment
from tests.spark.conftest import environment

Record = tuple[int, int]


class DieOnce(MapFunction):
    """Kills its process at one record, the first time."""

    def __init__(self, mark: Path) -> None:
        self._mark = mark

    def map(self, value: Record) -> Record:
        if value == (77, 3) and not self._mark.exists():
            self._mark.touch()
            os._exit(9)
        return value


def test_stream_loop_has_each_record_go_round_once_though_a_task_dies(tmp_path: Path) -> None:
    env: StreamExecutionEnvironment = environment(restart_strategy__type="fixed-delay").enable_checkpointing(100)
    numbers = env.from_sequence(0, 999).map(lambda n: (n, n % 10))
    loop = numbers.iterate(50)
    body = loop.key_by(lambda record: record[0] % 7).map(DieOnce(tmp_path / "mark"))
    loop.close_with(body.filter(lambda record: record[1] > 0).map(lambda record: (record[0], record[1] - 1)))
    got = Counter(body.execute_and_collect())
    assert got == Counter((n, left) for n in range(1000) for left in range(n % 10 + 1))
    assert (tmp_path / "mark").exists()


class Smallest(SolutionSetFunction):
    """A vertex takes the smallest component that it hears of. Its process is killed once, in superstep 4."""

    def __init__(self, mark: Path) -> None:
        self._mark = mark

    def join(self, values: list[Record], entry: Any, ctx: Any) -> Iterator[Record]:
        if ctx.timestamp() == 4 and not self._mark.exists():
            time.sleep(0.5)  # so that there is a checkpoint in the middle of the loop
            self._mark.touch()
            os._exit(9)
        vertex, component = entry.value()
        smallest = min(heard for _, heard in values)
        if smallest < component:
            entry.update((vertex, smallest))
            yield vertex, smallest


def neighbours(vertex: int) -> list[int]:
    """Along paths of ten vertices each."""
    return [item for item in (vertex - 1, vertex + 1) if item // 10 == vertex // 10]


def test_delta_iteration_gives_the_components_though_a_task_dies(tmp_path: Path) -> None:
    env: StreamExecutionEnvironment = environment(restart_strategy__type="fixed-delay").enable_checkpointing(100)
    vertices = env.from_sequence(0, 999).map(lambda n: (n, n))
    iteration = vertices.iterate_delta(vertices, 100, keys=0)
    workset = iteration.get_workset()
    reported = workset.flat_map(lambda actual: [(to, actual[1]) for to in neighbours(actual[0])])
    delta = iteration.join_solution_set(reported, lambda actual: actual[0], Smallest(tmp_path / "mark"))
    got = Counter(iteration.close_with(delta, delta).execute_and_collect())
    assert got == Counter((n, n // 10 * 10) for n in range(1000))
    assert (tmp_path / "mark").exists()
