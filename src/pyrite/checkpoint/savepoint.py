"""Savepoints: folders that hold a job's whole state, and belong to the user.

A savepoint can be moved: what its manifest names is next to it. Absolute URIs are only made when it is restored.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from dataclasses import replace
from typing import Optional

from pyrite.checkpoint.file_names import COMMITTED, METADATA, named_files
from pyrite.checkpoint.manifest import InFlightEdge, Manifest, OperatorState
from pyrite.checkpoint.manifest_codec import decode_manifest, encode_manifest
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import CheckpointError, CorruptStateError
from pyrite.core.file_uri import as_uri
from pyrite.state.handles import FileRef, StoredOperatorState
from pyrite.storage.fault_points import reaches
from pyrite.storage.open_store import FolderOpener, open_store
from pyrite.storage.store import CheckpointStore

_CHECKPOINT = re.compile(r"chk-\d+")


def new_folder(directory: str, job_id: str) -> str:
    """The URI of a savepoint that is still to be written."""
    return f"{as_uri(directory)}/savepoint-{job_id[:6]}-{uuid.uuid4().hex[:12]}"


def load_savepoint(path: str, open_folder: FolderOpener) -> Manifest:
    """The manifest of a savepoint or a retained checkpoint, given its folder or `_metadata`; files by whole URIs."""
    folder = as_uri(path).removesuffix(f"/{METADATA}")
    manifest = read_manifest(path, open_folder)
    if manifest.savepoint:
        return located(manifest, folder)
    job, _, name = folder.rpartition("/")
    if not _CHECKPOINT.fullmatch(name):
        raise CheckpointError(f"{path} is a checkpoint that was moved out of its job's folder: {name} is not its name")
    return located(manifest, job)


def read_manifest(path: str, open_folder: FolderOpener) -> Manifest:
    """That of a savepoint or a checkpoint, as it is, given its folder or `_metadata`."""
    folder = as_uri(path).removesuffix(f"/{METADATA}")
    store = open_folder(folder)
    try:
        try:
            manifest = decode_manifest(store.read(METADATA), f"{folder}/{METADATA}")
        except CorruptStateError:  # a bad read is not yet a bad file
            manifest = decode_manifest(store.read(METADATA), f"{folder}/{METADATA}")
        return replace(manifest, committed=manifest.committed or store.exists(COMMITTED))
    except (FileNotFoundError, NotADirectoryError):
        raise CheckpointError(f"there is no savepoint or checkpoint at {path}: it has no {METADATA}") from None


def located(manifest: Manifest, folder: str) -> Manifest:
    """The manifest with the whole URI of every file that is named relative to a folder."""
    return _with_refs(manifest, lambda ref: ref if _is_placed(ref) else replace(ref, path=f"{folder}/{ref.path}"))


def _is_placed(ref: FileRef) -> bool:
    return not ref.path or ref.is_elsewhere


@reaches("savepoint.manifest.before", "savepoint.manifest.after")
def write_savepoint(manifest: Manifest, store: CheckpointStore) -> None:
    """Makes a savepoint complete: its manifest is written last."""
    if manifest.has_in_flight:
        raise CheckpointError(f"checkpoint {manifest.checkpoint_id} has records in flight: it cannot be a savepoint")
    data = encode_manifest(replace(_reopened(manifest), savepoint=True, stopped_at=""))
    try:
        if not store.create(METADATA, data):
            if store.read(METADATA) != data:
                raise CheckpointError(f"{store.uri}/{METADATA} is there already")
            store.confirm(METADATA)
    except OSError as error:
        raise CheckpointError(f"{store.uri}/{METADATA} could not be written: {error}") from error


def note_committed(store: CheckpointStore) -> None:
    """The job has stopped with the savepoint, and its sinks' committables are committed: the targets may drop them."""
    store.create(COMMITTED, b"")


def _reopened(manifest: Manifest) -> Manifest:
    """A drained job's sources had not ended by themselves: a job restored from its savepoint reads on."""
    if not manifest.final:
        return manifest
    operators = {name: replace(state, finished=frozenset()) for name, state in manifest.operators.items()}
    return replace(manifest, operators=operators, final=False)


def dispose(path: str, configuration: Optional[Configuration] = None) -> None:
    """Deletes a savepoint: exactly its files. CheckpointError where there is none."""
    folder = as_uri(path).removesuffix(f"/{METADATA}")
    _dispose(path, folder, open_store(folder, configuration or Configuration()))


def _dispose(path: str, folder: str, store: CheckpointStore) -> None:
    try:
        manifest = decode_manifest(store.read(METADATA), f"{folder}/{METADATA}")
    except (FileNotFoundError, NotADirectoryError):
        raise CheckpointError(f"{path} is not a savepoint: it has no {METADATA}. Nothing was deleted") from None
    if not manifest.savepoint:
        raise CheckpointError(
            f"{path} is a checkpoint, not a savepoint: it shares files with others of its job. Nothing was deleted"
        )
    for ref in named_files(manifest):
        if not ref.is_elsewhere and "/" not in ref.path:
            store.delete(ref.path)
    store.delete(METADATA)
    store.delete(COMMITTED)
    store.prune("")


def release(path: str, open_folder: FolderOpener) -> None:
    """Deletes what a job has claimed: a savepoint, or a checkpoint of another job, of which others may share files."""
    folder = as_uri(path).removesuffix(f"/{METADATA}")
    job, _, name = folder.rpartition("/")
    store = open_folder(folder)
    if not store.exists(METADATA):
        return
    manifest = decode_manifest(store.read(METADATA), f"{folder}/{METADATA}")
    if manifest.savepoint:
        _dispose(path, folder, store)
        return
    jobs = open_folder(job)
    others = [other for other in jobs.list("") if _CHECKPOINT.fullmatch(other) and other != name]
    needed = {
        ref.path
        for other in others
        if jobs.exists(f"{other}/{METADATA}")
        for ref in named_files(decode_manifest(jobs.read(f"{other}/{METADATA}"), f"{job}/{other}/{METADATA}"))
    }
    for ref in named_files(manifest):
        if ref.path not in needed and not ref.is_elsewhere:
            jobs.delete(ref.path)
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
        in_flight_by_head={
            name: {index: change(ref) for index, ref in refs.items()}
            for name, refs in manifest.in_flight_by_head.items()
        },
    )
