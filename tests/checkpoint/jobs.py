"""A small job for the tests: a driver with one task, which writes a chain of files and sometimes merges it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional

from pyrite.checkpoint.file_names import named_files, references
from pyrite.checkpoint.job_log import CHECKPOINT, JobLog, LogEntry
from pyrite.checkpoint.job_storage import JobStorage, Recovery
from pyrite.checkpoint.manifest import Manifest, OperatorState
from pyrite.checkpoint.recovery_search import read_entry
from pyrite.checkpoint.savepoint import write_savepoint
from pyrite.checkpoint.task_storage import TaskFiles
from pyrite.core.clock import ManualClock
from pyrite.core.file_uri import as_uri
from pyrite.state.handles import FileRef, KeyedHandle, StoredOperatorState
from pyrite.storage.store import CheckpointStore

JOB = "job"


def storage_of(
    store: CheckpointStore, writer: str, num_retained: int = 1, job_id: str = JOB, recover_from_older: bool = False
) -> JobStorage:
    return JobStorage(
        store,
        job_id,
        "a job",
        writer,
        num_retained,
        ManualClock(1_000),
        host=f"host-{writer}",
        process=1,
        recover_from_older=recover_from_older,
    )


def manifest_of(
    checkpoint_id: int, attempt: int, chain: tuple[FileRef, ...] = (), rest: Optional[FileRef] = None, job_id: str = JOB
) -> Manifest:
    handle = StoredOperatorState(KeyedHandle("hashmap", 0, 127, chain, ("count",)), rest)
    operators = {"op": OperatorState("op", "Count", "count", 1, 128, {0: handle})}
    return Manifest(job_id, "a job", checkpoint_id, attempt, 1_000, 1_250, operators)


@dataclass
class Driver:
    """A driver with its task. `completed_ids` are the checkpoints that it has reported as complete."""

    store: CheckpointStore
    writer: str
    num_retained: int = 1
    job_id: str = JOB
    recover_from_older: bool = False
    chain: tuple[FileRef, ...] = ()
    completed_ids: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.storage = storage_of(self.store, self.writer, self.num_retained, self.job_id, self.recover_from_older)

    def start(self) -> Recovery:
        self.recovery = self.storage.begin_attempt()
        self.next_id = self.recovery.next_checkpoint_id
        self.files = TaskFiles(self.store, self.job_id, self.recovery.attempt, "task", 0, inline_limit=0)
        self.chain = chain_of(self.recovery.manifest)
        return self.recovery

    def snapshot(self) -> Manifest:
        """The next checkpoint, written but not complete. Every fourth one merges the chain first."""
        checkpoint_id, self.next_id = self.next_id, self.next_id + 1
        chain = self.chain
        if len(chain) >= 4:
            chain = (self.files.merged(b"".join(self.files.read(ref) for ref in chain)),)
        writer = self.files.for_checkpoint(checkpoint_id)
        chain = (*chain, writer.write(f"delta {checkpoint_id} ".encode() * 150, is_shared=True))
        rest = writer.write(f"rest {checkpoint_id} ".encode() * 150, is_shared=False)
        return manifest_of(checkpoint_id, self.recovery.attempt, chain, rest, self.job_id)

    def checkpoint(self) -> int:
        manifest = self.snapshot()
        self.storage.complete(manifest)
        self.completed_ids.append(manifest.checkpoint_id)
        self.chain = chain_of(manifest)
        return manifest.checkpoint_id

    def savepoint(self, folder: str) -> None:
        """Writes a savepoint into a folder."""
        uri = as_uri(folder)
        ref = self.files.for_savepoint(uri).write(b"all of it " * 100, is_shared=False)
        write_savepoint(manifest_of(self.next_id, self.recovery.attempt, (ref,)), self.files.open_elsewhere(uri))
        self.next_id += 1

    def abort(self) -> None:
        """Writes a checkpoint and discards it."""
        manifest = self.snapshot()
        self.storage.discard(manifest.checkpoint_id, self.recovery.attempt)


def chain_of(manifest: Optional[Manifest]) -> tuple[FileRef, ...]:
    if manifest is None:
        return ()
    keyed = manifest.operators["op"].subtasks[0].keyed
    return keyed.files if keyed else ()


def read_all(store: CheckpointStore, manifest: Manifest) -> list[bytes]:
    """The contents of all files that a manifest names; CorruptStateError if one is damaged."""
    files = TaskFiles(store, manifest.job_id, 0, "reader", 0, inline_limit=0)
    return [files.read(ref) for ref in references(manifest)]


def folders(store: CheckpointStore) -> list[str]:
    return [name for name in store.list(JOB) if name.startswith("chk-")]


def shared_files(store: CheckpointStore) -> set[str]:
    return {f"shared/{name}" for name in store.list(f"{JOB}/shared")}


def log_of(store: CheckpointStore) -> list[LogEntry]:
    """The entries of the job's log."""
    return JobLog(store, JOB, "reader").entries()


def named_paths(store: CheckpointStore, num_retained: int) -> set[str]:
    """The files that the retained checkpoints name."""
    complete = [entry for entry in log_of(store) if entry.kind == CHECKPOINT]
    manifests = [read_entry(store, JOB, entry) for entry in complete[-num_retained:]]
    return {ref.path for manifest in manifests for ref in named_files(manifest)}
