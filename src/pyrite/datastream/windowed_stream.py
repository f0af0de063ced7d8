"""Windows over keyed streams, and over whole ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Optional, TypeVar

from pyrite.core.arguments import check_argument
from pyrite.core.errors import ArgumentTypeError, InvalidProgramError
from pyrite.core.functions.functions import AggregateFunction, ReduceFunction
from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.functions.user_function import bound_method, check_function, describe
from pyrite.core.time.time import Time
from pyrite.core.time.time_characteristic import TimeCharacteristic
from pyrite.core.types.types_factory import TypeInformation
from pyrite.core.windows.evictors import Evictor
from pyrite.core.windows.trigger import Trigger
from pyrite.core.windows.window_assigner import MergingWindowAssigner, WindowAssigner
from pyrite.core.windows.window_assigners import (
    CountSlidingWindowAssigner,
    CountTumblingWindowAssigner,
    SlidingEventTimeWindows,
    SlidingProcessingTimeWindows,
    TumblingEventTimeWindows,
    TumblingProcessingTimeWindows,
)
from pyrite.core.windows.window_functions import (
    AllWindowFunction,
    ProcessAllWindowFunction,
    ProcessWindowFunction,
    WindowFunction,
)
from pyrite.core.windows.windows import Span, span_ms
from pyrite.datastream.field_reductions import FieldReductions
from pyrite.operators.fields import FieldReduction
from pyrite.operators.window.window_base import WindowPlan
from pyrite.operators.window.window_contents import AggregatedContents, ListedContents, ReducedContents, WindowContents
from pyrite.operators.window.window_function import AnyWindowFunction, WindowCall
from pyrite.operators.window.window_spec import WindowSpec

if TYPE_CHECKING:
    from pyrite.datastream.data_stream import DataStream, KeyedStream
    from pyrite.datastream.stream_execution_environment import StreamExecutionEnvironment

W = TypeVar("W", bound="_Windowed")


@dataclass(frozen=True)
class _Windows:
    """The settings of the windows so far."""

    assigner: WindowAssigner[Any, Any]
    trigger: Optional[Trigger[Any, Any]] = None
    evictor: Optional[Evictor[Any, Any]] = None
    lateness_ms: int = 0
    late_tag: Optional[OutputTag] = None


class _Windowed(FieldReductions):
    """What windows over keyed and over whole streams share."""

    _window_kinds: tuple[type[Any], ...] = ()

    def __init__(self, keyed_stream: KeyedStream, window_assigner: WindowAssigner[Any, Any]) -> None:
        check_assigner(window_assigner)
        self._stream = keyed_stream
        self._windows = _Windows(window_assigner)

    def get_execution_environment(self) -> StreamExecutionEnvironment:
        """The environment that the stream belongs to."""
        return self._stream.get_execution_environment()

    def get_input_type(self) -> TypeInformation:
        """The type of the records that go into windows."""
        return self._stream.get_type()

    def trigger(self: W, trigger: Trigger[Any, Any]) -> W:
        """Fires when this trigger says so, instead of the assigner's own."""
        check_argument("trigger()", trigger, Trigger)
        if isinstance(self._windows.assigner, MergingWindowAssigner) and not trigger.can_merge():
            raise InvalidProgramError(f"{trigger!r} cannot be used with windows that merge")
        self._windows = replace(self._windows, trigger=trigger)
        return self

    def evictor(self: W, evictor: Evictor[Any, Any]) -> W:
        """Removes records before or after a firing. The window then keeps all its records."""
        check_argument("evictor()", evictor, Evictor)
        self._windows = replace(self._windows, evictor=evictor)
        return self

    def allowed_lateness(self: W, time_ms: int | Span) -> W:
        """Keeps windows for this long after the watermark has passed them: a late record fires its window again."""
        lateness_ms = time_ms if isinstance(time_ms, int) else span_ms(time_ms, "the allowed lateness")
        if lateness_ms < 0:
            raise InvalidProgramError(f"the allowed lateness must not be negative, but is {lateness_ms}")
        self._windows = replace(self._windows, lateness_ms=lateness_ms)
        return self

    def side_output_late_data(self: W, output_tag: OutputTag) -> W:
        """Records that are too late go to this side output; otherwise they are dropped and counted."""
        late_tag = OutputTag.checked(output_tag, "side_output_late_data")
        self._windows = replace(self._windows, late_tag=late_tag)
        return self

    def reduce(
        self,
        reduce_function: Callable[[Any, Any], Any] | ReduceFunction,
        window_function: Optional[Any] = None,
        output_type: Optional[TypeInformation] = None,
    ) -> DataStream:
        """Reduces each window's records to one. A window function, if there is one, is called with it."""
        bound_method(reduce_function, ReduceFunction, "reduce")
        kind = self._stream.transformation.output_type if window_function is None else None
        return self._then("Reduce", ReducedContents(reduce_function), window_function, output_type or kind)

    def aggregate(
        self,
        aggregate_function: AggregateFunction,
        window_function: Optional[Any] = None,
        accumulator_type: Optional[TypeInformation] = None,
        output_type: Optional[TypeInformation] = None,
    ) -> DataStream:
        """Aggregates each window's records. A window function, if there is one, is called with the result."""
        check_function(aggregate_function, AggregateFunction, "aggregate() of windows")
        return self._then("Aggregate", AggregatedContents(aggregate_function), window_function, output_type)

    def reduce_fields(self, function: FieldReduction, name: str) -> DataStream:
        """Reduces records by one of their fields: what `sum`, `min` and the others are made of."""
        return self.reduce(function).name(f"Window {name}")

    def _listed(self, name: str, function: Any, kind: type[Any], output_type: Optional[TypeInformation]) -> DataStream:
        check_function(function, kind, f"{name.lower()}() of {type(self).__name__}")
        return self._then(name, ListedContents(), function, output_type)

    def _then(
        self, name: str, contents: WindowContents, function: Optional[Any], output_type: Optional[TypeInformation]
    ) -> DataStream:
        if function is not None and not isinstance(function, self._window_kinds):
            kinds = " or ".join(f"a {kind.__name__}" for kind in self._window_kinds)
            raise ArgumentTypeError(f"the window function must be {kinds}, not {describe(function)}")
        window_function: Optional[AnyWindowFunction] = function
        plan = WindowPlan(
            contents,
            None if window_function is None else WindowCall(window_function),
            self._windows.lateness_ms,
            self._windows.late_tag,
        )
        spec = WindowSpec(self._windows.assigner, self._windows.trigger, self._windows.evictor, plan)
        return self._stream.then(f"Window {name}", spec, output_type)


class WindowedStream(_Windowed):
    """The windows of a keyed stream: each key has its own.

    >>> numbers = env.from_collection([1, 2, 3, 4]).key_by(lambda n: n % 2)
    >>> list(numbers.count_window(2).reduce(lambda a, b: a + b).execute_and_collect())
    [4, 6]
    """

    _window_kinds = (WindowFunction, ProcessWindowFunction)

    def apply(
        self, window_function: WindowFunction[Any, Any, Any, Any], output_type: Optional[TypeInformation] = None
    ) -> DataStream:
        """Calls the function with the key, the window and all its records when a window fires."""
        return self._listed("Apply", window_function, WindowFunction, output_type)

    def process(
        self,
        process_window_function: ProcessWindowFunction[Any, Any, Any, Any],
        output_type: Optional[TypeInformation] = None,
    ) -> DataStream:
        """Calls the function with the key, a context and all records when a window fires."""
        return self._listed("Process", process_window_function, ProcessWindowFunction, output_type)


class AllWindowedStream(_Windowed):
    """The windows of a stream that is not keyed, in one subtask."""

    _window_kinds = (AllWindowFunction, ProcessAllWindowFunction)

    def __init__(self, data_stream: DataStream, window_assigner: WindowAssigner[Any, Any]) -> None:
        super().__init__(data_stream.key_by(everything), window_assigner)

    def apply(
        self, window_function: AllWindowFunction[Any, Any, Any], output_type: Optional[TypeInformation] = None
    ) -> DataStream:
        """Calls the function with the window and all its records when a window fires."""
        return self._listed("Apply", window_function, AllWindowFunction, output_type)

    def process(
        self,
        process_window_function: ProcessAllWindowFunction[Any, Any, Any],
        output_type: Optional[TypeInformation] = None,
    ) -> DataStream:
        """Calls the function with a context and all records when a window fires."""
        return self._listed("Process", process_window_function, ProcessAllWindowFunction, output_type)

    def _then(self, *arguments: Any) -> DataStream:
        return super()._then(*arguments).force_non_parallel()


def everything(value: Any) -> int:
    """The one key of windows over a whole stream."""
    return 0


def check_assigner(assigner: Any) -> None:
    if not isinstance(assigner, WindowAssigner):
        hint = f": call {assigner.__name__}.of(...)" if isinstance(assigner, type) else ""
        raise ArgumentTypeError(f"expected a WindowAssigner, got {assigner!r}{hint}")


def count_windows(size: int, slide: int) -> WindowAssigner[Any, Any]:
    return CountTumblingWindowAssigner(size) if slide == 0 else CountSlidingWindowAssigner(size, slide)


def time_windows(size: Time, slide: Optional[Time], characteristic: TimeCharacteristic) -> WindowAssigner[Any, Any]:
    if characteristic is TimeCharacteristic.ProcessingTime:
        return TumblingProcessingTimeWindows.of(size) if slide is None else SlidingProcessingTimeWindows.of(size, slide)
    return TumblingEventTimeWindows.of(size) if slide is None else SlidingEventTimeWindows.of(size, slide)
