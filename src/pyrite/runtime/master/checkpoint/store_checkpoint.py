"""How a checkpoint or a savepoint becomes a fact."""

from __future__ import annotations

from typing import Optional

from pyrite.checkpoint.job_storage import JobStorage
from pyrite.checkpoint.manifest import Manifest
from pyrite.checkpoint.savepoint import located, write_savepoint
from pyrite.runtime.wire.checkpoint_kind import SavepointRequest
from pyrite.storage.open_store import FolderOpener


def store_checkpoint(
    storage: JobStorage, manifest: Manifest, savepoint: Optional[SavepointRequest], open_folder: FolderOpener
) -> None:
    """Writes the manifest into the savepoint's folder, then into the log. A job that keeps running has no entry for it.

    One that is to be cancelled has none either; but a driver that has lost its job must not say that it ended it.
    """
    folder = "" if savepoint is None else savepoint.folder
    if folder:
        write_savepoint(manifest, open_folder(folder))
    if savepoint is None or savepoint.kind.is_log_entry:
        storage.complete(located(manifest, folder) if folder else manifest)
    elif savepoint.kind.cancels_job:
        storage.refuse_if_lost()
