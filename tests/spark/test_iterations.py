"""Iterations on a real Spark: feedback over connections of its own, and a task that dies while records go round."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

from pyrite.datastream import MapFunction, StreamExecutionEnvironment
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
