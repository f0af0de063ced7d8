"""What an environment lets a program say of checkpoints, state and restarts: views of its configuration."""

from __future__ import annotations

from typing import Optional, Self

from pyrite.core.config.checkpoint_options import CHANGELOG, SAVEPOINT_DIRECTORY, CheckpointingMode
from pyrite.core.config.checkpointing import check_changelog
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.former_names import former_name
from pyrite.core.config.restart_strategy import RestartStrategyConfiguration, restart_strategy_of
from pyrite.datastream.checkpoint_config import CheckpointConfig
from pyrite.datastream.state_backend import StateBackend, state_backend_of


class FaultTolerance:
    """The part of StreamExecutionEnvironment that is about failures."""

    def __init__(self, cluster_settings: Configuration) -> None:
        self._configuration = Configuration()
        self._cluster_settings = cluster_settings

    def get_checkpoint_config(self) -> CheckpointConfig:
        """The settings of checkpoints, under Flink's method names."""
        return CheckpointConfig(self._configuration)

    def enable_checkpointing(self, interval: int, mode: Optional[CheckpointingMode] = None) -> Self:
        """Takes a checkpoint every `interval` milliseconds, from which the job is restored after a failure.

        >>> env.enable_checkpointing(10_000).get_checkpoint_interval()
        10000
        """
        settings = self.get_checkpoint_config().set_checkpoint_interval(interval)
        if mode is not None:
            settings.set_checkpointing_mode(mode)
        return self

    def get_checkpoint_interval(self) -> int:
        """How often a checkpoint is started, in milliseconds; -1: never."""
        return self.get_checkpoint_config().get_checkpoint_interval()

    def get_checkpointing_mode(self) -> CheckpointingMode:
        """The mode; AT_LEAST_ONCE while checkpoints are off, as in Flink."""
        return self.get_checkpoint_config().get_checkpointing_mode()

    def get_checkpointing_consistency_mode(self) -> CheckpointingMode:
        """The same as `get_checkpointing_mode`."""
        return self.get_checkpoint_config().get_checkpointing_mode()

    def is_unaligned_checkpoints_enabled(self) -> bool:
        """Whether barriers may overtake records."""
        return self.get_checkpoint_config().is_unaligned_checkpoints_enabled()

    def is_force_unaligned_checkpoints(self) -> bool:
        """The value that was set. It has no effect."""
        return self.get_checkpoint_config().is_force_unaligned_checkpoints()

    def set_default_savepoint_directory(self, directory: str) -> Self:
        """The folder or URI of savepoints for which none is named."""
        self._configuration.set(SAVEPOINT_DIRECTORY, directory)
        return self

    def get_default_savepoint_directory(self) -> Optional[str]:
        """The folder or URI of savepoints for which none is named; None if it is not set."""
        return self._configuration.get(SAVEPOINT_DIRECTORY) or None

    def enable_changelog_state_backend(self, enabled: bool) -> Self:
        """Only False is supported: incremental checkpoints already write nothing but changes."""
        check_changelog(enabled)
        self._configuration.set(CHANGELOG, enabled)
        return self

    def is_changelog_state_backend_enabled(self) -> Optional[bool]:
        """False, or None if the program has not said so."""
        return self._configuration.get(CHANGELOG) if self._configuration.contains(CHANGELOG) else None

    # Former names -----------------------------------------------------------------------------------------------------

    def set_restart_strategy(self, restart_strategy_configuration: RestartStrategyConfiguration) -> None:
        """What happens after a failure: how often, and after which wait, the job restarts."""
        former_name("StreamExecutionEnvironment.set_restart_strategy", "restart-strategy.* in the configuration")
        restart_strategy_configuration.write_to(self._configuration, self._cluster_settings)

    def get_restart_strategy(self) -> RestartStrategyConfiguration:
        """The strategy that the configuration names; the fallback, if it names none."""
        return restart_strategy_of(self._configuration)

    def set_state_backend(self, state_backend: StateBackend) -> Self:
        """Where tasks keep state while they run: in memory, or in RocksDB."""
        former_name("StreamExecutionEnvironment.set_state_backend", "state.backend.type in the configuration")
        state_backend.write_to(self._configuration)
        return self

    def get_state_backend(self) -> Optional[StateBackend]:
        """The backend that the configuration names; None, if it names none."""
        return state_backend_of(self._configuration)
