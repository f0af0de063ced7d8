"""AuditLog: who did what to a REST server, from where, and with which outcome.

One JSON object on a line, for each request that needs the role operate, for each sign-in and sign-out, and for each
request without a valid token:

    {"time": "2026-05-01T09:00:00.000+00:00", "client": "token operate", "address": "127.0.0.1",
     "request": "PATCH /jobs/d1f6...", "status": 202}
"""

from __future__ import annotations

import json
import logging
import os
from datetime import UTC, datetime
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final, Optional

from pyrite.control.rest.endpoint import Client
from pyrite.core.clock import SystemClock

_log = logging.getLogger(__name__)
_LONGEST_PATH: Final = 300
_MOST_UNKNOWN: Final = 60


class AuditLog:
    """The audit log of one server, which does not stop if the disk is full."""

    def __init__(self, path: Optional[Path], file_bytes: int, older_files: int) -> None:
        """`path`: None writes no file. Servers cannot share a file, since each renames it when it is full."""
        self._file = None if path is None else _PrivateFile(path, file_bytes, older_files)
        self._minute = 0
        self._unknown = 0
        """The number of requests of unknown clients within this minute."""
        self._skipped = 0

    def record(self, client: Optional[Client], address: str, request: str, status: int) -> None:
        """Records a request, by method and path: parameters of a query may be secrets.

        `client`: None is an unknown client. Of these, whose requests would push others out of the log, some in a minute
        are recorded, with the number of those in between.
        """
        now_s = SystemClock().now_ms() / 1000
        if client is None and self._is_too_much(int(now_s // 60)):
            self._skipped += 1
            return
        content = {
            "time": datetime.fromtimestamp(now_s, UTC).isoformat(timespec="milliseconds"),
            "client": client.name if client is not None else "",
            "address": address,
            "request": request[:_LONGEST_PATH],
            "status": status,
            **({"skipped": self._skipped} if self._skipped else {}),
        }
        self._skipped = 0
        if self._file is not None:
            self._file.emit(logging.makeLogRecord({"msg": json.dumps(content)}))

    def _is_too_much(self, minute: int) -> bool:
        if minute != self._minute:
            self._minute, self._unknown = minute, 0
        self._unknown += 1
        return self._unknown > _MOST_UNKNOWN

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


class _PrivateFile(RotatingFileHandler):
    """A rotated file that only this user can read."""

    def __init__(self, path: Path, file_bytes: int, older_files: int) -> None:
        super().__init__(path, maxBytes=file_bytes, backupCount=older_files, encoding="utf-8", delay=True)
        self._failed = False

    def _open(self) -> TextIOWrapper:
        descriptor = os.open(self.baseFilename, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        return os.fdopen(descriptor, "a", encoding="utf-8")

    def handleError(self, record: logging.LogRecord) -> None:
        if not self._failed:
            _log.error("the audit log %s cannot be written: requests are not recorded", self.baseFilename)
        self._failed = True
