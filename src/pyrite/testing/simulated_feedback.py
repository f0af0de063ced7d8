"""Feedback edges in a simulation: a queue each, from which the scheduler delivers."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Optional

from pyrite.operators.iteration.feedback_edges import FeedbackEdges, FeedbackInput, FeedbackOutput
from pyrite.runtime.task.output.spooled_feedback import LoggingOutput, SpoolingInput


class _Input(SpoolingInput):
    def __init__(self, address: str, wake: Callable[[], None], memory_bytes: int) -> None:
        super().__init__(wake, memory_bytes)
        self._address = address
        self.arriving: deque[bytes] = deque()
        self.tail: Optional[_Output] = None

    @property
    def address(self) -> str:
        return self._address

    def tell(self, checkpoint_id: Optional[int], count: int) -> None:
        assert self.tail is not None
        self.tail.note(checkpoint_id, count)


class _Output(LoggingOutput):
    def __init__(self, memory_bytes: int, inputs: dict[str, _Input]) -> None:
        super().__init__(memory_bytes)
        self._inputs = inputs

    def open_connection(self, address: str) -> None:
        self._head = self._inputs[address]
        self._head.tail = self
        self._head.connected()

    def transmit(self, frame: bytes) -> None:
        self._head.arriving.append(frame)


class SimulatedEdges(FeedbackEdges):
    """All edges of one attempt."""

    def __init__(self, memory_bytes: int) -> None:
        self._inputs: dict[str, _Input] = {}
        self._memory_bytes = memory_bytes

    def input(self, wake: Callable[[], None], memory_bytes: int) -> FeedbackInput:
        address = str(len(self._inputs))
        self._inputs[address] = _Input(address, wake, self._memory_bytes)
        return self._inputs[address]

    def output(self, wake: Callable[[], None], memory_bytes: int) -> FeedbackOutput:
        return _Output(self._memory_bytes, self._inputs)

    def arrived(self) -> list[str]:
        """The edges with records in transit."""
        return [address for address, edge_input in self._inputs.items() if edge_input.arriving]

    def deliver(self, address: str) -> None:
        edge_input = self._inputs[address]
        edge_input.put(edge_input.arriving.popleft())
