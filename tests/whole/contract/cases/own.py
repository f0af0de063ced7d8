"""The sources and sinks that need no server."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from pyrite.connectors.builtin.collection import CollectionSource
from pyrite.connectors.builtin.number_sequence import DataGeneratorSource, NumberSequenceSource
from pyrite.connectors.builtin.terminal import CollectSink, PrintSink
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext
from pyrite.core.connector.source import Source
from tests.whole.contract.case import SinkCase, SourceCase
from tests.whole.simulation.ledger import LEDGERS


class _Given(SourceCase):
    delivery = EXACTLY_ONCE

    def fill(self, run: str, count: int) -> None:
        self.count = count


class Collection(_Given):
    connector = CollectionSource

    def source(self, run: str) -> Source[Any]:
        return CollectionSource(list(range(self.count)))


class NumberSequence(_Given):
    connector = NumberSequenceSource
    parallelism = 2

    def source(self, run: str) -> Source[Any]:
        return NumberSequenceSource(0, self.count - 1)


class DataGenerator(_Given):
    connector = DataGeneratorSource
    parallelism = 2

    def source(self, run: str) -> Source[Any]:
        return DataGeneratorSource(str, self.count)


class PrintToFile(PrintSink):
    """The terminal is a file, which outlives every process."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self._path = path

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        def append(text: str, to_stderr: bool) -> None:
            with Path(self._path).open("a") as file:
                file.write(text)

        return super().create_writer(replace(context, emit_text=append))


class Printed(SinkCase):
    connector = PrintSink
    delivery = AT_LEAST_ONCE

    def open(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="printed-")

    def sink(self, run: str) -> Sink:
        return PrintToFile(f"{self.folder}/{run}")

    def arrived(self, run: str) -> list[int]:
        return [int(line.rpartition("> ")[2]) for line in Path(f"{self.folder}/{run}").read_text().splitlines()]


class CollectInLedger(CollectSink):
    """The client outlives every driver, and takes what has one id once, as the JobMaster does."""

    def __init__(self, run: str) -> None:
        self._run = run

    def create_committer(self) -> Committer:
        return _ToLedger(super().create_committer(), self._run)


class _ToLedger(Committer):
    def __init__(self, committer: Committer, run: str) -> None:
        self._committer = committer
        self._run = run

    def open(self, emit_result: Callable[[list[Any], Any], None]) -> None:
        ledger = LEDGERS.setdefault(self._run, {})

        def note(values: list[Any], committable_id: Any) -> None:
            ledger.setdefault(str(committable_id), values)

        self._committer.open(note)

    def commit(self, committables: list[Any]) -> None:
        self._committer.commit(committables)


class Collected(SinkCase):
    connector = CollectSink
    delivery = EXACTLY_ONCE

    def sink(self, run: str) -> Sink:
        return CollectInLedger(run)

    def arrived(self, run: str) -> list[int]:
        return [int(value) for values in LEDGERS.get(run, {}).values() for value in values]
