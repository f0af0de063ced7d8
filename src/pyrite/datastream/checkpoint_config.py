"""CheckpointConfig: the settings of checkpoints under Flink's method names, kept in the program's Configuration."""

from __future__ import annotations

from typing import Final, Optional, TypeVar

from pyrite.core.config.checkpoint_options import (
    ALIGNED_CHECKPOINT_TIMEOUT,
    CHECKPOINTING_INTERVAL,
    CHECKPOINTING_MODE,
    CHECKPOINTING_TIMEOUT,
    CHECKPOINTS_DIRECTORY,
    ENABLE_UNALIGNED,
    EXTERNALIZED_CHECKPOINT_RETENTION,
    FORCE_UNALIGNED,
    MAX_CONCURRENT_CHECKPOINTS,
    MAX_INT,
    MIN_PAUSE_BETWEEN_CHECKPOINTS,
    MINIMAL_CHECKPOINT_TIME_MS,
    TOLERABLE_FAILED_CHECKPOINTS,
    CheckpointingMode,
    ExternalizedCheckpointRetention,
)
from pyrite.core.config.checkpointing import checkpointing_mode, is_unaligned
from pyrite.core.config.config_options import ConfigOption
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.former_names import former_name, gone_name
from pyrite.core.errors import InvalidProgramError
from pyrite.core.time.time import Duration
from pyrite.datastream.checkpoint_storage import CheckpointStorage, checkpoint_storage_of

__all__ = ["CheckpointConfig", "ExternalizedCheckpointCleanup"]
T = TypeVar("T")

ExternalizedCheckpointCleanup: Final = ExternalizedCheckpointRetention
"""The former name of ExternalizedCheckpointRetention."""


class CheckpointConfig:
    """When checkpoints are taken and how long they are kept: a view of a program's configuration."""

    def __init__(self, configuration: Configuration) -> None:
        self._configuration = configuration

    def is_checkpointing_enabled(self) -> bool:
        """Whether the job takes checkpoints."""
        return self.get_checkpoint_interval() > 0

    def get_checkpointing_mode(self) -> CheckpointingMode:
        """The mode; AT_LEAST_ONCE while checkpoints are off, as in Flink."""
        return checkpointing_mode(self._configuration)

    def set_checkpointing_mode(self, checkpointing_mode: CheckpointingMode) -> CheckpointConfig:
        """EXACTLY_ONCE, or AT_LEAST_ONCE: faster, but records may count twice after a failure."""
        return self._set(CHECKPOINTING_MODE, checkpointing_mode)

    def get_checkpoint_interval(self) -> int:
        """How often a checkpoint is started, in milliseconds; -1: never."""
        return self._configuration.get(CHECKPOINTING_INTERVAL) or -1

    def set_checkpoint_interval(self, checkpoint_interval: int) -> CheckpointConfig:
        """How often a checkpoint is started, in milliseconds: at least 10."""
        if checkpoint_interval < MINIMAL_CHECKPOINT_TIME_MS:
            raise InvalidProgramError(
                f"the checkpoint interval must be at least {MINIMAL_CHECKPOINT_TIME_MS} ms, not {checkpoint_interval}"
            )
        return self._set(CHECKPOINTING_INTERVAL, checkpoint_interval)

    def disable_checkpointing(self) -> None:
        """Takes no checkpoints."""
        self._set(CHECKPOINTING_INTERVAL, 0)

    def get_checkpoint_timeout(self) -> int:
        """How long a checkpoint may take, in milliseconds."""
        return self._configuration.get(CHECKPOINTING_TIMEOUT)

    def set_checkpoint_timeout(self, checkpoint_timeout: int) -> CheckpointConfig:
        """How long a checkpoint may take, in milliseconds; then it is aborted and counts as failed."""
        return self._set(CHECKPOINTING_TIMEOUT, checkpoint_timeout)

    def get_min_pause_between_checkpoints(self) -> int:
        """The least time from the end of a checkpoint to the start of the next, in milliseconds."""
        return self._configuration.get(MIN_PAUSE_BETWEEN_CHECKPOINTS)

    def set_min_pause_between_checkpoints(self, min_pause_between_checkpoints: int) -> CheckpointConfig:
        """The least time from the end of a checkpoint to the start of the next, in milliseconds."""
        return self._set(MIN_PAUSE_BETWEEN_CHECKPOINTS, min_pause_between_checkpoints)

    def get_max_concurrent_checkpoints(self) -> int:
        """How many checkpoints may be in flight at the same time."""
        return self._configuration.get(MAX_CONCURRENT_CHECKPOINTS)

    def set_max_concurrent_checkpoints(self, max_concurrent_checkpoints: int) -> CheckpointConfig:
        """How many checkpoints may be in flight at the same time."""
        return self._set(MAX_CONCURRENT_CHECKPOINTS, max_concurrent_checkpoints)

    def get_tolerable_checkpoint_failure_number(self) -> int:
        """How many checkpoints may fail one after another before the job is restarted."""
        return self._configuration.get(TOLERABLE_FAILED_CHECKPOINTS)

    def set_tolerable_checkpoint_failure_number(self, tolerable_checkpoint_failure_number: int) -> CheckpointConfig:
        """How many checkpoints may fail one after another before the job is treated as failed and restarted."""
        return self._set(TOLERABLE_FAILED_CHECKPOINTS, tolerable_checkpoint_failure_number)

    def is_fail_on_checkpointing_errors(self) -> bool:
        """Whether the first checkpoint that fails restarts the job."""
        return self.get_tolerable_checkpoint_failure_number() == 0

    def set_fail_on_checkpointing_errors(self, fail_on_checkpointing_errors: bool) -> CheckpointConfig:
        """The former way to say that none, or any number, of failed checkpoints is tolerable."""
        former_name(
            "CheckpointConfig.set_fail_on_checkpointing_errors",
            "CheckpointConfig.set_tolerable_checkpoint_failure_number",
        )
        return self.set_tolerable_checkpoint_failure_number(0 if fail_on_checkpointing_errors else MAX_INT)

    # Retention --------------------------------------------------------------------------------------------------------

    def set_externalized_checkpoint_retention(
        self, retention_mode: ExternalizedCheckpointRetention
    ) -> CheckpointConfig:
        """What becomes of the newest checkpoint when the job is canceled or fails."""
        return self._set(EXTERNALIZED_CHECKPOINT_RETENTION, retention_mode)

    def is_externalized_checkpoints_enabled(self) -> bool:
        """Whether a checkpoint can outlive its job."""
        retention = self.get_externalized_checkpoint_retention()
        return retention is not ExternalizedCheckpointRetention.NO_EXTERNALIZED_CHECKPOINTS

    def get_externalized_checkpoint_retention(self) -> Optional[ExternalizedCheckpointRetention]:
        """What becomes of the newest checkpoint when the job is canceled or fails."""
        return self._configuration.get(EXTERNALIZED_CHECKPOINT_RETENTION)

    # Alignment --------------------------------------------------------------------------------------------------------

    def is_unaligned_checkpoints_enabled(self) -> bool:
        """Whether barriers may overtake records: it is switched on, and the mode is EXACTLY_ONCE."""
        return is_unaligned(self._configuration)

    def enable_unaligned_checkpoints(self, enabled: bool = True) -> CheckpointConfig:
        """Lets barriers overtake records in flight, which then are part of the checkpoint."""
        return self._set(ENABLE_UNALIGNED, enabled)

    def disable_unaligned_checkpoints(self) -> CheckpointConfig:
        """Barriers never overtake records."""
        return self.enable_unaligned_checkpoints(False)

    def set_aligned_checkpoint_timeout(self, alignment_timeout: Duration) -> CheckpointConfig:
        """How long barriers are aligned before they overtake; 0: they overtake at once."""
        return self._set(ALIGNED_CHECKPOINT_TIMEOUT, alignment_timeout.to_millis())

    def get_aligned_checkpoint_timeout(self) -> Duration:
        """How long barriers are aligned before they overtake records."""
        return Duration.of_millis(self._configuration.get(ALIGNED_CHECKPOINT_TIMEOUT))

    def set_alignment_timeout(self, alignment_timeout: Duration) -> CheckpointConfig:
        """The former name of `set_aligned_checkpoint_timeout`."""
        former_name("CheckpointConfig.set_alignment_timeout", "CheckpointConfig.set_aligned_checkpoint_timeout")
        return self.set_aligned_checkpoint_timeout(alignment_timeout)

    def get_alignment_timeout(self) -> Duration:
        """The former name of `get_aligned_checkpoint_timeout`."""
        former_name("CheckpointConfig.get_alignment_timeout", "CheckpointConfig.get_aligned_checkpoint_timeout")
        return self.get_aligned_checkpoint_timeout()

    def set_force_unaligned_checkpoints(self, force_unaligned_checkpoints: bool = True) -> CheckpointConfig:
        """Kept without effect: unaligned checkpoints need no force, and a job with a loop is always aligned."""
        return self._set(FORCE_UNALIGNED, force_unaligned_checkpoints)

    def is_force_unaligned_checkpoints(self) -> bool:
        """The value that was set. It has no effect."""
        return self._configuration.get(FORCE_UNALIGNED)

    # Former names -----------------------------------------------------------------------------------------------------

    def enable_externalized_checkpoints(self, cleanup_mode: ExternalizedCheckpointRetention) -> CheckpointConfig:
        """The former name of `set_externalized_checkpoint_retention`."""
        former_name(
            "CheckpointConfig.enable_externalized_checkpoints", "CheckpointConfig.set_externalized_checkpoint_retention"
        )
        return self.set_externalized_checkpoint_retention(cleanup_mode)

    def set_externalized_checkpoint_cleanup(self, cleanup_mode: ExternalizedCheckpointRetention) -> CheckpointConfig:
        """The former name of `set_externalized_checkpoint_retention`."""
        former_name(
            "CheckpointConfig.set_externalized_checkpoint_cleanup",
            "CheckpointConfig.set_externalized_checkpoint_retention",
        )
        return self.set_externalized_checkpoint_retention(cleanup_mode)

    def get_externalized_checkpoint_cleanup(self) -> Optional[ExternalizedCheckpointRetention]:
        """The former name of `get_externalized_checkpoint_retention`."""
        former_name(
            "CheckpointConfig.get_externalized_checkpoint_cleanup",
            "CheckpointConfig.get_externalized_checkpoint_retention",
        )
        return self.get_externalized_checkpoint_retention()

    def set_prefer_checkpoint_for_recovery(self, prefer_checkpoint_for_recovery: bool) -> CheckpointConfig:
        """Without effect: a job is restored from the newest of its checkpoints."""
        gone_name(
            "CheckpointConfig.set_prefer_checkpoint_for_recovery",
            "a job resumes from the newest of its checkpoints",
        )
        return self

    def is_prefer_checkpoint_for_recovery(self) -> bool:
        """Always False."""
        return False

    def set_checkpoint_storage(self, storage: CheckpointStorage) -> CheckpointConfig:
        """The former way to set `execution.checkpointing.storage` and `execution.checkpointing.dir`."""
        former_name(
            "CheckpointConfig.set_checkpoint_storage", "execution.checkpointing.storage and execution.checkpointing.dir"
        )
        storage.write_to(self._configuration)
        return self

    def set_checkpoint_storage_dir(self, checkpoint_path: str) -> CheckpointConfig:
        """The former way to set `execution.checkpointing.dir`."""
        former_name("CheckpointConfig.set_checkpoint_storage_dir", CHECKPOINTS_DIRECTORY.key)
        return self._set(CHECKPOINTS_DIRECTORY, checkpoint_path)

    def get_checkpoint_storage(self) -> Optional[CheckpointStorage]:
        """The storage that the configuration names; None, if it names none."""
        return checkpoint_storage_of(self._configuration)

    def _set(self, option: ConfigOption[T], value: T) -> CheckpointConfig:
        Configuration().set(option, value).get(option)  # raises at once for a value that cannot be parsed
        self._configuration.set(option, value)
        return self
