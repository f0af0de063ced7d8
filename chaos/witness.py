"""Witness: reports by empty files how far its inner sink has come. All output goes to the inner sink.

The supervisor looks at their names: which attempt has written, and which attempt's output was committed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Optional

from chaos.output_name import OutputName
from pyrite.common import Configuration
from pyrite.common.block import Block
from pyrite.core.blocks.changelog import ChangelogMode
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext
from pyrite.core.connector.table import TableSink


@dataclass(frozen=True)
class Witnessed:
    """The committable: the committables of the sink itself, and the file that appears when they are committed."""

    folder: str
    name: str
    committables: list[Any]


class WitnessWriter(SinkWriter):
    """Creates a hidden file when output is written."""

    def __init__(self, writer: SinkWriter, folder: Path, name: OutputName) -> None:
        self._writer = writer
        self._folder = folder
        self._name = name
        self._written = False

    def write(self, block: Block) -> None:
        if not self._written:
            (self._folder / f".{self._name}").touch()
            self._written = True
        self._writer.write(block)

    def flush(self, end_of_input: bool) -> None:
        self._writer.flush(end_of_input)

    def before_savepoint(self) -> None:
        self._writer.before_savepoint()

    def prepare_commit(self) -> list[Witnessed]:
        committables = self._writer.prepare_commit()
        return self.prepared(committables) if committables else []

    def prepared(self, committables: list[Any]) -> list[Witnessed]:
        prepared = Witnessed(str(self._folder), str(self._name), committables)
        self._name = replace(self._name, count=self._name.count + 1)
        self._written = False
        return [prepared]

    def snapshot_state(self, checkpoint_id: int) -> list[Any]:
        return self._writer.snapshot_state(checkpoint_id)

    def close(self) -> None:
        self._writer.close()


class WitnessCommitter(Committer):
    """Lets the sink commit, then publishes the files."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer

    def open(self, emit_result: Any) -> None:
        self._committer.open(emit_result)

    def commit(self, committables: list[Witnessed]) -> None:
        self._committer.commit([inner for witnessed in committables for inner in witnessed.committables])
        for witnessed in committables:
            Path(witnessed.folder, witnessed.name).touch()
            Path(witnessed.folder, f".{witnessed.name}").unlink(missing_ok=True)

    def close(self) -> None:
        self._committer.close()


class Witness(Sink):
    """A sink with a committer, watched."""

    def __init__(self, sink: Sink, folder: Path, name: str) -> None:
        self._sink = sink
        self._folder = folder
        self._name = name

    def configure(self, configuration: Configuration) -> None:
        self._sink.configure(configuration)

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return self._watched(self._sink.create_writer(context), context)

    def restore_writer(self, context: WriterInitContext, states: list[Any]) -> SinkWriter:
        return self._watched(self._sink.restore_writer(context, states), context)

    def _watched(self, writer: SinkWriter, context: WriterInitContext) -> SinkWriter:
        name = OutputName(self._name, context.subtask, context.job_id, context.attempt, 0)
        return self.watched_writer(writer, self._folder, name)

    def watched_writer(self, writer: SinkWriter, folder: Path, name: OutputName) -> SinkWriter:
        return WitnessWriter(writer, folder, name)

    def roll_back(self, context: WriterInitContext, states: list[Any], retained: bool) -> None:
        self._sink.roll_back(context, states, retained)

    def create_committer(self) -> Committer:
        committer = self._sink.create_committer()
        assert committer is not None, "a soak needs an exactly-once sink"
        return WitnessCommitter(committer)


@dataclass(frozen=True)
class WatchedTable(TableSink):
    """A table whose commits are visible in the output folder."""

    table: TableSink
    watch: Callable[[Sink], Sink]

    @property
    def changelog_mode(self) -> ChangelogMode:
        return self.table.changelog_mode

    def accepted_mode(self, query: ChangelogMode) -> ChangelogMode:
        return self.table.accepted_mode(query)

    @property
    def parallelism(self) -> Optional[int]:
        return self.table.parallelism

    def as_summary_string(self) -> str:
        return self.table.as_summary_string()

    def create_sink(self) -> Sink:
        return self.watch(self.table.create_sink())
