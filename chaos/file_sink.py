"""LinesSink: lines of JSON in files that are published by a rename. It is strict about the engine's errors.

A starting writer removes hidden files of older attempts of its job and subtask: pending committables of the checkpoint
must be committed by then, or they are lost. The commit of a file that is neither hidden nor visible fails.
"""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Optional, TextIO

from chaos.output_name import OutputName
from pyrite.common.block import Block
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext


@dataclass(frozen=True)
class HiddenFile:
    """The committable."""

    folder: str
    name: str


class LinesWriter(SinkWriter):
    """Writes hidden files, each with an OutputName."""

    def __init__(self, folder: Path, name: str, context: WriterInitContext) -> None:
        self._folder = folder
        self._name = OutputName(name, context.subtask, context.job_id, context.attempt, 0)
        self._file: Optional[TextIO] = None
        self._abort_older_attempts()

    def _abort_older_attempts(self) -> None:
        for path in self._folder.glob(f".{self._name.sink}-{self._name.subtask}-*"):
            found = OutputName.parse(path.name)
            if found.job_id == self._name.job_id and found.attempt < self._name.attempt:
                path.unlink(missing_ok=True)

    def write(self, block: Block) -> None:
        if self._file is None:
            self._file = (self._folder / f".{self._name}").open("x")
        self._file.writelines(f"{json.dumps(value)}\n" for value in block.values)

    def flush(self, end_of_input: bool) -> None:
        if self._file is not None:
            self._file.flush()
            os.fsync(self._file.fileno())

    def prepare_commit(self) -> list[HiddenFile]:
        if self._file is None:
            return []
        prepared = HiddenFile(str(self._folder), str(self._name))
        self.close()
        self._name = replace(self._name, count=self._name.count + 1)
        return [prepared]

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


class LinesCommitter(Committer):
    """Renames files. A repeat has no effect."""

    def commit(self, committables: list[HiddenFile]) -> None:
        for hidden in committables:
            visible = Path(hidden.folder, hidden.name)
            with contextlib.suppress(FileNotFoundError):
                Path(hidden.folder, f".{hidden.name}").rename(visible)
            if not visible.exists():
                raise FileNotFoundError(f"{visible} was never written, or was removed before it was committed")


class LinesSink(Sink):
    """Lines of JSON in a folder."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return LinesWriter(self._folder, self._name, context)

    def create_committer(self) -> Committer:
        return LinesCommitter()
