"""A stranger who can write to a savepoint's folder puts code into it: signed savepoints are refused before it runs."""

from __future__ import annotations

import base64
import os
import pickle
import shutil
import stat
import zlib
from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import Any, Final

import pytest

from pyrite.checkpoint.file_names import named_files
from pyrite.checkpoint.manifest_codec import MAGIC, seal, unseal
from pyrite.checkpoint.savepoint import dispose, load_savepoint
from pyrite.cli.main import main
from pyrite.core.config.checkpoint_options import SIGNING_KEY_FILE
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import CheckpointError, CorruptStateError
from pyrite.core.file_uri import local_path
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.state.evolution.loading import Migrations
from pyrite.state_processor import SavepointReader, SavepointWriter, export
from pyrite.state_processor.savepoint_files import Access
from pyrite.storage.open_store import FolderOpener
from pyrite.storage.signing_key import SigningKey, warn_of_writers
from tests.savepoints.spark_job import HERE
from tests.whole.simulation.lives import LIVES, Life

SESSION: Final[Any] = object()
"""Reading a manifest needs no Spark."""


class Payload:
    """Unpickling it creates a file."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str, ...]]:
        return os.mkdir, (str(self._file),)


@pytest.fixture
def savepoint(tmp_path: Path) -> Path:
    folder = tmp_path / "savepoint"
    shutil.copytree(HERE / "spark-hashmap", folder)
    return folder


@pytest.fixture
def settings(tmp_path: Path) -> Configuration:
    file = tmp_path / "key"
    file.touch(0o600)
    file.write_text("5ec4e7" * 6)
    return Configuration({SIGNING_KEY_FILE.key: str(file)})


def sign(savepoint: Path, settings: Configuration) -> None:
    words = [word for key, value in settings.to_dict().items() for word in ("-D", f"{key}={value}")]
    assert main(["checkpoints", "sign", str(savepoint), *words]) == 0


def attack(savepoint: Path, payload: Payload) -> None:
    """Replaces an operator's state. The stranger makes the checksums fit, and copies the signature."""
    file = savepoint / "_metadata"
    head, _, _ = file.read_bytes().partition(b"\n")
    content = unseal(MAGIC, 1, file.read_bytes(), "_metadata", SigningKey())
    data = pickle.dumps(payload)
    state = {"path": "", "size": len(data), "checksum": zlib.crc32(data), "data": base64.b64encode(data).decode()}
    for operator in content["operators"].values():
        for subtask in operator["subtasks"].values():
            subtask["unkeyed"] = state
    signature = b"".join(b" " + part for part in head.split(b" ")[3:])
    file.write_bytes(seal(MAGIC, 1, content, SigningKey()).replace(b"\n", signature + b"\n", 1))


DOORS: Final[dict[str, Callable[[str, Configuration], Any]]] = {
    "restore": lambda path, settings: load_savepoint(path, FolderOpener(settings)),
    "read": lambda path, settings: SavepointReader.read(path, SESSION, settings),
    "write": lambda path, settings: SavepointWriter.from_existing_savepoint(path, SESSION, settings),
    "export": lambda path, settings: export(path, f"{path}.parquet", SESSION, settings),
    "dispose": dispose,
}


def test_attack_succeeds_without_a_key(savepoint: Path, tmp_path: Path) -> None:
    attack(savepoint, Payload(tmp_path / "owned"))
    main(["checkpoints", "show", str(savepoint)])
    assert (tmp_path / "owned").exists()


def test_shown_savepoint_is_refused_before_it_is_unpickled(
    savepoint: Path, settings: Configuration, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sign(savepoint, settings)
    attack(savepoint, Payload(tmp_path / "owned"))
    words = ["checkpoints", "show", str(savepoint), "-D", f"{SIGNING_KEY_FILE.key}={tmp_path / 'key'}"]
    assert main(words) == 1
    assert "_metadata is signed with another key" in capsys.readouterr().err
    assert not (tmp_path / "owned").exists()


@pytest.mark.parametrize("door", DOORS)
def test_every_door_refuses_an_unsigned_savepoint(door: str, savepoint: Path, settings: Configuration) -> None:
    with pytest.raises(CheckpointError, match=r"_metadata is not signed .* pyrite checkpoints sign PATH"):
        DOORS[door](str(savepoint), settings)


@pytest.mark.parametrize("door", ["restore", "read", "write", "dispose"])
def test_every_door_accepts_a_signed_savepoint(door: str, savepoint: Path, settings: Configuration) -> None:
    sign(savepoint, settings)
    DOORS[door](str(savepoint), settings)


def with_checksum(data: bytes, checksum: int) -> bytes:
    """Data with four more bytes, by which it has a CRC-32 of the stranger's choice."""
    table = [reduce(lambda rest, _: rest >> 1 ^ 0xEDB88320 * (rest & 1), range(8), byte) for byte in range(256)]
    back = {entry >> 24: entry << 8 ^ byte for byte, entry in enumerate(table)}
    rest = checksum ^ 0xFFFFFFFF
    for _ in range(4):
        rest = (rest << 8 ^ back[rest >> 24]) & 0xFFFFFFFF
    return data + (rest ^ zlib.crc32(data) ^ 0xFFFFFFFF).to_bytes(4, "little")


def test_file_that_a_stranger_has_replaced_is_refused(savepoint: Path, settings: Configuration) -> None:
    sign(savepoint, settings)
    manifest = load_savepoint(str(savepoint), FolderOpener(settings))
    ref = next(named_files(manifest))
    path = Path(local_path(ref.path))
    path.write_bytes(with_checksum(b"evil".ljust(ref.size - 4), ref.checksum))
    assert (zlib.crc32(path.read_bytes()), path.stat().st_size) == (ref.checksum, ref.size)
    reader = Access(settings, Migrations()).reader()
    with pytest.raises(CorruptStateError, match="its contents are not those that were signed"):
        reader.read(ref)
    with pytest.raises(CorruptStateError, match="its contents are not those that were signed"):
        reader.download(ref, path.with_name("copy"))


@pytest.mark.parametrize("backend", ["hashmap", "rocksdb"])
def test_jobs_resume_from_their_own_signed_checkpoints(
    backend: str, settings: Configuration, monkeypatch: pytest.MonkeyPatch
) -> None:
    manifests_with_digests = []
    sign = SigningKey.sign

    def observed(key: SigningKey, data: bytes) -> str:
        manifests_with_digests.append(b'"digest":' in data)
        return sign(key, data)

    monkeypatch.setattr(SigningKey, "sign", observed)
    values = {"state.storage.fs.memory-threshold": "1", "state.backend.type": backend, **settings.to_dict()}
    for life in LIVES:
        if life.name in ("stopped, state and windows", "rescaled, unaligned"):

            def build(env: StreamExecutionEnvironment, life: Life = life) -> None:
                env.get_configuration().add_all(Configuration(values))
                life.program.build(env)

            signed = replace(life, program=replace(life.program, build=build))
            assert [problem for seed in range(3) for problem in signed._lives(signed.simulation(seed), seed)] == []
    assert any(manifests_with_digests)


def test_folder_that_others_can_write_to_is_reported_if_nothing_is_signed(
    savepoint: Path, settings: Configuration, caplog: pytest.LogCaptureFixture
) -> None:
    savepoint.chmod(0o777)
    warn_of_writers(savepoint.as_uri(), SigningKey.of(settings))
    assert caplog.text == ""
    load_savepoint(str(savepoint), FolderOpener(Configuration()))
    assert f"other users can write to {savepoint}" in caplog.text


def test_folders_of_checkpoints_are_closed_to_others(tmp_path: Path) -> None:
    store = FolderOpener(Configuration())(str(tmp_path / "root" / "checkpoints"))
    store.write("job/chk-1/_metadata", b"")
    folders = [path for path in (tmp_path / "root").rglob("*") if path.is_dir()] + [tmp_path / "root"]
    assert {stat.S_IMODE(folder.stat().st_mode) for folder in folders} == {0o700}


@pytest.mark.parametrize(
    ("text", "mode", "message"),
    [("short", 0o600, "expected lines of at least 32 bytes"), ("a" * 64, 0o644, "other users can read or replace it")],
)
def test_key_that_is_no_secret_is_refused(text: str, mode: int, message: str, tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text(text)
    file.chmod(mode)
    with pytest.raises(CheckpointError, match=message):
        SigningKey(str(file)).sign(b"")
