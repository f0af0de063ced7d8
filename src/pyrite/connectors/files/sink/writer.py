"""FileWriter: writes records to the files of their buckets, and rolls them by policy."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Final, Optional, Protocol

from pyrite.connectors.files.paths import Location
from pyrite.connectors.files.sink.buckets import BucketAssigner, checked_bucket_id
from pyrite.connectors.files.sink.committables import Committable, Compact, Discard, FileWriterState, Held, Publish
from pyrite.connectors.files.sink.compaction import FileCompactStrategy
from pyrite.connectors.files.sink.output_file_config import OutputFileConfig
from pyrite.connectors.files.sink.output_store import HiddenFile, OutputPart, OutputStore, Prepared
from pyrite.connectors.files.sink.part_name import PartName
from pyrite.connectors.files.sink.rolling import PartInfo, RollingPolicy
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.connector.sink import SinkWriter, WriterInitContext
from pyrite.core.errors import CommittableLostError, ConnectorError

_AT_ONCE: Final = 1024
"""After this many records the rolling policy is asked about the size of the file."""


class RecordWriter(Protocol):
    """Writes the records of one file to its stream."""

    def add_elements(self, elements: Sequence[Any]) -> None: ...

    def finish(self) -> None: ...


class RecordFormat(Protocol):
    """Creates the record writer of each file. Picklable."""

    def create(self, stream: BinaryIO) -> RecordWriter: ...


@dataclass(frozen=True)
class FileWriterSettings:
    """The user's settings."""

    base: Location
    record_format: RecordFormat
    assigner: BucketAssigner
    policy: RollingPolicy
    names: OutputFileConfig
    compaction: Optional[FileCompactStrategy] = None


@dataclass
class _OpenPart:
    """A file in progress."""

    output: OutputPart
    records: RecordWriter
    info: PartInfo
    is_held: bool = False
    """Whether a checkpoint may refer to the file."""


@dataclass(frozen=True)
class _Finished:
    """A finished file, for the next commit. A checkpoint may refer to a part of it, if it was open at the time."""

    bucket_id: str
    part: Prepared
    is_held: bool


@dataclass
class _Pieces:
    """Files of a bucket that wait for compaction."""

    files: list[HiddenFile] = field(default_factory=list)
    checkpoints: int = 0

    @property
    def size_bytes(self) -> int:
        return sum(file.size_bytes for file in self.files)


class FileWriter(SinkWriter):
    """Keeps at most one file open in each bucket. Finished files are committed at the next checkpoint."""

    holds_files = True
    """Whether checkpoints refer to uncommitted files."""

    def __init__(
        self,
        settings: FileWriterSettings,
        store: OutputStore,
        context: WriterInitContext,
        states: Sequence[FileWriterState] = (),
    ) -> None:
        self._settings = settings
        self._store = store
        self._context = context
        self._name = PartName.of(context)
        self._open: dict[str, _OpenPart] = {}
        self._finished: list[_Finished] = []
        self._pieces: dict[str, _Pieces] = {}
        self._discards: list[Discard] = []
        self._hidden_files: list[Held] = []
        self._restore(states)
        self._sweep(states)

    # Writing ----------------------------------------------------------------------------------------------------------

    def write(self, block: RowBlock) -> None:
        now_ms = self._context.clock.now_ms()
        ids = self._settings.assigner.bucket_ids(block, now_ms)
        if isinstance(ids, str):
            self._write_to(checked_bucket_id(ids), block.values, now_ms)
            return
        buckets: dict[str, list[Any]] = {}
        for bucket_id, value in zip(ids, block.values, strict=True):
            buckets.setdefault(bucket_id, []).append(value)
        for bucket_id, values in buckets.items():
            self._write_to(checked_bucket_id(bucket_id), values, now_ms)

    def _write_to(self, bucket_id: str, values: list[Any], now_ms: int) -> None:
        for start in range(0, len(values), _AT_ONCE):
            self.write_piece(bucket_id, values if len(values) <= _AT_ONCE else values[start : start + _AT_ONCE], now_ms)

    def write_piece(self, bucket_id: str, elements: Any, now_ms: int) -> None:
        """Writes elements to the bucket's file, and applies the rolling policy before and after."""
        policy = self._settings.policy
        part = self._open.get(bucket_id)
        if part is not None and policy.should_roll_on_processing_time(part.info, now_ms):
            self._roll(bucket_id)
            part = None
        if part is None:
            part = self._open[bucket_id] = self._begin(bucket_id, now_ms)
        part.records.add_elements(elements)
        part.info.updated_ms, part.info.size_bytes = now_ms, part.output.size_bytes
        if policy.should_roll_on_event(part.info):
            self._roll(bucket_id)

    def _begin(self, bucket_id: str, now_ms: int) -> _OpenPart:
        output = self._store.begin(self._next_final(bucket_id), readable=self._settings.compaction is not None)
        return _OpenPart(
            output, self._settings.record_format.create(output.stream), PartInfo(bucket_id, now_ms, now_ms)
        )

    def _next_final(self, bucket_id: str, before: str = "") -> Location:
        names = self._settings.names
        name = f"{before}{names.get_part_prefix()}-{self._name}{names.get_part_suffix()}"
        self._name = self._name.next()
        return self._settings.base.below(bucket_id, name)

    def _roll(self, bucket_id: str) -> None:
        part = self._open.pop(bucket_id)
        part.records.finish()
        self._finished.append(_Finished(bucket_id, part.output.finish(), part.is_held))

    # Checkpoints ------------------------------------------------------------------------------------------------------

    def before_savepoint(self) -> None:
        """Finishes all files: this job commits them, and the savepoint does not refer to them."""
        for bucket_id in list(self._open):
            self._roll(bucket_id)
        self._gather()
        for pieces in self._pieces.values():
            pieces.checkpoints = -1

    def flush(self, end_of_input: bool) -> None:
        if end_of_input:
            self.before_savepoint()

    def prepare_commit(self) -> list[Committable]:
        now_ms = self._context.clock.now_ms()
        policy = self._settings.policy
        self._hidden_files = []
        for bucket_id, part in list(self._open.items()):
            is_due = policy.should_roll_on_checkpoint(part.info) or policy.should_roll_on_processing_time(
                part.info, now_ms
            )
            if is_due or not self._store.can_sync:
                self._roll(bucket_id)
            else:
                self._hidden_files.append(Held(bucket_id, part.output.sync()))
                part.is_held = True
        self._gather()
        prepared: list[Committable] = [*self._take_finished(), *self._take_compactions(), *self._discards]
        self._discards = []
        self._hidden_files += [Held(bucket, file) for bucket, pieces in self._pieces.items() for file in pieces.files]
        return prepared

    def _take_finished(self) -> list[Publish]:
        finished, self._finished = self._finished, []
        return [Publish(one.part) for one in finished]

    def _gather(self) -> None:
        """Moves finished files to the files that wait for compaction."""
        if self._settings.compaction is None:
            return
        for one in self._finished:
            assert isinstance(one.part, HiddenFile)
            self._pieces.setdefault(one.bucket_id, _Pieces()).files.append(one.part)
        self._finished = []

    def _take_compactions(self) -> list[Publish | Compact]:
        committables: list[Publish | Compact] = []
        strategy = self._settings.compaction
        for bucket_id, pieces in list(self._pieces.items()):
            is_last = pieces.checkpoints < 0
            pieces.checkpoints += not is_last
            if is_last or strategy is None or strategy.is_due(pieces.size_bytes, pieces.checkpoints):
                del self._pieces[bucket_id]
                if len(pieces.files) == 1:
                    committables.append(Publish(pieces.files[0]))
                else:
                    committables.append(Compact(tuple(pieces.files), self._next_final(bucket_id, "compacted-")))
        return committables

    def snapshot_state(self, checkpoint_id: int) -> list[FileWriterState]:
        return [FileWriterState(self._context.job_id, self._context.attempt, tuple(self._hidden_files))]

    def close(self) -> None:
        """Removes files that no checkpoint can refer to. The next attempt sweeps the others."""
        opened, self._open = self._open, {}
        finished, self._finished = self._finished, []
        with suppress(OSError, ConnectorError):
            for part in opened.values():
                if part.is_held:
                    part.output.close()
                else:
                    part.output.abandon()
            for one in finished:
                if not one.is_held:
                    self._store.discard(one.part)

    # After a crash ----------------------------------------------------------------------------------------------------

    def _restore(self, states: Sequence[FileWriterState]) -> None:
        """Copies the files of the checkpoint, as finished files with names of this attempt.

        A task of the earlier attempt may still write to the originals, and they are needed again if this attempt fails
        before its first checkpoint.
        """
        for state in states:
            for pending in state.files:
                try:
                    copy = self._store.adopt(pending.file, self._next_final(pending.bucket_id))
                except FileNotFoundError:
                    if self._store.exists(pending.file.final):
                        continue  # published by the job that continued after the savepoint
                    raise CommittableLostError(
                        f"{pending.file.hidden.uri} is missing: its first {pending.file.size_bytes} bytes are part of "
                        "the checkpoint that the job was restored from"
                    ) from None
                self._finished.append(_Finished(pending.bucket_id, copy, is_held=False))
                if state.job_id == self._context.job_id:
                    self._discards.append(Discard(pending.file.hidden))

    def _sweep(self, states: Sequence[FileWriterState]) -> None:
        """Removes leftovers of earlier attempts. Pending files have been published before.

        Files of the checkpoint are kept until a later checkpoint replaces it. After a rescale another writer may own
        them, so all files of the attempt that took the checkpoint are kept; the next attempt sweeps them.
        """
        context = self._context
        if not context.job_id:
            return
        mine = {discard.hidden for discard in self._discards}
        taken_by = {state.attempt for state in states if state.job_id == context.job_id}
        readable = self._settings.compaction is not None
        for location, name, left_over in self._store.leftovers(self._settings.base, self._name.owner, readable):
            is_older = name.attempt < context.attempt and context.owns(name.subtask)
            is_rescaled = name.parallelism != context.parallelism and (not taken_by or name.attempt in taken_by)
            if is_older and location not in mine and not (is_rescaled and self.holds_files):
                self._store.remove(left_over)
