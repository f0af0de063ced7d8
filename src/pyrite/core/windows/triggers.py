"""The built-in triggers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from operator import add
from typing import Any, Self

from pyrite.core.errors import ArgumentTypeError, InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.state.state_types import (
    ReducingState,
    ReducingStateDescriptor,
    ValueState,
    ValueStateDescriptor,
)
from pyrite.core.time.time import MAX_WATERMARK, NO_TIMESTAMP
from pyrite.core.windows.trigger import OnMergeContext, Trigger, TriggerContext, TriggerResult
from pyrite.core.windows.windows import Span, Window, delta_of, positive_count, span_ms

CONTINUE = TriggerResult.CONTINUE
FIRE = TriggerResult.FIRE


class _QuietTrigger(Trigger[Any, Window]):
    """Ignores timers; the base of triggers that use one clock only, or none."""

    def on_processing_time(self, time: int, window: Window, ctx: TriggerContext) -> TriggerResult:
        return CONTINUE

    def on_event_time(self, time: int, window: Window, ctx: TriggerContext) -> TriggerResult:
        return CONTINUE


@persisted("event-time-trigger/1")
class EventTimeTrigger(_QuietTrigger):
    """Fires when the watermark passes the end of the window, and immediately for each later record."""

    @staticmethod
    def create() -> EventTimeTrigger:
        """Fires once the watermark passes the end of the window."""
        return EventTimeTrigger()

    def on_element(self, element: Any, timestamp: int, window: Window, ctx: TriggerContext) -> TriggerResult:
        end = window.max_timestamp()
        if end <= ctx.get_current_watermark():
            return FIRE
        ctx.register_event_time_timer(end)
        return CONTINUE

    def on_event_time(self, time: int, window: Window, ctx: TriggerContext) -> TriggerResult:
        return FIRE if time == window.max_timestamp() else CONTINUE

    def can_merge(self) -> bool:
        return True

    def on_merge(self, window: Window, ctx: OnMergeContext) -> None:
        # Past the end, `on_element` of the record that merged them fires; a timer would fire a second time.
        if window.max_timestamp() > ctx.get_current_watermark():
            ctx.register_event_time_timer(window.max_timestamp())

    def clear(self, window: Window, ctx: TriggerContext) -> None:
        ctx.delete_event_time_timer(window.max_timestamp())


@persisted("processing-time-trigger/1")
class ProcessingTimeTrigger(_QuietTrigger):
    """Fires when the clock passes the end of the window."""

    @staticmethod
    def create() -> ProcessingTimeTrigger:
        """Fires once the clock passes the end of the window."""
        return ProcessingTimeTrigger()

    def on_element(self, element: Any, timestamp: int, window: Window, ctx: TriggerContext) -> TriggerResult:
        ctx.register_processing_time_timer(window.max_timestamp())
        return CONTINUE

    def on_processing_time(self, time: int, window: Window, ctx: TriggerContext) -> TriggerResult:
        return FIRE

    def can_merge(self) -> bool:
        return True

    def on_merge(self, window: Window, ctx: OnMergeContext) -> None:
        if window.max_timestamp() > ctx.get_current_processing_time():
            ctx.register_processing_time_timer(window.max_timestamp())

    def clear(self, window: Window, ctx: TriggerContext) -> None:
        ctx.delete_processing_time_timer(window.max_timestamp())


class _ContinuousTrigger(_QuietTrigger):
    """Fires at every multiple of an interval, and at the end. For merged windows, the earliest next firing counts."""

    def __init__(self, interval: int) -> None:
        if interval <= 0:
            raise InvalidProgramError(f"the interval of {type(self).__name__} must be positive, not {interval} ms")
        self.interval = interval
        self._fire_descriptor = ReducingStateDescriptor("fire-time", min)

    @classmethod
    def of(cls, interval: Span) -> Self:
        """Fires at every multiple of the interval, and at the end of the window."""
        return cls(span_ms(interval, f"the interval of {cls.__name__}"))

    @abstractmethod
    def _register(self, time: int, ctx: TriggerContext) -> None: ...

    @abstractmethod
    def _delete(self, time: int, ctx: TriggerContext) -> None: ...

    def _start(self, time: int, window: Window, ctx: TriggerContext) -> None:
        """Sets the first timer, for the multiple after `time`, unless there is a timer."""
        fire_timestamp: ReducingState[int] = ctx.get_partitioned_state(self._fire_descriptor)
        if fire_timestamp.get() is None:
            self.register_next_fire_timestamp(time - time % self.interval, window, ctx, fire_timestamp)

    def _due(self, time: int, window: Window, ctx: TriggerContext) -> TriggerResult:
        if time == window.max_timestamp():
            return FIRE
        fire_timestamp: ReducingState[int] = ctx.get_partitioned_state(self._fire_descriptor)
        if fire_timestamp.get() != time:
            return CONTINUE
        fire_timestamp.clear()
        self.register_next_fire_timestamp(time, window, ctx, fire_timestamp)
        return FIRE

    def can_merge(self) -> bool:
        return True

    def on_merge(self, window: Window, ctx: OnMergeContext) -> None:
        ctx.merge_partitioned_state(self._fire_descriptor)
        next_fire = ctx.get_partitioned_state(self._fire_descriptor).get()
        if next_fire is not None:
            self._register(next_fire, ctx)

    def clear(self, window: Window, ctx: TriggerContext) -> None:
        fire_timestamp: ReducingState[int] = ctx.get_partitioned_state(self._fire_descriptor)
        next_fire = fire_timestamp.get()
        if next_fire is not None:
            self._delete(next_fire, ctx)
            fire_timestamp.clear()

    def register_next_fire_timestamp(
        self, time: int, window: Window, ctx: TriggerContext, fire_timestamp_state: ReducingState[int]
    ) -> None:
        """Sets the timer of the firing after `time`, at the end of the window at the latest."""
        next_fire = min(time + self.interval, window.max_timestamp())
        fire_timestamp_state.add(next_fire)
        self._register(next_fire, ctx)


@persisted("continuous-event-time-trigger/1")
class ContinuousEventTimeTrigger(_ContinuousTrigger):
    """Fires whenever the watermark passes a multiple of the interval, and at the end of the window."""

    def _register(self, time: int, ctx: TriggerContext) -> None:
        ctx.register_event_time_timer(time)

    def _delete(self, time: int, ctx: TriggerContext) -> None:
        ctx.delete_event_time_timer(time)

    def on_element(self, element: Any, timestamp: int, window: Window, ctx: TriggerContext) -> TriggerResult:
        if window.max_timestamp() <= ctx.get_current_watermark():
            return FIRE
        if timestamp == NO_TIMESTAMP:
            raise RuntimeError(
                f"{self!r} received a record without a timestamp: assign timestamps with "
                "assign_timestamps_and_watermarks(...), or use a ContinuousProcessingTimeTrigger"
            )
        ctx.register_event_time_timer(window.max_timestamp())
        self._start(timestamp, window, ctx)
        return CONTINUE

    def on_event_time(self, time: int, window: Window, ctx: TriggerContext) -> TriggerResult:
        return self._due(time, window, ctx)

    def on_merge(self, window: Window, ctx: OnMergeContext) -> None:
        super().on_merge(window, ctx)
        if window.max_timestamp() > ctx.get_current_watermark():
            ctx.register_event_time_timer(window.max_timestamp())

    def clear(self, window: Window, ctx: TriggerContext) -> None:
        super().clear(window, ctx)
        ctx.delete_event_time_timer(window.max_timestamp())

    def register_next_fire_timestamp(
        self, time: int, window: Window, ctx: TriggerContext, fire_timestamp_state: ReducingState[int]
    ) -> None:
        """Sets the timer of the next firing, at the end of the window at the latest."""
        # At the end of a stream the watermark jumps to the maximum: an endless window would never stop firing.
        if window.max_timestamp() >= MAX_WATERMARK and ctx.get_current_watermark() >= MAX_WATERMARK:
            time = MAX_WATERMARK
        super().register_next_fire_timestamp(time, window, ctx, fire_timestamp_state)


@persisted("continuous-processing-time-trigger/1")
class ContinuousProcessingTimeTrigger(_ContinuousTrigger):
    """Fires whenever the clock passes a multiple of the interval while the window exists, and at its end."""

    def _register(self, time: int, ctx: TriggerContext) -> None:
        ctx.register_processing_time_timer(time)

    def _delete(self, time: int, ctx: TriggerContext) -> None:
        ctx.delete_processing_time_timer(time)

    def on_element(self, element: Any, timestamp: int, window: Window, ctx: TriggerContext) -> TriggerResult:
        self._start(ctx.get_current_processing_time(), window, ctx)
        return CONTINUE

    def on_processing_time(self, time: int, window: Window, ctx: TriggerContext) -> TriggerResult:
        return self._due(time, window, ctx)


@persisted("count-trigger/1")
class CountTrigger(_QuietTrigger):
    """Fires when this many records have arrived since it last fired. The window keeps them: see PurgingTrigger.

    >>> numbers = env.from_sequence(1, 4).key_by(lambda n: "all").window(GlobalWindows.create())
    >>> list(numbers.trigger(CountTrigger.of(2)).reduce(lambda a, b: a + b).execute_and_collect())
    [3, 10]
    """

    def __init__(self, window_size: int) -> None:
        self.window_size = positive_count(window_size, "the count of a CountTrigger")
        self._count_descriptor = ReducingStateDescriptor("count", add)

    @staticmethod
    def of(window_size: int) -> CountTrigger:
        """Fires after every `window_size` records."""
        return CountTrigger(window_size)

    def on_element(self, element: Any, timestamp: int, window: Window, ctx: TriggerContext) -> TriggerResult:
        count: ReducingState[int] = ctx.get_partitioned_state(self._count_descriptor)
        count.add(1)
        if (count.get() or 0) < self.window_size:
            return CONTINUE
        count.clear()
        return FIRE

    def can_merge(self) -> bool:
        return True

    def on_merge(self, window: Window, ctx: OnMergeContext) -> None:
        ctx.merge_partitioned_state(self._count_descriptor)

    def clear(self, window: Window, ctx: TriggerContext) -> None:
        ctx.get_partitioned_state(self._count_descriptor).clear()


@persisted("never-trigger/1")
class NeverTrigger(_QuietTrigger):
    """Never fires; the default of GlobalWindows."""

    def on_element(self, element: Any, timestamp: int, window: Window, ctx: TriggerContext) -> TriggerResult:
        return CONTINUE

    def clear(self, window: Window, ctx: TriggerContext) -> None:
        pass


@persisted("delta-trigger/1")
class DeltaTrigger(_QuietTrigger):
    """Fires when a record is further than a threshold from the record that last fired, or initially from the first.

    `delta_function(old, new)` is the distance. Does not support merging windows.
    """

    def __init__(self, threshold: float, delta_function: Callable[[Any, Any], float]) -> None:
        self.threshold = threshold
        self._delta = delta_of(delta_function, "a DeltaTrigger")
        self._last_descriptor = ValueStateDescriptor("last-element")

    @staticmethod
    def of(threshold: float, delta_function: Callable[[Any, Any], float]) -> DeltaTrigger:
        """Fires when a record's delta to the record that last fired exceeds the threshold."""
        return DeltaTrigger(threshold, delta_function)

    def on_element(self, element: Any, timestamp: int, window: Window, ctx: TriggerContext) -> TriggerResult:
        last_state: ValueState[Any] = ctx.get_partitioned_state(self._last_descriptor)
        last = last_state.value()
        if last is None:
            last_state.update(element)
            return CONTINUE
        if self._delta(last, element) > self.threshold:
            last_state.update(element)
            return FIRE
        return CONTINUE

    def clear(self, window: Window, ctx: TriggerContext) -> None:
        ctx.get_partitioned_state(self._last_descriptor).clear()


@persisted("purging-trigger/1")
class PurgingTrigger(Trigger[Any, Any]):
    """Wraps a trigger, and drops the contents whenever it fires."""

    def __init__(self, nested_trigger: Trigger[Any, Any]) -> None:
        self.nested_trigger = _nested(nested_trigger, self)

    @staticmethod
    def of(nested_trigger: Trigger[Any, Any]) -> PurgingTrigger:
        """Fires when the nested trigger does, and drops the window's contents."""
        return PurgingTrigger(nested_trigger)

    def on_element(self, element: Any, timestamp: int, window: Any, ctx: TriggerContext) -> TriggerResult:
        return _purging(self.nested_trigger.on_element(element, timestamp, window, ctx))

    def on_event_time(self, time: int, window: Any, ctx: TriggerContext) -> TriggerResult:
        return _purging(self.nested_trigger.on_event_time(time, window, ctx))

    def on_processing_time(self, time: int, window: Any, ctx: TriggerContext) -> TriggerResult:
        return _purging(self.nested_trigger.on_processing_time(time, window, ctx))

    def clear(self, window: Any, ctx: TriggerContext) -> None:
        self.nested_trigger.clear(window, ctx)

    def can_merge(self) -> bool:
        return self.nested_trigger.can_merge()

    def on_merge(self, window: Any, ctx: OnMergeContext) -> None:
        self.nested_trigger.on_merge(window, ctx)


@persisted("processing-timeout-trigger/1")
class ProcessingTimeoutTrigger(Trigger[Any, Any]):
    """Wraps a trigger, and also fires after a processing-time timeout that starts at the first record since it last
    fired.

    It also fires at every timer of the nested trigger, and at the end of the window. Does not support merging windows.
    """

    def __init__(
        self,
        nested_trigger: Trigger[Any, Any],
        interval: int,
        reset_timer_on_new_record: bool = False,
        should_clear_on_timeout: bool = True,
    ) -> None:
        if interval <= 0:
            raise InvalidProgramError(f"the timeout of a ProcessingTimeoutTrigger must be positive, not {interval} ms")
        self.nested_trigger = _nested(nested_trigger, self)
        self.interval = interval
        self.reset_timer_on_new_record = reset_timer_on_new_record
        self.should_clear_on_timeout = should_clear_on_timeout
        self._timeout_descriptor = ValueStateDescriptor("timeout")

    @staticmethod
    def of(
        nested_trigger: Trigger[Any, Any],
        timeout: Span,
        reset_timer_on_new_record: bool = False,
        should_clear_on_timeout: bool = True,
    ) -> ProcessingTimeoutTrigger:
        """The timeout starts at the first record, or with `reset_timer_on_new_record` at the last.

        With `should_clear_on_timeout` the nested trigger starts over after a timeout. Otherwise it continues unchanged,
        and without a reset there is no second timeout.
        """
        interval = span_ms(timeout, "the timeout of a ProcessingTimeoutTrigger")
        return ProcessingTimeoutTrigger(nested_trigger, interval, reset_timer_on_new_record, should_clear_on_timeout)

    def on_element(self, element: Any, timestamp: int, window: Any, ctx: TriggerContext) -> TriggerResult:
        result = self.nested_trigger.on_element(element, timestamp, window, ctx)
        if result.is_fire():
            self.clear(window, ctx)
            return result
        timeout: ValueState[int] = ctx.get_partitioned_state(self._timeout_descriptor)
        due = timeout.value()
        if due is not None and not self.reset_timer_on_new_record:
            return result
        if due is not None:
            ctx.delete_processing_time_timer(due)
        due = ctx.get_current_processing_time() + self.interval
        timeout.update(due)
        ctx.register_processing_time_timer(due)
        return result

    def on_processing_time(self, time: int, window: Any, ctx: TriggerContext) -> TriggerResult:
        return self._timed_out(self.nested_trigger.on_processing_time(time, window, ctx), window, ctx)

    def on_event_time(self, time: int, window: Any, ctx: TriggerContext) -> TriggerResult:
        return self._timed_out(self.nested_trigger.on_event_time(time, window, ctx), window, ctx)

    def _timed_out(self, nested_result: TriggerResult, window: Any, ctx: TriggerContext) -> TriggerResult:
        if self.should_clear_on_timeout:
            self.clear(window, ctx)
        return TriggerResult.FIRE_AND_PURGE if nested_result.is_purge() else FIRE

    def clear(self, window: Any, ctx: TriggerContext) -> None:
        timeout: ValueState[int] = ctx.get_partitioned_state(self._timeout_descriptor)
        due = timeout.value()
        if due is not None:
            ctx.delete_processing_time_timer(due)
            timeout.clear()
        self.nested_trigger.clear(window, ctx)


def _nested(trigger: Trigger[Any, Any], outer: Trigger[Any, Any]) -> Trigger[Any, Any]:
    if not isinstance(trigger, Trigger):
        raise ArgumentTypeError(f"{type(outer).__name__} needs a Trigger to wrap, not {trigger!r}")
    return trigger


def _purging(result: TriggerResult) -> TriggerResult:
    return TriggerResult.FIRE_AND_PURGE if result.is_fire() else result
