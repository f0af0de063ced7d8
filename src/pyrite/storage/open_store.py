"""Opens CheckpointStores by URI."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional

from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import CheckpointError
from pyrite.core.file_uri import local_path, split_scheme
from pyrite.storage.faulty_disk import local_disk
from pyrite.storage.hdfs_store import HdfsStore
from pyrite.storage.s3_store import S3Store
from pyrite.storage.signing_key import SigningKey
from pyrite.storage.store import CheckpointStore, LocalStore


def open_store(uri: str, configuration: Configuration) -> CheckpointStore:
    """The store at a URI: `file:///path` or a plain path, `s3://bucket/path`, `hdfs://host:8020/path`."""
    store = _open(uri, configuration)
    store.signing_key = SigningKey.of(configuration)
    return store


def _open(uri: str, configuration: Configuration) -> CheckpointStore:
    scheme, _ = split_scheme(uri)
    if scheme in ("", "file"):
        return LocalStore(local_disk(), str(local_path(uri)))
    if scheme in ("s3", "s3a"):
        return S3Store.of(uri, configuration)
    if scheme == "hdfs":
        return HdfsStore.of(uri, configuration)
    raise CheckpointError(
        f"checkpoints cannot be kept at {scheme}://; use file:///path, s3://bucket/path or hdfs://host:8020/path"
    )


@dataclass(frozen=True)
class FolderOpener:
    """Opens the folders of savepoints and of other jobs by URI.

    Local folders are opened on the disk of `beside`, which in a simulation is not the machine's disk.
    """

    configuration: Configuration = field(default_factory=Configuration)
    beside: Optional[CheckpointStore] = None

    def __call__(self, uri: str) -> CheckpointStore:
        if isinstance(self.beside, LocalStore) and split_scheme(uri)[0] == "file":
            return self.beside.at(uri)
        return open_store(uri, self.configuration)
