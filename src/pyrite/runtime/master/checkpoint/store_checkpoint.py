"""Enters attempts into the log; writes the manifest of a checkpoint or savepoint, and commits it in the log."""

from __future__ import annotations

from typing import Optional

from pyrite.checkpoint.job_storage import JobStorage, Recovery
from pyrite.checkpoint.manifest import Manifest
from pyrite.checkpoint.savepoint import located, write_savepoint
from pyrite.runtime.master.job_instructions import BeginAttempt
from pyrite.runtime.wire.checkpoint_kind import SavepointRequest
from pyrite.storage.open_store import FolderOpener


def begin_attempt(storage: JobStorage, instruction: BeginAttempt) -> Recovery:
    """Enters an attempt of the job, or of a region, into the log."""
    if instruction.region is not None:
        return storage.begin_region(instruction.region)
    return storage.begin_attempt(instruction.broken, instruction.parallelism)


def store_checkpoint(
    storage: JobStorage, manifest: Manifest, savepoint: Optional[SavepointRequest], open_folder: FolderOpener
) -> None:
    """Writes the manifest into the savepoint's folder, then into the log.

    The log gets no entry for a savepoint if the job keeps running, or is canceled with it. In the latter case, a driver
    that has lost its job must not report that it ended the job.
    """
    folder = "" if savepoint is None else savepoint.folder
    if folder:
        write_savepoint(manifest, open_folder(folder))
    if savepoint is None or savepoint.kind.is_log_entry:
        storage.complete(located(manifest, folder) if folder else manifest)
    elif savepoint.kind.cancels_job:
        storage.refuse_if_lost()
