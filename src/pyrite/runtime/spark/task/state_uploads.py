"""StateUploads: the threads of a task that write and merge its state while the main loop works."""

from __future__ import annotations

import itertools
import logging
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Optional

from pyrite.checkpoint.merge import Merger
from pyrite.checkpoint.task_storage import TaskFiles
from pyrite.core.errors import CheckpointError
from pyrite.runtime.task.checkpoint.snapshot_upload import SnapshotUpload, files_of
from pyrite.runtime.wire import messages
from pyrite.state.chain import MergeRequest
from pyrite.state.handles import FileRef
from pyrite.storage.fault_points import reaches
from pyrite.storage.local_copies import CopyingStore

_log = logging.getLogger(__name__)


class StateUploads:
    """Uploads frozen state, one checkpoint after another, and merges chains of files. Answers with messages."""

    def __init__(
        self,
        files: TaskFiles,
        host: str,
        install_code: Callable[[], None],
        answer: Callable[[messages.Uploaded | messages.Merged], None],
    ) -> None:
        self._files = files
        self._host = host
        self._answer = answer
        self._merger = Merger(files, install_code)
        self._uploads: queue.SimpleQueue[SnapshotUpload] = queue.SimpleQueue()
        self._merges: queue.SimpleQueue[tuple[str, MergeRequest]] = queue.SimpleQueue()
        self._aborted: set[int] = set()
        self._copied: dict[int, list[str]] = {}
        """The files of checkpoints that may still be restored, for local copies."""

    def start(self) -> None:
        threading.Thread(target=self._upload_all, daemon=True, name="upload").start()
        threading.Thread(target=self._merge_all, daemon=True, name="merge").start()

    def upload(self, upload: SnapshotUpload) -> None:
        self._uploads.put(upload)

    def merge(self, operator_id: str, request: MergeRequest) -> None:
        self._merges.put((operator_id, request))

    def abort(self, checkpoint_id: int) -> None:
        """A checkpoint was aborted: its pending uploads are skipped."""
        self._aborted.add(checkpoint_id)

    def completed(self, checkpoint_id: int) -> None:
        """Keeps only the local copies of this checkpoint's files and of later checkpoints' files."""
        if isinstance(self._files.store, CopyingStore):
            self._copied = {n: paths for n, paths in self._copied.items() if n >= checkpoint_id}
            self._files.store.keep_only(path for paths in self._copied.values() for path in paths)

    def close(self) -> None:
        """The task has finished: ends merging, and removes local copies."""
        self._merger.close()
        if isinstance(self._files.store, CopyingStore):
            self._files.store.remove()

    def _upload_all(self) -> None:
        while True:
            upload = self._uploads.get()
            if upload.checkpoint_id in self._aborted:
                self._aborted.discard(upload.checkpoint_id)
                continue  # no checkpoint waits for it
            try:
                self._answer(self._written(upload))
            except Exception as error:
                why = CheckpointError(f"{type(error).__name__}: {error}")
                self._answer(messages.Uploaded(upload.checkpoint_id, None, error=why))

    @reaches("task.upload.before", "task.upload.after")
    def _written(self, upload: SnapshotUpload) -> messages.Uploaded:
        begun = time.monotonic()
        writer = upload.writer(self._files)
        handle = upload.write(writer)
        took_ms = (time.monotonic() - begun) * 1000
        metrics = replace(upload.with_upload_metrics(handle, took_ms, writer.written_bytes), host=self._host)
        if not upload.savepoint:
            self._copied[upload.checkpoint_id] = [ref.path for ref in files_of(handle)]
        return messages.Uploaded(upload.checkpoint_id, handle, metrics)

    def _merge_all(self) -> None:
        for number in itertools.count(1):
            operator_id, request = self._merges.get()
            ref: Optional[FileRef] = None
            try:
                ref = self._merger.merge(number, request)
            except Exception as error:  # the chain keeps its length, and its merge is requested again
                _log.warning("%s", error)
            self._answer(messages.Merged(operator_id, request, ref))
