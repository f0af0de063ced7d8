"""A custom sink with two-phase commit: lines are written to a temporary file and moved to their place at once.

    begin_transaction   a temporary file
    invoke              writes a line
    pre_commit          flushes, and closes the file
    commit              moves it to the target folder
    abort               deletes it

Whoever looks into the target folder sees whole files only, and each line once, whatever crashes.

Run it with: pyrite run examples/streaming/two_phase_files.py
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TextIO

from pyrite.common.errors import CommittableLostError
from pyrite.datastream import RuntimeContext, StreamExecutionEnvironment
from pyrite.datastream.functions import SinkFunction, TwoPhaseCommitSinkFunction


class FolderOfLines(TwoPhaseCommitSinkFunction):
    """A transaction is the name of a file. Both folders must be on one file system: a move is then all or nothing."""

    def __init__(self, scratch: Path, target: Path) -> None:
        self._scratch = scratch
        self._target = target

    def open(self, runtime_context: RuntimeContext) -> None:
        self._files: dict[str, TextIO] = {}

    def begin_transaction(self) -> str:
        name = self.transaction_name
        self._files[name] = (self._scratch / name).open("x")
        return name

    def invoke(self, transaction: str, value: str, context: SinkFunction.Context) -> None:
        self._files[transaction].write(f"{value}\n")

    def pre_commit(self, transaction: str) -> None:
        with self._files.pop(transaction) as file:
            file.flush()
            os.fsync(file.fileno())

    def commit(self, transaction: str) -> None:
        if (self._scratch / transaction).exists():
            (self._scratch / transaction).rename(self._target / transaction)
        elif not (self._target / transaction).exists():
            raise CommittableLostError(f"somebody has deleted {self._scratch / transaction}")

    def abort(self, transaction: str) -> None:
        self._files.pop(transaction).close()
        self.recover_and_abort(transaction)

    def recover_and_abort(self, transaction: str) -> None:
        """The attempt that wrote it is over: its file is not open here."""
        (self._scratch / transaction).unlink(missing_ok=True)

    def find_transactions(self, prefix: str) -> Iterator[tuple[str, str]]:
        for path in self._scratch.glob(f"{prefix}*"):
            yield path.name, path.name


def build(env: StreamExecutionEnvironment, scratch: Path, target: Path, numbers: int) -> None:
    env.enable_checkpointing(1_000)
    lines = env.from_sequence(1, numbers).map(lambda number: f"line {number}").set_parallelism(2)
    lines.add_sink(FolderOfLines(scratch, target)).name("lines").uid("lines").set_parallelism(2)


def main() -> None:
    with TemporaryDirectory() as folder:
        scratch, target = Path(folder, "scratch"), Path(folder, "target")
        scratch.mkdir()
        target.mkdir()
        env = StreamExecutionEnvironment.get_execution_environment()
        build(env, scratch, target, 10)
        env.execute("two-phase files")
        print("temporary files left:", len(list(scratch.iterdir())))
        for line in sorted(line for path in target.iterdir() for line in path.read_text().splitlines()):
            print(line)


if __name__ == "__main__":
    main()
