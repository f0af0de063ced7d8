"""A batch job of three stages over an exactly-once file sink, whose functions note every run and fail on demand.

`python tests/spark/batch_stages.py FOLDER SETTINGS` runs it in a process of its own, with these settings.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Optional

from pyrite.common import Configuration
from pyrite.common.serialization import Encoder
from pyrite.common.typeinfo import Types
from pyrite.core.config.options import RuntimeExecutionMode
from pyrite.core.connector.sink import Sink
from pyrite.core.functions.functions import RuntimeContext
from pyrite.datastream import DataStream, KeyedProcessFunction, ProcessFunction, StreamExecutionEnvironment
from pyrite.datastream.connectors.file_system import FileSink

RECORDS, KEYS = 2000, 40
SETTINGS = {
    "jobmanager.execution.failover-strategy": "region",
    "restart-strategy.type": "fixed-delay",
    "restart-strategy.fixed-delay.attempts": "3",
    "restart-strategy.fixed-delay.delay": "100 ms",
}


class Trouble:
    """What goes wrong in a subtask of a stage, as long as the file is there: `kill`, `raise` or `wait`."""

    def __init__(self, folder: Path, stage: str) -> None:
        self._folder = folder
        self._stage = stage

    def note_run(self, context: RuntimeContext) -> None:
        self._file = self._folder / f"{self._stage}-{context.get_index_of_this_subtask()}-trouble"
        with (self._folder / "runs").open("a") as runs:
            runs.write(f"{self._stage} {context.get_index_of_this_subtask()} {os.getppid()}\n")

    def meet(self) -> None:
        try:
            kind = self._file.read_text()
        except FileNotFoundError:
            return
        if kind == "wait":
            self._file.with_suffix(".waiting").touch()
            while self._file.exists():
                time.sleep(0.02)
            return
        self._file.unlink()
        if kind == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        raise ValueError(f"{self._stage} does not work today")


class Reading(ProcessFunction):
    def __init__(self, folder: Path) -> None:
        self._trouble = Trouble(folder, "read")

    def open(self, runtime_context: RuntimeContext) -> None:
        self._trouble.note_run(runtime_context)

    def process_element(self, value: int, ctx: Any) -> Iterator[int]:
        if value % 7 == 0:
            self._trouble.meet()
        yield value


class Counting(KeyedProcessFunction):
    def __init__(self, folder: Path, stage: str) -> None:
        self._trouble = Trouble(folder, stage)

    def open(self, runtime_context: RuntimeContext) -> None:
        self._trouble.note_run(runtime_context)

    def process_element(self, value: int, ctx: Any) -> Iterator[int]:
        if value % 7 == 0:
            self._trouble.meet()
        yield value


def counting(folder: Path, settings: dict[str, str]) -> tuple[StreamExecutionEnvironment, DataStream]:
    """read (2) => count (2)."""
    env = StreamExecutionEnvironment.get_execution_environment(Configuration({**SETTINGS, **settings}))
    env.set_parallelism(2).set_runtime_mode(RuntimeExecutionMode.BATCH)
    read = env.from_sequence(1, RECORDS).process(Reading(folder)).name("read")
    return env, read.key_by(lambda number: number % KEYS).process(Counting(folder, "count")).name("count")


def program(folder: Path, settings: dict[str, str], sink: Optional[Sink] = None) -> StreamExecutionEnvironment:
    """read (2) => count (2) => write (2) with its file sink, or another one."""
    env, counted = counting(folder, settings)
    written = counted.key_by(lambda number: number % (KEYS + 1)).process(Counting(folder, "write"), Types.LONG())
    files = FileSink.for_row_format(str(folder / "out"), Encoder.simple_string_encoder()).build()
    written.name("write").sink_to(sink or files)
    return env


def runs(folder: Path) -> Counter[str]:
    """How often each subtask of each stage was opened."""
    return Counter(" ".join(line.split()[:2]) for line in (folder / "runs").read_text().splitlines())


def written(folder: Path) -> list[int]:
    """What readers of the output see, in order."""
    files = [file for file in (folder / "out").rglob("*") if file.is_file()]
    return sorted(int(line) for file in files if not _is_hidden(file) for line in file.read_text().splitlines())


def hidden(folder: Path) -> list[Path]:
    """What is left of files that were never published."""
    return [file for file in (folder / "out").rglob("*") if file.is_file() and _is_hidden(file)]


def _is_hidden(file: Path) -> bool:
    return file.name.startswith(("_", "."))


if __name__ == "__main__":
    program(Path(sys.argv[1]), json.loads(sys.argv[2])).execute("stages")
