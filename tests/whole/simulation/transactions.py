"""A sink around transactions of a store in this process's memory, which gives up what the sink gives up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from pyrite.connectors.base.two_phase import TwoPhaseCommitSinkFunction
from pyrite.core.errors import CommittableLostError


class Fate(Enum):
    OPEN = "open"
    PREPARED = "prepared"
    COMMITTED = "committed"
    ABORTED = "aborted"


@dataclass
class _Transaction:
    target: str
    fate: Fate = Fate.OPEN
    values: list[Any] = field(default_factory=list)


STORE: dict[str, _Transaction] = {}


def read_committed(target: str) -> list[Any]:
    return [
        value
        for item in STORE.values()
        if item.target == target and item.fate is Fate.COMMITTED
        for value in item.values
    ]


class TransactionSink(TwoPhaseCommitSinkFunction):
    """One that lists what lies unfinished: a writer that starts aborts what attempts before it have left."""

    def __init__(self, target: str) -> None:
        self._target = target

    def begin_transaction(self) -> str:
        STORE[self.transaction_name] = _Transaction(self._target)
        return self.transaction_name

    def invoke(self, transaction: str, value: Any, context: Any) -> None:
        self._expect(transaction, Fate.OPEN)
        STORE[transaction].values.append(value)

    def pre_commit(self, transaction: str) -> None:
        self._expect(transaction, Fate.OPEN)
        STORE[transaction].fate = Fate.PREPARED

    def commit(self, transaction: str) -> None:
        if STORE[transaction].fate is not Fate.COMMITTED:
            self._expect(transaction, Fate.PREPARED)
            STORE[transaction].fate = Fate.COMMITTED

    def abort(self, transaction: str) -> None:
        if STORE[transaction].fate is not Fate.COMMITTED:
            STORE[transaction].fate = Fate.ABORTED

    def find_transactions(self, prefix: str) -> Iterable[tuple[str, Any]]:
        unfinished = (Fate.OPEN, Fate.PREPARED)
        return [(name, name) for name, item in STORE.items() if item.fate in unfinished and name.startswith(prefix)]

    def _expect(self, transaction: str, fate: Fate) -> None:
        if STORE[transaction].fate is not fate:
            raise CommittableLostError(
                f"transaction {transaction} is {STORE[transaction].fate.value}, not {fate.value}"
            )
