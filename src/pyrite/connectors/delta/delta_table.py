"""DeltaTables: a table of Delta Lake's, as its log tells. Every commit in it says who has made it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Optional

import pyarrow as pa

from pyrite.checkpoint.s3_settings import S3Settings
from pyrite.common.clock import SystemClock
from pyrite.common.configuration import Configuration
from pyrite.common.errors import ConnectorError, InvalidProgramError
from pyrite.connectors.extras import load
from pyrite.connectors.files.paths import Location


@dataclass(frozen=True)
class DataFile:
    """A Parquet file of the table, by its name."""

    name: str
    size_bytes: int
    rows: int


class DeltaTables:
    """One table. Pickles."""

    def __init__(self, location: Location, schema: pa.Schema, configuration: Configuration) -> None:
        self._location = location
        self._schema = schema
        self._options = _storage_options(location, configuration)

    def ensure(self) -> None:
        """Makes the table, if there is none; one that is there must have the same columns."""
        deltalake = load("deltalake", "delta", "DeltaSink")
        wanted = deltalake.Schema.from_arrow(self._schema)
        if not deltalake.DeltaTable.is_deltatable(self._location.uri, self._options):
            try:
                deltalake.DeltaTable.create(self._location.uri, wanted, mode="ignore", storage_options=self._options)
            except Exception as error:  # another writer was faster, or the place cannot be written
                if not deltalake.DeltaTable.is_deltatable(self._location.uri, self._options):
                    raise ConnectorError(f"{self._location.uri}: the table cannot be made: {error}") from None
        found = self._open().schema()
        if found != wanted:
            raise InvalidProgramError(f"{self._location.uri} has the columns {found.to_json()}, not {wanted.to_json()}")

    def add(self, app_id: str, version: int, files: Sequence[DataFile]) -> None:
        """Adds files to the table in one commit, unless the same one is in the log already."""
        transaction = load("deltalake.transaction", "delta", "DeltaSink")
        table = self._open()
        if _is_in(table, app_id, version):
            return
        now_ms = SystemClock().now_ms()
        actions = [
            transaction.AddAction(file.name, file.size_bytes, {}, now_ms, True, json.dumps({"numRecords": file.rows}))
            for file in files
        ]
        properties = transaction.CommitProperties(
            app_transactions=[transaction.Transaction(app_id, version, now_ms)], max_commit_retries=100
        )
        try:
            table.create_write_transaction(actions, "append", self._schema, commit_properties=properties)
        except Exception as error:
            if not _is_in(self._open(), app_id, version):  # no other attempt of this commit was faster
                raise ConnectorError(f"{self._location.uri}: the commit failed: {error}") from None

    def is_in(self, app_id: str, version: int) -> bool:
        """Whether a commit is in the log."""
        return _is_in(self._open(), app_id, version)

    def _open(self) -> Any:
        return load("deltalake", "delta", "DeltaSink").DeltaTable(self._location.uri, storage_options=self._options)


def _is_in(table: Any, app_id: str, version: int) -> bool:
    last: Optional[int] = table.transaction_version(app_id)
    return last is not None and last >= version


def _storage_options(location: Location, configuration: Configuration) -> Optional[dict[str, str]]:
    if location.scheme != "s3":
        return None
    settings = S3Settings.of(configuration)
    options = {
        "AWS_ENDPOINT_URL": settings.endpoint,
        "AWS_ACCESS_KEY_ID": settings.access_key,
        "AWS_SECRET_ACCESS_KEY": settings.secret_key,
        "AWS_REGION": settings.region,
        "AWS_ALLOW_HTTP": "true" if settings.endpoint.startswith("http://") else "",
    }
    return {key: value for key, value in options.items() if value}
