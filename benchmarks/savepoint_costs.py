"""How long a savepoint takes, beside a plain write of the same entries; and how long a rescaled job pauses."""

from __future__ import annotations

import os
import pickle
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from benchmarks.at_once import seconds_at_once
from benchmarks.checkpoint_job import EVERY_SECOND, checkpoint_folder, environment, running, wait_until_loaded
from benchmarks.checkpoint_works import Updates, build_updates
from pyrite.checkpoint.savepoint import load_savepoint
from pyrite.checkpoint.task_storage import TaskFiles
from pyrite.core.config.configuration import Configuration
from pyrite.core.job.commands import Rescale, Savepoint
from pyrite.state.savepoint_format import read_deltas
from pyrite.storage.open_store import FolderOpener
from pyrite.storage.store import MemoryStore

_QUIET = EVERY_SECOND | {"execution.checkpointing.interval": "10 min"}


def measure(keys: int, rounds: int, backend: str) -> dict[str, Any]:
    """Seconds of savepoints and of plain writes, and the pause of a rescale from 2 to 4."""
    with checkpoint_folder() as folder:
        env = environment(_QUIET | {"state.backend.type": backend}, folder / "checkpoints")
        env.set_parallelism(2)
        build_updates(env, Updates(keys, per_second=1000, seconds=600))
        with running(env) as master:
            wait_until_loaded(master, keys)
            taken, written = [], []
            for number in range(rounds):  # in turn, beside the same job at work
                begun = time.perf_counter()
                path = master.run(Savepoint(str(folder / "savepoints"))).result(300).path
                taken.append(time.perf_counter() - begun)
                written.append(_write_plainly(path, folder / f"plain-{number}"))
            pause_ms = master.run(Rescale(4)).result(300).pause_ms
    return {"savepoint_s": taken, "write_s": written, "pause_ms": pause_ms}


def _write_plainly(path: str, folder: Path) -> float:
    """Seconds of the slowest of as many processes as there were tasks, each with the entries of one."""
    folder.mkdir()
    return max(seconds_at_once(_write_loop, [(path, subtask, folder) for subtask in range(2)]))


def _write_loop(pipe: Connection, path: str, subtask: int, folder: Path) -> None:
    entries = _entries(path, subtask, folder / f"scratch-{subtask}")
    pipe.send("ready")
    pipe.recv()
    begun = time.perf_counter()
    with (folder / str(subtask)).open("wb") as file:
        pickle.dump(entries, file, protocol=5)
        file.flush()
        os.fsync(file.fileno())
    pipe.send(time.perf_counter() - begun)


def _entries(path: str, subtask: int, scratch: Path) -> dict[Any, Any]:
    """The keyed entries of one subtask, as one dict."""
    manifest = load_savepoint(path, FolderOpener(Configuration()))
    files = TaskFiles(MemoryStore(), "reader", 0, "reader", 0, inline_limit=0)
    results: dict[Any, Any] = {}
    for operator in manifest.operators.values():
        handle = operator.subtasks[subtask].keyed
        if handle is not None:
            for delta in read_deltas(handle, files, scratch):
                for puts, _ in delta.states.values():
                    results.update(puts)
    return results
