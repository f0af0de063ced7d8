"""Configuration keys without effect: listed once at the start of a job, never accepted silently."""

from __future__ import annotations

import difflib
import logging
from functools import cache
from pathlib import Path
from typing import Final

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.metric_options import REPORTER_PREFIX
from pyrite.core.config.options import ALL_OPTIONS

_log = logging.getLogger(__name__)

NO_EFFECT_KEYS: Final = {
    "execution.checkpointing.interval-during-backlog": "sources report no backlog",
    "execution.checkpointing.unaligned.max-subtasks-per-channel-state-file": "each subtask writes its own files",
    "execution.checkpointing.unaligned.interruptible-timers.enabled": "all timers of a watermark fire together",
    "execution.checkpointing.unaligned.forced": "unaligned checkpoints never need to be forced",
    "execution.checkpointing.checkpoints-after-tasks-finish": "checkpoints continue when tasks have finished, always",
    "execution.checkpointing.file-merging.enabled": "small state is in the metadata file",
    "execution.checkpointing.cleaner.parallel-mode": "files are removed in the background",
    "execution.checkpointing.sync-phase-timeout": "task.hang-timeout serves this purpose",
    "execution.checkpointing.create-subdir": "each job always has its own folder",
    "execution.checkpointing.write-buffer-size": "each file is written at once",
    "execution.checkpointing.snapshot-compression": "snapshots are not compressed",
    "state.checkpoints.create-subdir": "each job always has its own folder",
    "state.backend.async": "snapshots are always asynchronous",
    "state.backend.rocksdb.memory.managed": "a task's share of taskmanager.memory.managed.size is the limit",
    "state.backend.rocksdb.memory.fixed-per-slot": "a task's share of taskmanager.memory.managed.size is the limit",
    "state.backend.rocksdb.memory.high-prio-pool-ratio": "RocksDB's block cache has one priority",
    "state.backend.rocksdb.predefined-options": "RocksDB runs with Pyrite's own settings",
    "state.backend.rocksdb.checkpoint.transfer.thread.num": "a task uploads in one thread",
    "jobmanager.memory.enable-jvm-direct-memory-limit": "the JVM's direct memory has no separate limit",
    "jobmanager.rpc.port": "the JobManager is reached by rest.port",
    "taskmanager.memory.managed.consumer-weights": "managed memory is for RocksDB, in batch jobs for sorting",
    "taskmanager.memory.framework.off-heap.batch-shuffle.size": "Spark reads the exchange",
    "pipeline.closure-cleaner-level": "functions are pickled by cloudpickle",
    "pipeline.object-reuse": "records are isolated from later changes, see docs/decisions/0009-isolation.md",
    "taskmanager.network.memory.buffer-debloat.period": "each grant measures, about twice a second",
    "taskmanager.network.memory.buffer-debloat.samples": "half of the weight is the last sample's",
    "taskmanager.network.memory.buffer-debloat.threshold-percentages": "every change counts",
    "web.history": "as in Flink 2: jobstore.max-capacity and jobstore.expiration-time limit finished jobs",
    "task.cancellation.interval": "a canceled task is interrupted once",
}
"""Flink's keys without effect, each with the reason."""

_FLINK_PREFIXES: Final = (
    "akka.", "blob.", "client.", "classloader.", "cluster.", "compiler.", "containerized.", "deployment.", "env.",
    "execution.", "fs.", "heartbeat.", "high-availability", "historyserver.", "io.", "jobmanager.", "job-result-store.",
    "jobstore.", "kubernetes.", "metrics.", "parallelism.", "pekko.", "pipeline.", "process.", "python.", "query.",
    "queryable-state.", "resourcemanager.", "rest.", "restart-strategy", "scheduler.", "security.", "slot.",
    "slotmanager.", "sql-gateway.", "state.", "table.", "task.", "taskmanager.", "web.", "yarn.",
)  # fmt: skip
"""Prefixes of Flink's keys. Any other key may belong to the user's functions."""
_ALIKE: Final = 0.85


def report_keys_without_effect(configuration: Configuration) -> None:
    """Logs the keys of a configuration that nothing reads, in one warning; each set of keys once per program."""
    lines = keys_without_effect(configuration)
    if lines:
        _warn("\n".join(f"  {line}" for line in lines))


@cache
def _warn(lines: str) -> None:
    _log.warning("configuration keys that have no effect:\n%s", lines)


@cache
def _flink_keys() -> frozenset[str]:
    """The keys of Flink 2.3's options, as recorded by benchmarks/peers/record_option_keys.py."""
    return frozenset(Path(__file__).with_name("flink_keys.txt").read_text(encoding="utf-8").split())


def keys_without_effect(configuration: Configuration) -> list[str]:
    """A line for each key that nothing reads, with the reason, or with a similar key."""
    keys = {key for option in ALL_OPTIONS for key in (option.key, *option.former_keys)}
    lines = []
    for key in sorted(configuration.key_set()):
        if key in NO_EFFECT_KEYS:
            lines.append(f"{key}: {NO_EFFECT_KEYS[key]}")
        elif key not in keys and not key.startswith(("spark.", REPORTER_PREFIX)):
            similar = difflib.get_close_matches(key, keys, 1, _ALIKE)
            if key in _flink_keys():
                lines.append(f"{key}: an option of Flink only")
            elif similar:
                lines.append(f"{key}: did you mean {similar[0]}?")
            elif key.startswith(_FLINK_PREFIXES):
                lines.append(f"{key}: there is no such option")
    return lines
