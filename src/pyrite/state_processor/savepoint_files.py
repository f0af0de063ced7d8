"""Reads and writes the files of savepoints in Spark tasks."""

from __future__ import annotations

import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pyrite.checkpoint.task_storage import SavepointFiles, TaskFiles
from pyrite.core.config.checkpoint_options import SIGNING_KEY_FILE
from pyrite.core.config.configuration import Configuration
from pyrite.state.delta import Delta
from pyrite.state.evolution.loading import Migrations
from pyrite.state.handles import KeyedHandle
from pyrite.state.savepoint_format import read_deltas
from pyrite.storage.open_store import FolderOpener
from pyrite.storage.store import MemoryStore

INLINE_BYTES = 20 << 10
"""Files up to this size are stored in the manifest."""


@dataclass(frozen=True)
class Access:
    """The access to files, with migrations for reading. Sent to Spark tasks."""

    configuration: Configuration
    migrations: Migrations

    def reader(self) -> TaskFiles:
        return TaskFiles(MemoryStore(), "", 0, "", 0, 0, FolderOpener(self.configuration))

    def writer(self, folder: str, operator_id: str) -> SavepointFiles:
        """A writer into a savepoint's folder, with unique file names."""
        vertex = f"{operator_id}-{uuid.uuid4().hex[:12]}"
        elsewhere, has_digests = FolderOpener(self.configuration), bool(self.configuration.get(SIGNING_KEY_FILE))
        files = TaskFiles(MemoryStore(), "", 1, vertex, 0, INLINE_BYTES, elsewhere, has_digests)
        return files.for_savepoint(folder)

    def deltas(self, handle: KeyedHandle) -> Iterator[Delta]:
        """The contents of a handle, in pieces."""
        with scratch() as folder:
            for delta in read_deltas(handle, self.reader(), folder, self.migrations):
                yield delta.with_tuples()


@contextmanager
def scratch() -> Iterator[Path]:
    """A temporary folder of the task."""
    with tempfile.TemporaryDirectory(prefix="pyrite-state-") as folder:
        yield Path(folder)
