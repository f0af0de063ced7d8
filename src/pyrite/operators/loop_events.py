"""What the operators of a loop and the JobMaster tell each other, and what is known of a loop from its program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Union

from pyrite.common.functions import AggregateFunction


@dataclass(frozen=True)
class LoopSpec:
    """A loop as the program has it. Without `max_iterations` it is a stream's, which has no supersteps."""

    loop: str
    """Its name in the job."""
    max_wait_ms: int = 0
    """A stream's: how long it must have been empty before it ends."""
    max_iterations: int = 0
    has_termination: bool = False
    """Whether it ends when the termination set is empty."""
    ends_when_empty: bool = False
    """Whether it ends when nothing is fed back."""
    gives_last: bool = False
    """Whether what the last superstep feeds back is the result; else it is dropped."""
    aggregators: Mapping[str, AggregateFunction] = field(default_factory=dict)

    @property
    def has_supersteps(self) -> bool:
        return self.max_iterations > 0


@dataclass(frozen=True)
class LoopMark:
    """In band, through a stream's loop: what comes behind it was taken by the heads after the mark before it."""

    loop: str
    number: int


# From the operators ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class HeadOpened:
    """A head is open; its tail finds it at the address. `superstep` is the one that it is in."""

    address: str
    superstep: int
    ending: bool = False


@dataclass(frozen=True)
class TailOpened:
    """A tail is open."""


@dataclass(frozen=True)
class InputEnded:
    """A head's input has ended."""


@dataclass(frozen=True)
class FedBack:
    """A tail has come to the end of a superstep, or to a mark, and has fed back so many records since the last."""

    number: int
    records: int


@dataclass(frozen=True)
class Terminating:
    """A subtask of the termination set has come to the end of a superstep in which it had so many records."""

    number: int
    records: int


@dataclass(frozen=True)
class Joined:
    """An operator uses aggregators: no superstep ends before it has told its part."""

    operator_id: str


@dataclass(frozen=True)
class Aggregated:
    """An operator's part of a superstep's aggregates: accumulators by name."""

    operator_id: str
    number: int
    accumulators: Mapping[str, Any]


@dataclass(frozen=True)
class AggregatesKnown:
    """An operator knows a superstep's aggregates."""

    operator_id: str
    number: int


# From the JobMaster ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Connect:
    """To a tail: your head is here."""

    address: str


@dataclass(frozen=True)
class Begin:
    """To a head: begin the superstep, or send the mark; `time_ends`: event time goes to its end before that."""

    number: int
    time_ends: bool = False


@dataclass(frozen=True)
class End:
    """To a head: the loop is over."""


@dataclass(frozen=True)
class Aggregates:
    """To operators that use aggregators: what they have come to in a superstep."""

    number: int
    results: Mapping[str, Any]


FromOperator = Union[HeadOpened, TailOpened, InputEnded, FedBack, Terminating, Joined, Aggregated, AggregatesKnown]
ToOperator = Union[Connect, Begin, End, Aggregates]
