"""StorageCleaner: removes files from a job's folder that its driver no longer needs.

A removal may run after its decision, in another thread, while checkpoints complete and attempts begin: files that are
unneeded by the rules of `cleanup` stay unneeded.
"""

from __future__ import annotations

from collections.abc import Callable

from pyrite.checkpoint.cleanup import Holdings
from pyrite.checkpoint.file_names import METADATA, SHARED, TASK_OWNED, folder_of, id_of_folder, named_files, origin_of
from pyrite.checkpoint.manifest_codec import decode_manifest
from pyrite.storage.fault_points import reaches
from pyrite.storage.store import TEMPORARY, CheckpointStore


class StorageCleaner:
    """Works on one job's folder. Has no mutable state."""

    def __init__(self, store: CheckpointStore, job_id: str) -> None:
        self._store = store
        self._job_id = job_id

    def folders(self) -> list[int]:
        """The ids of the checkpoints that have a folder."""
        ids = map(id_of_folder, self._store.list(self._job_id))
        return sorted(checkpoint_id for checkpoint_id in ids if checkpoint_id is not None)

    def remove_unneeded(self, holdings: Holdings) -> list[str]:
        """Removes checkpoints beyond the retained ones and unneeded shared files; returns the shared files' paths."""
        self._remove_unretained(holdings)
        is_unneeded = holdings.file_is_unneeded
        return [path for folder in (SHARED, TASK_OWNED) for path in self._remove_files(folder, is_unneeded)]

    @reaches("storage.drop.middle")
    def _remove_unretained(self, holdings: Holdings) -> None:
        self._remove_folders(holdings)

    @reaches("storage.discard.after")
    def remove_aborted(self, checkpoint_id: int, attempts: range, with_manifest: bool) -> None:
        """Removes the files that an attempt and its restarted regions have written for an aborted checkpoint."""
        folder = self._path(folder_of(checkpoint_id))

        def is_unneeded(name: str) -> bool:
            origin = origin_of(name)
            return (name == METADATA and with_manifest) or (origin is not None and origin.attempt in attempts)

        self._store.delete_files(f"{folder}/{name}" for name in self._store.list(folder) if is_unneeded(name))
        self._store.prune(folder)

    def remove_orphans(self, holdings: Holdings) -> None:
        """Removes files of older attempts that no retained checkpoint names."""
        self._remove_folders(holdings)
        for folder in (SHARED, TASK_OWNED):
            self._remove_files(folder, holdings.is_orphan)
        for checkpoint_id in self.folders():
            self._sweep_folder(checkpoint_id, holdings)
        for folder in (SHARED, TASK_OWNED):
            self._remove_leftovers(folder, holdings, complete=False)

    def _sweep_folder(self, checkpoint_id: int, holdings: Holdings) -> None:
        folder = folder_of(checkpoint_id)
        self._remove_files(folder, holdings.is_orphan)
        newest = max(holdings.first_id - 1, holdings.newest_id)
        self._remove_leftovers(folder, holdings, complete=checkpoint_id <= newest)

    def _remove_leftovers(self, folder: str, holdings: Holdings, complete: bool) -> None:
        def is_unneeded(name: str) -> bool:
            is_manifest = name.startswith(f"{TEMPORARY}{METADATA}")
            return holdings.is_orphan(f"{folder}/{name}") or (is_manifest and complete)

        names = filter(is_unneeded, self._store.leftovers(self._path(folder)))
        self._store.delete_files(self._path(f"{folder}/{name}") for name in names)

    def _remove_folders(self, holdings: Holdings) -> None:
        for checkpoint_id in self.folders():
            if holdings.folder_is_unneeded(checkpoint_id):
                self._store.delete_folder(self._path(folder_of(checkpoint_id)))

    def _remove_files(self, folder: str, is_unneeded: Callable[[str], bool]) -> list[str]:
        """Removes files of a folder of the job; returns their paths."""
        paths = [f"{folder}/{name}" for name in self._store.list(self._path(folder))]
        unneeded = list(filter(is_unneeded, paths))
        self._store.delete_files(map(self._path, unneeded))
        return unneeded

    def remove_all_but(self, manifest: str) -> None:
        """Removes all files of an ended job except the log, the kept checkpoint and its files."""
        needed_paths = self._files_with(manifest) if manifest else frozenset[str]()
        needed_folders = {path.split("/")[0] for path in needed_paths}
        for folder in self._store.list(self._job_id):
            if folder not in (SHARED, TASK_OWNED) and id_of_folder(folder) is None:
                continue
            if folder not in needed_folders:
                self._store.delete_folder(self._path(folder))
                continue
            names = [*self._store.list(self._path(folder)), *self._store.leftovers(self._path(folder))]
            paths = (f"{folder}/{name}" for name in names)
            self._store.delete_files(self._path(path) for path in paths if path not in needed_paths)

    def _files_with(self, manifest: str) -> frozenset[str]:
        path = self._path(manifest)
        content = decode_manifest(self._store.read(path), f"{self._store.uri}/{path}", self._store.signing_key)
        return frozenset([manifest, *(ref.path for ref in named_files(content))])

    def _path(self, path: str) -> str:
        return f"{self._job_id}/{path}"
