"""State backends: PyFlink's classes over the program's configuration."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.common import Configuration
from pyrite.core.config import former_names
from pyrite.core.errors import InvalidProgramError
from pyrite.datastream.state_backend import (
    CustomStateBackend,
    EmbeddedRocksDBStateBackend,
    FsStateBackend,
    HashMapStateBackend,
    MemoryStateBackend,
    PredefinedOptions,
    RocksDBStateBackend,
    StateBackend,
    state_backend_of,
)


def written(backend: StateBackend) -> dict[str, str]:
    configuration = Configuration()
    backend.write_to(configuration)
    return configuration.to_dict()


def test_hashmap_is_written() -> None:
    assert written(HashMapStateBackend()) == {"state.backend.type": "hashmap"}


@pytest.mark.parametrize(("incremental", "extra"), [(None, {}), (True, "true"), (False, "false")])
def test_rocksdb_is_written_with_what_was_said_of_increments(incremental: Any, extra: Any) -> None:
    said = {"execution.checkpointing.incremental": extra} if extra else {}
    assert written(EmbeddedRocksDBStateBackend(incremental)) == {"state.backend.type": "rocksdb", **said}


def test_rocksdb_keeps_its_settings() -> None:
    backend = EmbeddedRocksDBStateBackend(True)
    backend.set_db_storage_paths("/a", "/b")
    backend.set_predefined_options(PredefinedOptions.FLASH_SSD_OPTIMIZED)
    backend.set_number_of_transfer_threads(8)
    assert backend.is_incremental_checkpoints_enabled()
    assert backend.get_db_storage_paths() == ["/a", "/b"]
    assert backend.get_predefined_options() is PredefinedOptions.FLASH_SSD_OPTIMIZED
    assert backend.get_number_of_transfer_threads() == 8
    assert backend.get_options() is None


def test_rocksdb_has_pyflinks_defaults_but_writes_increments() -> None:
    backend = EmbeddedRocksDBStateBackend()
    assert (backend.get_db_storage_paths(), backend.get_number_of_transfer_threads()) == ([], 4)
    assert backend.get_predefined_options() is PredefinedOptions.DEFAULT
    assert backend.is_incremental_checkpoints_enabled()


def test_what_is_set_later_is_in_the_configuration_too() -> None:
    configuration, backend = Configuration(), EmbeddedRocksDBStateBackend()
    backend.write_to(configuration)
    backend.set_predefined_options(PredefinedOptions.SPINNING_DISK_OPTIMIZED)
    assert configuration.to_dict()["state.backend.rocksdb.predefined-options"] == "SPINNING_DISK_OPTIMIZED"


def test_rocksdb_refuses_what_is_no_truth_value() -> None:
    wrong: Any = "yes"
    with pytest.raises(TypeError, match="must be None, True or False, not yes"):
        EmbeddedRocksDBStateBackend(wrong)


def test_rocksdb_refuses_an_options_factory_by_name() -> None:
    with pytest.raises(InvalidProgramError, match=r"factory org\.my\.Factory is not supported"):
        EmbeddedRocksDBStateBackend().set_options("org.my.Factory")


def test_custom_backend_is_refused_by_name() -> None:
    with pytest.raises(InvalidProgramError, match="CustomStateBackend is not supported"):
        CustomStateBackend(object())


def test_backend_is_read_back_from_the_configuration() -> None:
    assert state_backend_of(Configuration()) is None
    assert isinstance(state_backend_of(Configuration({"state.backend": "hashmap"})), HashMapStateBackend)
    values = {"state.backend": "rocksdb", "state.backend.incremental": "true", "state.backend.rocksdb.localdir": "/a"}
    actual = state_backend_of(Configuration(values))
    assert isinstance(actual, EmbeddedRocksDBStateBackend)
    assert actual.is_incremental_checkpoints_enabled() and actual.get_db_storage_paths() == ["/a"]


# Former names ---------------------------------------------------------------------------------------------------------


def test_memory_backend_is_hashmap_with_job_manager_storage(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(former_names, "_warned", set())
    backend = MemoryStateBackend(savepoint_path="/s", max_state_size=100)
    assert written(backend) == {
        "state.backend.type": "hashmap",
        "execution.checkpointing.storage": "jobmanager",
        "execution.checkpointing.jobmanager.max-state-size": "100",
        "execution.checkpointing.savepoint-dir": "/s",
    }
    assert (backend.get_max_state_size(), backend.is_using_asynchronous_snapshots()) == (100, True)
    assert "MemoryStateBackend is now called HashMapStateBackend" in caplog.text


def test_fs_backend_is_hashmap_with_file_system_storage() -> None:
    backend = FsStateBackend("/c", "/s", 10, 20)
    assert written(backend) == {
        "state.backend.type": "hashmap",
        "execution.checkpointing.storage": "filesystem",
        "execution.checkpointing.dir": "/c",
        "execution.checkpointing.data-inline-threshold": "10",
        "execution.checkpointing.write-buffer-size": "20",
        "execution.checkpointing.savepoint-dir": "/s",
    }
    assert (backend.get_checkpoint_path(), backend.get_min_file_size_threshold()) == ("/c", 10)
    assert (backend.get_write_buffer_size(), backend.is_using_asynchronous_snapshots()) == (20, True)


def test_former_rocksdb_backend_is_rocksdb_with_file_system_storage() -> None:
    stored = {"execution.checkpointing.storage": "filesystem", "execution.checkpointing.dir": "/c"}
    increments = {"execution.checkpointing.incremental": "true"}
    assert written(RocksDBStateBackend("/c", True)) == {"state.backend.type": "rocksdb", **increments, **stored}
    inner = FsStateBackend("/c")
    backend = RocksDBStateBackend(checkpoint_stream_backend=inner)
    assert written(backend) == {"state.backend.type": "rocksdb", **stored}
    assert backend.get_checkpoint_backend() is inner
    backend.set_number_of_transfering_threads(3)
    assert backend.get_number_of_transfering_threads() == 3


def test_former_backends_that_need_a_place_say_so() -> None:
    with pytest.raises(ValueError, match="needs a checkpoint_directory_uri"):
        FsStateBackend()
    with pytest.raises(ValueError, match="needs a checkpoint_data_uri"):
        RocksDBStateBackend()
    with pytest.raises(TypeError, match="not HashMapStateBackend"):
        RocksDBStateBackend(checkpoint_stream_backend=HashMapStateBackend())
