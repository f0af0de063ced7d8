"""Checkpoint settings that depend on several options, and their validation."""

from __future__ import annotations

from typing import Final

from pyrite.core.config import checkpoint_options
from pyrite.core.config.checkpoint_options import (
    CHANGELOG,
    CHECKPOINT_STORAGE,
    CHECKPOINTING_INTERVAL,
    CHECKPOINTING_MODE,
    CHECKPOINTS_DIRECTORY,
    ENABLE_UNALIGNED,
    EXTERNALIZED_CHECKPOINT_RETENTION,
    MAX_CONCURRENT_CHECKPOINTS,
    STATE_RECOVERY_PATH,
    CheckpointingMode,
    ExternalizedCheckpointRetention,
)
from pyrite.core.config.config_options import ConfigOption
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.former_names import gone_name
from pyrite.core.config.options import RUNTIME_MODE, RuntimeExecutionMode
from pyrite.core.errors import InvalidProgramError

UNSUPPORTED_KEYS: Final = {
    "state.backend.rocksdb.options-factory": "a factory of RocksDB options is a Java class",
    "execution.state-recovery.approximate-local-recovery": "a task is never restarted without the others",
    "execution.checkpointing.approximate-local-recovery": "a task is never restarted without the others",
    "state.encryption-key-file": "encryption at rest is the storage's: use an encrypted disk, or a bucket with SSE-KMS."
    " state.signing-key-file signs checkpoints",
}
"""Keys with which a job does not start, and the reasons."""


def is_checkpointing_enabled(configuration: Configuration) -> bool:
    """Whether checkpoints are taken: an interval is set, and the job is not in BATCH mode."""
    if configuration.get(RUNTIME_MODE) is RuntimeExecutionMode.BATCH:
        return False
    return configuration.get(CHECKPOINTING_INTERVAL) > 0


def checkpointing_mode(configuration: Configuration) -> CheckpointingMode:
    """The mode; AT_LEAST_ONCE without checkpoints, as in Flink."""
    if is_checkpointing_enabled(configuration):
        return configuration.get(CHECKPOINTING_MODE)
    return CheckpointingMode.AT_LEAST_ONCE


def is_unaligned(configuration: Configuration) -> bool:
    """Whether barriers may overtake records. Never in AT_LEAST_ONCE, which does not align barriers."""
    exactly_once = checkpointing_mode(configuration) is CheckpointingMode.EXACTLY_ONCE
    return exactly_once and configuration.get(ENABLE_UNALIGNED)


def checkpoint_storage(configuration: Configuration) -> str:
    """`filesystem` or `jobmanager`, the driver's memory.

    With a directory it is `filesystem`, even if the configuration has `jobmanager`: Flink's storage of that name also
    writes its checkpoints, including state, to the directory.
    """
    storage, directory = configuration.get(CHECKPOINT_STORAGE), configuration.get(CHECKPOINTS_DIRECTORY)
    if storage == "filesystem" and not directory:
        raise InvalidProgramError(
            f"{CHECKPOINT_STORAGE.key} is filesystem, but {CHECKPOINTS_DIRECTORY.key} is not set: "
            "set it to a directory or URI that the driver and all tasks can reach"
        )
    return "filesystem" if directory else "jobmanager"


def check_checkpointing(configuration: Configuration) -> None:
    """Raises an error with the key if options of checkpoints, state or restarts are unsupported or contradictory."""
    for option in vars(checkpoint_options).values():
        if isinstance(option, ConfigOption) and configuration.contains(option):
            configuration.get(option)
    for key, reason in UNSUPPORTED_KEYS.items():
        if configuration.get_string(key, "").lower() not in ("", "false"):
            raise InvalidProgramError(f"{key} is not supported: {reason}")
    check_changelog(configuration.get(CHANGELOG))
    if is_checkpointing_enabled(configuration):
        _check_together(configuration)


def check_restore(configuration: Configuration, is_batch: bool, is_collection: bool = False) -> None:
    """Raises an error with the option if a job that cannot restore a savepoint is configured to start from one."""
    path = configuration.get(STATE_RECOVERY_PATH)
    if path and (is_batch or is_collection):
        why = "-t collection restores no savepoint" if is_collection else "a BATCH job restores no savepoint"
        raise InvalidProgramError(
            f"{STATE_RECOVERY_PATH.key} (-s) is '{path}', but {why}: run the job on Spark in STREAMING mode, or "
            "without this option"
        )


def check_changelog(enabled: bool) -> None:
    if enabled:
        raise InvalidProgramError(
            f"the changelog state backend ({CHANGELOG.key}) is not supported: incremental checkpoints "
            "(execution.checkpointing.incremental) already write changes only"
        )


def _check_together(configuration: Configuration) -> None:
    retention = configuration.get(EXTERNALIZED_CHECKPOINT_RETENTION)
    in_memory = checkpoint_storage(configuration) == "jobmanager"
    if in_memory and retention is not ExternalizedCheckpointRetention.NO_EXTERNALIZED_CHECKPOINTS:
        raise InvalidProgramError(
            f"{EXTERNALIZED_CHECKPOINT_RETENTION.key} is {retention.name}, but checkpoints are in the driver's "
            f"memory: set {CHECKPOINTS_DIRECTORY.key}"
        )
    most = configuration.get(MAX_CONCURRENT_CHECKPOINTS)
    if is_unaligned(configuration) and most > 1:
        raise InvalidProgramError(
            f"{MAX_CONCURRENT_CHECKPOINTS.key} is {most}: with {ENABLE_UNALIGNED.key} it must be 1"
        )
    if configuration.get(ENABLE_UNALIGNED) and not is_unaligned(configuration):
        gone_name(ENABLE_UNALIGNED.key, f"{CHECKPOINTING_MODE.key} is AT_LEAST_ONCE, which does not align")
