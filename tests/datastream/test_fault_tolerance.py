"""What an environment lets a program say of failures, and whose word counts: the program's before the cluster's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from pyrite.common import Configuration, RestartStrategies
from pyrite.core.config import former_names
from pyrite.core.errors import InvalidProgramError
from pyrite.datastream import (
    CheckpointingMode,
    EmbeddedRocksDBStateBackend,
    HashMapStateBackend,
    StreamExecutionEnvironment,
)
from pyrite.graph.executor import ExecutionContext, use_context

ClusterSays = Callable[[dict[str, str]], None]


@pytest.fixture
def env() -> StreamExecutionEnvironment:
    return StreamExecutionEnvironment()


@pytest.fixture
def cluster_says() -> Iterator[ClusterSays]:
    with ExitStack() as stack:
        yield lambda settings: stack.enter_context(use_context(ExecutionContext(settings)))


def test_enable_checkpointing_sets_interval_and_mode(env: StreamExecutionEnvironment) -> None:
    assert (env.get_checkpoint_interval(), env.get_checkpointing_mode()) == (-1, CheckpointingMode.AT_LEAST_ONCE)
    assert env.enable_checkpointing(1000) is env
    assert (env.get_checkpoint_interval(), env.get_checkpointing_mode()) == (1000, CheckpointingMode.EXACTLY_ONCE)
    env.enable_checkpointing(2000, CheckpointingMode.AT_LEAST_ONCE)
    assert env.get_checkpointing_consistency_mode() is CheckpointingMode.AT_LEAST_ONCE
    keys = {"execution.checkpointing.interval": "2000", "execution.checkpointing.mode": "AT_LEAST_ONCE"}
    assert env.get_configuration().to_dict() == keys


def test_enable_checkpointing_without_a_mode_leaves_the_mode(env: StreamExecutionEnvironment) -> None:
    env.get_checkpoint_config().set_checkpointing_mode(CheckpointingMode.AT_LEAST_ONCE)
    assert env.enable_checkpointing(1000).get_checkpointing_mode() is CheckpointingMode.AT_LEAST_ONCE


def test_configuration_alone_turns_checkpoints_on(env: StreamExecutionEnvironment) -> None:
    env.get_configuration().set_string("execution.checkpointing.interval", "5 s")
    assert (env.get_checkpoint_interval(), env.get_checkpoint_config().is_checkpointing_enabled()) == (5000, True)


def test_unaligned_is_read_from_the_config(env: StreamExecutionEnvironment) -> None:
    assert not env.is_unaligned_checkpoints_enabled() and not env.is_force_unaligned_checkpoints()
    env.enable_checkpointing(1000)
    env.get_checkpoint_config().enable_unaligned_checkpoints().set_force_unaligned_checkpoints()
    assert env.is_unaligned_checkpoints_enabled() and env.is_force_unaligned_checkpoints()


def test_savepoint_directory_is_kept(env: StreamExecutionEnvironment) -> None:
    assert env.get_default_savepoint_directory() is None
    assert env.set_default_savepoint_directory("s3://b/s").get_default_savepoint_directory() == "s3://b/s"
    env.configure(Configuration({"state.savepoints.dir": "/s"}))
    assert env.get_default_savepoint_directory() == "/s"


def test_changelog_is_refused_by_name_and_can_be_left_off(env: StreamExecutionEnvironment) -> None:
    assert env.is_changelog_state_backend_enabled() is None
    with pytest.raises(InvalidProgramError, match=r"changelog state backend \(state\.changelog\.enabled\) is not"):
        env.enable_changelog_state_backend(True)
    assert env.enable_changelog_state_backend(False).is_changelog_state_backend_enabled() is False


def test_options_that_cannot_be_followed_are_reported_before_anything_starts(env: StreamExecutionEnvironment) -> None:
    env.from_elements(1).print()
    env.enable_checkpointing(1000).get_configuration().set_string("execution.checkpointing.storage", "filesystem")
    with pytest.raises(InvalidProgramError, match=r"execution\.checkpointing\.dir is not set"):
        env.execute()


# Former names ---------------------------------------------------------------------------------------------------------


def test_set_state_backend_writes_the_key_and_says_its_new_name_once(
    env: StreamExecutionEnvironment, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(former_names, "_warned", set())
    assert env.get_state_backend() is None
    env.set_state_backend(HashMapStateBackend()).set_state_backend(EmbeddedRocksDBStateBackend())
    assert env.get_configuration().to_dict() == {"state.backend.type": "rocksdb"}
    assert isinstance(env.get_state_backend(), EmbeddedRocksDBStateBackend)
    reported = "StreamExecutionEnvironment.set_state_backend is now called state.backend.type in the configuration"
    assert [record.getMessage() for record in caplog.records] == [reported]


def test_set_restart_strategy_writes_the_keys(env: StreamExecutionEnvironment) -> None:
    assert env.get_restart_strategy() == RestartStrategies.fall_back_restart()
    env.set_restart_strategy(RestartStrategies.fixed_delay_restart(3, 10))
    assert env.get_restart_strategy() == RestartStrategies.fixed_delay_restart(3, 10)
    env.set_restart_strategy(RestartStrategies.no_restart())
    assert env.get_configuration().get_string("restart-strategy.type", "") == "disable"


# The program and the cluster ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("clusters_key", ["restart-strategy", "restart-strategy.type"])
@pytest.mark.parametrize("programs_key", ["restart-strategy", "restart-strategy.type"])
def test_program_counts_before_the_cluster_whichever_keys_they_use(
    cluster_says: ClusterSays, clusters_key: str, programs_key: str
) -> None:
    cluster_says({clusters_key: "failure-rate"})
    env = StreamExecutionEnvironment.get_execution_environment(Configuration({programs_key: "none"}))
    assert env.get_restart_strategy() == RestartStrategies.no_restart()


def test_cluster_counts_where_the_program_says_nothing(cluster_says: ClusterSays) -> None:
    cluster_says({"state.backend": "rocksdb", "restart-strategy": "none"})
    env = StreamExecutionEnvironment.get_execution_environment(Configuration({"pipeline.name": "x"}))
    assert isinstance(env.get_state_backend(), EmbeddedRocksDBStateBackend)
    assert env.get_restart_strategy() == RestartStrategies.no_restart()


def test_fallback_gives_the_word_back_to_the_cluster(cluster_says: ClusterSays) -> None:
    cluster_says({"restart-strategy": "fixed-delay", "restart-strategy.fixed-delay.attempts": "9"})
    env = StreamExecutionEnvironment.get_execution_environment(Configuration({"restart-strategy.type": "none"}))
    env.set_restart_strategy(RestartStrategies.fixed_delay_restart(1, 1))
    env.set_restart_strategy(RestartStrategies.fall_back_restart())
    assert env.get_restart_strategy() == RestartStrategies.fixed_delay_restart(9, 1000)
