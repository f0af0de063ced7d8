"""Checkpoint storages: PyFlink's classes over the program's configuration."""

from __future__ import annotations

import pytest

from pyrite.common import Configuration
from pyrite.core.errors import InvalidProgramError
from pyrite.datastream.checkpoint_storage import (
    CheckpointStorage,
    CustomCheckpointStorage,
    FileSystemCheckpointStorage,
    JobManagerCheckpointStorage,
    checkpoint_storage_of,
)


def written(storage: CheckpointStorage) -> dict[str, str]:
    configuration = Configuration()
    storage.write_to(configuration)
    prefix = "execution.checkpointing."
    return {key.removeprefix(prefix): text for key, text in configuration.to_dict().items()}


def test_job_manager_storage_has_pyflinks_limit() -> None:
    assert JobManagerCheckpointStorage.DEFAULT_MAX_STATE_SIZE == 5 * 1024 * 1024
    assert JobManagerCheckpointStorage().get_max_state_size() == 5 * 1024 * 1024
    assert JobManagerCheckpointStorage(max_state_size=50_000).get_max_state_size() == 50_000


def test_job_manager_storage_is_written() -> None:
    made = written(JobManagerCheckpointStorage(max_state_size=50_000))
    assert made == {"storage": "jobmanager", "jobmanager.max-state-size": "50000"}
    assert written(JobManagerCheckpointStorage("/c"))["dir"] == "/c"


def test_file_system_storage_is_written() -> None:
    assert written(FileSystemCheckpointStorage("s3://b/c")) == {"storage": "filesystem", "dir": "s3://b/c"}
    made = written(FileSystemCheckpointStorage("/c", 2048, 4096))
    sizes = {"data-inline-threshold": "2048", "write-buffer-size": "4096"}
    assert made == {"storage": "filesystem", "dir": "/c", **sizes}


def test_file_system_storage_gives_what_it_was_given_or_flinks_defaults() -> None:
    plain, inputs = FileSystemCheckpointStorage("/c"), FileSystemCheckpointStorage("/c", 0, 1)
    assert (plain.get_min_file_size_threshold(), plain.get_write_buffer_size()) == (20480, 4096)
    assert (inputs.get_min_file_size_threshold(), inputs.get_write_buffer_size()) == (0, 1)
    assert (plain.get_checkpoint_path(), plain.get_savepoint_path()) == ("/c", None)


@pytest.mark.parametrize("threshold", [-2, 1024 * 1024 + 1])
def test_file_system_storage_refuses_a_threshold_out_of_range(threshold: int) -> None:
    with pytest.raises(InvalidProgramError, match=f"from -1 .* to 1048576, not {threshold}"):
        FileSystemCheckpointStorage("/c", threshold)


def test_file_system_storage_needs_a_path() -> None:
    with pytest.raises(ValueError, match="checkpoint_path must not be None"):
        FileSystemCheckpointStorage()


def test_custom_storage_is_refused_by_name() -> None:
    with pytest.raises(InvalidProgramError, match="CustomCheckpointStorage is not supported"):
        CustomCheckpointStorage(object())


@pytest.mark.parametrize(
    "storage",
    [JobManagerCheckpointStorage("/c", 100), FileSystemCheckpointStorage("/c", 1, 2)],
    ids=lambda storage: type(storage).__name__,
)
def test_storage_is_read_back_from_the_configuration(storage: CheckpointStorage) -> None:
    configuration = Configuration()
    storage.write_to(configuration)
    assert checkpoint_storage_of(configuration) == storage
