"""Savepoints: folders with a job's whole state, owned by the user.

A savepoint can be moved: its manifest names files in the same folder. Absolute URIs are only formed at a restore.
"""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import Callable
from dataclasses import replace
from typing import Optional

from pyrite.checkpoint.file_names import COMMITTED, METADATA, named_files
from pyrite.checkpoint.manifest import InFlightEdge, Manifest, OperatorState
from pyrite.checkpoint.manifest_codec import decode_manifest, encode_manifest
from pyrite.checkpoint.task_storage import TaskFiles
from pyrite.core.config.checkpoint_options import SIGNING_KEY_FILE
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import CheckpointError, CorruptStateError
from pyrite.core.file_uri import as_uri
from pyrite.state.handles import FileRef, StoredOperatorState
from pyrite.storage.fault_points import reaches
from pyrite.storage.open_store import FolderOpener, open_store
from pyrite.storage.signing_key import SigningKey, warn_of_writers
from pyrite.storage.store import CheckpointStore, MemoryStore

_CHECKPOINT = re.compile(r"chk-\d+")


def new_folder(directory: str, job_id: str) -> str:
    """A new URI for a savepoint."""
    return f"{as_uri(directory)}/savepoint-{job_id[:6]}-{uuid.uuid4().hex[:12]}"


def load_savepoint(path: str, open_folder: FolderOpener) -> Manifest:
    """The manifest of a savepoint or a retained checkpoint, by its folder or `_metadata`. Files have absolute URIs."""
    folder = as_uri(path).removesuffix(f"/{METADATA}")
    manifest = read_manifest(path, open_folder)
    if manifest.savepoint:
        return located(manifest, folder)
    job, _, name = folder.rpartition("/")
    if not _CHECKPOINT.fullmatch(name):
        raise CheckpointError(f"{path} is a checkpoint that was moved out of its job's folder: {name} is not its name")
    return located(manifest, job)


def read_manifest(path: str, open_folder: FolderOpener) -> Manifest:
    """The unchanged manifest of a savepoint or a checkpoint, by its folder or `_metadata`."""
    folder = as_uri(path).removesuffix(f"/{METADATA}")
    store = open_folder(folder)
    warn_of_writers(folder, store.signing_key)
    try:
        try:
            manifest = _read(store, folder)
        except CorruptStateError:  # retried once: the read may have failed, not the file
            manifest = _read(store, folder)
        return replace(manifest, committed=manifest.committed or _is_committed(store))
    except (FileNotFoundError, NotADirectoryError):
        raise CheckpointError(f"no savepoint or checkpoint at {path}: {METADATA} is missing") from None


def _read(store: CheckpointStore, folder: str, name: str = METADATA) -> Manifest:
    return decode_manifest(store.read(name), f"{folder}/{name}", store.signing_key)


def located(manifest: Manifest, folder: str) -> Manifest:
    """The manifest with absolute URIs for all files that are named relative to a folder."""
    return _with_refs(manifest, lambda ref: ref if _is_placed(ref) else replace(ref, path=f"{folder}/{ref.path}"))


def _is_placed(ref: FileRef) -> bool:
    return not ref.path or ref.is_elsewhere


@reaches("savepoint.manifest.before", "savepoint.manifest.after")
def write_savepoint(manifest: Manifest, store: CheckpointStore) -> None:
    """Makes a savepoint complete: its manifest is written last."""
    if manifest.has_in_flight:
        raise CheckpointError(f"checkpoint {manifest.checkpoint_id} has records in flight: it cannot be a savepoint")
    data = encode_manifest(replace(_reopened(manifest), savepoint=True, stopped_at=""), store.signing_key)
    try:
        if not store.create(METADATA, data):
            if store.read(METADATA) != data:
                raise CheckpointError(f"{store.uri}/{METADATA} exists already")
            store.confirm(METADATA)
    except OSError as error:
        raise CheckpointError(f"{store.uri}/{METADATA} could not be written: {error}") from error


def note_committed(store: CheckpointStore) -> None:
    """Notes that the job stopped with this savepoint and has committed its sinks' committables."""
    store.create(COMMITTED, _commit_note(store))


def _is_committed(store: CheckpointStore) -> bool:
    if not store.exists(COMMITTED):
        return False
    if store.signing_key and store.read(COMMITTED) != _commit_note(store):
        raise CheckpointError(f"{store.uri}/{COMMITTED} is not signed: a stranger may have written it. Remove it")
    return True


def _commit_note(store: CheckpointStore) -> bytes:
    return store.signing_key.sign(b"committed" + store.read(METADATA)).encode() if store.signing_key else b""


def _reopened(manifest: Manifest) -> Manifest:
    """The manifest of a drained job with its sources reopened: a job restored from it continues to read."""
    if not manifest.final:
        return manifest
    operators = {name: replace(state, finished=frozenset()) for name, state in manifest.operators.items()}
    return replace(manifest, operators=operators, final=False)


def sign(path: str, open_folder: FolderOpener) -> None:
    """Signs a savepoint or a retained checkpoint that somebody trusts, and the files that it names, as they are."""
    folder = as_uri(path).removesuffix(f"/{METADATA}")
    store, files = open_folder(folder), TaskFiles(MemoryStore(), "", 0, "", 0, 0, open_folder)
    if not store.signing_key:
        raise CheckpointError(f"nothing to sign with: set {SIGNING_KEY_FILE.key} to a file with a key")
    manifest = decode_manifest(store.read(METADATA), f"{folder}/{METADATA}", SigningKey())
    root = folder if manifest.savepoint else folder.rpartition("/")[0]

    def with_digest(ref: FileRef) -> FileRef:
        data = files.read(ref if _is_placed(ref) else replace(ref, path=f"{root}/{ref.path}"))
        return replace(ref, digest=hashlib.sha256(data).hexdigest()) if ref.path else ref

    is_committed = store.exists(COMMITTED)
    store.write(METADATA, encode_manifest(_with_refs(manifest, with_digest), store.signing_key))
    if is_committed:
        store.write(COMMITTED, _commit_note(store))


def dispose(path: str, configuration: Optional[Configuration] = None) -> None:
    """Deletes exactly the files of a savepoint. CheckpointError if the path is not a savepoint."""
    folder = as_uri(path).removesuffix(f"/{METADATA}")
    _dispose(path, folder, open_store(folder, configuration or Configuration()))


def _dispose(path: str, folder: str, store: CheckpointStore) -> None:
    try:
        manifest = _read(store, folder)
    except (FileNotFoundError, NotADirectoryError):
        raise CheckpointError(f"{path} is not a savepoint: it has no {METADATA}. Nothing was deleted") from None
    if not manifest.savepoint:
        raise CheckpointError(
            f"{path} is a checkpoint, not a savepoint: it shares files with others of its job. Nothing was deleted"
        )
    names = [ref.path for ref in named_files(manifest) if not ref.is_elsewhere and "/" not in ref.path]
    store.delete_files(names)
    store.delete(METADATA)
    store.delete(COMMITTED)
    store.prune("")


def release(path: str, open_folder: FolderOpener) -> None:
    """Deletes a claimed savepoint, or a claimed checkpoint of another job except for files that others share."""
    folder = as_uri(path).removesuffix(f"/{METADATA}")
    job, _, name = folder.rpartition("/")
    store = open_folder(folder)
    if not store.exists(METADATA):
        return
    manifest = _read(store, folder)
    if manifest.savepoint:
        _dispose(path, folder, store)
        return
    jobs = open_folder(job)
    others = [other for other in jobs.list("") if _CHECKPOINT.fullmatch(other) and other != name]
    needed_paths = {
        ref.path
        for other in others
        if jobs.exists(f"{other}/{METADATA}")
        for ref in named_files(_read(jobs, job, f"{other}/{METADATA}"))
    }
    paths = [ref.path for ref in named_files(manifest) if ref.path not in needed_paths and not ref.is_elsewhere]
    jobs.delete_files(paths)
    jobs.delete_folder(name)


def _with_refs(manifest: Manifest, change: Callable[[FileRef], FileRef]) -> Manifest:
    """The manifest with every reference changed."""

    def handle(subtask: StoredOperatorState) -> StoredOperatorState:
        keyed = subtask.keyed and replace(subtask.keyed, files=tuple(map(change, subtask.keyed.files)))
        staged = tuple(map(change, subtask.staged))
        return replace(subtask, keyed=keyed, unkeyed=subtask.unkeyed and change(subtask.unkeyed), staged=staged)

    def operator(state: OperatorState) -> OperatorState:
        subtasks = {index: handle(subtask) for index, subtask in state.subtasks.items()}
        return replace(state, subtasks=subtasks, enumerator=state.enumerator and change(state.enumerator))

    def edge_data(edge: InFlightEdge) -> InFlightEdge:
        subtasks = {index: replace(data, ref=change(data.ref)) for index, data in edge.subtasks.items()}
        return replace(edge, subtasks=subtasks)

    return replace(
        manifest,
        operators={name: operator(state) for name, state in manifest.operators.items()},
        in_flight=tuple(edge_data(edge) for edge in manifest.in_flight),
    )
