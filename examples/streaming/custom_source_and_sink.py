"""A source and a sink from scratch: lines of the files of a folder in, files that appear all at once out.

The source cuts a folder into splits, one for each file, and knows how far it has read in each. The sink writes hidden
files and, at each checkpoint, makes those visible that were written up to it. Whoever looks into the folder sees whole
files only and each line once, however often tasks or the driver are killed: the test of this example does that.

Run it with: pyrite run examples/streaming/custom_source_and_sink.py
"""

from __future__ import annotations

import os
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, Optional, TextIO

from pyrite.common import WatermarkStrategy
from pyrite.common.block import Block
from pyrite.common.sink import Committer, Sink, SinkWriter, WriterInitContext
from pyrite.common.source import (
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
from pyrite.datastream import StreamExecutionEnvironment

TEXTS = {
    "a.txt": "the raven\nthe crow\n",
    "b.txt": "the owl\n",
    "c.txt": "the wren\nthe robin\nthe swift\n",
}

# The source -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FileSplit:
    """One file, from a byte on. The position is part of the split: so it travels into checkpoints and back."""

    path: str
    offset: int = 0

    @property
    def split_id(self) -> str:
        return self.path


class FolderEnumerator(SplitEnumerator[FileSplit]):
    """Runs on the driver. Hands out one file at a time, to whoever has nothing to read."""

    def __init__(self, context: SplitEnumeratorContext[FileSplit], splits: list[FileSplit]) -> None:
        self._context = context
        self._splits = deque(splits)

    def add_reader(self, subtask: int) -> None:
        self.handle_split_request(subtask)

    def handle_split_request(self, subtask: int) -> None:
        if self._splits:
            self._context.assign_splits(subtask, [self._splits.popleft()])
        else:
            self._context.signal_no_more_splits(subtask)

    def snapshot_state(self, checkpoint_id: int) -> list[FileSplit]:
        return list(self._splits)


class LineReader(SourceReader[FileSplit]):
    """Runs in a task. Reads the files it was given, one after the other, in blocks of lines."""

    def __init__(self, context: SourceReaderContext) -> None:
        self._context = context
        self._splits: deque[FileSplit] = deque()
        self._file: Optional[BinaryIO] = None
        self._complete = False

    def add_splits(self, splits: list[FileSplit]) -> None:
        self._splits.extend(splits)

    def notify_no_more_splits(self) -> None:
        self._complete = True

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        if not self._splits:
            return END_OF_INPUT if self._complete else None
        split = self._splits[0]
        if self._file is None:
            self._file = Path(split.path).open("rb")  # noqa: SIM115 - stays open until the file's end
            self._file.seek(split.offset)
        lines = [line for _ in range(max_records) if (line := self._file.readline())]
        self._splits[0] = FileSplit(split.path, self._file.tell())
        ended = len(lines) < max_records
        if ended:
            self._next_split()
        return SourceBlock(split.split_id, [line.decode().rstrip("\n") for line in lines], split_ended=ended)

    def _next_split(self) -> None:
        self._splits.popleft()
        self.close()
        if not self._splits and not self._complete:
            self._context.request_split()

    def snapshot_state(self, checkpoint_id: int) -> list[FileSplit]:
        return list(self._splits)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


class FolderSource(Source[FileSplit]):
    """The lines of the files that a folder holds when the job starts."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get_boundedness(self) -> Boundedness:
        return Boundedness.BOUNDED

    def create_reader(self, context: SourceReaderContext) -> SourceReader[FileSplit]:
        return LineReader(context)

    def create_enumerator(self, context: SplitEnumeratorContext[FileSplit]) -> SplitEnumerator[FileSplit]:
        return FolderEnumerator(context, [FileSplit(str(path)) for path in sorted(self._folder.iterdir())])

    def restore_enumerator(
        self, context: SplitEnumeratorContext[FileSplit], checkpoint: list[FileSplit]
    ) -> SplitEnumerator[FileSplit]:
        return FolderEnumerator(context, checkpoint)


# The sink -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PendingFile:
    """The committable: a whole file that nobody sees yet."""

    hidden: str
    visible: str


class FileWriter(SinkWriter):
    """Runs in a task. Writes a hidden file; at a checkpoint `prepare_commit` hands it over, and another is begun.

    No two attempts use the same name. What an earlier one has left hidden when this writer is made belongs to no
    complete checkpoint: else it would be committed by now. Its lines come again.
    """

    def __init__(self, folder: Path, context: WriterInitContext) -> None:
        self._folder = folder
        own = f"part-{context.job_id}-{context.subtask}"
        for left in folder.glob(f".{own}-*"):
            left.unlink()
        self._prefix = f"{own}-{context.attempt}"
        self._count = 0
        self._file: Optional[TextIO] = None

    def write(self, block: Block) -> None:
        if self._file is None:
            self._file = (self._folder / f".{self._prefix}-{self._count}").open("w")
        self._file.writelines(f"{value}\n" for value in block.values)

    def flush(self, end_of_input: bool) -> None:
        if self._file is not None:
            self._file.flush()
            os.fsync(self._file.fileno())

    def prepare_commit(self) -> list[PendingFile]:
        if self._file is None:
            return []
        name = f"{self._prefix}-{self._count}"
        self._count += 1
        self.close()
        return [PendingFile(str(self._folder / f".{name}"), str(self._folder / name))]

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


class FileCommitter(Committer):
    """Makes files visible, once their checkpoint is complete. After a crash it is called again: what is there stays."""

    def commit(self, committables: list[PendingFile]) -> None:
        for pending in committables:
            if not Path(pending.visible).exists():
                Path(pending.hidden).rename(pending.visible)


class FolderSink(Sink):
    """Files of lines in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return FileWriter(self._folder, context)

    def create_committer(self) -> Committer:
        return FileCommitter()


# The program ----------------------------------------------------------------------------------------------------------


def build(env: StreamExecutionEnvironment, source: Path, target: Path) -> None:
    env.enable_checkpointing(1_000)
    lines = env.from_source(FolderSource(source), WatermarkStrategy.no_watermarks(), "folder").set_parallelism(2)
    lines.map(str.upper).sink_to(FolderSink(target)).name("files").set_parallelism(2)


def main() -> None:
    with TemporaryDirectory() as folder:
        source, target = Path(folder, "in"), Path(folder, "out")
        source.mkdir()
        target.mkdir()
        for name, text in TEXTS.items():
            (source / name).write_text(text)
        env = StreamExecutionEnvironment.get_execution_environment()
        build(env, source, target)
        env.execute("custom source and sink")
        published = sorted(target.iterdir())
        print("hidden files left:", sum(path.name.startswith(".") for path in published))
        for line in sorted(line for path in published for line in path.read_text().splitlines()):
            print(line)


if __name__ == "__main__":
    main()
