"""JobLog: the dense log of a job, `_log/<k>`. Creating its next entry is the commit point of every change.

Entries are created exclusively: of two drivers only one gets an index, and the other learns that it has lost the job.
Every entry is self-contained: it repeats the attempt's number, so that older entries can be removed.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any, Final, NoReturn, Optional

from pyrite.checkpoint.manifest_codec import seal, unseal
from pyrite.core.clock import Clock, SystemClock
from pyrite.core.errors import CheckpointError, CorruptStateError, FencedError
from pyrite.core.job.job_parallelism import JobParallelism
from pyrite.core.text_formatting import text_of_time
from pyrite.storage.fault_points import reaches
from pyrite.storage.signing_key import SigningKey
from pyrite.storage.store import TEMPORARY, CheckpointStore, NotWrittenError

MAGIC: Final = "pyrite-log"
VERSION: Final = 1
FOLDER: Final = "_log"
ATTEMPT: Final = "attempt"
CHECKPOINT: Final = "checkpoint"
ENDED: Final = "ended"
_TRIES: Final = 3


class LateEntryError(CheckpointError):
    """An append that this driver had treated as failed is in the log after all. It counts: read the log again."""


@dataclass(frozen=True)
class LogEntry:
    """One entry of a job's log."""

    index: int
    writer: str
    """The driver that wrote it: a random id, new for every driver."""
    kind: str
    """`attempt`, `checkpoint` or `ended`."""
    attempt: int
    """The number of attempts so far."""
    checkpoint_id: int = 0
    """For a checkpoint: its id. For other kinds: the lowest unused id."""
    manifest: str = ""
    """For a checkpoint, its path in the job's folder: `chk-7/_metadata`. For an end: the kept manifest, or empty."""
    manifest_checksum: int = 0
    """CRC-32 of the manifest."""
    status: str = ""
    """For an end: FINISHED, CANCELED or FAILED."""
    time_ms: int = 0
    host: str = ""
    process: int = 0
    first: int = 0
    """The oldest index that still belongs to the log."""
    live: list[int] = field(default_factory=list)
    """The indexes of complete checkpoints that can be restored, oldest first."""
    parallelism: dict[str, Any] = field(default_factory=dict)
    """The parallelism to which the job was rescaled: a JobParallelism as JSON; empty: the program's own."""

    def describe_writer(self) -> str:
        return f"process {self.process} on {self.host} at {text_of_time(self.time_ms)}"


def removed_log(job_id: str) -> FencedError:
    """The error of a driver whose log has disappeared, with all of its checkpoints."""
    return FencedError(
        f"the checkpoints of job {job_id} are gone: their folder was removed while the job ran (if not, another driver "
        "has continued it and removed old entries of the log). This driver may commit nothing any more. Start the job "
        "again from a savepoint (-s), or without state, and keep cleanup jobs away from execution.checkpointing.dir"
    )


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
        self._parallelism: Optional[dict[str, Any]] = None

    def set_parallelism(self, parallelism: JobParallelism) -> None:
        """The next entries have it. Without a call, they repeat the last entry's."""
        self._parallelism = parallelism.to_json()

    @property
    def last(self) -> Optional[LogEntry]:
        """The last entry that this driver read or wrote."""
        return self._last

    @property
    def is_undecided(self) -> bool:
        """Whether the outcome of this driver's last append is unknown: the log must be read before the next append."""
        return self._undecided

    def read_last(self) -> Optional[LogEntry]:
        """Reads the last entry. Later appends follow it, or are refused."""
        for _ in range(_TRIES):
            indexes = self._indexes()
            try:
                self._last = self._read(indexes[-1]) if indexes else None
            except FileNotFoundError:
                continue  # the writer of its successor removed it after the listing
            self._first = max(self._first, self._last.first) if self._last else 0
            self._undecided = False
            return self._last
        raise CheckpointError(f"the log of job {self._job_id} changes while it is read: another driver writes to it")

    def entries(self) -> list[LogEntry]:
        """Reads all entries that belong to the log, oldest first. CorruptStateError names a damaged entry."""
        last = self.read_last()
        if last is None:
            return []
        return self._read_before(last, range(last.first, last.index))

    def live_entries(self) -> list[LogEntry]:
        """Reads the last entry and the entries of its live checkpoints, oldest first. Does not scan the log."""
        last = self.read_last()
        if last is None:
            return []
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
        """Appends an entry after the last one that this driver read or wrote.

        `live`: the indexes of the checkpoints that can be restored. The index of a checkpoint's new entry is added to
        them. FencedError: another driver has appended at this index. LateEntryError: an earlier append of this driver,
        with an unknown outcome, has appeared there. CheckpointError: the entry is certainly not in the log. Any other
        OSError: the outcome is unknown, even after reading back. After the last three, the log must be read before the
        next append.
        """
        if self._undecided:
            raise CheckpointError(f"the outcome of the last append to the log of job {self._job_id} is not known")
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
            parallelism=self._next_parallelism(),
        )
        self._undecided = True
        self._create(entry)
        self._refuse_if_overtaken(entry)
        self._last = entry
        self._undecided = False
        return entry

    def _next_parallelism(self) -> dict[str, Any]:
        if self._parallelism is None:
            return {} if self._last is None else self._last.parallelism
        return self._parallelism

    @reaches("log.create.after")
    def _create(self, entry: LogEntry) -> None:
        """Creates the entry. A failed try may still take effect, so a retry with equal contents decides the outcome."""
        path = self._path(entry.index)
        data = seal(MAGIC, VERSION, asdict(entry), self._store.signing_key)
        unknown: Optional[OSError] = None
        for _ in range(_TRIES):
            try:
                is_new = self._store.create(path, data)
                if not is_new:
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
            actual = self._read(entry.index)
        except FileNotFoundError:
            raise self._shortened() from None
        if actual != entry:
            self._refuse_as_not_last(actual)

    def _refuse_as_not_last(self, actual: LogEntry) -> NoReturn:
        """Raises the error for an entry that this driver did not expect in the log."""
        if actual.writer == self._writer:
            raise LateEntryError(
                f"entry {actual.index} of the log of job {self._job_id}, {actual.kind}, has appeared late"
            )
        raise self._fenced_by(actual)

    def _refuse_if_overtaken(self, entry: LogEntry) -> None:
        """Refuses an index that is free again because another driver continued and removed old entries meanwhile.

        Then higher entries exist, since the last entry is never removed. A listing concurrent with changes might miss
        them, so the previous entry must also match the one that this driver knows. Entries are removed oldest first, so
        the previous entry was removed before this index became free. (Readers ignore the stray entry: it is below
        `first` of the last entry, because only entries below the last entry's `first` are removed.)
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
        """The error of a missing entry. The last entry of a log is never removed by a driver."""
        newest = max(self._indexes(), default=-1)
        if self._last is not None and newest <= self._last.index + 1:
            return removed_log(self._job_id)
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
        """Marks entries below an index as unneeded. They are removed after the next append has recorded this."""
        if self._last is None:
            return
        for index in self._indexes():
            if index < self._last.first:
                self._store.delete(self._path(index))
        self._first = max(self._first, min(keep_from, self._last.index))

    def refuse_if_not_last(self) -> None:
        """Raises FencedError, which names the driver, if another driver has appended to the log.

        LateEntryError: the unexpected entry is a late one of this driver.
        """
        higher = [index for index in self._indexes() if self._last is None or index > self._last.index]
        if higher:
            self._refuse_as_not_last(self._read(higher[-1]))

    def is_last(self) -> bool:
        """Whether the last entry known to this driver is the last of the log."""
        return self._last is not None and self._indexes()[-1:] == [self._last.index]

    def leftovers(self) -> list[str]:
        """Paths of temporary files for existing entries: their writers are dead or have lost the job."""
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
        key = self._store.signing_key
        try:
            return _parse(self._store.read(path), path, key)
        except CorruptStateError:
            return _parse(self._store.read(path), path, key)  # retried once: the read may have failed, not the file


def _name(index: int) -> str:
    return f"{index:010d}"


def _parse(data: bytes, path: str, key: SigningKey) -> LogEntry:
    content: dict[str, Any] = unseal(MAGIC, VERSION, data, path, key)
    try:
        return LogEntry(**content)
    except TypeError as error:
        raise CorruptStateError(f"{path}: not an entry of a log: {error}") from error
