"""TransactionName: how a sink names what it prepares, so that a later attempt finds it again."""

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
    """`SINK-SUBTASK-ATTEMPT-COUNT`; the sink is its job and its uid, in letters that every store takes."""

    sink: str
    subtask: int
    attempt: int
    count: int = 0

    @staticmethod
    def first(context: WriterInitContext) -> TransactionName:
        """The first name of a writer. No other writer, of this attempt or of another, gets to it."""
        return TransactionName(sink_name(context.job_id, context.operator_id), context.subtask, context.attempt)

    @staticmethod
    def parse(name: str, sink: str) -> TransactionName | None:
        """The name of a transaction of this sink; None: it is none."""
        numbers = _NUMBERS.fullmatch(name.removeprefix(f"{sink}-"))
        if numbers is None or not name.startswith(f"{sink}-"):
            return None
        return TransactionName(sink, int(numbers["subtask"]), int(numbers["attempt"]), int(numbers["count"]))

    @property
    def next(self) -> TransactionName:
        return replace(self, count=self.count + 1)

    def was_left(self, name: TransactionName, context: WriterInitContext) -> bool:
        """Whether `name` is from an earlier attempt, and from a subtask that this writer cleans up for."""
        return name.sink == self.sink and name.attempt < self.attempt and context.owns(name.subtask)

    def __str__(self) -> str:
        return f"{self.sink}-{self.subtask}-{self.attempt}-{self.count}"


def sink_name(job_id: str, operator_id: str) -> str:
    return _UNSAFE.sub("_", f"{job_id}-{operator_id}")
