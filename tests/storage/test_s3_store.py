"""S3Store: behavior that other stores do not share."""

from __future__ import annotations

import importlib
import logging
import pickle
from pathlib import Path
from typing import Any

import pytest

from pyrite.checkpoint.cleanup import Holdings
from pyrite.checkpoint.file_names import named_files, shared_name
from pyrite.checkpoint.savepoint import dispose, load_savepoint
from pyrite.checkpoint.storage_cleaner import StorageCleaner
from pyrite.checkpoint.task_storage import TaskFiles
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import CheckpointError
from pyrite.storage import s3_store as storage_of_s3
from pyrite.storage.disk import OsDisk
from pyrite.storage.open_store import FolderOpener, open_store
from pyrite.storage.s3_store import S3Store
from pyrite.storage.store import CheckpointStore, LocalStore
from tests.checkpoint.jobs import Driver, log_of, read_all
from tests.storage.conftest import ACCESS_KEY, SECRET_KEY


def test_s3_store_pickles_and_works_on(s3_store: CheckpointStore) -> None:
    s3_store.write("file", b"text")
    assert pickle.loads(pickle.dumps(s3_store)).read("file") == b"text"


def test_s3_store_deletes_many_files_with_few_requests(
    s3_store: CheckpointStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [shared_name(1, 5, "op", 0, counter) for counter in range(25)]
    for name in names:
        s3_store.write(f"job/{name}", b"")
    assert isinstance(s3_store, S3Store)
    requests: list[str] = []
    s3_store._client().meta.events.register("before-call.s3", lambda model, **_: requests.append(model.name))
    monkeypatch.setattr(storage_of_s3, "_KEYS_OF_A_REQUEST", 10)
    StorageCleaner(s3_store, "job").remove_orphans(Holdings(2, 6, 5, 5, needed_paths=frozenset(names[:2])))
    assert [name for name in requests if name.startswith("Delete")] == ["DeleteObjects"] * 3
    assert s3_store.list("job/shared") == sorted(name.removeprefix("shared/") for name in names[:2])


def test_s3_store_says_nothing_secret(s3: Configuration, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="pyrite")
    store = open_store("s3://no-such-bucket/path", s3)
    texts = [repr(store), store.uri, repr(store.__dict__)]
    for action in (lambda: store.write("file", b""), lambda: store.create("file", b""), lambda: store.list("file")):
        with pytest.raises(OSError, match="no-such-bucket") as error:
            action()
        texts += [str(error.value), repr(error.value), repr(error.value.__cause__)]
    assert not [text for text in [*texts, caplog.text] if SECRET_KEY in text or ACCESS_KEY in text]


def test_s3_store_refuses_credentials_in_uris_without_repeating_them(s3: Configuration) -> None:
    with pytest.raises(CheckpointError, match=r"s3\.access-key") as error:
        open_store("s3://me:hidden@bucket/path", s3)
    assert "hidden" not in str(error.value)


def test_s3_store_says_what_to_install_when_boto3_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.import_module

    def without_boto3(name: str) -> Any:
        if name.startswith("boto"):
            raise ImportError(name)
        return find(name)

    monkeypatch.setattr(importlib, "import_module", without_boto3)
    with pytest.raises(CheckpointError, match=r"pip install 'pyrite\[s3\]'"):
        open_store("s3://bucket/path", Configuration())


def test_s3_store_is_refused_when_its_server_ignores_the_condition(
    s3_store: CheckpointStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    s3_store.probe("job")
    assert s3_store.list("job") == []
    assert isinstance(s3_store, S3Store)
    client = s3_store._client()
    put_object = client.put_object
    monkeypatch.setattr(client, "put_object", lambda IfNoneMatch, **arguments: put_object(**arguments))
    with pytest.raises(CheckpointError, match="ignores If-None-Match"):
        s3_store.probe("job")


def test_s3_store_create_is_ours_when_the_answer_was_lost_and_the_client_repeats(
    s3_store: CheckpointStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = Driver(s3_store, "one")
    driver.start()
    assert isinstance(s3_store, S3Store)
    client = s3_store._client()
    put_object = client.put_object

    def put_twice(**arguments: Any) -> Any:
        put_object(**arguments)
        return put_object(**arguments)

    monkeypatch.setattr(client, "put_object", put_twice)
    driver.checkpoint()
    monkeypatch.undo()
    assert [entry.kind for entry in log_of(s3_store)] == ["attempt", "checkpoint"]


def test_job_resumes_from_s3(s3_store: CheckpointStore) -> None:
    first = Driver(s3_store, "one")
    first.start()
    for _ in range(3):
        last = first.checkpoint()
        first.storage.drop_unneeded()
    recovery = Driver(s3_store, "two").start()
    assert recovery.manifest is not None
    assert recovery.manifest.checkpoint_id == last
    assert len(read_all(s3_store, recovery.manifest)) == 4


def test_savepoint_is_written_to_s3_read_and_disposed_of(s3: Configuration, tmp_path: Path) -> None:
    open_folder = FolderOpener(s3)
    driver = Driver(LocalStore(OsDisk(), str(tmp_path)), "one")
    driver.start()
    driver.files = TaskFiles(driver.store, "job", 1, "task", 0, inline_limit=0, elsewhere=open_folder)
    folder = "s3://bucket/savepoints/one"
    driver.savepoint(folder)
    manifest = load_savepoint(folder, open_folder)
    assert [driver.files.read(ref) for ref in named_files(manifest)] == [b"all of it " * 100]
    dispose(folder, s3)
    assert open_folder(folder).list("") == []
    with pytest.raises(CheckpointError, match="no savepoint or checkpoint at"):
        load_savepoint(folder, open_folder)
