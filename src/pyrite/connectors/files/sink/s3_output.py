"""S3Output: writes files as multipart uploads to S3. The commit completes the upload."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any, BinaryIO, Final, Optional, cast

from pyrite.connectors.files.paths import Location
from pyrite.connectors.files.sink.output_store import HiddenFile, OutputPart, OutputStore, Prepared, Upload
from pyrite.connectors.files.sink.part_name import PartName
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import CommittableLostError, ConnectorError, PyriteError
from pyrite.storage.s3_settings import S3Settings

PART_BYTES: Final = 8 << 20
"""S3 accepts at most 10,000 parts; all but the last must have at least 5 MiB."""
_MISSING: Final = ("NoSuchUpload", "NoSuchKey", "404", "NotFound")


@lru_cache(maxsize=16)
def _client(settings: S3Settings, process_id: int) -> Any:
    """One client for all writers and committers of a process, because creating a client is slow."""
    return settings.client("files")


class UploadStream(io.RawIOBase):
    """Buffers bytes, and uploads them in parts."""

    def __init__(self, upload: Callable[[bytes], None]) -> None:
        self._upload = upload
        self._buffer = bytearray()
        self._size_bytes = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        count = memoryview(data).nbytes
        self._buffer += data
        self._size_bytes += count
        while len(self._buffer) >= PART_BYTES:
            self._upload(bytes(self._buffer[:PART_BYTES]))
            del self._buffer[:PART_BYTES]
        return count

    def tell(self) -> int:
        return self._size_bytes

    def upload_rest(self) -> None:
        if self._buffer:
            self._upload(bytes(self._buffer))
            self._buffer.clear()


class S3Part(OutputPart):
    """A multipart upload. S3 keeps it, invisible, until it is completed or aborted."""

    def __init__(self, store: S3Output, final: Location, hidden: Optional[Location]) -> None:
        self._store = store
        self._final = final
        self._hidden = hidden
        self._target = hidden or final
        self._etags: list[str] = []
        self._upload_id: str = store.call("create_multipart_upload", self._target)["UploadId"]
        self._uploading = UploadStream(self._upload_part)
        self.stream = cast(BinaryIO, self._uploading)

    def _upload_part(self, data: bytes) -> None:
        number = len(self._etags) + 1
        done = self._store.call("upload_part", self._target, UploadId=self._upload_id, PartNumber=number, Body=data)
        self._etags.append(done["ETag"])

    def sync(self) -> HiddenFile:
        raise NotImplementedError(
            "a file in S3 ends at every checkpoint, because only the last part may be below 5 MiB"
        )

    def finish(self) -> Prepared:
        self._uploading.upload_rest()
        if not self._etags:
            self._upload_part(b"")
        upload = Upload(self._target, self._upload_id, tuple(self._etags), self._uploading.tell())
        if self._hidden is None:
            return upload
        self._store.publish([upload])
        return HiddenFile(self._hidden, self._final, upload.size_bytes)

    def close(self) -> None:
        """Has no effect."""

    def abandon(self) -> None:
        self._store.remove((self._target, self._upload_id))


class S3Output(OutputStore):
    """Writes to a bucket."""

    can_sync = False

    def __init__(self, settings: S3Settings) -> None:
        self._settings = settings
        self._client = _client(settings, os.getpid())
        self._arrow: Any = None

    @staticmethod
    def of(configuration: Configuration) -> S3Output:
        return S3Output(S3Settings.of(configuration))

    def call(self, method: str, location: Location, **arguments: Any) -> Any:
        """Calls S3 for an object. FileNotFoundError if the object or the upload does not exist."""
        with self._errors(method, location):
            return getattr(self._client, method)(Bucket=location.bucket, Key=location.key, **arguments)

    def begin(self, final: Location, readable: bool = False) -> S3Part:
        folder, _, name = final.path.rpartition("/")
        return S3Part(self, final, Location("s3", f"{folder}/.{name}") if readable else None)

    def publish(self, prepared: list[Prepared]) -> None:
        for part in prepared:
            if isinstance(part, Upload):
                self._complete(part)
            else:
                self._rename(part)

    def _complete(self, upload: Upload) -> None:
        parts = [{"PartNumber": number, "ETag": etag} for number, etag in enumerate(upload.etags, 1)]
        try:
            self.call(
                "complete_multipart_upload",
                upload.final,
                UploadId=upload.upload_id,
                MultipartUpload={"Parts": parts},
            )
        except (FileNotFoundError, ConnectorError) as error:
            if self._size(upload.final) == upload.size_bytes:
                return  # a repeated commit: the object's name is unique to this upload
            if self._is_published(upload):
                raise
            raise CommittableLostError(
                f"{upload.final.uri} cannot be committed: its {upload.size_bytes} bytes are lost, because the upload "
                f"was aborted, by a lifecycle rule of the bucket or manually ({error})"
            ) from None

    def _is_published(self, upload: Upload) -> bool:
        try:
            self.call("list_parts", upload.final, UploadId=upload.upload_id)
        except FileNotFoundError:
            return False
        return True

    def _rename(self, part: HiddenFile) -> None:
        try:
            self._copy(part.hidden, part.final)
        except FileNotFoundError as error:
            if self._size(part.final) != part.size_bytes:
                raise CommittableLostError(
                    f"{part.final.uri} cannot be committed: its data is missing ({error})"
                ) from None
        self.delete(part.hidden)

    def adopt(self, file: HiddenFile, final: Location) -> HiddenFile:
        folder, _, name = final.path.rpartition("/")
        hidden = Location("s3", f"{folder}/.{name}")
        self._copy(file.hidden, hidden)
        return HiddenFile(hidden, final, file.size_bytes)

    def _copy(self, source: Location, target: Location) -> None:
        with self._errors("copy", source):
            self._client.copy({"Bucket": source.bucket, "Key": source.key}, target.bucket, target.key)

    def leftovers(self, base: Location, owner: str, readable: bool) -> Iterator[tuple[Location, PartName, Any]]:
        for upload in self._pages("list_multipart_uploads", "Uploads", base):
            location = Location("s3", f"{base.bucket}/{upload['Key']}")
            part_name = PartName.find(upload["Key"].rpartition("/")[2])
            if part_name is not None and part_name.owner == owner:
                yield location, part_name, (location, upload["UploadId"])
        for entry in self._pages("list_objects_v2", "Contents", base) if readable else ():
            location = Location("s3", f"{base.bucket}/{entry['Key']}")
            name = entry["Key"].rpartition("/")[2]
            part_name = PartName.find(name) if name.startswith(".") else None
            if part_name is not None and part_name.owner == owner:
                yield location, part_name, (location, None)

    def _pages(self, method: str, field: str, base: Location) -> Iterator[dict[str, Any]]:
        prefix = f"{base.key}/" if base.key else ""
        with self._errors(method, base):
            for page in self._client.get_paginator(method).paginate(Bucket=base.bucket, Prefix=prefix):
                yield from page.get(field, ())

    def remove(self, left_over: tuple[Location, Optional[str]]) -> None:
        location, upload_id = left_over
        if upload_id is None:
            self.delete(location)
            return
        with suppress(FileNotFoundError):  # already removed
            self.call("abort_multipart_upload", location, UploadId=upload_id)

    def discard(self, prepared: Prepared) -> None:
        if isinstance(prepared, Upload):
            self.remove((prepared.final, prepared.upload_id))
        else:
            self.delete(prepared.hidden)

    def exists(self, location: Location) -> bool:
        return self._size(location) is not None

    def _size(self, location: Location) -> Optional[int]:
        try:
            return int(self.call("head_object", location)["ContentLength"])
        except FileNotFoundError:
            return None

    def open_input(self, location: Location) -> BinaryIO:
        if self._arrow is None:
            self._arrow = self._settings.file_system()
        with self._errors("read", location):
            return cast(BinaryIO, self._arrow.open_input_file(location.path))

    def delete(self, location: Location) -> None:
        self.call("delete_object", location)

    @contextmanager
    def _errors(self, action: str, location: Location) -> Iterator[None]:
        """Converts client errors into errors with the action and the location, without secrets."""
        try:
            yield
        except PyriteError:
            raise
        except Exception as error:
            where = f"{location.uri} at {self._settings.endpoint or 'Amazon S3'}"
            text = self._settings.secrets.masked(f"{where}: {action} failed: {type(error).__name__}: {error}")
            response = getattr(error, "response", None)
            code = response.get("Error", {}).get("Code") if isinstance(response, dict) else None
            if isinstance(error, FileNotFoundError) or code in _MISSING:
                raise FileNotFoundError(text) from None
            raise ConnectorError(text) from None
