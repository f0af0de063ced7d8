"""A two-phase sink of a user's own: nothing is visible before the job has finished, everything is once it has."""

from __future__ import annotations

import os
import signal
import time
import uuid
from pathlib import Path

import pytest

from pyrite.common import WatermarkStrategy
from pyrite.common.block import Block
from pyrite.core.config.options import RuntimeExecutionMode
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext
from pyrite.core.errors import JobExecutionError
from pyrite.core.metrics.declared_metrics import NUM_RECORDS_IN
from pyrite.datastream import DataStream, StreamExecutionEnvironment
from pyrite.datastream.connectors import DataGeneratorSource, RateLimiterStrategy
from tests.spark.conftest import environment
from tests.spark.processes import wait_until


class LinesSink(Sink):
    """Writes lines to hidden files and renames them at the commit."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return LinesWriter(self.folder / f".{context.subtask}-{uuid.uuid4().hex}")

    def create_committer(self) -> Committer:
        return LinesCommitter()


class LinesWriter(SinkWriter):
    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path.open("w")

    def write(self, block: Block) -> None:
        self._file.writelines(f"{value}\n" for value in block.values)

    def flush(self, end_of_input: bool) -> None:
        self._file.flush()

    def prepare_commit(self) -> list[Path]:
        return [self._path]

    def close(self) -> None:
        self._file.close()


class LinesCommitter(Committer):
    def commit(self, committables: list[Path]) -> None:
        for path in committables:
            if path.exists():
                path.rename(path.with_name(path.name.removeprefix(".")))


def many(env: StreamExecutionEnvironment) -> DataStream:
    """Numbers that end, but not soon: without checkpoints a two-phase sink takes no others."""
    source = DataGeneratorSource(lambda number: number, 10**9, RateLimiterStrategy.per_second(1000))
    return env.from_source(source, WatermarkStrategy.no_watermarks(), "many")


def visible(folder: Path) -> list[int]:
    files = [path for path in folder.iterdir() if not path.name.startswith(".")]
    return sorted(int(line) for path in files for line in path.read_text().splitlines())


@pytest.mark.parametrize("mode", [RuntimeExecutionMode.STREAMING, RuntimeExecutionMode.BATCH])
def test_two_phase_sink_shows_every_record_once_the_job_has_finished(
    tmp_path: Path, mode: RuntimeExecutionMode
) -> None:
    env = environment().set_runtime_mode(mode)
    env.from_sequence(0, 999).key_by(lambda n: n % 10).map(lambda n: n).sink_to(LinesSink(tmp_path))
    env.execute()
    assert visible(tmp_path) == list(range(1000))


def test_two_phase_sink_shows_nothing_when_a_worker_is_killed(env: StreamExecutionEnvironment, tmp_path: Path) -> None:
    many(env).key_by(lambda n: n % 10).map(lambda n: n).sink_to(LinesSink(tmp_path))
    client = env.execute_async()
    wait_until(lambda: len(client.get_physical_graph().placements) == 4, 60, "all tasks registered")
    time.sleep(1)
    os.kill(client.get_physical_graph().placements[0].process, signal.SIGKILL)
    with pytest.raises(JobExecutionError):
        client.get_job_execution_result().result(10)
    assert visible(tmp_path) == []
    assert any(tmp_path.iterdir())


def test_two_phase_sink_shows_what_was_read_when_the_job_is_stopped(
    env: StreamExecutionEnvironment, tmp_path: Path
) -> None:
    many(env).set_parallelism(1).key_by(lambda n: n % 10).map(lambda n: n).sink_to(LinesSink(tmp_path))
    client = env.execute_async()
    wait_until(lambda: client._job.view.reports()[1, 0][NUM_RECORDS_IN] > 100, 60, "records at the sink")
    client.stop().result(10)
    shown = visible(tmp_path)
    assert len(shown) > 100
    assert shown == list(range(len(shown)))
