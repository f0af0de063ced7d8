"""JobStorage: a job's folder as its driver uses it: attempts, complete checkpoints, and what is no longer needed."""

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
from pyrite.checkpoint.job_log import ATTEMPT, CHECKPOINT, ENDED, JobLog, LateEntryError, LogEntry
from pyrite.checkpoint.manifest import Manifest
from pyrite.checkpoint.manifest_codec import encode_manifest
from pyrite.checkpoint.recovery_search import RecoverySearch, read_entry
from pyrite.checkpoint.storage_cleaner import StorageCleaner
from pyrite.checkpoint.storage_removals import StorageRemovals
from pyrite.core.clock import Clock
from pyrite.core.errors import CheckpointError, CorruptStateError, FencedError, JobRefusedError
from pyrite.core.text_formatting import text_of_time
from pyrite.storage.fault_points import reaches
from pyrite.storage.store import CheckpointStore, NotWrittenError

T = TypeVar("T")
_TRIES = 5
_NONE_BROKEN: Mapping[int, str] = MappingProxyType({})
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Recovery:
    """What an attempt begins with."""

    attempt: int
    manifest: Optional[Manifest]
    """What to restore; None: begin from nothing."""
    next_checkpoint_id: int
    skipped: tuple[str, ...] = ()
    """Newer checkpoints that are not intact, each with the reason."""


class JobStorage:
    """One driver's hold on a job's folder. Used by one thread at a time.

    begin_attempt, then complete and discard for each checkpoint, `begin_region` when a region restarts alone, at the
    end `end`; `drop_unneeded` and `sweep` whenever there is time. After an OSError from `complete` or `end` it is not
    known whether it happened: the attempt must end; the next begin_attempt finds out.
    """

    def __init__(
        self,
        store: CheckpointStore,
        job_id: str,
        job_name: str,
        writer: str,
        retained: int = 1,
        clock: Optional[Clock] = None,
        host: Optional[str] = None,
        process: Optional[int] = None,
        origin: Optional[Manifest] = None,
        recover_from_older: bool = False,
    ) -> None:
        """`origin` is what the job is restored from as long as it has no checkpoint of its own.

        `recover_from_older`: a damaged checkpoint is passed over for an older one, which repeats what was committed
        since. Without it the job is refused.
        """
        if not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_.-]*", job_id):
            raise CheckpointError(f"job id {job_id!r} cannot name a folder: use letters, digits, '_', '-' and '.'")
        self._store = store
        self._job_id = job_id
        self._job_name = job_name
        self._writer = writer
        self._retained = retained
        self._origin = origin
        self._recover_from_older = recover_from_older
        self._log = JobLog(store, job_id, writer, clock, host, process)
        self._attempt = 0
        self._newest_attempt = 0
        self._attempt_index = 0
        self._completed = CompletedCheckpoints(retained)
        self._loose_manifests: set[int] = set()
        self._undecided: Optional[int] = None
        self._fenced = False
        self._cleaner = StorageCleaner(store, job_id)
        self._removals = StorageRemovals(self._log, f"{job_name} ({job_id})")

    # ---------------------------------------------------------------- attempts

    @reaches("storage.attempt.before", "storage.restore.after")
    def begin_attempt(self, broken: Mapping[int, str] = _NONE_BROKEN) -> Recovery:
        """Takes the job over, then finds the newest intact checkpoint; `broken` are known not to be, with the reason.

        In this order: what another driver commits before our entry we see, after it there is nothing it can commit.
        """
        if self._attempt == 0:
            self._probe()
        for _ in range(_TRIES):
            try:
                return self._begin_attempt(broken)
            except LateEntryError as error:  # that entry counts now, and may be a checkpoint
                _log.info("job %s (%s): reading the log again: %s", self._job_name, self._job_id, error)
        raise CheckpointError(f"the log of job {self._job_id} cannot be extended: earlier writes keep coming late")

    def _probe(self) -> None:
        """Before a driver's first attempt: storage that cannot be used will not get better by restarts."""
        try:
            self._store.probe(self._job_id)
        except (OSError, CheckpointError) as error:
            raise JobRefusedError(f"checkpoints cannot be kept at {self._store.uri}: {error}") from error

    def _begin_attempt(self, broken: Mapping[int, str]) -> Recovery:
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
        search = RecoverySearch(self._store, self._job_id, self._retained, self._recover_from_older)
        manifest, skipped = search.newest_intact(_live_checkpoints(entries), broken)
        if manifest is None and self._origin is not None:
            manifest = self._take_origin(self._origin, broken)
        self._completed.begin_attempt(attempt, first_id, search.kept)
        for reason in skipped:
            _log.warning("job %s (%s): going back, not intact: %s", self._job_name, self._job_id, reason)
        return Recovery(attempt, manifest, first_id, tuple(skipped))

    @reaches("storage.attempt.after")
    def _append_attempt(self, attempt: int, first_id: int, live: Sequence[int]) -> LogEntry:
        return self._append(ATTEMPT, attempt, first_id, live=live)

    @reaches("storage.attempt.before", "storage.restore.after")
    def begin_region(self, region: int) -> Recovery:
        """Gives a region that restarts alone a number of its own; it is restored from the newest complete one.

        To be called while no checkpoint is in flight. The entry fences as that of any attempt does: a driver that has
        lost the job restarts nothing. What goes wrong, ends the whole attempt.
        """
        if self._undecided is not None:
            raise CheckpointError(f"it is not known whether checkpoint {self._undecided} is complete; end the attempt")
        first_id = max(self._completed.holdings.first_id, self._completed.newest_id + 1)
        self._append_attempt(self._newest_attempt + 1, first_id, self._completed.intact_indexes)
        self._newest_attempt += 1
        self._completed.begin_region(region, self._newest_attempt)
        try:
            manifest = self.newest() or self._origin
        except CorruptStateError as error:  # the next whole attempt looks for one that is intact
            raise CheckpointError(f"region {region + 1} cannot restart alone: {error}") from error
        return Recovery(self._newest_attempt, manifest, first_id)

    def _take_origin(self, origin: Manifest, broken: Mapping[int, str]) -> Manifest:
        if origin.checkpoint_id in broken:
            damage = broken[origin.checkpoint_id]
            raise JobRefusedError(
                f"what the job was to be restored from is damaged: {damage}. Give it another savepoint"
            )
        return origin

    def _refuse_if_taken_over(self, entries: list[LogEntry]) -> None:
        """Only a driver that is new may take a job over; one that has lost it does not take it back."""
        if self._fenced or (self._attempt > 0 and (not entries or entries[-1].writer != self._writer)):
            self._note_fence()
            by = f" by {entries[-1].describe_writer()}" if entries else ""
            raise FencedError(f"job {self._job_id} was taken over{by}: this driver may commit nothing any more")

    def refuse_if_lost(self) -> None:
        """FencedError if another driver has taken the job over."""
        self._noting_a_fence(self._log.refuse_if_not_last)

    def settle(self) -> None:
        """The last attempt is over: reads whether a checkpoint is complete of which that was not known.

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
        word = {"FINISHED": "finished", "CANCELED": "cancelled"}.get(last.status, last.status)
        checkpoint_note = f"; its checkpoint is kept at {self._uri(last.manifest.removesuffix('/' + METADATA))}"
        raise JobRefusedError(
            f"job {self._job_id} was {word} at {text_of_time(last.time_ms)}, its id cannot be used again: choose "
            f"another pipeline.job-id{checkpoint_note if last.manifest else ''}"
        )

    def _next_id(self, entries: list[LogEntry]) -> int:
        """Above every id that was ever used."""
        logged = [entry.checkpoint_id + (1 if entry.kind == CHECKPOINT else 0) for entry in entries]
        return max([1, *logged, *(checkpoint_id + 1 for checkpoint_id in self._cleaner.folders())])

    # ---------------------------------------------------------------- checkpoints

    def complete(self, manifest: Manifest) -> LogEntry:
        """Makes a checkpoint complete. When this returns, it will never be lost.

        CheckpointError: it is not, and the job can continue. FencedError: another driver has the job.
        """
        self._refuse_if_it_cannot_complete(manifest)
        path = f"{folder_of(manifest.checkpoint_id)}/{METADATA}"
        data = encode_manifest(manifest)
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
            raise CheckpointError(f"{this} is of attempt {manifest.attempt}, now is attempt {self._attempt}")
        if manifest.checkpoint_id <= self._completed.newest_id:
            raise CheckpointError(f"{this} was overtaken by checkpoint {self._completed.newest_id}")
        current = self._completed.named
        for ref in named_files(manifest):
            if ref.path not in current and self._completed.holdings.file_is_unneeded(ref.path):
                raise CheckpointError(
                    f"{this} names {ref.path}, which no checkpoint it can stand on names: the file is removed"
                )

    @reaches("storage.manifest.before")
    def _create_manifest(self, path: str, data: bytes) -> None:
        """Not the commit point: this file alone is treated as an orphan. So every doubt is a failure."""
        full = self._path(path)
        try:
            try:
                created = self._store.create(full, data)
            except NotWrittenError:
                raise
            except OSError:
                created = False
            if not created:
                if self._store.read(full) != data:
                    self._log.refuse_if_not_last()
                    raise CheckpointError(f"{self._uri(path)} is there already: another attempt has used this id")
                self._store.confirm(full)
        except OSError as error:
            raise CheckpointError(f"{self._uri(path)} could not be written: {error}") from error

    def newest(self) -> Optional[Manifest]:
        """The newest complete checkpoint that is intact, as far as this driver knows."""
        entry = self._completed.newest_intact
        return None if entry is None else read_entry(self._store, self._job_id, entry)

    def run_removals(self, later: Callable[[Callable[[], None]], None]) -> None:
        """Says how removals are run: from now on by `later`, which may be another thread. Until then they are at once.

        What is to be removed is decided here and now, and stays unneeded whatever comes later (see `cleanup`).
        """
        self._removals.run_by(later)

    @reaches("storage.drop.before")
    def drop_unneeded(self, base_id: Optional[int] = None) -> None:
        """Removes checkpoints that are no longer retained and shared files that nothing needs any more.

        `base_id`: if checkpoints are in flight, the checkpoint that was the newest complete one when the oldest of them
        was triggered. See `cleanup` for the rule.
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
        self._completed.removed(self._cleaner.remove_unneeded(holdings))
        self._log.truncate(keep_from)

    def discard(self, checkpoint_id: int, attempt: int) -> None:
        """Removes what an aborted checkpoint of this attempt has in its own folder. Complete ones are left alone.

        All numbers from the attempt's to the newest are of this driver, and no other attempt of it has used the id.
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
        """The job has ended: FINISHED, CANCELED or FAILED. Returns where its newest checkpoint is kept, if it is,
        and not in the driver's memory.

        All else is removed, but the log. A failed job can be resumed from its log, without checkpoints unless kept.
        """
        if self._log.is_undecided:
            self.settle()
        kept = self._completed.newest_intact if keep else None
        manifest, checksum = (kept.manifest, kept.manifest_checksum) if kept else ("", 0)
        next_id = self._next_id([self._log.last] if self._log.last else [])
        self._append_end(next_id, manifest, checksum, status, self._completed.indexes if kept else [])
        if status == "FAILED":
            # An attempt may follow at any time. What is removed is what that one would call left by older attempts.
            self._completed.end_failed(self._newest_attempt + 1, next_id, keep=kept is not None)
            self._removals.run_if_ours(self._removal_of_unneeded())
        else:
            self._removals.run_if_ours(lambda: self._cleaner.remove_all_but(manifest))
        return self._uri(folder_of(kept.checkpoint_id)) if kept and not self._store.inline_only else None

    @reaches("storage.end.middle")
    def _append_end(self, next_id: int, manifest: str, checksum: int, status: str, live: Sequence[int]) -> None:
        """A checkpoint that completes now no longer counts: its committables were rolled back, or will be."""
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
        """Removes what older attempts left behind and no retained checkpoint names. Looks at this job's folder only."""
        if self._undecided is None:
            self._removals.put(partial(self._remove_orphans, self._completed.holdings))

    @reaches("storage.sweep.after")
    def _remove_orphans(self, holdings: Holdings) -> None:
        self._cleaner.remove_orphans(holdings)
        for path in self._log.leftovers():
            self._store.delete(path)

    # ---------------------------------------------------------------- parts

    def uri_of(self, checkpoint_id: int) -> str:
        """Where a checkpoint is."""
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
        """Another driver has the job."""
        self._fenced = True
        self._removals.fence()

    def _path(self, path: str) -> str:
        return f"{self._job_id}/{path}"

    def _uri(self, path: str) -> str:
        return f"{self._store.uri}/{self._job_id}/{path}"


def needs_origin(store: CheckpointStore, job_id: str) -> bool:
    """Whether a job has yet to be restored from its origin. Later that may be gone: claimed, or removed by the user."""
    entries = JobLog(store, job_id, "").live_entries()
    has_ended = bool(entries) and entries[-1].kind == ENDED and entries[-1].status != "FAILED"
    return not has_ended and not _live_checkpoints(entries)


def _live_checkpoints(entries: list[LogEntry]) -> list[LogEntry]:
    """The complete checkpoints, oldest first. An end that kept nothing has removed those before it."""
    live: list[LogEntry] = []
    for entry in entries:
        if entry.kind == ENDED and not entry.manifest:
            live.clear()
        elif entry.kind == CHECKPOINT:
            live.append(entry)
    return live
