"""Messages between the operators of a loop and the JobMaster."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Union


@dataclass(frozen=True)
class LoopMark:
    """A mark sent in band through a streaming loop: later records were taken by the heads after the previous mark."""

    loop: str
    number: int


# From the operators ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class HeadOpened:
    """A head is open; its tail connects to the address. `superstep` is its current superstep."""

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
    """A tail has reached the end of a superstep, or a mark, with this many records fed back since the last one."""

    number: int
    records: int


@dataclass(frozen=True)
class Terminating:
    """A subtask of the termination set has reached the end of a superstep with this many records."""

    number: int
    records: int


@dataclass(frozen=True)
class Joined:
    """An operator uses aggregators: no superstep ends before it has reported its part."""

    operator_id: str


@dataclass(frozen=True)
class Aggregated:
    """An operator's part of a superstep's aggregates: accumulators by name."""

    operator_id: str
    number: int
    accumulators: Mapping[str, Any]


@dataclass(frozen=True)
class AggregatesKnown:
    """An operator has received a superstep's aggregates."""

    operator_id: str
    number: int


# From the JobMaster ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Connect:
    """To a tail: the address of your head."""

    address: str


@dataclass(frozen=True)
class Begin:
    """To a head: begin the superstep, or send the mark; `time_ends`: first end event time."""

    number: int
    time_ends: bool = False


@dataclass(frozen=True)
class End:
    """To a head: the loop is over."""


@dataclass(frozen=True)
class Aggregates:
    """To operators that use aggregators: the results of a superstep."""

    number: int
    results: Mapping[str, Any]


FromOperator = Union[HeadOpened, TailOpened, InputEnded, FedBack, Terminating, Joined, Aggregated, AggregatesKnown]
ToOperator = Union[Connect, Begin, End, Aggregates]
