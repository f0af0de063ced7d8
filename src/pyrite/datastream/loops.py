"""Loops of a program: a head, which receives the records that are fed back, and the ends that feed them back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Optional

from pyrite.core.errors import ArgumentTypeError, InvalidProgramError
from pyrite.core.functions.functions import AggregateFunction
from pyrite.core.functions.user_function import check_function
from pyrite.core.job.loop import LoopSpec
from pyrite.core.windows.windows import positive_count
from pyrite.graph.transformation import Transformation, TransformationId, TransformationKind
from pyrite.operators.iteration.head import HeadSpec
from pyrite.operators.iteration.loop_operator import LoopOperatorSpec
from pyrite.operators.iteration.tail import TailSpec, TerminationSpec
from pyrite.operators.watermarks.watermarks import TimestampsAndWatermarksSpec

if TYPE_CHECKING:
    from pyrite.datastream.data_stream import DataStream


class Loop:
    """A loop. `head` is the stream of its input and of the records that are fed back."""

    def __init__(self, stream: DataStream, name: str, spec: LoopSpec) -> None:
        if stream.is_keyed:
            raise InvalidProgramError("records that are fed back have no key yet: call key_by() inside of the loop")
        self.head = stream.then(name, HeadSpec(spec)).with_type_of(stream)
        self._program = stream.get_execution_environment().program
        self._spec = spec
        self._is_closed = False

    def close(self, feedback: DataStream) -> None:
        """Ends the loop's body with the stream that is fed back."""
        self._close(feedback, self._spec)

    def _close(self, feedback: DataStream, spec: LoopSpec) -> None:
        if self._is_closed:
            raise InvalidProgramError(
                f"the loop of '{self.head.get_name()}' is closed already: union() the streams and close it once"
            )
        self._is_closed = True
        self._program.change(self.head.transformation_id, operator=HeadSpec(spec))
        self._end(feedback, "Feedback", TailSpec(spec))

    def _end(self, stream: DataStream, name: str, spec: LoopOperatorSpec) -> None:
        if not isinstance(stream, type(self.head)):
            raise ArgumentTypeError(f"close_with() takes a DataStream, not {stream!r}")
        if not self._up_to(stream):
            raise InvalidProgramError(
                f"what closes the loop of '{self.head.get_name()}' does not come from its head: begin with the stream "
                "that the iteration gave"
            )
        end = Transformation(
            TransformationKind.OPERATOR,
            f"{name} of {self.head.get_name()}",
            (stream._unkeyed().transformation_id,),
            spec,
            loop_head=self.head.transformation_id,
        )
        self.head.get_execution_environment().add_transformation(end)

    def _up_to(self, stream: DataStream) -> list[Transformation]:
        """The nodes from the loop's head to a stream, with both; empty if the stream does not come from the head."""
        inside: dict[TransformationId, Transformation] = {}
        for each in self._program.upstream([stream.transformation_id]):
            node = self._program[each]
            if each is self.head.transformation_id or any(source in inside for source in node.inputs):
                inside[each] = node
        return list(inside.values()) if stream.transformation_id in inside else []


class SuperstepLoop(Loop):
    """A loop with supersteps. The records of superstep k have timestamp k, and watermark k is its end."""

    def __init__(self, stream: DataStream, name: str, spec: LoopSpec) -> None:
        positive_count(spec.max_iterations, "max_iterations")
        super().__init__(stream, name, spec)
        self._aggregators: dict[str, AggregateFunction] = {}

    def register_aggregator(self, name: str, aggregator: AggregateFunction) -> None:
        check_function(aggregator, AggregateFunction, "register_aggregator()")
        if name in self._aggregators:
            raise InvalidProgramError(f"the iteration has an aggregator '{name}' already")
        self._aggregators[name] = aggregator

    def close(self, feedback: DataStream, termination: Optional[DataStream] = None) -> None:
        """Ends the loop's body with the stream that is fed back, and optionally with a termination stream."""
        has_termination = termination is not None
        spec = replace(self._spec, aggregators=self._aggregators, has_termination=has_termination)
        self._close(feedback, spec)
        if termination is not None:
            self._end(termination, "Termination", TerminationSpec(spec))

    def _end(self, stream: DataStream, name: str, spec: LoopOperatorSpec) -> None:
        super()._end(stream, name, spec)
        for node in self._up_to(stream):
            if isinstance(node.operator, TimestampsAndWatermarksSpec):
                raise InvalidProgramError(
                    f"'{node.name}' is in the loop of '{self.head.get_name()}', where event time counts the supersteps"
                    ": assign timestamps before the loop or after it"
                )


def stream_loop(stream: DataStream, max_wait_ms: int) -> Loop:
    """A loop without supersteps: records go round as they come."""
    if not isinstance(max_wait_ms, int) or isinstance(max_wait_ms, bool) or max_wait_ms < 0:
        raise InvalidProgramError(f"max_wait_ms is a number of milliseconds, 0 or more, not {max_wait_ms!r}")
    return Loop(stream, "Iteration", LoopSpec(next_loop(stream), max_wait_ms))


def bulk_loop(stream: DataStream, max_iterations: int) -> SuperstepLoop:
    """A loop that gives the set of its last superstep."""
    spec = LoopSpec(next_loop(stream), max_iterations=max_iterations, gives_last=True)
    return SuperstepLoop(stream, "Bulk Iteration", spec)


def next_loop(stream: DataStream) -> str:
    """A name for a loop that no other of the program has."""
    return f"loop-{stream.get_execution_environment().count_loop()}"
