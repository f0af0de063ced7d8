"""S3 on loopback, for the tests of this folder that need it."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from pyrite.common import Configuration
from servers.moto import Moto


@dataclass
class S3Folder:
    """A place of a test's own."""

    client: Any
    configuration: Configuration
    prefix: str

    @property
    def uri(self) -> str:
        return f"s3://bucket/{self.prefix}"

    def names(self) -> list[str]:
        listed = self.client.list_objects_v2(Bucket="bucket", Prefix=f"{self.prefix}/").get("Contents", [])
        return [entry["Key"].removeprefix(f"{self.prefix}/") for entry in listed]

    def uploads(self) -> list[tuple[str, str]]:
        listed = self.client.list_multipart_uploads(Bucket="bucket", Prefix=f"{self.prefix}/").get("Uploads", [])
        return [(upload["Key"], upload["UploadId"]) for upload in listed]

    def read(self, key: str) -> bytes:
        data: bytes = self.client.get_object(Bucket="bucket", Key=f"{self.prefix}/{key}")["Body"].read()
        return data

    def write(self, key: str, data: bytes) -> None:
        self.client.put_object(Bucket="bucket", Key=f"{self.prefix}/{key}", Body=data)


@pytest.fixture(scope="session")
def moto() -> Iterator[Moto]:
    with Moto() as server:
        assert isinstance(server, Moto)
        server.client().create_bucket(Bucket="bucket")
        yield server


@pytest.fixture(scope="session")
def s3_client(moto: Moto) -> Any:
    return moto.client()


@pytest.fixture
def s3(moto: Moto, s3_client: Any) -> S3Folder:
    return S3Folder(s3_client, Configuration(dict(moto.settings())), uuid.uuid4().hex[:12])
