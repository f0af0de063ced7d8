"""Checkpoint storages as a program chooses them: written into its configuration, under Flink's keys."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Optional

from pyrite.core.config.checkpoint_options import (
    CHECKPOINT_STORAGE,
    CHECKPOINTS_DIRECTORY,
    DATA_INLINE_THRESHOLD,
    MAX_FILE_STATE_THRESHOLD,
    MAX_JOB_MANAGER_STATE,
    WRITE_BUFFER_SIZE,
)
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import InvalidProgramError

__all__ = ["CheckpointStorage", "CustomCheckpointStorage", "FileSystemCheckpointStorage", "JobManagerCheckpointStorage"]


class CheckpointStorage(ABC):
    """Where checkpoints are kept. The choice is stored in the program's configuration, under Flink's keys."""

    @abstractmethod
    def write_to(self, configuration: Configuration) -> None:
        """Writes the choice to a program's configuration."""

    def get_savepoint_path(self) -> Optional[str]:
        """None: the folder of savepoints is `execution.checkpointing.savepoint-dir`."""
        return None


@dataclass(frozen=True)
class JobManagerCheckpointStorage(CheckpointStorage):
    """Checkpoints in the driver's memory: for small state, and gone with the driver.

    With a `checkpoint_path` they are kept there, as Flink keeps a checkpoint's metadata.
    """

    DEFAULT_MAX_STATE_SIZE: ClassVar[int] = 5 * 1024 * 1024

    checkpoint_path: Optional[str] = None
    max_state_size: Optional[int] = None

    def __post_init__(self) -> None:
        if self.max_state_size is not None and self.max_state_size <= 0:
            raise InvalidProgramError(f"max_state_size must be above 0, not {self.max_state_size}")

    def get_checkpoint_path(self) -> Optional[str]:
        """The folder or URI of externalized checkpoints, if one was set."""
        return self.checkpoint_path

    def get_max_state_size(self) -> int:
        """The most bytes of one state."""
        return self.DEFAULT_MAX_STATE_SIZE if self.max_state_size is None else self.max_state_size

    def write_to(self, configuration: Configuration) -> None:
        configuration.set(CHECKPOINT_STORAGE, "jobmanager").set(MAX_JOB_MANAGER_STATE, self.get_max_state_size())
        if self.checkpoint_path is not None:
            configuration.set(CHECKPOINTS_DIRECTORY, self.checkpoint_path)


@dataclass(frozen=True)
class FileSystemCheckpointStorage(CheckpointStorage):
    """Checkpoints as files below a folder or URI that the driver and all tasks reach."""

    MAX_FILE_STATE_THRESHOLD: ClassVar[int] = MAX_FILE_STATE_THRESHOLD

    checkpoint_path: Optional[str] = None
    file_state_size_threshold: Optional[int] = None
    write_buffer_size: int = -1

    def __post_init__(self) -> None:
        if self.checkpoint_path is None:
            raise ValueError("checkpoint_path must not be None")
        if not -1 <= (self.file_state_size_threshold or 0) <= self.MAX_FILE_STATE_THRESHOLD:
            raise InvalidProgramError(
                f"file_state_size_threshold must be from -1 (the configured one) to {self.MAX_FILE_STATE_THRESHOLD}, "
                f"not {self.file_state_size_threshold}"
            )

    def get_checkpoint_path(self) -> str:
        """The folder or URI in which checkpoints are kept."""
        assert self.checkpoint_path is not None
        return self.checkpoint_path

    def get_min_file_size_threshold(self) -> int:
        """State smaller than this is written into the metadata file."""
        threshold = self.file_state_size_threshold
        return DATA_INLINE_THRESHOLD.default if threshold is None or threshold < 0 else threshold

    def get_write_buffer_size(self) -> int:
        """The buffer size that was set, in bytes; it changes nothing."""
        return self.write_buffer_size if self.write_buffer_size >= 0 else WRITE_BUFFER_SIZE.default

    def write_to(self, configuration: Configuration) -> None:
        configuration.set(CHECKPOINT_STORAGE, "filesystem").set(CHECKPOINTS_DIRECTORY, self.get_checkpoint_path())
        if self.file_state_size_threshold is not None and self.file_state_size_threshold >= 0:
            configuration.set(DATA_INLINE_THRESHOLD, self.file_state_size_threshold)
        if self.write_buffer_size >= 0:
            configuration.set(WRITE_BUFFER_SIZE, self.write_buffer_size)


class CustomCheckpointStorage(CheckpointStorage):
    """Not supported: a checkpoint storage that is a Java class."""

    def __init__(self, j_custom_checkpoint_storage: Any) -> None:
        raise InvalidProgramError(
            "CustomCheckpointStorage is not supported: a checkpoint storage in Java needs Flink's runtime. "
            "Use FileSystemCheckpointStorage with the URI of a file system"
        )

    def write_to(self, configuration: Configuration) -> None:
        raise NotImplementedError


def checkpoint_storage_of(configuration: Configuration) -> Optional[CheckpointStorage]:
    """The storage that a configuration's keys name; None, if they name none."""
    path = configuration.get(CHECKPOINTS_DIRECTORY)
    if configuration.get(CHECKPOINT_STORAGE) == "jobmanager":
        return JobManagerCheckpointStorage(path or None, configuration.get(MAX_JOB_MANAGER_STATE))
    if path:
        return FileSystemCheckpointStorage(
            path, configuration.get(DATA_INLINE_THRESHOLD), configuration.get(WRITE_BUFFER_SIZE)
        )
    return None
