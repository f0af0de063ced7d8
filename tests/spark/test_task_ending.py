"""Functions are closed however their task ends, and the output of processes that they start reaches the user."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from pyrite.core.errors import JobExecutionError
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.connectors import DiscardingSink
from pyrite.datastream.functions import MapFunction, RuntimeContext
from tests.spark.conftest import environment, ticks
from tests.spark.processes import wait_until


class _WithChild(MapFunction):
    """Starts a process in open(), and ends it in close()."""

    def __init__(self, folder: Path, blocks: bool = False) -> None:
        self._folder = folder
        self._blocks = blocks

    def open(self, runtime_context: RuntimeContext) -> None:
        self._child = subprocess.Popen(["sleep", "1000"])
        (self._folder / f"open-{self._child.pid}").touch()

    def map(self, value: Any) -> Any:
        if self._blocks:
            (self._folder / "blocked").touch()
            time.sleep(1000)
        return value

    def close(self) -> None:
        self._child.kill()
        self._child.wait()
        (self._folder / f"closed-{self._child.pid}").touch()


def names(folder: Path, kind: str) -> set[str]:
    return {path.name.partition("-")[2] for path in folder.glob(f"{kind}-*")}


@pytest.mark.parametrize("blocks", [False, True])
def test_close_is_called_when_a_job_is_cancelled(tmp_path: Path, blocks: bool) -> None:
    env = environment()
    ticks(env).rebalance().map(_WithChild(tmp_path, blocks)).sink_to(DiscardingSink())
    client = env.execute_async()
    wait_until(lambda: len(names(tmp_path, "open")) == 2, 60, "open")
    if blocks:
        wait_until(lambda: (tmp_path / "blocked").exists(), 60, "a function that blocks")
    client.cancel().result(20)
    assert names(tmp_path, "closed") == names(tmp_path, "open")


def test_close_is_called_when_another_task_fails(tmp_path: Path) -> None:
    env = environment()

    def fail(value: int) -> int:
        if value > 50:
            raise ValueError("enough")
        return value

    ticks(env).rebalance().map(_WithChild(tmp_path)).rebalance().map(fail).sink_to(DiscardingSink())
    with pytest.raises(JobExecutionError, match="enough"):
        env.execute()
    assert len(names(tmp_path, "closed")) == 2


class _HangsInClose(MapFunction):
    def map(self, value: Any) -> Any:
        raise ValueError("the first error")

    def close(self) -> None:
        time.sleep(1000)


def test_error_is_reported_when_close_hangs() -> None:
    env = environment(**{"task--cancellation--timeout": "2 s"})
    ticks(env).map(_HangsInClose()).sink_to(DiscardingSink())
    begun = time.monotonic()
    with pytest.raises(JobExecutionError, match="the first error") as raised:
        env.execute()
    assert "close() did not return" in str(raised.value)
    assert time.monotonic() - begun < 60


def _print_lines(name: str) -> None:
    for number in range(1000):
        print(f"{name} {number}", flush=True)


def _speak(value: int) -> Iterator[int]:
    """Writes in all the ways there are."""
    subprocess.run(["echo", "from a child"], check=True)
    subprocess.run(["sh", "-c", "echo from its stderr >&2"], check=True)
    os.write(1, b"to the descriptor\n")
    sys.stdout.buffer.write(b"to the buffer\n")
    sys.stdout.buffer.flush()
    subprocess.run(["echo", "to fileno"], stdout=sys.stdout.fileno(), check=True)
    children = [get_context("fork").Process(target=_print_lines, args=(f"child{n}",)) for n in range(3)]
    for child in children:
        child.start()
    for child in children:
        child.join()
    yield value


def test_output_of_child_processes_reaches_the_user(capfd: pytest.CaptureFixture[str]) -> None:
    env: StreamExecutionEnvironment = environment().set_parallelism(1)
    env.from_collection([1]).flat_map(_speak).sink_to(DiscardingSink())
    env.execute()
    out, err = capfd.readouterr()
    lines = out.splitlines()
    for text in ("from a child", "to the descriptor", "to the buffer", "to fileno"):
        assert lines.count(text) == 1, text
    assert "from its stderr" in err
    for child in ("child0", "child1", "child2"):
        assert [line for line in lines if line.startswith(child)] == [f"{child} {n}" for n in range(1000)]


def test_rocksdb_files_are_in_the_configured_folder_and_go_with_their_task(tmp_path: Path) -> None:
    env = environment(
        **{"state--backend--type": "rocksdb", "state--backend--rocksdb--localdir": str(tmp_path / "disk")}
    )
    ticks(env).key_by(lambda n: n % 10).reduce(lambda a, b: a + b).sink_to(DiscardingSink())
    client = env.execute_async()
    wait_until(lambda: len(list((tmp_path / "disk").glob("pyrite-*"))) == 2, 60, "two folders")
    client.cancel().result(20)
    wait_until(lambda: not list((tmp_path / "disk").iterdir()), 20, "the end of the databases")
