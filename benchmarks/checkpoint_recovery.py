"""How long a task takes from its restore message to its first record, beside a plain loop over the same files."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from unittest.mock import patch

from benchmarks.at_once import seconds_at_once
from benchmarks.checkpoint_job import (
    EVERY_SECOND,
    checkpoint_folder,
    environment,
    next_checkpoints,
    running,
    wait_for,
    wait_until_loaded,
)
from benchmarks.checkpoint_works import Updates, build_recovery
from pyrite.runtime.master import job_events
from pyrite.runtime.spark.driver.attempt_runner import AttemptRunner
from pyrite.runtime.spark.driver.job_master import JobMaster
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import SubtaskDeployment, decode_deployment
from pyrite.state.delta import Delta
from pyrite.state.handles import FileRef

_SETTINGS = {
    "restart-strategy.type": "fixed-delay",
    "restart-strategy.fixed-delay.attempts": "100",
    "restart-strategy.fixed-delay.delay": "100 ms",
    "execution.checkpointing.num-retained": "100",  # so that no file goes before it is read here
}
_PLAIN_ROUNDS = 5


@dataclass
class Deploys:
    """The last restore messages, by subtask of the keyed operator: when each was sent, and which files it names."""

    sent: dict[int, float] = field(default_factory=dict)
    files: dict[int, list[FileRef]] = field(default_factory=dict)

    def note(self, message: messages.Deploy, at: float) -> None:
        deployment = decode_deployment(message)
        if not isinstance(deployment, SubtaskDeployment) or deployment.restore is None:
            return
        handles = [handle for restored in deployment.restore.operators.values() for handle in restored.keyed]
        if handles:
            self.sent[deployment.subtask] = at
            self.files[deployment.subtask] = [ref for handle in handles for ref in handle.files]


@contextlib.contextmanager
def _deploys_noted() -> Iterator[Deploys]:
    noted = Deploys()
    send = AttemptRunner.send

    def noting(runner: AttemptRunner, task: job_events.TaskId, message: messages.JobMasterMessage) -> None:
        at = time.time()
        send(runner, task, message)
        if isinstance(message, messages.Deploy):
            noted.note(message, at)

    with patch.object(AttemptRunner, "send", noting):
        yield noted


def measure(keys: int, rounds: int) -> dict[str, Any]:
    """The slowest task's seconds in each round, and the slowest plain loop's."""
    output = io.StringIO()
    with checkpoint_folder() as folder, _deploys_noted() as deploys, contextlib.redirect_stdout(output):
        env = environment(EVERY_SECOND | _SETTINGS, folder)
        build_recovery(env, Updates(keys, per_second=1000, seconds=600))
        with running(env) as master:
            wait_until_loaded(master, keys)
            recoveries = [_recover(master, deploys, output) for _ in range(rounds)]
            paths = _copies(deploys.files, folder / str(master.job_id), folder / "copies")
        return {
            "recover_s": recoveries,
            "read_s": [max(seconds_at_once(_read_loop, [(some,) for some in paths])) for _ in range(_PLAIN_ROUNDS)],
            "files": [len(some) for some in paths],
            "bytes": [sum(path.stat().st_size for path in some) for some in paths],
        }


def _recover(master: JobMaster, deploys: Deploys, reported: io.StringIO) -> float:
    """Kills a task after some checkpoints, and waits for all tasks' first records."""
    next_checkpoints(master, 3)
    victims = [task for task in master.view.physical_graph().placements if task.level == 1]
    deploys.sent.clear()
    os.kill(victims[0].process, signal.SIGKILL)
    wait_for(master, lambda: len(_first_records(deploys, reported)) == len(victims), "every task has a record again")
    return max(_first_records(deploys, reported).values())


def _first_records(deploys: Deploys, reported: io.StringIO) -> dict[int, float]:
    """By subtask, how long after the restore message its first record came; those without one are missing."""
    sent, results = dict(deploys.sent), dict[int, float]()
    for line in reported.getvalue().splitlines():
        if line.startswith("first "):
            subtask, at = json.loads(line.removeprefix("first "))
            if at > sent.get(subtask, float("inf")):
                results[subtask] = at - sent[subtask]
    return results


# The plain loop -------------------------------------------------------------------------------------------------------


def _copies(files: dict[int, list[FileRef]], job_folder: Path, folder: Path) -> list[list[Path]]:
    """Links to each subtask's files, in their order; what the manifest itself holds becomes a file."""
    folder.mkdir()
    copies: list[list[Path]] = []
    for subtask, refs in files.items():
        paths = [folder / f"{subtask}-{place}" for place in range(len(refs))]
        for path, ref in zip(paths, refs, strict=True):
            if ref.data is not None:
                path.write_bytes(ref.data)
            else:
                os.link(job_folder / ref.path, path)
        copies.append(paths)
    return copies


def _read_loop(pipe: Connection, paths: list[Path]) -> None:
    pipe.send("ready")
    pipe.recv()
    begun = time.perf_counter()
    tables: dict[str, dict[Any, Any]] = {}
    for path in paths:
        for name, (puts, removed) in Delta.decode(path.read_bytes()).states.items():
            table = tables.setdefault(name, {})
            table.update(puts)
            for key in removed:
                table.pop(key, None)
    pipe.send(time.perf_counter() - begun)
