"""A two-phase sink whose target is this process's memory: what is committed there stays, whatever crashes."""

from __future__ import annotations

import uuid
from typing import Any

from pyrite.common.block import Block
from pyrite.common.sink import Committer, Sink, SinkWriter, WriterInitContext

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


class _LedgerCommitter(Committer):
    def __init__(self, name: str) -> None:
        self._name = name

    def commit(self, committables: list[Any]) -> None:
        ledger = LEDGERS.setdefault(self._name, {})
        for committable_id, values in committables:
            ledger.setdefault(committable_id, values)
