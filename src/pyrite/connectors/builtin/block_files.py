"""BlockFileSink and BlockFileSource: files of pickled blocks, by which a job passes a cached stream to a later job."""

from __future__ import annotations

import pickle
import uuid
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Optional

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import CACHE_FOLDER
from pyrite.core.config.spark_master import spark_master
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext
from pyrite.core.connector.source import (
    END_OF_INPUT,
    Boundedness,
    EndOfInput,
    Source,
    SourceBlock,
    SourceReader,
    SourceReaderContext,
    SplitEnumerator,
    SplitEnumeratorContext,
)
from pyrite.core.errors import InvalidProgramError
from pyrite.core.machine import sync
from pyrite.core.persistence.persisted import persisted
from pyrite.storage.scratch import scratch_folder

_UNFINISHED = ".part"
_FINISHED = ".blocks"


class BlockFileSink(Sink):
    """Writes blocks to files that become visible when they are committed."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return BlockFileWriter(Path(self._folder), context.subtask)

    def create_committer(self) -> Committer:
        return BlockFileCommitter()


class BlockFileWriter(SinkWriter):
    """Writes one file between two checkpoints. The first file is written even without records."""

    def __init__(self, folder: Path, subtask: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._subtask = subtask
        self._path, self._file = self._begin()

    def _begin(self) -> tuple[Path, BinaryIO]:
        path = self._folder / f"{self._subtask}-{uuid.uuid4().hex}{_UNFINISHED}"
        return path, path.open("wb")

    def write(self, block: RowBlock) -> None:
        if self._file.closed:
            self._path, self._file = self._begin()
        pickle.dump((block.values, block.timestamps), self._file, protocol=5)

    def prepare_commit(self) -> list[Any]:
        if self._file.closed:
            return []
        self._file.flush()
        sync(self._file.fileno())
        self._file.close()
        return [str(self._path)]

    def close(self) -> None:
        self._file.close()


class BlockFileCommitter(Committer):
    def commit(self, committables: list[Any]) -> None:
        for name in committables:
            path = Path(name)
            if path.exists():
                path.rename(path.with_suffix(_FINISHED))

    def abort(self, committables: list[Any]) -> None:
        for name in committables:
            Path(name).unlink(missing_ok=True)


@persisted("block-file/1")
@dataclass(frozen=True)
class BlockFile:
    """The split: a file, the number of blocks that were begun, and the number of records read from the last of them."""

    path: str
    blocks: int = 0
    records: int = 0

    @property
    def split_id(self) -> str:
        return self.path


class BlockFileEnumerator(SplitEnumerator[BlockFile]):
    """Assigns a file for each request of a reader."""

    def __init__(self, context: SplitEnumeratorContext[BlockFile], files: list[BlockFile]) -> None:
        self._context = context
        self._files = deque(files)

    def add_reader(self, subtask: int) -> None:
        self.handle_split_request(subtask)

    def handle_split_request(self, subtask: int) -> None:
        if self._files:
            self._context.assign_splits(subtask, [self._files.popleft()])
        else:
            self._context.signal_no_more_splits(subtask)

    def snapshot_state(self, checkpoint_id: int) -> list[BlockFile]:
        return list(self._files)


class BlockFileReader(SourceReader[BlockFile]):
    """Reads one file after the other, block by block."""

    def __init__(self, context: SourceReaderContext) -> None:
        self._context = context
        self._waiting: deque[BlockFile] = deque()
        self._open: Optional[BinaryIO] = None
        self._path = ""
        self._block = 0
        self._record = 0
        self._values: list[Any] = []
        self._timestamps: Optional[list[int]] = None
        self._complete = False

    def add_splits(self, splits: list[BlockFile]) -> None:
        self._waiting.extend(splits)

    def notify_no_more_splits(self) -> None:
        self._complete = True

    def snapshot_state(self, checkpoint_id: int) -> list[BlockFile]:
        current = [] if self._open is None else [BlockFile(self._path, self._block, self._record)]
        return [*current, *self._waiting]

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        if self._open is None and not self._next_file():
            return END_OF_INPUT if self._complete else None
        assert self._open is not None
        if self._record == len(self._values):
            try:
                self._values, self._timestamps = pickle.load(self._open)
            except EOFError:
                self.close()
                self._context.request_split()
                return None
            self._block, self._record = self._block + 1, 0
        part = slice(self._record, self._record + max_records)
        self._record = min(part.stop, len(self._values))
        stamps = None if self._timestamps is None else self._timestamps[part]
        return SourceBlock(self._path, self._values[part], stamps)

    def _next_file(self) -> bool:
        if not self._waiting:
            return False
        split = self._waiting.popleft()
        self._path, self._block, self._record = split.path, split.blocks, split.records
        self._values = []
        self._open = Path(split.path).open("rb")  # noqa: SIM115 - closed at its end
        for _ in range(split.blocks):
            self._values, self._timestamps = pickle.load(self._open)
        return True

    def close(self) -> None:
        if self._open is not None:
            self._open.close()
            self._open = None


@persisted("block-file-source/1")
class BlockFileSource(Source[BlockFile]):
    """Reads the files that a BlockFileSink has committed to a folder."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def get_boundedness(self) -> Boundedness:
        return Boundedness.BOUNDED

    def create_reader(self, context: SourceReaderContext) -> SourceReader[BlockFile]:
        return BlockFileReader(context)

    def create_enumerator(self, context: SplitEnumeratorContext[BlockFile]) -> SplitEnumerator[BlockFile]:
        files = sorted(Path(self._folder).glob(f"*{_FINISHED}"))
        return BlockFileEnumerator(context, [BlockFile(str(path)) for path in files])

    def restore_enumerator(
        self, context: SplitEnumeratorContext[BlockFile], checkpoint: Any
    ) -> SplitEnumerator[BlockFile]:
        return BlockFileEnumerator(context, list(checkpoint))


def cache_folder(configuration: Configuration) -> str:
    """The parent folder of the files of cached streams. The driver and all executors must share it."""
    folder = configuration.get(CACHE_FOLDER)
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        return folder
    if not spark_master(configuration).startswith("local"):
        raise InvalidProgramError(
            f"cache() needs a folder that the driver and all executors share: set {CACHE_FOLDER.key}"
        )
    return str(scratch_folder())
