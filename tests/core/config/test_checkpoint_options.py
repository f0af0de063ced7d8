"""Options of checkpoints, state and restarts: Flink's keys, defaults and former keys, and what each refuses."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.core.config import checkpoint_options, former_names
from pyrite.core.config.checkpoint_options import (
    CHECKPOINT_STORAGE,
    CHECKPOINTING_MODE,
    JOB_ID,
    LOCAL_BACKUP,
    LOCAL_BACKUP_DIRECTORIES,
    LOCAL_RECOVERY,
    RESTART_STRATEGY,
    ROCKSDB_DIRECTORIES,
    ROCKSDB_TIMERS,
    STATE_BACKEND,
    CheckpointingMode,
    ExternalizedCheckpointRetention,
    PriorityQueueStateType,
    RecoveryClaimMode,
)
from pyrite.core.config.config_options import ConfigOption
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import ALL_OPTIONS
from pyrite.core.errors import InvalidProgramError

OPTIONS = {option.key: option for option in vars(checkpoint_options).values() if isinstance(option, ConfigOption)}
RETENTION = "execution.checkpointing.externalized-checkpoint-retention"
EXPONENTIAL = "restart-strategy.exponential-delay"
FLINKS_DEFAULTS: dict[str, Any] = {
    "execution.checkpointing.mode": CheckpointingMode.EXACTLY_ONCE,
    "execution.checkpointing.timeout": 600_000,
    "execution.checkpointing.min-pause": 0,
    "execution.checkpointing.max-concurrent-checkpoints": 1,
    "execution.checkpointing.tolerable-failed-checkpoints": 0,
    RETENTION: ExternalizedCheckpointRetention.NO_EXTERNALIZED_CHECKPOINTS,
    "execution.checkpointing.num-retained": 1,
    "execution.checkpointing.incremental": True,
    "execution.checkpointing.data-inline-threshold": 20 * 1024,
    "execution.checkpointing.write-buffer-size": 4096,
    "execution.checkpointing.unaligned.enabled": False,
    "execution.checkpointing.unaligned.forced": False,
    "execution.checkpointing.aligned-checkpoint-timeout": 0,
    "execution.checkpointing.checkpoints-after-tasks-finish": True,
    "execution.checkpointing.local-backup.enabled": False,
    "execution.state-recovery.from-local": False,
    "execution.state-recovery.ignore-unclaimed-state": False,
    "execution.state-recovery.claim-mode": RecoveryClaimMode.NO_CLAIM,
    "state.backend.type": "hashmap",
    "state.backend.rocksdb.memory.managed": True,
    "state.backend.rocksdb.memory.write-buffer-ratio": 0.5,
    "state.backend.rocksdb.memory.high-prio-pool-ratio": 0.1,
    "state.backend.rocksdb.timer-service.factory": PriorityQueueStateType.ROCKSDB,
    "state.backend.rocksdb.checkpoint.transfer.thread.num": 4,
    "restart-strategy.fixed-delay.attempts": 1,
    "restart-strategy.fixed-delay.delay": 1000,
    "restart-strategy.failure-rate.max-failures-per-interval": 1,
    "restart-strategy.failure-rate.failure-rate-interval": 60_000,
    "restart-strategy.failure-rate.delay": 1000,
    f"{EXPONENTIAL}.initial-backoff": 1000,
    f"{EXPONENTIAL}.max-backoff": 60_000,
    f"{EXPONENTIAL}.backoff-multiplier": 1.5,
    f"{EXPONENTIAL}.reset-backoff-threshold": 3_600_000,
    f"{EXPONENTIAL}.jitter-factor": 0.1,
    f"{EXPONENTIAL}.attempts-before-reset-backoff": 2**31 - 1,
}
FORMER_KEYS = {
    "state.backend": "state.backend.type",
    "state.backend.incremental": "execution.checkpointing.incremental",
    "state.backend.local-recovery": "execution.state-recovery.from-local",
    "state.backend.fs.memory-threshold": "execution.checkpointing.data-inline-threshold",
    "state.storage.fs.memory-threshold": "execution.checkpointing.data-inline-threshold",
    "state.backend.fs.write-buffer-size": "execution.checkpointing.write-buffer-size",
    "state.checkpoint-storage": "execution.checkpointing.storage",
    "state.checkpoints.dir": "execution.checkpointing.dir",
    "state.backend.fs.checkpointdir": "execution.checkpointing.dir",
    "state.savepoints.dir": "execution.checkpointing.savepoint-dir",
    "taskmanager.state.local.root-dirs": "execution.checkpointing.local-backup.dirs",
    "taskmanager.memory.size": "taskmanager.memory.managed.size",
    "state.checkpoints.num-retained": "execution.checkpointing.num-retained",
    "restart-strategy": "restart-strategy.type",
    "execution.checkpointing.unaligned": "execution.checkpointing.unaligned.enabled",
    "execution.savepoint.path": "execution.state-recovery.path",
    "execution.savepoint.ignore-unclaimed-state": "execution.state-recovery.ignore-unclaimed-state",
    "execution.savepoint-restore-mode": "execution.state-recovery.claim-mode",
    "execution.checkpointing.alignment-timeout": "execution.checkpointing.aligned-checkpoint-timeout",
}
REFUSED = [
    ("execution.checkpointing.interval", "5 ms", "expected 0, or a duration of at least 10 ms"),
    ("execution.checkpointing.interval", "often", "expected a duration such as"),
    ("execution.checkpointing.mode", "maybe-once", "expected EXACTLY_ONCE or AT_LEAST_ONCE"),
    ("execution.checkpointing.timeout", "0", "expected a duration of at least 10 ms"),
    ("execution.checkpointing.max-concurrent-checkpoints", "0", "expected a whole number from 1 to"),
    ("execution.checkpointing.tolerable-failed-checkpoints", "-1", "expected a whole number from 0 to"),
    ("execution.checkpointing.num-retained", "many", "expected a whole number from 1 to"),
    (RETENTION, "keep", "expected DELETE_ON_CANCELLATION, RETAIN_ON_CANCELLATION or NO_EXTERNALIZED_CHECKPOINTS"),
    ("execution.checkpointing.data-inline-threshold", "2 mb", "expected a size of at most 1 mb"),
    ("execution.checkpointing.storage", "org.my.Storage", "expected jobmanager or filesystem .*Java class"),
    ("execution.checkpointing.incremental", "yes", "expected true or false"),
    ("execution.state-recovery.claim-mode", "LEGACY", "expected NO_CLAIM or CLAIM"),
    ("state.backend.type", "forst", "expected hashmap or rocksdb .*Java class"),
    ("state.backend.rocksdb.memory.write-buffer-ratio", "1", "expected a number between 0 and 1"),
    ("state.backend.rocksdb.memory.high-prio-pool-ratio", "-0.1", "expected a number from 0 to 1"),
    ("state.backend.rocksdb.timer-service.factory", "DISK", "expected HEAP or ROCKSDB"),
    ("restart-strategy.type", "always", "expected disable, fixed-delay, exponential-delay or failure-rate"),
    ("restart-strategy.fixed-delay.attempts", "-1", "expected a whole number from 0 to"),
    (f"{EXPONENTIAL}.backoff-multiplier", "1", "expected a number above 1"),
    (f"{EXPONENTIAL}.backoff-multiplier", "nan", "expected a number above 1"),
    (f"{EXPONENTIAL}.jitter-factor", "1.5", "expected a number from 0 to 1"),
    (f"{EXPONENTIAL}.initial-backoff", "0 s", "expected a duration of at least 1 ms"),
    ("restart-strategy.failure-rate.failure-rate-interval", "0", "expected a duration of at least 1 ms"),
]


def test_options_are_among_all_options() -> None:
    assert [key for key, option in OPTIONS.items() if option not in ALL_OPTIONS] == []


@pytest.mark.parametrize(("key", "default"), FLINKS_DEFAULTS.items())
def test_default_is_flinks(key: str, default: Any) -> None:
    assert OPTIONS[key].default == default


@pytest.mark.parametrize(("former", "present"), FORMER_KEYS.items())
def test_former_key_is_declared_on_its_option(former: str, present: str) -> None:
    assert former in OPTIONS[present].former_keys


@pytest.mark.parametrize(("key", "text", "expected"), REFUSED)
def test_value_is_refused_with_its_key_and_what_is_allowed(key: str, text: str, expected: str) -> None:
    with pytest.raises(InvalidProgramError, match=rf"{key} = '{text}': {expected}"):
        Configuration({key: text}).get(OPTIONS[key])


@pytest.mark.parametrize("text", ["AT_LEAST_ONCE", "at_least_once", "At-Least-Once"])
def test_mode_is_read_in_any_case(text: str) -> None:
    assert Configuration({CHECKPOINTING_MODE.key: text}).get(CHECKPOINTING_MODE) is CheckpointingMode.AT_LEAST_ONCE


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("none", "disable"),
        ("off", "disable"),
        ("Disable", "disable"),
        ("fixeddelay", "fixed-delay"),
        ("exponentialdelay", "exponential-delay"),
        ("failure-rate", "failure-rate"),
    ],
)
def test_restart_strategy_has_flinks_names(text: str, expected: str) -> None:
    assert Configuration({RESTART_STRATEGY.key: text}).get(RESTART_STRATEGY) == expected


def test_restart_strategy_under_its_former_key_stands_beside_the_keys_below_it() -> None:
    configuration = Configuration({"restart-strategy": "fixed-delay", "restart-strategy.fixed-delay.attempts": "4"})
    assert configuration.get(RESTART_STRATEGY) == "fixed-delay"
    assert configuration.get(OPTIONS["restart-strategy.fixed-delay.attempts"]) == 4


@pytest.mark.parametrize("text", ["jobmanager", "filesystem"])
def test_former_state_backend_is_hashmap_and_says_so(
    text: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(former_names, "_warned", set())
    assert Configuration({"state.backend.type": text}).get(STATE_BACKEND) == "hashmap"
    assert f"state backend '{text}' is now called 'hashmap'" in caplog.text


def test_local_backup_goes_by_local_recovery_where_it_is_not_set() -> None:
    assert Configuration({"state.backend.local-recovery": "true"}).get(LOCAL_BACKUP)
    assert not Configuration({LOCAL_RECOVERY.key: "true", LOCAL_BACKUP.key: "false"}).get(LOCAL_BACKUP)
    assert not Configuration({LOCAL_BACKUP.key: "true"}).get(LOCAL_RECOVERY)


@pytest.mark.parametrize("option", [LOCAL_BACKUP_DIRECTORIES, ROCKSDB_DIRECTORIES], ids=lambda option: option.key)
@pytest.mark.parametrize("text", ["/a,/b", "/a:/b", "/a; /b"])
def test_folders_are_apart_by_comma_colon_or_semicolon(option: ConfigOption[list[str]], text: str) -> None:
    assert Configuration({option.key: text}).get(option) == ["/a", "/b"]


def test_folders_may_be_uris() -> None:
    text = "file:///a,file:/b:/c"
    assert Configuration({ROCKSDB_DIRECTORIES.key: text}).get(ROCKSDB_DIRECTORIES) == ["file:///a", "file:/b", "/c"]


def test_timers_of_rocksdb_can_be_on_the_heap() -> None:
    assert Configuration({ROCKSDB_TIMERS.key: "heap"}).get(ROCKSDB_TIMERS) is PriorityQueueStateType.HEAP


def test_storage_can_be_left_open() -> None:
    assert Configuration().get(CHECKPOINT_STORAGE) == ""
    assert Configuration({CHECKPOINT_STORAGE.key: "FileSystem"}).get(CHECKPOINT_STORAGE) == "filesystem"


@pytest.mark.parametrize("text", ["a", "fraud-detection_2", "0" * 32, "x" * 64])
def test_job_id_is_a_name(text: str) -> None:
    assert Configuration({JOB_ID.key: text}).get(JOB_ID) == text


@pytest.mark.parametrize("text", ["a b", "../up", "a/b", "ä", "x" * 65, "a.b", "a\n"])
def test_job_id_that_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(InvalidProgramError, match=r"pipeline\.job-id = .*at most 64 letters, digits, '-' and '_'"):
        Configuration({JOB_ID.key: text}).get(JOB_ID)
