"""Joins: two streams in the same windows, or two keyed streams within bounds of time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Generic, Optional, TypeVar

from pyrite.core.errors import ArgumentTypeError, InvalidProgramError
from pyrite.core.functions.functions import KeySelector
from pyrite.core.functions.join_functions import CoGroupFunction, FlatJoinFunction, JoinFunction, ProcessJoinFunction
from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.functions.user_function import bound_method
from pyrite.core.state_key import StateKey
from pyrite.core.time.time import Duration, Time
from pyrite.core.types.types_factory import TypeInformation
from pyrite.core.windows.evictors import Evictor
from pyrite.core.windows.trigger import Trigger
from pyrite.core.windows.window_assigner import WindowAssigner
from pyrite.core.windows.windows import Span, span_ms
from pyrite.datastream.windowed_stream import WindowedStream
from pyrite.graph.transformation import TransformationId
from pyrite.operators.join.interval_join import IntervalJoinSpec
from pyrite.operators.window.window_base import WindowPlan
from pyrite.operators.window.window_contents import ListedContents
from pyrite.operators.window.window_function import WindowCall
from pyrite.operators.window.window_spec import WindowSpec

if TYPE_CHECKING:
    from pyrite.datastream.data_stream import DataStream, KeyedStream

W = TypeVar("W", bound="_WithWindow")
Selector = KeySelector | Callable[[Any], Any]


# The function at the end of a window ----------------------------------------------------------------------------------


class CoGroupCall(WindowCall):
    """Calls a co-group function with a window's records, which are tagged with the input they came from."""

    def __init__(self, func: Any) -> None:
        super().__init__(func)
        self._co_group = self._bound(func)

    def _bound(self, func: Any) -> Callable[[list[Any], list[Any]], Optional[Iterable[Any]]]:
        return bound_method(func, CoGroupFunction, "co_group")

    def _call(self, key: StateKey, window: Any, elements: list[Any]) -> Optional[Iterable[Any]]:
        first = [value for side, value in elements if side == 0]
        second = [value for side, value in elements if side == 1]
        return self._co_group(first, second)


class JoinCall(CoGroupCall):
    """Calls a join function with each pair of a window's records."""

    def _bound(self, func: Any) -> Callable[[list[Any], list[Any]], Optional[Iterable[Any]]]:
        if isinstance(func, FlatJoinFunction):
            flat_join = func.join
            return lambda first, second: (
                result for one in first for other in second for result in flat_join(one, other) or ()
            )
        join = bound_method(func, JoinFunction, "join")
        return lambda first, second: [join(one, other) for one in first for other in second]


# Window joins ---------------------------------------------------------------------------------------------------------


class _Windows(WindowedStream):
    """The windows of a first stream, which a second one shares."""

    def then(
        self, name: str, call: WindowCall, second: TransformationId, output_type: Optional[TypeInformation]
    ) -> DataStream:
        settings = self._windows
        plan = WindowPlan(ListedContents(), call, settings.lateness_ms, tags_inputs=True)
        spec = WindowSpec(settings.assigner, settings.trigger, settings.evictor, plan)
        return self._stream.then(name, spec, output_type, second=second)


class _WithWindow:
    """Two streams with keys and windows. Assigner, trigger and evictor see `(0, record)` and `(1, record)`."""

    def __init__(self, first: KeyedStream, second: KeyedStream, window_assigner: WindowAssigner[Any, Any]) -> None:
        self._windows = _Windows(first, window_assigner)
        self._second = second

    def trigger(self: W, trigger: Trigger[Any, Any]) -> W:
        """Fires when this trigger says so, in place of the assigner's own."""
        self._windows.trigger(trigger)
        return self

    def evictor(self: W, evictor: Evictor[Any, Any]) -> W:
        """Removes records before or after a firing."""
        self._windows.evictor(evictor)
        return self

    def allowed_lateness(self: W, time_ms: int | Time | Duration) -> W:
        """Keeps windows for this long after the watermark has passed them: a late record fires them again."""
        self._windows.allowed_lateness(time_ms)
        return self

    def _then(self, name: str, call: WindowCall, output_type: Optional[TypeInformation]) -> DataStream:
        return self._windows.then(name, call, self._second.transformation_id, output_type)


class JoinedWindows(_WithWindow):
    """Two streams to be joined, with keys and windows."""

    def apply(
        self,
        function: JoinFunction | FlatJoinFunction | Callable[[Any, Any], Any],
        output_type: Optional[TypeInformation] = None,
    ) -> DataStream:
        """Calls the function with each pair of records of a key and window; results carry the window's last time."""
        return self._then("Window Join", JoinCall(function), output_type)


class CoGroupedWindows(_WithWindow):
    """Two streams to be co-grouped, with keys and windows."""

    def apply(
        self,
        function: CoGroupFunction | Callable[[Iterable[Any], Iterable[Any]], Optional[Iterable[Any]]],
        output_type: Optional[TypeInformation] = None,
    ) -> DataStream:
        """Calls the function with both streams' records of each key and window. One of the two may be empty."""
        return self._then("Window Co-Group", CoGroupCall(function), output_type)


class EqualTo(Generic[W]):
    """Two streams with keys."""

    def __init__(self, first: KeyedStream, second: KeyedStream, kind: type[W]) -> None:
        self._first = first
        self._second = second
        self._kind = kind

    def window(self, window_assigner: WindowAssigner[Any, Any]) -> W:
        """Puts both streams' records into the same windows."""
        return self._kind(self._first, self._second, window_assigner)


class Where(Generic[W]):
    """Two streams, the first with a key."""

    def __init__(self, first: KeyedStream, second: DataStream, key_type: Any, kind: type[W]) -> None:
        self._first = first
        self._second = second
        self._key_type = key_type
        self._kind = kind

    def equal_to(self, key_selector: Selector, key_type: Optional[TypeInformation] = None) -> EqualTo[W]:
        """The key of the second stream: records with the same key and window meet."""
        if key_type is not None and self._key_type not in (None, key_type):
            raise InvalidProgramError(f"the keys have two types: {self._key_type} in where(), {key_type} in equal_to()")
        return EqualTo(self._first, self._second.key_by(key_selector, key_type or self._key_type), self._kind)


class _TwoStreams(Generic[W]):
    """What `join` and `co_group` share."""

    _kind: type[W]

    def __init__(self, first: DataStream, second: DataStream) -> None:
        if not hasattr(second, "key_by") or not hasattr(second, "transformation"):
            raise InvalidProgramError(f"a join is of two DataStreams, but the second is {second!r}")
        if second.get_execution_environment() is not first.get_execution_environment():
            raise InvalidProgramError("a join takes streams of one environment only")
        self._first = first
        self._second = second

    def where(self, key_selector: Selector, key_type: Optional[TypeInformation] = None) -> Where[W]:
        """The key of the first stream."""
        return Where(self._first.key_by(key_selector, key_type), self._second, key_type, self._kind)


class JoinedStreams(_TwoStreams[JoinedWindows]):
    """Two streams to be joined: `where(key).equal_to(key).window(assigner).apply(function)`.

    >>> orders = env.from_collection([(1, "tea"), (2, "cup")])
    >>> payments = env.from_collection([(1, "ann")])
    >>> keyed = orders.join(payments).where(lambda order: order[0]).equal_to(lambda payment: payment[0])
    >>> windows = keyed.window(GlobalWindows.create_with_end_of_stream_trigger())
    >>> list(windows.apply(lambda order, payment: f"{payment[1]} paid for {order[1]}").execute_and_collect())
    ['ann paid for tea']
    """

    _kind = JoinedWindows


class CoGroupedStreams(_TwoStreams[CoGroupedWindows]):
    """Two streams to be co-grouped: `where(key).equal_to(key).window(assigner).apply(function)`."""

    _kind = CoGroupedWindows


# Interval joins -------------------------------------------------------------------------------------------------------


class IntervalJoin:
    """Two keyed streams to be joined by time: `between(lower, upper).process(function)`."""

    def __init__(self, left: KeyedStream, right: KeyedStream) -> None:
        if not getattr(right, "is_keyed", False):
            raise ArgumentTypeError(f"interval_join() takes a KeyedStream, not {right!r}: call key_by() first")
        if right.get_execution_environment() is not left.get_execution_environment():
            raise InvalidProgramError("a join takes streams of one environment only")
        self._left = left
        self._right = right

    def in_event_time(self) -> IntervalJoin:
        """Joins by the records' timestamps, which is the default."""
        return self

    def in_processing_time(self) -> IntervalJoin:
        """Not supported, as in Flink: an interval join is in event time. Raises an error."""
        raise InvalidProgramError("an interval join is by event time only")

    def between(self, lower_bound: Span, upper_bound: Span) -> IntervalJoined:
        """Joins a left record at time t with right ones from `t + lower_bound` to `t + upper_bound`, inclusive."""
        lower_ms = span_ms(lower_bound, "the lower bound of an interval join")
        upper_ms = span_ms(upper_bound, "the upper bound of an interval join")
        if lower_ms > upper_ms:
            raise InvalidProgramError(f"the lower bound, {lower_ms} ms, must not exceed the upper one, {upper_ms} ms")
        return IntervalJoined(self._left, self._right, lower_ms, upper_ms)


class IntervalJoined:
    """Two keyed streams with bounds."""

    def __init__(self, left: KeyedStream, right: KeyedStream, lower_ms: int, upper_ms: int) -> None:
        self._left = left
        self._right = right
        self._lower_ms = lower_ms
        self._upper_ms = upper_ms
        self._excluded_ms = [0, 0]
        self._late_tags: list[Optional[OutputTag]] = [None, None]

    def lower_bound_exclusive(self) -> IntervalJoined:
        """Records that lie just on the lower bound do not join."""
        self._excluded_ms[0] = 1
        return self

    def upper_bound_exclusive(self) -> IntervalJoined:
        """Records that lie just on the upper bound do not join."""
        self._excluded_ms[1] = 1
        return self

    def side_output_left_late_data(self, output_tag: OutputTag) -> IntervalJoined:
        """Left records that are late go to this side output; otherwise they are dropped and counted."""
        self._late_tags[0] = output_tag
        return self

    def side_output_right_late_data(self, output_tag: OutputTag) -> IntervalJoined:
        """Right records that are late go to this side output; otherwise they are dropped and counted."""
        self._late_tags[1] = output_tag
        return self

    def process(self, function: ProcessJoinFunction, output_type: Optional[TypeInformation] = None) -> DataStream:
        """Calls the function with each pair; results carry the later of the two timestamps."""
        lower_ms, upper_ms = self._lower_ms + self._excluded_ms[0], self._upper_ms - self._excluded_ms[1]
        spec = IntervalJoinSpec(function, lower_ms, upper_ms, *self._late_tags)
        return self._left.then("Interval Join", spec, output_type, second=self._right.transformation_id)
