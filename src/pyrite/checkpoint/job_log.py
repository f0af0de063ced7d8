"""JobLog: the dense log of a job, `_log/<k>`. Creating its next entry is the commit point of everything.

Entries are created exclusively, so that of two drivers only one gets an index, and the other one knows that it has
lost the job. Every entry stands for itself: it carries the attempt's number on, so that old ones can be removed.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Final, NoReturn, Optional

from pyrite.checkpoint.manifest_codec import seal, unseal
from pyrite.core.clock import Clock, SystemClock
from pyrite.core.errors import CheckpointError, CorruptStateError, FencedError
from pyrite.core.text_formatting import text_of_time
from pyrite.storage.fault_points import reaches
from pyrite.storage.store import TEMPORARY, CheckpointStore, NotWrittenError

MAGIC: Final = "pyrite-log"
VERSION: Final = 1
FOLDER: Final = "_log"
ATTEMPT: Final = "attempt"
CHECKPOINT: Final = "checkpoint"
ENDED: Final = "ended"
_TRIES: Final = 3


class LateEntryError(CheckpointError):
    """An entry that this driver had abandoned is in the log after all. Read the log again: it counts."""


@dataclass(frozen=True)
class LogEntry:
    """One entry."""

    index: int
    writer: str
    """The driver that wrote it: a random id, new for every driver."""
    kind: str
    """`attempt`, `checkpoint` or `ended`."""
    attempt: int
    """How many attempts there have been."""
    checkpoint_id: int = 0
    """Of a checkpoint: its id. Else: the lowest id that may be used from here on."""
    manifest: str = ""
    """Of a checkpoint, below the job's folder: `chk-7/_metadata`. Of an end: what was kept; empty for nothing."""
    manifest_checksum: int = 0
    """CRC-32 of that file."""
    status: str = ""
    """Of an end: FINISHED, CANCELED or FAILED."""
    time_ms: int = 0
    host: str = ""
    process: int = 0
    first: int = 0
    """The oldest index that is still part of the log."""
    live: Optional[list[int]] = None
    """The indexes of complete checkpoints that can be restored, oldest first. None: all that are part of the log; so it
    was written by an earlier version."""

    def describe_writer(self) -> str:
        return f"process {self.process} on {self.host} at {text_of_time(self.time_ms)}"


class JobLog:
    """The log as one driver sees and extends it."""

    def __init__(
        self,
        store: CheckpointStore,
        job_id: str,
        writer: str,
        clock: Optional[Clock] = None,
        host: Optional[str] = None,
        process: Optional[int] = None,
    ) -> None:
        self._store = store
        self._job_id = job_id
        self._writer = writer
        self._clock = clock or SystemClock()
        self._host = socket.gethostname() if host is None else host
        self._process = os.getpid() if process is None else process
        self._last: Optional[LogEntry] = None
        self._first = 0
        self._undecided = False

    @property
    def last(self) -> Optional[LogEntry]:
        """The last entry that this driver has read or written."""
        return self._last

    @property
    def is_undecided(self) -> bool:
        """Whether the fate of this driver's last append is unknown: the log must be read before the next one."""
        return self._undecided

    def read_last(self) -> Optional[LogEntry]:
        """Reads the last entry. What is appended from now on follows it, or is refused."""
        for _ in range(_TRIES):
            indexes = self._indexes()
            try:
                self._last = self._read(indexes[-1]) if indexes else None
            except FileNotFoundError:
                continue  # removed between the two by its successor's writer
            self._first = max(self._first, self._last.first) if self._last else 0
            self._undecided = False
            return self._last
        raise CheckpointError(f"the log of job {self._job_id} changes while it is read: another driver is at work")

    def entries(self) -> list[LogEntry]:
        """Reads all entries that are part of the log, oldest first. CorruptStateError names one that is not whole."""
        last = self.read_last()
        if last is None:
            return []
        return self._read_before(last, range(last.first, last.index))

    def live_entries(self) -> list[LogEntry]:
        """Reads the last entry, and those of the checkpoints that it calls live, oldest first; however long the log."""
        last = self.read_last()
        if last is None:
            return []
        if last.live is None:
            return self._read_before(last, range(last.first, last.index))
        return self._read_before(last, [index for index in last.live if index < last.index])

    def _read_before(self, last: LogEntry, indexes: Iterable[int]) -> list[LogEntry]:
        try:
            return [*map(self._read, indexes), last]
        except FileNotFoundError as error:
            if self._indexes()[-1:] != [last.index]:
                raise self._shortened() from None
            raise CorruptStateError(f"an entry of the log of job {self._job_id} is missing: {error}") from error

    @reaches("log.append.before", "log.append.after")
    def append(
        self,
        kind: str,
        attempt: int,
        checkpoint_id: int = 0,
        manifest: str = "",
        manifest_checksum: int = 0,
        status: str = "",
        live: Iterable[int] = (),
    ) -> LogEntry:
        """Adds the next entry, after the last one that was read or written here.

        `live`: the indexes of the checkpoints that can be restored; a checkpoint's own is added.
        FencedError: another driver has continued from there. LateEntryError: an earlier append of this driver's,
        whose outcome was unknown, is there. CheckpointError: the entry is surely not in the log. Any other OSError:
        even reading back does not show it. After the last three, nothing can be appended before the log is read again.
        """
        if self._undecided:
            raise CheckpointError(f"the fate of the last entry of the log of job {self._job_id} is not known")
        index = self._last.index + 1 if self._last else 0
        entry = LogEntry(
            index=index,
            writer=self._writer,
            kind=kind,
            attempt=attempt,
            checkpoint_id=checkpoint_id,
            manifest=manifest,
            manifest_checksum=manifest_checksum,
            status=status,
            time_ms=self._clock.now_ms(),
            host=self._host,
            process=self._process,
            first=self._first,
            live=[
                *(entry_index for entry_index in live if entry_index >= self._first),
                *([index] if kind == CHECKPOINT else []),
            ],
        )
        self._undecided = True
        self._create(entry)
        self._refuse_if_overtaken(entry)
        self._last = entry
        self._undecided = False
        return entry

    @reaches("log.create.after")
    def _create(self, entry: LogEntry) -> None:
        """Creates the entry. A failed try may have succeeded, or may yet: another with the same contents decides it."""
        path = self._path(entry.index)
        data = seal(MAGIC, VERSION, asdict(entry))
        unknown: Optional[OSError] = None
        for _ in range(_TRIES):
            try:
                created = self._store.create(path, data)
                if not created:
                    self._refuse_if_not_ours(entry)
                    self._store.confirm(path)
                return
            except NotWrittenError as error:
                if unknown is None:
                    self._undecided = False
                    raise CheckpointError(f"the log of job {self._job_id} could not be extended: {error}") from error
            except OSError as error:
                unknown = error
        assert unknown is not None
        raise unknown

    def _refuse_if_not_ours(self, entry: LogEntry) -> None:
        try:
            there = self._read(entry.index)
        except FileNotFoundError:
            raise self._shortened() from None
        if there != entry:
            self._refuse_as_not_last(there)

    def _refuse_as_not_last(self, there: LogEntry) -> NoReturn:
        """The entry is there, and this driver did not know of it."""
        if there.writer == self._writer:
            raise LateEntryError(f"entry {there.index} of the log of job {self._job_id}, {there.kind}, has come late")
        raise self._fenced_by(there)

    def _refuse_if_overtaken(self, entry: LogEntry) -> None:
        """A driver that slept while another one continued and removed old entries may find its index free again.

        Then there are higher ones, since the last is never removed. A listing that runs while entries come and go might
        still miss them; so the entry before must be the one that we know, too. Entries are removed oldest first, so it
        went before ours could become free. (Readers do not mind the stray entry: it is below `first` of the last one,
        because nothing is removed that the last entry does not call removed.)
        """
        try:
            higher = [index for index in self._indexes() if index > entry.index]
            if higher:
                raise self._fenced_by(self._read(higher[-1]))
            if self._last is not None and (before := self._read(self._last.index)) != self._last:
                raise self._fenced_by(before)
        except FileNotFoundError:
            raise self._shortened() from None

    def _shortened(self) -> FencedError:
        return FencedError(
            f"job {self._job_id} is run by another driver, which has continued and removed old entries of the log; "
            f"this one ({self._host}, process {self._process}) may commit nothing any more"
        )

    def _fenced_by(self, other: LogEntry) -> FencedError:
        return FencedError(
            f"job {self._job_id} is run by another driver ({other.describe_writer()}, log entry {other.index}, "
            f"{other.kind}); this one ({self._host}, process {self._process}) may commit nothing any more"
        )

    @reaches("log.truncate.before", "log.truncate.after")
    def truncate(self, keep_from: int) -> None:
        """Says that entries below an index are not needed. They are removed when the next entry has said so too."""
        if self._last is None:
            return
        for index in self._indexes():
            if index < self._last.first:
                self._store.delete(self._path(index))
        self._first = max(self._first, min(keep_from, self._last.index))

    def refuse_if_not_last(self) -> None:
        """Raises FencedError, which names the driver, if another one has appended to what this one knows.

        LateEntryError: what follows is this driver's own, and came late.
        """
        higher = [index for index in self._indexes() if self._last is None or index > self._last.index]
        if higher:
            self._refuse_as_not_last(self._read(higher[-1]))

    def is_last(self) -> bool:
        """Whether nobody has appended anything after what this driver knows."""
        return self._last is not None and self._indexes()[-1:] == [self._last.index]

    def leftovers(self) -> list[str]:
        """Paths of temporary files for entries that exist: their writers are dead or have lost."""
        folder = f"{self._job_id}/{FOLDER}"
        indexes = {name: name.removeprefix(TEMPORARY).split("-")[0] for name in self._store.leftovers(folder)}
        newest = self._last.index if self._last else -1
        return [f"{folder}/{name}" for name, index in indexes.items() if index.isdigit() and int(index) <= newest]

    def _indexes(self) -> list[int]:
        return sorted(int(name) for name in self._store.list(f"{self._job_id}/{FOLDER}") if name.isdigit())

    def _path(self, index: int) -> str:
        return f"{self._job_id}/{FOLDER}/{_name(index)}"

    def _read(self, index: int) -> LogEntry:
        path = self._path(index)
        try:
            return _parse(self._store.read(path), path)
        except CorruptStateError:
            return _parse(self._store.read(path), path)  # a bad read is not yet a bad file


def _name(index: int) -> str:
    return f"{index:010d}"


def _parse(data: bytes, path: str) -> LogEntry:
    content: dict[str, Any] = unseal(MAGIC, VERSION, data, path)
    try:
        return LogEntry(**content)
    except TypeError as error:
        raise CorruptStateError(f"{path}: not an entry of a log: {error}") from error
