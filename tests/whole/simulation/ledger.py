"""A two-phase sink whose target is this process's memory: what is committed there stays, whatever crashes."""

from __future__ import annotations

import uuid
from typing import Any

from pyrite.common.block import Block
from pyrite.connectors.base.staging import Stage
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext

LEDGERS: dict[str, dict[str, list[Any]]] = {}


def read_ledger(name: str) -> list[Any]:
    """All that was committed, in the order of the commits."""
    return [value for values in LEDGERS.get(name, {}).values() for value in values]


class LedgerSink(Sink):
    def __init__(self, name: str) -> None:
        self._name = name

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return _LedgerWriter()

    def create_committer(self) -> Committer:
        return _LedgerCommitter(self._name)


class _LedgerWriter(SinkWriter):
    def __init__(self) -> None:
        self._values: list[Any] = []

    def write(self, block: Block) -> None:
        self._values.extend(block.values)

    def prepare_commit(self) -> list[Any]:
        values, self._values = self._values, []
        return [(uuid.uuid4().hex, values)] if values else []


class StagedLedgerSink(LedgerSink):
    """The same as a write-ahead sink does it: checkpoints refer to the records, which lie in files of their own."""

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return _StagedLedgerWriter()

    def create_committer(self) -> Committer:
        return _StagedLedgerCommitter(self._name)


class _StagedLedgerWriter(SinkWriter):
    def __init__(self) -> None:
        self._stage = Stage()

    def write(self, block: Block) -> None:
        self._stage.add(block.values)

    def prepare_commit(self) -> list[Any]:
        return [(uuid.uuid4().hex, part) for part in self._stage.take()]


class _LedgerCommitter(Committer):
    def __init__(self, name: str) -> None:
        self._name = name

    def commit(self, committables: list[Any]) -> None:
        ledger = LEDGERS.setdefault(self._name, {})
        for committable_id, values in committables:
            ledger.setdefault(committable_id, values)


class _StagedLedgerCommitter(_LedgerCommitter):
    def commit(self, committables: list[Any]) -> None:
        super().commit([(name, [value for values in part.items() for value in values]) for name, part in committables])
