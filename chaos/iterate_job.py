"""The job with a loop: every number passes the loop a number of times, through an exchange, and is counted each time.

`chaos.iterate_checker` computes the expected results independently.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from chaos import iterate_checker
from chaos.checker import Verdict
from chaos.fault_plan import FollowsPlan
from chaos.iterate_checker import KEYS, turns_of
from chaos.jobs import SoakedJob
from chaos.pipeline import numbers_with_chance
from chaos.run_folder import JobSpec, RunFolder
from chaos.sinks import soaked_sink
from pyrite.common import WatermarkStrategy
from pyrite.datastream import KeyedProcessFunction, OutputTag, StreamExecutionEnvironment
from pyrite.datastream.state import ValueStateDescriptor

MAX_WAIT_MS = 500
ROWS = OutputTag("rows")
Turn = tuple[int, int, Any]
"""A number, its remaining turns, and its chance."""


class Pass(FollowsPlan, KeyedProcessFunction):
    """Counts, emits a row, and returns the number to the loop while it has turns."""

    def open(self, runtime_context: Any) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element(self, value: Turn, ctx: Any) -> Iterator[Any]:
        number, turns, chance = value
        count = (self._count.value() or 0) + 1
        self._count.update(count)
        row = {"kind": "pass", "key": number % KEYS, "n": number, "left": turns, "count": count, "chance": chance}
        yield ROWS, row
        if turns:
            yield number, turns - 1, chance


class IterateJob(SoakedJob):
    """One loop, with state in it."""

    def build(self, env: StreamExecutionEnvironment, spec: JobSpec) -> None:
        folder = RunFolder(Path(spec.folder))
        plan = folder.plan("task")
        sink = soaked_sink(spec.sink, folder)
        records = numbers_with_chance(env, spec, WatermarkStrategy.no_watermarks())
        turns = records.map(lambda record: (record[0], turns_of(record[0]), record[1])).uid("turns")
        loop = turns.iterate(MAX_WAIT_MS).uid("loop")
        passes = loop.key_by(lambda turn: turn[0] % KEYS).process(Pass(plan)).name("pass").uid("pass")
        loop.close_with(passes)
        rows = passes.get_side_output(ROWS).sink_to(sink.watched("state", spec.sink_settings))
        rows.name("row files").uid("row files")

    def check(self, lines: Iterable[tuple[str, str]], numbers: int) -> Verdict:
        return iterate_checker.check_lines(lines, numbers)
