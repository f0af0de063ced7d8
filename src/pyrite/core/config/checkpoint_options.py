"""Options of checkpoints, state and restarts. Keys, defaults and former keys are Flink's, except where noted."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from typing import Final

from pyrite.core.config.config_options import (
    ConfigOption,
    duration_of_at_least,
    fraction,
    member_of,
    one_of,
    parse_bool,
    parse_duration_ms,
    parse_memory_bytes,
    whole_number,
)
from pyrite.core.config.former_names import former_name
from pyrite.core.persistence.persisted import persisted


@persisted("checkpointing-mode/1")
class CheckpointingMode(Enum):
    """The effect of a failure on state: none (with aligned barriers), or some records count twice."""

    EXACTLY_ONCE = 0
    AT_LEAST_ONCE = 1


@persisted("externalized-checkpoint-retention/1")
class ExternalizedCheckpointRetention(Enum):
    """Whether a job's last checkpoint is kept when the job ends.

    The checkpoint of a failed job is kept, so that the job can be resumed; the checkpoint of a finished job is deleted.
    RETAIN_ON_CANCELLATION keeps it for a canceled job too, the other values delete it.
    """

    DELETE_ON_CANCELLATION = 0
    RETAIN_ON_CANCELLATION = 1
    NO_EXTERNALIZED_CHECKPOINTS = 2


@persisted("recovery-claim-mode/1")
class RecoveryClaimMode(Enum):
    """The owner of the savepoint or retained checkpoint from which a job is restored.

    NO_CLAIM: the user; the job never deletes its files or refers to them. CLAIM: the job, which deletes it like any
    other checkpoint once newer ones have replaced it.
    """

    NO_CLAIM = 0
    CLAIM = 1


RestoreMode = RecoveryClaimMode
"""Flink's name for it before 2.0."""


@persisted("predefined-options/1")
class PredefinedOptions(Enum):
    """Predefined settings of RocksDB for a kind of disk."""

    DEFAULT = 0
    SPINNING_DISK_OPTIMIZED = 1
    SPINNING_DISK_OPTIMIZED_HIGH_MEM = 2
    FLASH_SSD_OPTIMIZED = 3


@persisted("priority-queue-state-type/1")
class PriorityQueueStateType(Enum):
    """The storage of timers in the rocksdb backend."""

    HEAP = 0
    ROCKSDB = 1


MINIMAL_CHECKPOINT_TIME_MS: Final = 10
MAX_FILE_STATE_THRESHOLD: Final = 1 << 20
MAX_INT: Final = 2**31 - 1


def _parse_inline_threshold(text: str) -> int:
    size_bytes = parse_memory_bytes(text)
    if size_bytes > MAX_FILE_STATE_THRESHOLD:
        raise ValueError("expected a size of at most 1 mb")
    return size_bytes


def _parse_write_buffer_ratio(text: str) -> float:
    if fraction(text) in (0, 1):
        raise ValueError("expected a number between 0 and 1, exclusive")
    return float(text)


def _parse_paths(text: str) -> list[str]:
    """Folders separated by `,`, `;` or, as on Unix, `:` (unless it belongs to a URI)."""
    return [path.strip() for path in re.split(r"[;,]|(?<!file):(?=/(?!/))", text) if path.strip()]


def _parse_multiplier(text: str) -> float:
    try:
        multiplier = float(text)
    except ValueError:
        multiplier = 0.0
    if not 1 < multiplier < float("inf"):
        raise ValueError("expected a number above 1")
    return multiplier


def _no_class(kind: str) -> str:
    return f" (user-defined and Java classes are not supported as {kind})"


_backend: Final = one_of({"hashmap": "hashmap", "rocksdb": "rocksdb"}, _no_class("state backend"))


def _parse_state_backend(text: str) -> str:
    if text.strip().lower() in ("jobmanager", "filesystem"):
        former_name(f"state backend '{text}'", "'hashmap'")
        return "hashmap"
    return _backend(text)


def parse_job_id(text: str) -> str:
    """Parses a job's id. Flink's are 32 hexadecimal digits; Pyrite accepts any name that a folder can have."""
    if text and re.fullmatch(r"[A-Za-z0-9_-]{1,64}", text) is None:
        raise ValueError("expected a job id of at most 64 letters, digits, '-' and '_'")
    return text


# Checkpoints ----------------------------------------------------------------------------------------------------------

CHECKPOINTING_INTERVAL: Final = ConfigOption(
    "execution.checkpointing.interval",
    duration_of_at_least(MINIMAL_CHECKPOINT_TIME_MS, or_zero=True),
    0,
    "Interval at which checkpoints are started; 0: no checkpoints, and a failure ends the job.",
)
CHECKPOINTING_MODE: Final = ConfigOption(
    "execution.checkpointing.mode",
    member_of(CheckpointingMode),
    CheckpointingMode.EXACTLY_ONCE,
    "EXACTLY_ONCE or AT_LEAST_ONCE.",
)
CHECKPOINTING_TIMEOUT: Final = ConfigOption(
    "execution.checkpointing.timeout",
    duration_of_at_least(MINIMAL_CHECKPOINT_TIME_MS),
    600_000,
    "Time after which a checkpoint is aborted and counts as failed.",
)
MIN_PAUSE_BETWEEN_CHECKPOINTS: Final = ConfigOption(
    "execution.checkpointing.min-pause",
    parse_duration_ms,
    0,
    "Minimum time from the end of a checkpoint to the start of the next. Above 0, at most one checkpoint is in flight.",
)
MAX_CONCURRENT_CHECKPOINTS: Final = ConfigOption(
    "execution.checkpointing.max-concurrent-checkpoints",
    whole_number(1, MAX_INT),
    1,
    "Maximum number of checkpoints in flight.",
)
TOLERABLE_FAILED_CHECKPOINTS: Final = ConfigOption(
    "execution.checkpointing.tolerable-failed-checkpoints",
    whole_number(0, MAX_INT),
    0,
    "Number of tolerated checkpoint failures in a row; one more restarts the job.",
)
CHECKPOINTS_AFTER_TASKS_FINISH: Final = ConfigOption(
    "execution.checkpointing.checkpoints-after-tasks-finish",
    parse_bool,
    True,
    "Whether checkpoints continue when some tasks have finished.",
    ("execution.checkpointing.checkpoints-after-tasks-finish.enabled",),
)
ENABLE_UNALIGNED: Final = ConfigOption(
    "execution.checkpointing.unaligned.enabled",
    parse_bool,
    False,
    "Whether barriers overtake records in flight, which become part of the checkpoint. EXACTLY_ONCE only.",
    ("execution.checkpointing.unaligned",),
)
FORCE_UNALIGNED: Final = ConfigOption(
    "execution.checkpointing.unaligned.forced",
    parse_bool,
    False,
    "Kept without effect: unaligned checkpoints need no force here, and a job with a loop is always aligned.",
)
ALIGNED_CHECKPOINT_TIMEOUT: Final = ConfigOption(
    "execution.checkpointing.aligned-checkpoint-timeout",
    parse_duration_ms,
    0,
    "With unaligned checkpoints: time that barriers are aligned before they overtake records; 0: they "
    "overtake immediately.",
    ("execution.checkpointing.alignment-timeout",),
)

# Storage and retention ------------------------------------------------------------------------------------------------

CHECKPOINT_STORAGE: Final = ConfigOption(
    "execution.checkpointing.storage",
    one_of({"": "", "jobmanager": "jobmanager", "filesystem": "filesystem"}, _no_class("checkpoint storage")),
    "",
    "jobmanager (the driver's memory) or filesystem; by default filesystem if execution.checkpointing.dir is set.",
    ("state.checkpoint-storage",),
)
SIGNING_KEY_FILE: Final = ConfigOption(
    "state.signing-key-file",
    str,
    "",
    "A file with the key that signs checkpoints and savepoints; unsigned ones are refused then. Empty: none is signed."
    " Not in Flink.",
)
CHECKPOINTS_DIRECTORY: Final = ConfigOption(
    "execution.checkpointing.dir",
    str,
    "",
    "The folder or URI of checkpoints; the driver and all tasks must reach it.",
    ("state.checkpoints.dir", "state.backend.fs.checkpointdir"),
)
SAVEPOINT_DIRECTORY: Final = ConfigOption(
    "execution.checkpointing.savepoint-dir",
    str,
    "",
    "The default folder or URI of savepoints.",
    ("state.savepoints.dir", "savepoints.state.backend.fs.dir"),
)
MAX_JOB_MANAGER_STATE: Final = ConfigOption(
    "execution.checkpointing.jobmanager.max-state-size",
    parse_memory_bytes,
    5 << 20,
    "Maximum size of one state in jobmanager storage. Specific to Pyrite; an argument in Flink.",
)
EXTERNALIZED_CHECKPOINT_RETENTION: Final = ConfigOption(
    "execution.checkpointing.externalized-checkpoint-retention",
    member_of(ExternalizedCheckpointRetention),
    ExternalizedCheckpointRetention.NO_EXTERNALIZED_CHECKPOINTS,
    "Whether the newest checkpoint is kept when the job is canceled or fails.",
)
MAX_RETAINED_CHECKPOINTS: Final = ConfigOption(
    "execution.checkpointing.num-retained",
    whole_number(1, MAX_INT),
    1,
    "Number of complete checkpoints to keep.",
    ("state.checkpoints.num-retained",),
)
INCREMENTAL_CHECKPOINTS: Final = ConfigOption(
    "execution.checkpointing.incremental",
    parse_bool,
    True,
    "Whether a checkpoint writes only changes since the previous one. In Flink false by default.",
    ("state.backend.incremental",),
)
DATA_INLINE_THRESHOLD: Final = ConfigOption(
    "execution.checkpointing.data-inline-threshold",
    _parse_inline_threshold,
    20 << 10,
    "Smaller state is stored in the metadata file; at most 1 mb.",
    ("state.storage.fs.memory-threshold", "state.backend.fs.memory-threshold"),
)
WRITE_BUFFER_SIZE: Final = ConfigOption(
    "execution.checkpointing.write-buffer-size",
    parse_memory_bytes,
    4 << 10,
    "Minimum number of bytes to buffer before a write to a checkpoint's file.",
    ("state.storage.fs.write-buffer-size", "state.backend.fs.write-buffer-size"),
)
STATE_RECOVERY_PATH: Final = ConfigOption(
    "execution.state-recovery.path",
    str,
    "",
    "The savepoint or retained checkpoint from which a new job starts: its folder or its _metadata.",
    ("execution.savepoint.path",),
)
STATE_RECOVERY_IGNORE_UNCLAIMED: Final = ConfigOption(
    "execution.state-recovery.ignore-unclaimed-state",
    parse_bool,
    False,
    "Whether state without a matching operator is dropped; otherwise the job is rejected.",
    ("execution.savepoint.ignore-unclaimed-state",),
)
STATE_RECOVERY_CLAIM_MODE: Final = ConfigOption(
    "execution.state-recovery.claim-mode",
    member_of(RecoveryClaimMode),
    RecoveryClaimMode.NO_CLAIM,
    "NO_CLAIM: the job never removes the savepoint or checkpoint from which it is restored; CLAIM: the "
    "job removes it once it is no longer needed.",
    ("execution.savepoint-restore-mode",),
)
RECOVER_FROM_OLDER: Final = ConfigOption(
    "execution.checkpointing.recover-from-older",
    parse_bool,
    False,
    "Whether a job with a corrupt newest checkpoint resumes from an older one, and repeats output "
    "committed since then. Specific to Pyrite.",
)
LOCAL_RECOVERY: Final = ConfigOption(
    "execution.state-recovery.from-local",
    parse_bool,
    False,
    "Whether a task that restarts on the same machine restores from its local copy.",
    ("state.backend.local-recovery",),
)
LOCAL_BACKUP: Final = ConfigOption(
    "execution.checkpointing.local-backup.enabled",
    parse_bool,
    False,
    "Whether tasks keep a copy of their state on local disk; the default is execution.state-recovery.from-local.",
    fallback=LOCAL_RECOVERY,
)
LOCAL_BACKUP_DIRECTORIES: Final = ConfigOption[list[str]](
    "execution.checkpointing.local-backup.dirs",
    _parse_paths,
    [],
    "Folders for copies of local recovery; by default one in the temporary folder.",
    ("taskmanager.state.local.root-dirs",),
)

# State backends -------------------------------------------------------------------------------------------------------

STATE_BACKEND: Final = ConfigOption(
    "state.backend.type",
    _parse_state_backend,
    "hashmap",
    "hashmap (in memory) or rocksdb (on local disk).",
    ("state.backend",),
)
MANAGED_MEMORY: Final = ConfigOption(
    "taskmanager.memory.managed.size",
    parse_memory_bytes,
    128 << 20,
    "Memory for the rocksdb backend: of one task, or where the size of a TaskManager is configured, of all its slots, "
    "in place of taskmanager.memory.managed.fraction.",
    ("taskmanager.memory.size",),
)
ROCKSDB_MANAGED: Final = ConfigOption(
    "state.backend.rocksdb.memory.managed",
    parse_bool,
    True,
    "Whether all RocksDB states of a task share taskmanager.memory.managed.size; false: each has RocksDB's defaults.",
)
ROCKSDB_FIXED_PER_SLOT: Final = ConfigOption(
    "state.backend.rocksdb.memory.fixed-per-slot",
    parse_memory_bytes,
    0,
    "Memory that all RocksDB states of a task share, in place of the managed memory; 0: not set.",
)
ROCKSDB_WRITE_BUFFER_RATIO: Final = ConfigOption(
    "state.backend.rocksdb.memory.write-buffer-ratio",
    _parse_write_buffer_ratio,
    0.5,
    "Fraction of RocksDB's memory for write buffers.",
)
ROCKSDB_HIGH_PRIORITY_RATIO: Final = ConfigOption(
    "state.backend.rocksdb.memory.high-prio-pool-ratio",
    fraction,
    0.1,
    "Fraction of the cache for indexes and filters.",
)
ROCKSDB_TIMERS: Final = ConfigOption(
    "state.backend.rocksdb.timer-service.factory",
    member_of(PriorityQueueStateType),
    PriorityQueueStateType.ROCKSDB,
    "Storage of timers: ROCKSDB or HEAP.",
)
ROCKSDB_DIRECTORIES: Final = ConfigOption[list[str]](
    "state.backend.rocksdb.localdir", _parse_paths, [], "Folders of RocksDB's files; by default Spark's local folder."
)
ROCKSDB_PREDEFINED_OPTIONS: Final = ConfigOption(
    "state.backend.rocksdb.predefined-options",
    member_of(PredefinedOptions),
    PredefinedOptions.DEFAULT,
    "Settings of RocksDB for a kind of disk.",
)
ROCKSDB_TRANSFER_THREADS: Final = ConfigOption(
    "state.backend.rocksdb.checkpoint.transfer.thread.num",
    whole_number(1, MAX_INT),
    4,
    "Number of threads that transfer RocksDB's files to and from checkpoint storage.",
)
CHANGELOG: Final = ConfigOption(
    "state.changelog.enabled",
    parse_bool,
    False,
    "Not supported: true is an error.",
    ("state.backend.changelog.enabled",),
)

# Failures -------------------------------------------------------------------------------------------------------------

JOB_ID: Final = ConfigOption(
    "pipeline.job-id",
    parse_job_id,
    "",
    "The job's id: up to 64 letters, digits, - and _. A job that starts with the id of an interrupted job"
    " resumes from its last checkpoint. By default a new id at each start.",
    ("$internal.pipeline.job-id",),
)
HANG_TIMEOUT: Final = ConfigOption(
    "task.hang-timeout",
    parse_duration_ms,
    600_000,
    "Time without progress of a task's main loop before the task is treated as dead; 0: no limit. Specific to Pyrite.",
)
_RESTART_STRATEGIES: Final = {
    "": "",
    "none": "disable",
    "off": "disable",
    "disable": "disable",
    "fixed-delay": "fixed-delay",
    "fixeddelay": "fixed-delay",
    "exponential-delay": "exponential-delay",
    "exponentialdelay": "exponential-delay",
    "failure-rate": "failure-rate",
    "failurerate": "failure-rate",
}
RESTART_STRATEGY: Final = ConfigOption(
    "restart-strategy.type",
    one_of(_RESTART_STRATEGIES),
    "",
    "none, fixed-delay, exponential-delay or failure-rate; by default exponential-delay with checkpoints,"
    " none without.",
    ("restart-strategy",),
)
_at_least_1_ms: Final[Callable[[str], int]] = duration_of_at_least(1)
FIXED_DELAY_ATTEMPTS: Final = ConfigOption(
    "restart-strategy.fixed-delay.attempts", whole_number(0, MAX_INT), 1, "Maximum number of restarts."
)
FIXED_DELAY_DELAY: Final = ConfigOption(
    "restart-strategy.fixed-delay.delay", parse_duration_ms, 1000, "Delay of a restart."
)
EXPONENTIAL_DELAY_INITIAL_BACKOFF: Final = ConfigOption(
    "restart-strategy.exponential-delay.initial-backoff", _at_least_1_ms, 1000, "Delay of the first restart."
)
EXPONENTIAL_DELAY_MAX_BACKOFF: Final = ConfigOption(
    "restart-strategy.exponential-delay.max-backoff", _at_least_1_ms, 60_000, "Maximum delay of a restart."
)
EXPONENTIAL_DELAY_MULTIPLIER: Final = ConfigOption(
    "restart-strategy.exponential-delay.backoff-multiplier",
    _parse_multiplier,
    1.5,
    "Factor by which the delay grows with each restart.",
)
EXPONENTIAL_DELAY_RESET_THRESHOLD: Final = ConfigOption(
    "restart-strategy.exponential-delay.reset-backoff-threshold",
    _at_least_1_ms,
    3_600_000,
    "Time without a failure after which delay and number of restarts are reset.",
)
EXPONENTIAL_DELAY_JITTER: Final = ConfigOption(
    "restart-strategy.exponential-delay.jitter-factor",
    fraction,
    0.1,
    "Fraction of the delay that is randomly added or subtracted.",
)
EXPONENTIAL_DELAY_ATTEMPTS: Final = ConfigOption(
    "restart-strategy.exponential-delay.attempts-before-reset-backoff",
    whole_number(1, MAX_INT),
    MAX_INT,
    "Number of restarts before the job fails, unless the backoff has been reset.",
)
FAILURE_RATE_MAX_FAILURES: Final = ConfigOption(
    "restart-strategy.failure-rate.max-failures-per-interval",
    whole_number(1, MAX_INT),
    1,
    "Maximum number of restarts in one interval; one more failure fails the job.",
)
FAILURE_RATE_INTERVAL: Final = ConfigOption(
    "restart-strategy.failure-rate.failure-rate-interval",
    _at_least_1_ms,
    60_000,
    "The interval in which failures are counted.",
)
FAILURE_RATE_DELAY: Final = ConfigOption(
    "restart-strategy.failure-rate.delay", parse_duration_ms, 1000, "Delay of a restart."
)
