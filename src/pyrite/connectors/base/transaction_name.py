"""TransactionName: names transactions so that a later attempt can find them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from pyrite.core.connector.sink import WriterInitContext
from pyrite.core.persistence.persisted import persisted

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]")
_NUMBERS = re.compile(r"(?P<subtask>\d+)-(?P<attempt>\d+)-(?P<count>\d+)")


@persisted("transaction-name/1")
@dataclass(frozen=True)
class TransactionName:
    """`SINK-SUBTASK-ATTEMPT-COUNT`. SINK is derived from job and uid, in characters that every store accepts."""

    sink: str
    subtask: int
    attempt: int
    count: int = 0

    @staticmethod
    def first(context: WriterInitContext) -> TransactionName:
        """The first name of a writer. No other writer, of this or another attempt, uses the same name."""
        return TransactionName(sink_name(context.job_id, context.operator_id), context.subtask, context.attempt)

    @staticmethod
    def parse(name: str, sink: str) -> TransactionName | None:
        """Parses a name. None if it is not a transaction of this sink."""
        numbers = _NUMBERS.fullmatch(name.removeprefix(f"{sink}-"))
        if numbers is None or not name.startswith(f"{sink}-"):
            return None
        return TransactionName(sink, int(numbers["subtask"]), int(numbers["attempt"]), int(numbers["count"]))

    @property
    def next(self) -> TransactionName:
        return replace(self, count=self.count + 1)

    def is_leftover(self, name: TransactionName, context: WriterInitContext) -> bool:
        """Whether an earlier attempt left the transaction `name`, from a subtask for which this writer cleans up."""
        return name.sink == self.sink and name.attempt < self.attempt and context.owns(name.subtask)

    def __str__(self) -> str:
        return f"{self.sink}-{self.subtask}-{self.attempt}-{self.count}"


def sink_name(job_id: str, operator_id: str) -> str:
    return _UNSAFE.sub("_", f"{job_id}-{operator_id}")
