"""CheckpointConfig: PyFlink's methods over the program's configuration, which alone counts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pyrite.common import Configuration, Duration
from pyrite.core.config import former_names
from pyrite.core.errors import InvalidProgramError
from pyrite.datastream import (
    CheckpointConfig,
    CheckpointingMode,
    ExternalizedCheckpointCleanup,
    ExternalizedCheckpointRetention,
    FileSystemCheckpointStorage,
    StreamExecutionEnvironment,
)


@pytest.fixture
def env() -> StreamExecutionEnvironment:
    return StreamExecutionEnvironment()


@pytest.fixture
def config(env: StreamExecutionEnvironment) -> CheckpointConfig:
    return env.get_checkpoint_config()


def test_checkpoints_are_off_at_first(env: StreamExecutionEnvironment, config: CheckpointConfig) -> None:
    assert (config.is_checkpointing_enabled(), config.get_checkpoint_interval()) == (False, -1)
    env.enable_checkpointing(1000)
    assert (config.is_checkpointing_enabled(), config.get_checkpoint_interval()) == (True, 1000)
    config.disable_checkpointing()
    assert (config.is_checkpointing_enabled(), config.get_checkpoint_interval()) == (False, -1)


def test_defaults_are_pyflinks(config: CheckpointConfig) -> None:
    assert config.get_checkpoint_timeout() == 600_000
    assert config.get_min_pause_between_checkpoints() == 0
    assert config.get_max_concurrent_checkpoints() == 1
    assert config.get_tolerable_checkpoint_failure_number() == 0
    assert config.is_fail_on_checkpointing_errors()
    assert not config.is_externalized_checkpoints_enabled()
    retention = config.get_externalized_checkpoint_retention()
    assert retention is ExternalizedCheckpointRetention.NO_EXTERNALIZED_CHECKPOINTS
    assert not config.is_unaligned_checkpoints_enabled()
    assert not config.is_force_unaligned_checkpoints()
    assert config.get_aligned_checkpoint_timeout() == Duration.of_millis(0)


def test_every_setter_returns_the_config_and_writes_a_key_of_flinks(
    env: StreamExecutionEnvironment, config: CheckpointConfig
) -> None:
    made = (
        config.set_checkpoint_interval(1000)
        .set_checkpointing_mode(CheckpointingMode.AT_LEAST_ONCE)
        .set_checkpoint_timeout(300_000)
        .set_min_pause_between_checkpoints(500)
        .set_max_concurrent_checkpoints(2)
        .set_tolerable_checkpoint_failure_number(3)
        .set_externalized_checkpoint_retention(ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION)
        .enable_unaligned_checkpoints()
        .set_aligned_checkpoint_timeout(Duration.of_seconds(2))
        .set_force_unaligned_checkpoints()
    )
    assert made is config
    prefix = "execution.checkpointing."
    actual = {key.removeprefix(prefix): text for key, text in env.get_configuration().to_dict().items()}
    assert actual == {
        "interval": "1000",
        "mode": "AT_LEAST_ONCE",
        "timeout": "300000",
        "min-pause": "500",
        "max-concurrent-checkpoints": "2",
        "tolerable-failed-checkpoints": "3",
        "externalized-checkpoint-retention": "RETAIN_ON_CANCELLATION",
        "unaligned.enabled": "true",
        "aligned-checkpoint-timeout": "2000",
        "unaligned.forced": "true",
    }


def test_getters_read_the_configuration() -> None:
    config = CheckpointConfig(
        Configuration(
            {
                "execution.checkpointing.interval": "1 min",
                "execution.checkpointing.unaligned": "true",
                "execution.checkpointing.alignment-timeout": "3 s",
                "execution.checkpointing.externalized-checkpoint-retention": "DELETE_ON_CANCELLATION",
            }
        )
    )
    assert config.get_checkpoint_interval() == 60_000
    assert config.get_checkpointing_mode() is CheckpointingMode.EXACTLY_ONCE
    assert config.is_unaligned_checkpoints_enabled()
    assert config.get_aligned_checkpoint_timeout() == Duration.of_seconds(3)
    assert config.is_externalized_checkpoints_enabled()


def test_mode_can_be_set_before_checkpoints_are_on(env: StreamExecutionEnvironment, config: CheckpointConfig) -> None:
    config.set_checkpointing_mode(CheckpointingMode.EXACTLY_ONCE)
    assert config.get_checkpointing_mode() is CheckpointingMode.AT_LEAST_ONCE  # as in Flink
    env.enable_checkpointing(1000)
    assert config.get_checkpointing_mode() is CheckpointingMode.EXACTLY_ONCE


def test_unaligned_can_be_switched_off(env: StreamExecutionEnvironment, config: CheckpointConfig) -> None:
    env.enable_checkpointing(1000)
    assert config.enable_unaligned_checkpoints(True).is_unaligned_checkpoints_enabled()
    assert not config.disable_unaligned_checkpoints().is_unaligned_checkpoints_enabled()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda config: config.set_checkpoint_interval(9), "checkpoint interval must be at least 10 ms, not 9"),
        (lambda config: config.set_checkpoint_interval(0), "checkpoint interval must be at least 10 ms, not 0"),
        (lambda config: config.set_checkpoint_timeout(5), r"execution\.checkpointing\.timeout = '5'"),
        (lambda config: config.set_min_pause_between_checkpoints(-1), r"min-pause = '-1'"),
        (lambda config: config.set_max_concurrent_checkpoints(0), "max-concurrent-checkpoints = '0'"),
        (lambda config: config.set_tolerable_checkpoint_failure_number(-1), "tolerable-failed-checkpoints = '-1'"),
    ],
)
def test_value_out_of_range_is_refused_and_not_written(
    env: StreamExecutionEnvironment, change: Callable[[CheckpointConfig], object], words: str
) -> None:
    with pytest.raises(InvalidProgramError, match=words):
        change(env.get_checkpoint_config())
    assert env.get_configuration().to_dict() == {}


# Former names ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def logged_warnings(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    monkeypatch.setattr(former_names, "_warned", set())
    return lambda: [record.getMessage() for record in caplog.records]


def test_enable_externalized_checkpoints_sets_the_retention_and_says_its_new_name_once(
    config: CheckpointConfig, logged_warnings: Callable[[], list[str]]
) -> None:
    config.enable_externalized_checkpoints(ExternalizedCheckpointCleanup.DELETE_ON_CANCELLATION)
    config.enable_externalized_checkpoints(ExternalizedCheckpointCleanup.RETAIN_ON_CANCELLATION)
    retention = config.get_externalized_checkpoint_retention()
    assert retention is ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION
    name = "CheckpointConfig.enable_externalized_checkpoints"
    assert logged_warnings() == [f"{name} is now called CheckpointConfig.set_externalized_checkpoint_retention"]


def test_cleanup_is_the_retention(config: CheckpointConfig, logged_warnings: Callable[[], list[str]]) -> None:
    config.set_externalized_checkpoint_cleanup(ExternalizedCheckpointCleanup.RETAIN_ON_CANCELLATION)
    assert config.get_externalized_checkpoint_cleanup() is ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION
    assert len(logged_warnings()) == 2


def test_set_prefer_checkpoint_for_recovery_changes_nothing_and_says_so(
    env: StreamExecutionEnvironment, config: CheckpointConfig, logged_warnings: Callable[[], list[str]]
) -> None:
    assert config.set_prefer_checkpoint_for_recovery(True) is config
    assert not config.is_prefer_checkpoint_for_recovery()
    assert env.get_configuration().to_dict() == {}
    assert "set_prefer_checkpoint_for_recovery has no effect" in logged_warnings()[0]


def test_alignment_timeout_is_the_aligned_checkpoint_timeout(config: CheckpointConfig) -> None:
    assert config.set_alignment_timeout(Duration.of_minutes(1)).get_alignment_timeout() == Duration.of_minutes(1)
    assert config.get_aligned_checkpoint_timeout() == Duration.of_minutes(1)


def test_fail_on_checkpointing_errors_is_the_number_of_failures(config: CheckpointConfig) -> None:
    assert config.set_fail_on_checkpointing_errors(False).get_tolerable_checkpoint_failure_number() == 2**31 - 1
    assert not config.is_fail_on_checkpointing_errors()
    assert config.set_fail_on_checkpointing_errors(True).get_tolerable_checkpoint_failure_number() == 0


def test_checkpoint_storage_is_written_and_read(config: CheckpointConfig) -> None:
    assert config.get_checkpoint_storage() is None
    config.set_checkpoint_storage_dir("/a")
    assert config.get_checkpoint_storage() == FileSystemCheckpointStorage("/a", 20480, 4096)
    config.set_checkpoint_storage(FileSystemCheckpointStorage("/b", 100, 200))
    assert config.get_checkpoint_storage() == FileSystemCheckpointStorage("/b", 100, 200)
