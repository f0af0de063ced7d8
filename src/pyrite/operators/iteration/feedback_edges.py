"""The feedback edge of a loop, as its operators see it: from each tail to the head of the same number.

It is outside of the exchange, and has no bound: a tail never waits for its head. What is on it belongs to the tail's
part of a checkpoint: the records that it has sent and that the head had not taken when the barrier passed there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn, Optional, Union

from pyrite.core.blocks.row_block import RowBlock


@dataclass(frozen=True)
class Reached:
    """All that a tail feeds back in a superstep, or before a mark, is before this."""

    number: int


FeedbackItem = Union[RowBlock, Reached]


class FeedbackInput(ABC):
    """The head's end."""

    @property
    @abstractmethod
    def address(self) -> str:
        """What the tail needs to connect."""

    @abstractmethod
    def take(self) -> Optional[FeedbackItem]:
        """What comes next; None: nothing is here yet. The records of a block count as taken."""

    @property
    @abstractmethod
    def has_more(self) -> bool:
        """Whether `take` would give something."""

    @abstractmethod
    def tell_barrier(self, checkpoint_id: int) -> None:
        """Reports to the tail how many records were taken, before the barrier goes into the loop."""

    @abstractmethod
    def close(self) -> None: ...


class FeedbackOutput(ABC):
    """The tail's end. What is sent before it is connected waits."""

    @abstractmethod
    def connect(self, address: str) -> None: ...

    @abstractmethod
    def send(self, block: RowBlock) -> None: ...

    @abstractmethod
    def reached(self, number: int) -> None:
        """Sends a `Reached`."""

    @abstractmethod
    def on_edge(self, checkpoint_id: int) -> list[tuple[Any, int]]:
        """The records, with timestamps, that were sent and that the head had not taken at its barrier.

        Raises CheckpointError if the head does not report in time how far it was.
        """

    @abstractmethod
    def forget(self, checkpoint_id: int) -> None:
        """The checkpoint was aborted: it will not ask for what was on the edge."""

    @abstractmethod
    def close(self) -> None: ...


class FeedbackEdges(ABC):
    """Makes the ends of feedback edges in a task. `wake` has the main loop look at what has come, or at an error."""

    @abstractmethod
    def input(self, wake: Callable[[], None], memory_bytes: int) -> FeedbackInput: ...

    @abstractmethod
    def output(self, wake: Callable[[], None], memory_bytes: int) -> FeedbackOutput: ...


def no_feedback() -> NoReturn:
    raise AssertionError("there are no feedback edges here")
