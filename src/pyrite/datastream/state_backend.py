"""State backends as a program chooses them: written into its configuration, under Flink's keys."""

from __future__ import annotations

from typing import Any, Final, Optional, TypeVar

from pyrite.core.config.checkpoint_options import (
    INCREMENTAL_CHECKPOINTS,
    ROCKSDB_DIRECTORIES,
    ROCKSDB_PREDEFINED_OPTIONS,
    ROCKSDB_TRANSFER_THREADS,
    SAVEPOINT_DIRECTORY,
    STATE_BACKEND,
    PredefinedOptions,
)
from pyrite.core.config.config_options import ConfigOption
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.former_names import former_name
from pyrite.core.errors import InvalidProgramError
from pyrite.datastream.checkpoint_storage import (
    CheckpointStorage,
    FileSystemCheckpointStorage,
    JobManagerCheckpointStorage,
)

__all__ = [
    "CustomStateBackend",
    "EmbeddedRocksDBStateBackend",
    "FsStateBackend",
    "HashMapStateBackend",
    "MemoryStateBackend",
    "PredefinedOptions",
    "RocksDBStateBackend",
    "StateBackend",
]
T = TypeVar("T")


class StateBackend:
    """Where tasks keep state while they run. The choice is stored in a program's configuration, under Flink's keys."""

    def __init__(self, kind: str) -> None:
        self._settings = Configuration().set(STATE_BACKEND, kind)
        self._written_to: list[Configuration] = []

    def write_to(self, configuration: Configuration) -> None:
        """Writes the choice to a program's configuration; later changes of this object are written there, too."""
        configuration.add_all(self._settings)
        self._written_to.append(configuration)

    def _set(self, option: ConfigOption[T], value: T) -> None:
        Configuration().set(option, value).get(option)  # raises at once for a value that cannot be parsed
        for configuration in (self._settings, *self._written_to):
            configuration.set(option, value)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._settings.to_dict()}>"


class HashMapStateBackend(StateBackend):
    """State in the tasks' memory, as Python objects."""

    def __init__(self) -> None:
        super().__init__("hashmap")


class EmbeddedRocksDBStateBackend(StateBackend):
    """State in RocksDB on local disk, which may be larger than memory. Needs the extra `pyrite[rocksdb]`."""

    def __init__(self, enable_incremental_checkpointing: Optional[bool] = None) -> None:
        super().__init__("rocksdb")
        if enable_incremental_checkpointing not in (None, True, False):
            raise TypeError(
                f"enable_incremental_checkpointing must be None, True or False, not {enable_incremental_checkpointing}"
            )
        if enable_incremental_checkpointing is not None:
            self._set(INCREMENTAL_CHECKPOINTS, enable_incremental_checkpointing)

    def set_db_storage_paths(self, *paths: str) -> None:
        """Folders of RocksDB's files; none: Spark's local folder."""
        self._set(ROCKSDB_DIRECTORIES, list(paths))

    def get_db_storage_paths(self) -> list[str]:
        """The folders of RocksDB's files; empty: Spark's local folder."""
        return self._settings.get(ROCKSDB_DIRECTORIES)

    def is_incremental_checkpoints_enabled(self) -> bool:
        """Whether a checkpoint writes only the changes since the last one."""
        return self._settings.get(INCREMENTAL_CHECKPOINTS)

    def set_predefined_options(self, options: PredefinedOptions) -> None:
        """Settings of RocksDB for a kind of disk."""
        self._set(ROCKSDB_PREDEFINED_OPTIONS, options)

    def get_predefined_options(self) -> PredefinedOptions:
        """The settings of RocksDB that were chosen for a kind of disk."""
        return self._settings.get(ROCKSDB_PREDEFINED_OPTIONS)

    def set_options(self, options_factory_class_name: str) -> None:
        """Not supported: a factory of RocksDB options is a Java class."""
        raise InvalidProgramError(
            f"the RocksDB options factory {options_factory_class_name} is not supported: it is a Java class. Use "
            f"set_predefined_options() and the state.backend.rocksdb.* keys"
        )

    def get_options(self) -> Optional[str]:
        """Always None: there are no factories of RocksDB options."""
        return None

    def get_number_of_transfer_threads(self) -> int:
        """Threads that carry files to and from checkpoint storage."""
        return self._settings.get(ROCKSDB_TRANSFER_THREADS)

    def set_number_of_transfer_threads(self, number_of_transfering_threads: int) -> None:
        """Threads that carry files to and from checkpoint storage."""
        self._set(ROCKSDB_TRANSFER_THREADS, number_of_transfering_threads)


class CustomStateBackend(StateBackend):
    """Not supported: a state backend that is a Java class."""

    def __init__(self, j_custom_state_backend: Any) -> None:
        raise InvalidProgramError(
            "CustomStateBackend is not supported: a state backend in Java needs Flink's runtime. "
            "Use HashMapStateBackend or EmbeddedRocksDBStateBackend"
        )


def state_backend_of(configuration: Configuration) -> Optional[StateBackend]:
    """The backend that a configuration's keys name; None, if they name none."""
    if not configuration.contains(STATE_BACKEND):
        return None
    if configuration.get(STATE_BACKEND) == "hashmap":
        return HashMapStateBackend()
    backend = EmbeddedRocksDBStateBackend(configuration.get(INCREMENTAL_CHECKPOINTS))
    backend.set_db_storage_paths(*configuration.get(ROCKSDB_DIRECTORIES))
    backend.set_predefined_options(configuration.get(ROCKSDB_PREDEFINED_OPTIONS))
    backend.set_number_of_transfer_threads(configuration.get(ROCKSDB_TRANSFER_THREADS))
    return backend


# Former names, which are a backend and a storage in one ---------------------------------------------------------------


class MemoryStateBackend(HashMapStateBackend):
    """Formerly: HashMapStateBackend with JobManagerCheckpointStorage."""

    DEFAULT_MAX_STATE_SIZE: Final = 5 * 1024 * 1024

    def __init__(
        self,
        checkpoint_path: Optional[str] = None,
        savepoint_path: Optional[str] = None,
        max_state_size: Optional[int] = None,
        using_asynchronous_snapshots: Optional[bool] = None,
    ) -> None:
        former_name("MemoryStateBackend", "HashMapStateBackend, with JobManagerCheckpointStorage")
        super().__init__()
        self._storage = JobManagerCheckpointStorage(checkpoint_path, max_state_size)
        _keep(self._settings, self._storage, savepoint_path)

    def get_max_state_size(self) -> int:
        """How large the state of one task may be in a checkpoint, in bytes."""
        return self._storage.get_max_state_size()

    def is_using_asynchronous_snapshots(self) -> bool:
        """True: snapshots are always asynchronous."""
        return True


class FsStateBackend(HashMapStateBackend):
    """Formerly: HashMapStateBackend with FileSystemCheckpointStorage."""

    def __init__(
        self,
        checkpoint_directory_uri: Optional[str] = None,
        default_savepoint_directory_uri: Optional[str] = None,
        file_state_size_threshold: Optional[int] = None,
        write_buffer_size: Optional[int] = None,
        using_asynchronous_snapshots: Optional[bool] = None,
    ) -> None:
        former_name("FsStateBackend", "HashMapStateBackend, with FileSystemCheckpointStorage")
        if checkpoint_directory_uri is None:
            raise ValueError("FsStateBackend needs a checkpoint_directory_uri")
        super().__init__()
        self._storage = FileSystemCheckpointStorage(
            checkpoint_directory_uri, file_state_size_threshold, -1 if write_buffer_size is None else write_buffer_size
        )
        _keep(self._settings, self._storage, default_savepoint_directory_uri)

    def get_checkpoint_path(self) -> str:
        """The folder or URI in which checkpoints are kept."""
        return self._storage.get_checkpoint_path()

    def get_min_file_size_threshold(self) -> int:
        """State smaller than this, in bytes, is kept in the checkpoint's metadata."""
        return self._storage.get_min_file_size_threshold()

    def get_write_buffer_size(self) -> int:
        """The buffer size that was set, in bytes; it changes nothing."""
        return self._storage.get_write_buffer_size()

    def is_using_asynchronous_snapshots(self) -> bool:
        """True: snapshots are always asynchronous."""
        return True


class RocksDBStateBackend(EmbeddedRocksDBStateBackend):
    """Formerly: EmbeddedRocksDBStateBackend with FileSystemCheckpointStorage."""

    def __init__(
        self,
        checkpoint_data_uri: Optional[str] = None,
        enable_incremental_checkpointing: Optional[bool] = None,
        checkpoint_stream_backend: Optional[StateBackend] = None,
    ) -> None:
        former_name("RocksDBStateBackend", "EmbeddedRocksDBStateBackend, with FileSystemCheckpointStorage")
        super().__init__(enable_incremental_checkpointing)
        if checkpoint_stream_backend is not None:
            if not isinstance(checkpoint_stream_backend, (MemoryStateBackend, FsStateBackend)):
                kind = type(checkpoint_stream_backend).__name__
                raise TypeError(
                    f"checkpoint_stream_backend must be an FsStateBackend or MemoryStateBackend, not {kind}"
                )
            storage: CheckpointStorage = checkpoint_stream_backend._storage
        elif checkpoint_data_uri is not None:
            storage = FileSystemCheckpointStorage(checkpoint_data_uri)
        else:
            raise ValueError("RocksDBStateBackend needs a checkpoint_data_uri or a checkpoint_stream_backend")
        self._checkpoint_backend = checkpoint_stream_backend
        _keep(self._settings, storage, None)

    def get_checkpoint_backend(self) -> Optional[StateBackend]:
        """The backend whose storage checkpoints go to, if one was given."""
        return self._checkpoint_backend

    def get_number_of_transfering_threads(self) -> int:
        """The former name of `get_number_of_transfer_threads`."""
        return self.get_number_of_transfer_threads()

    def set_number_of_transfering_threads(self, number_of_transfering_threads: int) -> None:
        """The former name of `set_number_of_transfer_threads`."""
        self.set_number_of_transfer_threads(number_of_transfering_threads)


def _keep(settings: Configuration, storage: CheckpointStorage, savepoint_path: Optional[str]) -> None:
    storage.write_to(settings)
    if savepoint_path is not None:
        settings.set(SAVEPOINT_DIRECTORY, savepoint_path)
