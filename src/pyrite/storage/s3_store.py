"""S3Store: checkpoints in S3 or in a compatible server with conditional writes."""

from __future__ import annotations

import importlib
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, Final, Optional

from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import CheckpointError, MissingDependencyError, PyriteError
from pyrite.core.file_uri import split_scheme
from pyrite.storage.s3_settings import ACCESS_KEY, SECRET_KEY, S3Settings
from pyrite.storage.store import CheckpointStore, Names, NotWrittenError

_CONFLICT_TRIES: Final = 5
_KEYS_OF_A_REQUEST: Final = 1000
"""How many objects S3 deletes with one request."""


class S3Store(CheckpointStore):
    """A prefix of a bucket. Arrow transfers data; boto3 does exclusive creates and lists."""

    def __init__(self, bucket: str, prefix: str, settings: S3Settings) -> None:
        self._bucket = bucket
        self._prefix = prefix.strip("/")
        self._settings = settings
        self._arrow: Any = None
        self._boto: Any = None

    def __reduce__(self) -> tuple[type[S3Store], tuple[str, str, S3Settings]]:
        return S3Store, (self._bucket, self._prefix, self._settings)

    @staticmethod
    def of(uri: str, configuration: Configuration) -> S3Store:
        bucket, _, prefix = split_scheme(uri)[1].partition("/")
        if "@" in bucket:
            raise CheckpointError(f"s3:// URIs must not contain credentials: set {ACCESS_KEY.key} and {SECRET_KEY.key}")
        if not bucket:
            raise CheckpointError(f"{uri}: expected s3://bucket/path")
        store = S3Store(bucket, prefix, S3Settings.of(configuration))
        store._client()  # fails at once if boto3 is not installed
        return store

    @property
    def uri(self) -> str:
        return f"s3://{self._bucket}/{self._prefix}".rstrip("/")

    def write(self, path: str, data: bytes) -> None:
        with self._errors("write", path), self._files().open_output_stream(self._full(path)) as stream:
            stream.write(data)

    def upload(self, source: Path, path: str) -> None:
        # One write of the whole file: closing a stream that failed halfway would complete a truncated object.
        pyarrow = importlib.import_module("pyarrow")
        if source.stat().st_size == 0:
            return self.write(path, b"")
        with pyarrow.memory_map(str(source)) as file:
            return self.write(path, file.read_buffer())

    def create(self, path: str, data: bytes) -> bool:
        for _ in range(_CONFLICT_TRIES):
            try:
                with self._errors("create", path):
                    self._client().put_object(Bucket=self._bucket, Key=self._key(path), Body=data, IfNoneMatch="*")
                return True
            except _StatusError as error:
                if error.status == 412:
                    return False
                if error.status != 409:  # 409: another conditional write of this name is under way
                    is_final = error.status in (400, 403, 404, 501) and error.retries == 0
                    raise (NotWrittenError if is_final else OSError)(str(error)) from None
        raise OSError(f"{self._uri(path)} could not be created: other writes of the same name keep conflicting")

    def probe(self, folder: str) -> None:
        path = f"{folder}/.probe-{uuid.uuid4().hex}"
        exclusive = self.create(path, b"1") and not self.create(path, b"2")
        self.delete(path)
        if not exclusive:
            raise CheckpointError("the server ignores If-None-Match, so two drivers could both commit")

    def read(self, path: str) -> bytes:
        with self._errors("read", path), self._files().open_input_stream(self._full(path)) as stream:
            return bytes(stream.readall())

    def download(self, path: str, target: Path) -> None:
        with (
            self._errors("read", path),
            self._files().open_input_stream(self._full(path)) as stream,
            target.open("wb") as file,
        ):
            while chunk := stream.read(8 << 20):
                file.write(chunk)

    def list(self, path: str) -> Names:
        folders, files = self._scan(path)
        return sorted({*folders, *files})

    def sizes(self, path: str) -> dict[str, int]:
        return self._scan(path)[1]

    def _scan(self, path: str) -> tuple[Names, dict[str, int]]:
        prefix = f"{self._key(path)}/".removeprefix("/")
        folders: Names = []
        files: dict[str, int] = {}
        with self._errors("list", path):
            pages = self._client().get_paginator("list_objects_v2")
            for page in pages.paginate(Bucket=self._bucket, Prefix=prefix, Delimiter="/"):
                folders += [entry["Prefix"][len(prefix) : -1] for entry in page.get("CommonPrefixes", ())]
                files.update({entry["Key"][len(prefix) :]: entry["Size"] for entry in page.get("Contents", ())})
        files.pop("", None)
        return folders, files

    def exists(self, path: str) -> bool:
        try:
            with self._errors("read", path):
                self._client().head_object(Bucket=self._bucket, Key=self._key(path))
        except FileNotFoundError:
            return False
        return True

    def delete(self, path: str) -> None:
        with self._errors("delete", path):
            self._client().delete_object(Bucket=self._bucket, Key=self._key(path))

    def delete_files(self, paths: Iterable[str]) -> None:
        keys = iter(paths)
        while part := list(islice(keys, _KEYS_OF_A_REQUEST)):
            with self._errors("delete", part[0]):
                self._delete_objects([{"Key": self._key(path)} for path in part])

    def delete_folder(self, path: str) -> None:
        with self._errors("delete", path):
            pages = self._client().get_paginator("list_objects_v2")
            for page in pages.paginate(Bucket=self._bucket, Prefix=f"{self._key(path)}/"):
                keys = [{"Key": entry["Key"]} for entry in page.get("Contents", ())]
                if keys:
                    self._delete_objects(keys)

    def _delete_objects(self, keys: Any) -> None:
        answer = self._client().delete_objects(Bucket=self._bucket, Delete={"Objects": keys, "Quiet": True})
        if answer.get("Errors"):
            raise OSError(f"{len(answer['Errors'])} objects could not be deleted, first: {answer['Errors'][0]}")

    def _files(self) -> Any:
        """Arrow's file system."""
        if self._arrow is None:
            self._arrow = self._settings.file_system()
        return self._arrow

    def _client(self) -> Any:
        """boto3's client."""
        if self._boto is None:
            try:
                self._boto = self._settings.client("checkpoints")
            except MissingDependencyError as error:
                raise CheckpointError(str(error)) from None
        return self._boto

    @contextmanager
    def _errors(self, action: str, path: str) -> Iterator[None]:
        """Turns the clients' errors into OSErrors that name the action and the URI, and mask secrets."""
        try:
            yield
        except PyriteError:
            raise
        except Exception as error:
            text = self._settings.secrets.masked(f"{self._uri(path)}: cannot {action}: {type(error).__name__}: {error}")
            response = getattr(error, "response", None)
            meta = response.get("ResponseMetadata", {}) if isinstance(response, dict) else {}
            status: Optional[int] = meta.get("HTTPStatusCode")
            missing = status == 404 and "NoSuchBucket" not in text
            if isinstance(error, FileNotFoundError) or missing:
                raise FileNotFoundError(text) from None
            if status is not None:
                raise _StatusError(text, status, int(meta.get("RetryAttempts", 0))) from None
            raise OSError(text) from None

    def _uri(self, path: str) -> str:
        return f"{self.uri}/{path}"

    def _key(self, path: str) -> str:
        return "/".join(part for part in (self._prefix, path) if part)

    def _full(self, path: str) -> str:
        return f"{self._bucket}/{self._key(path)}"


class _StatusError(OSError):
    """The server answered with an error."""

    def __init__(self, text: str, status: int, retries: int) -> None:
        super().__init__(text)
        self.status = status
        self.retries = retries
