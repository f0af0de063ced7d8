"""The feedback edge of a loop, as seen by its operators: from each tail to the head with the same index.

It is not part of the exchange, and is unbounded: a tail never waits for its head. Its contents belong to the tail's
part of a checkpoint: the records that were sent and that the head had not taken when the barrier passed there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn, Optional, Union

from pyrite.core.blocks.row_block import RowBlock


@dataclass(frozen=True)
class Reached:
    """Marks the end of a tail's feedback in a superstep, or before a mark."""

    number: int


FeedbackItem = Union[RowBlock, Reached]


class FeedbackInput(ABC):
    """The head's end."""

    @property
    @abstractmethod
    def address(self) -> str:
        """The address to which the tail connects."""

    @abstractmethod
    def take(self) -> Optional[FeedbackItem]:
        """Returns the next item; None if none has arrived. The records of a block count as taken."""

    @property
    @abstractmethod
    def has_more(self) -> bool:
        """Whether `take` would return an item."""

    @abstractmethod
    def tell_barrier(self, checkpoint_id: int) -> None:
        """Reports the number of records taken to the tail, before the barrier enters the loop."""

    @abstractmethod
    def close(self) -> None: ...


class FeedbackOutput(ABC):
    """The tail's end. Items sent before it is connected wait."""

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

        Raises CheckpointError if the head does not report its progress in time.
        """

    @abstractmethod
    def forget(self, checkpoint_id: int) -> None:
        """The checkpoint was aborted: it will not request the records on the edge."""

    @abstractmethod
    def close(self) -> None: ...


class FeedbackEdges(ABC):
    """Creates the ends of feedback edges in a task. `wake` makes the main loop handle new items or errors."""

    @abstractmethod
    def input(self, wake: Callable[[], None], memory_bytes: int) -> FeedbackInput: ...

    @abstractmethod
    def output(self, wake: Callable[[], None], memory_bytes: int) -> FeedbackOutput: ...


def no_feedback() -> NoReturn:
    raise AssertionError("there are no feedback edges here")
