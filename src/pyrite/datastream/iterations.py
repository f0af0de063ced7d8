"""Iterations: loops in a program. What `close_with` is given goes back to where the loop began."""

from __future__ import annotations

from pyrite.common.errors import InvalidProgramError
from pyrite.datastream.data_stream import DataStream
from pyrite.graph.transformation import LoopRole, OperatorSpec, Transformation, TransformationKind
from pyrite.operators.iteration_head import HeadOperator
from pyrite.operators.iteration_tail import TailOperator
from pyrite.operators.loop_events import LoopSpec


class Iteration(DataStream):
    """The stream at a loop's head: its input, and what is fed back."""

    def __init__(self, stream: DataStream, name: str, spec: LoopSpec) -> None:
        if stream.is_keyed:
            raise InvalidProgramError("records that are fed back have no key yet: call key_by() inside of the loop")
        head = stream.then(name, OperatorSpec(HeadOperator, (spec,)))
        super().__init__(stream.get_execution_environment(), head.transformation)
        self.transformation.output_type = stream.transformation.output_type
        self.transformation.fits_output = False
        self.transformation.loop, self.transformation.loop_role = spec.loop, LoopRole.HEAD
        self._spec = spec
        self._is_closed = False

    def _close(self, feedback: DataStream, spec: LoopSpec) -> None:
        """Ends the loop's body with the stream that is fed back."""
        if self._is_closed:
            raise InvalidProgramError(f"the loop of '{self.get_name()}' is closed already: union() what is fed back")
        self._is_closed = True
        self.transformation.operator = OperatorSpec(HeadOperator, (spec,))
        self._end(feedback, "Feedback", OperatorSpec(TailOperator, (spec,)), LoopRole.TAIL)

    def _end(self, stream: DataStream, name: str, operator: OperatorSpec, role: LoopRole) -> None:
        if not isinstance(stream, DataStream):
            raise InvalidProgramError(f"close_with() takes a DataStream, not {stream!r}")
        if not _comes_from(stream.transformation, self.transformation):
            raise InvalidProgramError(
                f"what closes the loop of '{self.get_name()}' does not come from its head: begin with the stream that "
                "the iteration gave"
            )
        end = Transformation(
            TransformationKind.OPERATOR,
            f"{name} of {self.get_name()}",
            [stream._unkeyed().transformation],
            operator,
            loop=self._spec.loop,
            loop_role=role,
            loop_head=self.transformation,
        )
        self._environment.add_transformation(end)


class IterativeStream(Iteration):
    """A loop in a stream. Records go round as they come; there are no supersteps."""

    def __init__(self, stream: DataStream, max_wait_ms: int = 0) -> None:
        if not isinstance(max_wait_ms, int) or max_wait_ms < 0:
            raise InvalidProgramError(f"max_wait_ms is a number of milliseconds, 0 or more, not {max_wait_ms!r}")
        super().__init__(stream, "Iteration", LoopSpec(_next_loop(stream), max_wait_ms))

    def close_with(self, feedback_stream: DataStream) -> DataStream:
        """Feeds a stream of the loop back to its head; returns that stream."""
        self._close(feedback_stream, self._spec)
        return feedback_stream


def _next_loop(stream: DataStream) -> str:
    """A name for a loop that no other of the program has."""
    return f"loop-{stream.get_execution_environment().count_loop()}"


def _comes_from(transformation: Transformation, origin: Transformation) -> bool:
    seen: set[int] = set()
    waiting = [transformation]
    while waiting:
        found = waiting.pop()
        if found is origin:
            return True
        if id(found) not in seen:
            seen.add(id(found))
            waiting.extend(found.inputs)
    return False
