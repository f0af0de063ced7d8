"""Runs a job with checkpoints in this process, and watches them."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Optional
from unittest.mock import patch

from pyrite.checkpoint.manifest import Manifest
from pyrite.core.errors import JobCancelledError
from pyrite.core.metrics.declared_metrics import NUM_RECORDS_IN
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.runtime.spark.driver.job_master import JobMaster
from pyrite.runtime.spark.driver.storage_worker import StorageWorker
from pyrite.runtime.spark.spark_executor import SparkExecutor
from pyrite.runtime.wire.checkpoint_kind import SavepointRequest
from pyrite.runtime.wire.checkpoint_outcome import CheckpointOutcome
from pyrite.state.handles import KeyedHandle

Settings = dict[str, str]
EVERY_SECOND: Settings = {
    "execution.checkpointing.interval": "1 s",
    "execution.checkpointing.incremental": "true",
}
_POLL_S = 0.1
_PATIENCE_S = 400.0


@contextlib.contextmanager
def checkpoint_folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="pyrite-bench-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def environment(settings: Settings, folder: Path) -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    for key, value in ({"execution.checkpointing.dir": str(folder)} | settings).items():
        env.get_configuration().set_string(key, value)
    return env


def run(env: StreamExecutionEnvironment) -> tuple[float, int]:
    """Runs a job to its end; the seconds, and how many checkpoints were complete."""
    begun = time.monotonic()
    master = SparkExecutor().submit(env.get_job_spec(clear=True))
    master.finished.result()
    return time.monotonic() - begun, len(completed(master))


@contextlib.contextmanager
def running(env: StreamExecutionEnvironment) -> Iterator[JobMaster]:
    """Starts a job and cancels it at the end."""
    master = SparkExecutor().submit(env.get_job_spec(clear=True))
    try:
        yield master
    finally:
        master.cancel()
        with contextlib.suppress(JobCancelledError):
            master.finished.result()


def completed(master: JobMaster) -> list[CheckpointOutcome]:
    """The complete checkpoints, oldest first."""
    return [outcome for outcome in master.view.checkpoints.history if outcome.completed]


def wait_for(master: JobMaster, ready: Callable[[], bool], what: str) -> None:
    until = time.monotonic() + _PATIENCE_S
    while not ready():
        if master.finished.done():
            master.finished.result()
            raise RuntimeError(f"the job ended before {what}")
        if time.monotonic() > until:
            raise RuntimeError(
                f"{what}: not after {_PATIENCE_S:.0f} s; checkpoints: {master.view.checkpoints.history[-3:]}"
            )
        time.sleep(_POLL_S)


def wait_until_loaded(master: JobMaster, keys: int) -> None:
    def records() -> int:
        return sum(report[NUM_RECORDS_IN] for (level, _), report in master.view.reports().items() if level == 1)

    wait_for(master, lambda: records() >= keys, f"{keys} keys are loaded")


def next_checkpoints(master: JobMaster, count: int) -> list[CheckpointOutcome]:
    """The next so many complete ones that are triggered from now on."""
    now_ms = time.time() * 1000

    def outcomes() -> list[CheckpointOutcome]:
        return [outcome for outcome in completed(master) if outcome.triggered_ms >= now_ms]

    wait_for(master, lambda: len(outcomes()) >= count, f"{count} checkpoints")
    return outcomes()[:count]


@contextlib.contextmanager
def manifests_seen() -> Iterator[list[Manifest]]:
    """Notes every manifest that this driver stores."""
    seen: list[Manifest] = []
    store = StorageWorker.store

    def noting(worker: StorageWorker, manifest: Manifest, savepoint: Optional[SavepointRequest]) -> None:
        seen.append(manifest)
        store(worker, manifest, savepoint)

    with patch.object(StorageWorker, "store", noting):
        yield seen


def chains(manifest: Manifest) -> dict[tuple[str, int], tuple[str, ...]]:
    """The data files of each subtask's keyed state: names, or sums where the contents are in the manifest."""
    return {
        (operator_id, subtask): _data_files(handle.keyed)
        for operator_id, state in manifest.operators.items()
        for subtask, handle in state.subtasks.items()
        if handle.keyed is not None
    }


def _data_files(keyed: KeyedHandle) -> tuple[str, ...]:
    if keyed.names:  # RocksDB's own, some of which are new in every checkpoint
        return tuple(name for name in keyed.names if name.endswith(".sst"))
    return tuple(ref.path or f"{ref.checksum:08x}" for ref in keyed.files)
