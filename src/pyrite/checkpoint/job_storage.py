"""JobStorage: the driver's access to a job's folder: attempts, complete checkpoints, removal of unneeded files."""

from __future__ import annotations

import logging
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Optional, TypeVar

from pyrite.checkpoint.cleanup import Holdings
from pyrite.checkpoint.completed_checkpoints import CompletedCheckpoints
from pyrite.checkpoint.file_names import METADATA, folder_of, named_files
from pyrite.checkpoint.job_log import ATTEMPT, CHECKPOINT, ENDED, JobLog, LateEntryError, LogEntry, removed_log
from pyrite.checkpoint.manifest import Manifest
from pyrite.checkpoint.manifest_codec import encode_manifest
from pyrite.checkpoint.recovery_search import RecoverySearch, read_entry
from pyrite.checkpoint.storage_cleaner import StorageCleaner
from pyrite.checkpoint.storage_removals import StorageRemovals
from pyrite.core.clock import Clock
from pyrite.core.errors import CheckpointError, CorruptStateError, FencedError, JobRefusedError
from pyrite.core.job.job_parallelism import JobParallelism
from pyrite.core.text_formatting import text_of_time
from pyrite.storage.fault_points import reaches
from pyrite.storage.signing_key import warn_of_writers
from pyrite.storage.store import CheckpointStore, NotWrittenError

T = TypeVar("T")
_TRIES = 5
_NONE_BROKEN: Mapping[int, str] = MappingProxyType({})
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Recovery:
    """The starting point of an attempt."""

    attempt: int
    manifest: Optional[Manifest]
    """The checkpoint to restore; None: start without state."""
    next_checkpoint_id: int
    skip_reasons: tuple[str, ...] = ()
    """Newer checkpoints that are damaged, each with the reason."""


class JobStorage:
    """One driver's hold on a job's folder. Used by one thread at a time.

    Call `begin_attempt`, then `complete` or `discard` for each checkpoint, `begin_region` when a region restarts alone,
    and `end` last. `drop_unneeded` and `sweep` may run at any time in between. After an OSError from `complete` or
    `end` the outcome is unknown: the attempt must end, and the next `begin_attempt` finds out.
    """

    def __init__(
        self,
        store: CheckpointStore,
        job_id: str,
        job_name: str,
        writer: str,
        num_retained: int = 1,
        clock: Optional[Clock] = None,
        host: Optional[str] = None,
        process: Optional[int] = None,
        origin: Optional[Manifest] = None,
        recover_from_older: bool = False,
    ) -> None:
        """`origin` is the checkpoint or savepoint that the job is restored from before its first checkpoint.

        `recover_from_older`: if the newest checkpoint is damaged, an older one is restored, which repeats output that
        was committed since. Otherwise the job is refused.
        """
        if not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_.-]*", job_id):
            raise CheckpointError(f"job id {job_id!r} cannot name a folder: use letters, digits, '_', '-' and '.'")
        self._store = store
        self._job_id = job_id
        self._job_name = job_name
        self._writer = writer
        self._num_retained = num_retained
        self._origin = origin
        self._recover_from_older = recover_from_older
        self._log = JobLog(store, job_id, writer, clock, host, process)
        self._attempt = 0
        self._newest_attempt = 0
        self._attempt_index = 0
        self._completed = CompletedCheckpoints(num_retained)
        self._loose_manifests: set[int] = set()
        self._undecided: Optional[int] = None
        self._fenced = False
        self._cleaner = StorageCleaner(store, job_id)
        self._removals = StorageRemovals(self._log, f"{job_name} ({job_id})")

    # ---------------------------------------------------------------- attempts

    @reaches("storage.attempt.before", "storage.restore.after")
    def begin_attempt(
        self, damage_by_id: Mapping[int, str] = _NONE_BROKEN, parallelism: Optional[JobParallelism] = None
    ) -> Recovery:
        """Takes the job over, then finds the newest intact checkpoint. `damage_by_id` has checkpoints known as damaged.

        `parallelism`: the log has it from this entry on; None: the log keeps the last one.

        The order matters: commits of another driver before our entry are visible to us, and it cannot commit after our
        entry.
        """
        if self._attempt == 0:
            self._probe()
        if parallelism is not None:
            self._log.set_parallelism(parallelism)
        for _ in range(_TRIES):
            try:
                return self._begin_attempt(damage_by_id)
            except LateEntryError as error:  # that entry counts now, and may be a checkpoint
                _log.info("job %s (%s): reading the log again: %s", self._job_name, self._job_id, error)
        raise CheckpointError(f"the log of job {self._job_id} cannot be extended: earlier writes keep coming late")

    def _probe(self) -> None:
        """Checks storage before a driver's first attempt: restarts would not repair unusable storage."""
        warn_of_writers(f"{self._store.uri}/{self._job_id}", self._store.signing_key)
        try:
            self._store.probe(self._job_id)
        except (OSError, CheckpointError) as error:
            raise JobRefusedError(f"checkpoints cannot be kept at {self._store.uri}: {error}") from error

    def _begin_attempt(self, damage_by_id: Mapping[int, str]) -> Recovery:
        entries = self._log.live_entries()
        self._refuse_if_taken_over(entries)
        self._refuse_if_ended(entries)
        first_id = max(self._next_id(entries), 0 if self._origin is None else self._origin.checkpoint_id + 1)
        attempt = entries[-1].attempt + 1 if entries else 1
        self._undecided = None
        live = [entry.index for entry in _live_checkpoints(entries)]
        self._attempt_index = self._append_attempt(attempt, first_id, live).index
        self._attempt = self._newest_attempt = attempt
        self._completed.forget_attempt()
        self._loose_manifests.clear()
        search = RecoverySearch(self._store, self._job_id, self._num_retained, self._recover_from_older)
        manifest, skip_reasons = search.newest_intact(_live_checkpoints(entries), damage_by_id)
        if manifest is None and self._origin is not None:
            manifest = self._take_origin(self._origin, damage_by_id)
        self._completed.begin_attempt(attempt, first_id, search.checkpoints)
        for reason in skip_reasons:
            _log.warning(
                "job %s (%s): restoring an older checkpoint, a newer one is damaged: %s",
                self._job_name,
                self._job_id,
                reason,
            )
        return Recovery(attempt, manifest, first_id, tuple(skip_reasons))

    @reaches("storage.attempt.after")
    def _append_attempt(self, attempt: int, first_id: int, live: Sequence[int]) -> LogEntry:
        return self._append(ATTEMPT, attempt, first_id, live=live)

    @reaches("storage.attempt.before", "storage.restore.after")
    def begin_region(self, region: int) -> Recovery:
        """Gives a region that restarts alone a separate number. It is restored from the newest complete checkpoint.

        Call it while no checkpoint is in flight. Its log entry fences like any attempt's: a driver that has lost the
        job restarts nothing. Any error ends the whole attempt.
        """
        if self._undecided is not None:
            raise CheckpointError(f"it is not known whether checkpoint {self._undecided} is complete; end the attempt")
        first_id = max(self._completed.holdings.first_id, self._completed.newest_id + 1)
        self._append_attempt(self._newest_attempt + 1, first_id, self._completed.intact_indexes)
        self._newest_attempt += 1
        self._completed.begin_region(region, self._newest_attempt)
        try:
            manifest = self.newest() or self._origin
        except CorruptStateError as error:  # the next whole attempt searches for an intact one
            raise CheckpointError(f"region {region + 1} cannot restart alone: {error}") from error
        return Recovery(self._newest_attempt, manifest, first_id)

    def _take_origin(self, origin: Manifest, damage_by_id: Mapping[int, str]) -> Manifest:
        if origin.checkpoint_id in damage_by_id:
            damage = damage_by_id[origin.checkpoint_id]
            raise JobRefusedError(
                f"the savepoint or checkpoint to restore is damaged: {damage}. Choose another savepoint"
            )
        return origin

    def _refuse_if_taken_over(self, entries: list[LogEntry]) -> None:
        """Only a new driver may take a job over; a driver that has lost the job does not take it back."""
        if self._fenced or (self._attempt > 0 and (not entries or entries[-1].writer != self._writer)):
            self._note_fence()
            if not entries:
                raise removed_log(self._job_id)
            by = entries[-1].describe_writer()
            raise FencedError(f"job {self._job_id} was taken over by {by}: this driver may commit nothing any more")

    def refuse_if_lost(self) -> None:
        """FencedError if another driver has taken the job over."""
        self._noting_a_fence(self._log.refuse_if_not_last)

    def settle(self) -> None:
        """After the last attempt, reads whether a checkpoint with an unknown outcome is complete.

        FencedError: another driver has taken the job over.
        """
        entries = self._log.live_entries()
        self._refuse_if_taken_over(entries)
        self._undecided = None
        newest = self._completed.newest_id
        for entry in _live_checkpoints(entries):
            if entry.checkpoint_id > newest:
                self._completed.add_settled(entry, read_entry(self._store, self._job_id, entry))

    def _refuse_if_ended(self, entries: list[LogEntry]) -> None:
        last = entries[-1] if entries else None
        if last is None or last.kind != ENDED or last.status == "FAILED":
            return
        self._removals.run_if_ours(lambda: self._cleaner.remove_all_but(last.manifest))
        word = {"FINISHED": "finished", "CANCELED": "canceled"}.get(last.status, last.status)
        checkpoint_note = f"; its checkpoint is kept at {self._uri(last.manifest.removesuffix('/' + METADATA))}"
        raise JobRefusedError(
            f"job {self._job_id} was {word} at {text_of_time(last.time_ms)}, its id cannot be used again: choose "
            f"another pipeline.job-id{checkpoint_note if last.manifest else ''}"
        )

    def _next_id(self, entries: list[LogEntry]) -> int:
        """An id above every id used so far."""
        logged_ids = [entry.checkpoint_id + (1 if entry.kind == CHECKPOINT else 0) for entry in entries]
        return max([1, *logged_ids, *(checkpoint_id + 1 for checkpoint_id in self._cleaner.folders())])

    # ---------------------------------------------------------------- checkpoints

    def complete(self, manifest: Manifest) -> LogEntry:
        """Makes a checkpoint complete and durable.

        CheckpointError: the checkpoint is not complete, and the job can continue. FencedError: another driver has the
        job.
        """
        self._refuse_if_it_cannot_complete(manifest)
        path = f"{folder_of(manifest.checkpoint_id)}/{METADATA}"
        data = encode_manifest(manifest, self._store.signing_key)
        self._loose_manifests.add(manifest.checkpoint_id)
        self._noting_a_fence(lambda: self._create_manifest(path, data))
        entry = self._append_checkpoint(manifest.checkpoint_id, path, zlib.crc32(data))
        self._loose_manifests.discard(manifest.checkpoint_id)
        self._completed.add(entry, manifest)
        return entry

    @reaches("storage.commit.before", "storage.commit.after")
    def _append_checkpoint(self, checkpoint_id: int, path: str, checksum: int) -> LogEntry:
        """The commit point."""
        live = self._completed.intact_indexes
        self._undecided = checkpoint_id
        try:
            entry = self._append(CHECKPOINT, self._newest_attempt, checkpoint_id, path, checksum, live=live)
        except CheckpointError:
            self._undecided = None
            raise
        self._undecided = None
        return entry

    def _refuse_if_it_cannot_complete(self, manifest: Manifest) -> None:
        this = f"checkpoint {manifest.checkpoint_id} of job {self._job_id}"
        if self._undecided is not None:
            raise CheckpointError(f"{this}: it is not known whether {self._undecided} is complete; end the attempt")
        if manifest.attempt != self._attempt or manifest.job_id != self._job_id:
            raise CheckpointError(
                f"{this} belongs to attempt {manifest.attempt}, the current attempt is {self._attempt}"
            )
        if manifest.checkpoint_id <= self._completed.newest_id:
            raise CheckpointError(f"{this} was overtaken by checkpoint {self._completed.newest_id}")
        current = self._completed.named_paths
        for ref in named_files(manifest):
            if ref.path not in current and self._completed.holdings.file_is_unneeded(ref.path):
                raise CheckpointError(
                    f"{this} names {ref.path}, which no possible base names: the file may be removed already"
                )

    @reaches("storage.manifest.before")
    def _create_manifest(self, path: str, data: bytes) -> None:
        """Writes the manifest. A manifest that the log does not name is an orphan, so any doubt counts as failure."""
        full = self._path(path)
        try:
            try:
                is_new = self._store.create(full, data)
            except NotWrittenError:
                raise
            except OSError:
                is_new = False
            if not is_new:
                if self._store.read(full) != data:
                    self._log.refuse_if_not_last()
                    raise CheckpointError(f"{self._uri(path)} exists already: another attempt has used this id")
                self._store.confirm(full)
        except OSError as error:
            raise CheckpointError(f"{self._uri(path)} could not be written: {error}") from error

    def newest(self) -> Optional[Manifest]:
        """The newest complete and intact checkpoint known to this driver."""
        entry = self._completed.newest_intact
        return None if entry is None else read_entry(self._store, self._job_id, entry)

    def run_removals(self, later: Callable[[Callable[[], None]], None]) -> None:
        """Makes `later` run all further removals, possibly in another thread. By default they run at once.

        A removal is decided before it is passed to `later`; by the rules of `cleanup`, its files stay unneeded.
        """
        self._removals.run_by(later)

    @reaches("storage.drop.before")
    def drop_unneeded(self, base_id: Optional[int] = None) -> None:
        """Removes checkpoints beyond the retained ones, and shared files that no checkpoint needs any more.

        `base_id`: with checkpoints in flight, the newest checkpoint that was complete when the oldest of them was
        triggered. See `cleanup` for the rule.
        """
        self._completed.renew(base_id)
        if self._undecided is None:
            self._removals.put_drop(self._removal_of_unneeded())

    def _removal_of_unneeded(self) -> Callable[[], None]:
        first = self._completed.first_retained_index
        keep_from = self._attempt_index if first is None else first
        return partial(self._remove_all_unneeded, self._completed.holdings, keep_from)

    @reaches("storage.drop.after")
    def _remove_all_unneeded(self, holdings: Holdings, keep_from: int) -> None:
        self._completed.forget_files(self._cleaner.remove_unneeded(holdings))
        self._log.truncate(keep_from)

    def discard(self, checkpoint_id: int, attempt: int) -> None:
        """Removes the files in an aborted checkpoint's folder. Complete checkpoints are not touched.

        This driver owns all numbers from the attempt's to the newest, and none of its other attempts has used the id.
        """
        if checkpoint_id != self._undecided and checkpoint_id not in self._completed:
            self._discard(checkpoint_id, attempt)

    @reaches("storage.discard.before")
    def _discard(self, checkpoint_id: int, attempt: int) -> None:
        with_manifest = checkpoint_id in self._loose_manifests and attempt == self._attempt
        self._loose_manifests.discard(checkpoint_id)
        attempts = range(attempt, (self._newest_attempt if attempt == self._attempt else attempt) + 1)
        if self._undecided is None:
            self._removals.put(partial(self._cleaner.remove_aborted, checkpoint_id, attempts, with_manifest))

    @reaches("storage.end.before", "storage.end.after")
    def end(self, status: str, keep: bool) -> Optional[str]:
        """Records the job's end: FINISHED, CANCELED or FAILED. Returns the URI of the kept checkpoint, if any.

        A checkpoint in the driver's memory has no URI.

        All other files except the log are removed. A failed job can be resumed from its log, with a checkpoint only if
        kept.
        """
        if self._log.is_undecided:
            self.settle()
        last = self._completed.newest_intact if keep else None
        manifest, checksum = (last.manifest, last.manifest_checksum) if last else ("", 0)
        next_id = self._next_id([self._log.last] if self._log.last else [])
        self._append_end(next_id, manifest, checksum, status, self._completed.indexes if last else [])
        if status == "FAILED":
            # An attempt may follow at any time. Only files that it would treat as leftovers of older attempts are
            # removed.
            self._completed.end_failed(self._newest_attempt + 1, next_id, keep=last is not None)
            self._removals.run_if_ours(self._removal_of_unneeded())
        else:
            self._removals.run_if_ours(lambda: self._cleaner.remove_all_but(manifest))
        return self._uri(folder_of(last.checkpoint_id)) if last and not self._store.inline_only else None

    @reaches("storage.end.middle")
    def _append_end(self, next_id: int, manifest: str, checksum: int, status: str, live: Sequence[int]) -> None:
        """Appends the end. A checkpoint that completes now no longer counts: its committables are rolled back."""
        for _ in range(_TRIES):
            try:
                self._append(ENDED, self._newest_attempt, next_id, manifest, checksum, status, live)
                return
            except LateEntryError as error:
                _log.info("job %s (%s) has ended: %s", self._job_name, self._job_id, error)
                self._log.read_last()
        raise CheckpointError(f"the log of job {self._job_id} cannot be extended: earlier writes keep coming late")

    @reaches("storage.sweep.before")
    def sweep(self) -> None:
        """Removes files of older attempts that no retained checkpoint names. Only looks at this job's folder."""
        if self._undecided is None:
            self._removals.put(partial(self._remove_orphans, self._completed.holdings))

    @reaches("storage.sweep.after")
    def _remove_orphans(self, holdings: Holdings) -> None:
        self._cleaner.remove_orphans(holdings)
        for path in self._log.leftovers():
            self._store.delete(path)

    # ---------------------------------------------------------------- parts

    def uri_of(self, checkpoint_id: int) -> str:
        """The URI of a checkpoint's folder."""
        return self._uri(folder_of(checkpoint_id))

    def _append(
        self,
        kind: str,
        attempt: int,
        checkpoint_id: int,
        manifest: str = "",
        manifest_checksum: int = 0,
        status: str = "",
        live: Sequence[int] = (),
    ) -> LogEntry:
        return self._noting_a_fence(
            lambda: self._log.append(kind, attempt, checkpoint_id, manifest, manifest_checksum, status, live)
        )

    def _noting_a_fence(self, action: Callable[[], T]) -> T:
        try:
            return action()
        except FencedError:
            self._note_fence()
            raise

    def _note_fence(self) -> None:
        """Records that another driver has the job."""
        self._fenced = True
        self._removals.fence()

    def _path(self, path: str) -> str:
        return f"{self._job_id}/{path}"

    def _uri(self, path: str) -> str:
        return f"{self._store.uri}/{self._job_id}/{path}"


def needs_origin(store: CheckpointStore, job_id: str) -> bool:
    """Whether a job still needs its origin. Later the origin may be missing: claimed, or removed by the user."""
    entries = JobLog(store, job_id, "").live_entries()
    has_ended = bool(entries) and entries[-1].kind == ENDED and entries[-1].status != "FAILED"
    return not has_ended and not _live_checkpoints(entries)


def rescaled_parallelism(store: CheckpointStore, job_id: str) -> JobParallelism:
    """The parallelism to which a job was rescaled, as the last entry of its log has it."""
    last = JobLog(store, job_id, "").read_last()
    return JobParallelism() if last is None else JobParallelism.of_json(last.parallelism)


def _live_checkpoints(entries: list[LogEntry]) -> list[LogEntry]:
    """The complete checkpoints, oldest first. An end without a kept checkpoint has removed all earlier ones."""
    live: list[LogEntry] = []
    for entry in entries:
        if entry.kind == ENDED and not entry.manifest:
            live.clear()
        elif entry.kind == CHECKPOINT:
            live.append(entry)
    return live
