"""DeltaTables: accesses a Delta Lake table by its log. Every commit in the log identifies its writer."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Optional

import pyarrow as pa

from pyrite.connectors.files.paths import Location
from pyrite.core.clock import SystemClock
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.core.extras import load
from pyrite.core.persistence.persisted import persisted
from pyrite.core.secrets import Secrets
from pyrite.storage.s3_settings import S3Settings

_RULES: Final = frozenset(
    {"delta.invariants", "delta.generationExpression", "delta.identity.start", "delta.identity.step"}
)


@persisted("delta-data-file/1")
@dataclass(frozen=True)
class DataFile:
    """A Parquet file of the table."""

    name: str
    size_bytes: int
    rows: int


class DeltaTables:
    """Accesses one table. Picklable."""

    def __init__(self, location: Location, schema: pa.Schema, configuration: Configuration) -> None:
        self._location = location
        self._schema = schema
        self._options = _storage_options(location, configuration)

    def ensure(self) -> None:
        """Creates the table if it does not exist. An existing table must match the sink's columns."""
        try:
            table = self._open() if self._exists() else self._create()
        except Exception as error:
            raise ConnectorError(f"DeltaSink: no table at {self._location.uri}: {self._clean_message(error)}") from None
        actual, expected = table.schema(), load("deltalake", "delta", "DeltaSink").Schema.from_arrow(self._schema)
        why = _unsupported_feature(table)
        if why is None and actual != expected:
            why = f"the columns {actual.to_json()}, but expected {expected.to_json()}"
        if why is not None:
            raise InvalidProgramError(f"DeltaSink cannot write to {self._location.uri}: it has {why}")

    def _exists(self) -> bool:
        deltalake = load("deltalake", "delta", "DeltaSink")
        return bool(deltalake.DeltaTable.is_deltatable(self._location.uri, self._options))

    def _create(self) -> Any:
        deltalake = load("deltalake", "delta", "DeltaSink")
        expected = deltalake.Schema.from_arrow(self._schema)
        try:
            deltalake.DeltaTable.create(self._location.uri, expected, mode="ignore", storage_options=self._options)
        except Exception:
            if not self._exists():  # unless another writer has created it
                raise
        return self._open()

    def add(self, app_id: str, version: int, files: Sequence[DataFile]) -> None:
        """Adds files to the table in one commit, unless the log already contains the commit."""
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
            if not _is_in(self._open(), app_id, version):  # unless another attempt has made this commit
                raise ConnectorError(
                    f"DeltaSink: the commit to {self._location.uri} failed: {self._clean_message(error)}"
                ) from None

    def is_in(self, app_id: str, version: int) -> bool:
        """Whether the log contains a commit."""
        return _is_in(self._open(), app_id, version)

    def _open(self) -> Any:
        return load("deltalake", "delta", "DeltaSink").DeltaTable(self._location.uri, storage_options=self._options)

    def _clean_message(self, error: Exception) -> str:
        """The library's message in one line, without colors, backtraces and secrets."""
        text = re.sub(r"\x1b\[[\d;]*m", "", str(error)).partition("\n   0: ")[0]
        secrets = Secrets(*(value for key, value in (self._options or {}).items() if "KEY" in key))
        return secrets.masked(" ".join(text.replace("\u21b3", " ").split()))


def _unsupported_feature(table: Any) -> Optional[str]:
    """The feature of a table that the sink does not support; None if it can write to the table."""
    metadata = table.metadata()
    if metadata.partition_columns:
        return f"the partitions {metadata.partition_columns}, which the sink does not support"
    if rules := [key for key in metadata.configuration if key.startswith("delta.constraints.")]:
        return f"the constraint '{rules[0].removeprefix('delta.constraints.')}', which the sink does not check"
    for field in table.schema().fields:
        if rules := [key for key in field.metadata if key in _RULES]:
            return f"'{rules[0]}' on column '{field.name}', which the sink does not support"
    return None


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
