"""An S3 server and HDFS on loopback while the tests of this folder run."""

from __future__ import annotations

import importlib
import os
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from pyrite.core.config.configuration import Configuration
from pyrite.storage.open_store import open_store
from pyrite.storage.s3_store import S3Store
from pyrite.storage.store import CheckpointStore, MemoryStore
from servers.hdfs import HdfsServer
from tests.hdfs_cluster import shared_hdfs

ACCESS_KEY = "the-access-key-of-tests"
SECRET_KEY = "the-secret-key-of-tests"


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@pytest.fixture(scope="session")
def s3() -> Iterator[Configuration]:
    """The settings of a server with a bucket called `bucket`."""
    port = free_port()
    os.environ["AWS_EC2_METADATA_DISABLED"] = "true"
    server = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        endpoint = f"http://127.0.0.1:{port}"
        client = importlib.import_module("boto3").client(
            "s3",
            endpoint_url=endpoint,
            aws_access_key_id=ACCESS_KEY,
            aws_secret_access_key=SECRET_KEY,
            region_name="us-east-1",
        )
        client.create_bucket(Bucket="bucket")
        yield Configuration(
            {
                "s3.endpoint": endpoint,
                "s3.access-key": ACCESS_KEY,
                "s3.secret-key": SECRET_KEY,
                "s3.path.style.access": "true",
                "s3.region": "us-east-1",
            }
        )
    finally:
        server.kill()
        server.wait()


@pytest.fixture(scope="session")
def s3_clients(s3: Configuration) -> S3Store:
    """A store whose clients are shared by all tests, since creating clients is slow."""
    return S3Store.of("s3://bucket/", s3)


@pytest.fixture
def s3_store(s3_clients: S3Store) -> CheckpointStore:
    store = S3Store("bucket", uuid.uuid4().hex, s3_clients._settings)
    store._boto, store._arrow = s3_clients._client(), s3_clients._files()
    return store


@pytest.fixture(scope="session")
def hdfs() -> HdfsServer:
    return shared_hdfs()


@pytest.fixture
def hdfs_store(hdfs: HdfsServer) -> CheckpointStore:
    return open_store(f"{hdfs.uri}/{uuid.uuid4().hex}", Configuration())


@pytest.fixture(params=["local", "memory", "s3", "hdfs"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> CheckpointStore:
    """Every kind of store, empty."""
    if request.param in ("s3", "hdfs"):
        actual = request.getfixturevalue(f"{request.param}_store")
        assert isinstance(actual, CheckpointStore)
        return actual
    return MemoryStore() if request.param == "memory" else open_store(str(tmp_path), Configuration())
