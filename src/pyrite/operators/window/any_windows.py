"""Windows of any assigner, trigger and evictor, record by record, like Flink's window operator."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Optional

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.clock import Clock
from pyrite.core.functions.functions import TimeDomain
from pyrite.core.functions.user_function import raise_user_error, shorten
from pyrite.core.state_key import StateKey
from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK
from pyrite.core.windows.evictors import Evictor, TimestampedValue
from pyrite.core.windows.trigger import Trigger, TriggerResult
from pyrite.core.windows.window_assigner import MergingWindowAssigner, WindowAssigner
from pyrite.core.windows.windows import CountWindow, Window
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState, Timer
from pyrite.operators.timers import KeyedTimerService
from pyrite.operators.window.trigger_context import AssignerContext, WindowTriggerContext
from pyrite.operators.window.window_base import WindowOperatorBase, WindowPlan
from pyrite.operators.window.window_contents import MISSING, ListedContents
from pyrite.state.key_codec import decode_key
from pyrite.state.timer_queue import TimerQueue

_MERGING = "merging-windows"


class WindowOperator(WindowOperatorBase):
    """Gets each record's windows from the assigner, and lets the trigger decide on them."""

    def __init__(
        self,
        assigner: WindowAssigner[Any, Any],
        trigger: Trigger[Any, Any],
        evictor: Optional[Evictor[Any, Any]],
        plan: WindowPlan,
    ) -> None:
        super().__init__(plan)
        self._assigner = assigner
        self._trigger = trigger
        self._evictor = evictor
        self.merging = isinstance(assigner, MergingWindowAssigner)
        self._stored_contents = ListedContents() if evictor is not None else plan.contents
        self._event_time = assigner.is_event_time()
        plan.contents.shared = True

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        self._trigger_context = WindowTriggerContext(context)
        self.timers = self._trigger_context.timers
        self._lifetime = WindowLifetime(self._event_time, self.plan.allowed_lateness_ms, self.timers, context.clock)
        self._assigner_context = AssignerContext(context)
        self._merging = self.backend.value_state(_MERGING)

    # Records ----------------------------------------------------------------------------------------------------------

    def process_records(self, block: RowBlock) -> None:
        assert block.keys is not None
        late: list[tuple[Any, int]] = []
        process = self._process_merging if self.merging else self._process
        for key, time, value in zip(block.keys, block.timestamps_or_none_marks(), block.values, strict=True):
            self.backend.context.key = key
            try:
                was_late = process(key, value, time)
            except Exception as error:
                self.raise_if_from_below(error)
                raise_user_error(error, self.label(), self._function_at_fault(error), shorten(value))
            if was_late:
                late.append((value, time))
        self.results.flush()
        if late:
            self.drop_late([value for value, _ in late], [time for _, time in late])

    def _process(self, key: StateKey, value: Any, time: int) -> bool:
        """Adds a record to its windows; returns True if it is too late for all of them."""
        skipped = True
        for window in self._assigner.assign_windows(value, time, self._assigner_context):
            if self._lifetime.is_late(window):
                continue
            skipped = False
            self._add(key, window, value, time)
            self._trigger_context.move(key, window)
            result = self._trigger.on_element(value, time, window, self._trigger_context)
            self._act(result, key, window, window)
            self._lifetime.register_cleanup(key, window)
        return skipped and self._lifetime.is_record_late(time)

    def _process_merging(self, key: StateKey, value: Any, time: int) -> bool:
        skipped = True
        merging = self._merging_windows()
        for assigned in self._assigner.assign_windows(value, time, self._assigner_context):
            window = merging.add(assigned, lambda *merge: self._merge(key, *merge))
            if self._lifetime.is_late(window):
                merging.retire(window)
                continue
            skipped = False
            state_window = merging.state_window(window)
            self._add(key, state_window, value, time)
            self._trigger_context.move(key, window)
            result = self._trigger.on_element(value, time, window, self._trigger_context)
            self._act(result, key, window, state_window)
            self._lifetime.register_cleanup(key, window)
        self._keep(merging)
        return skipped and self._lifetime.is_record_late(time)

    def _merging_windows(self) -> MergingWindows:
        assert isinstance(self._assigner, MergingWindowAssigner)
        return MergingWindows(self._assigner, dict(self._merging.value() or {}))

    def _keep(self, merging: MergingWindows) -> None:
        self._merging.update(merging.mapping or None)

    def _merge(self, key: StateKey, window: Any, replaced: list[Any], state_window: Any, merged: list[Any]) -> None:
        """Windows are merged: merges their contents, trigger states and timers."""
        self._lifetime.check_not_past(window)
        accumulator = self._pop(key, state_window)
        for other in merged:
            more = self._pop(key, other)
            if accumulator is MISSING or more is MISSING:
                accumulator = more if accumulator is MISSING else accumulator
            else:
                accumulator = self._stored_contents.merge(accumulator, more)
        if accumulator is not MISSING:
            self._put(key, state_window, accumulator)
        self._trigger_context.merged = replaced
        self._trigger_context.move(key, window)
        self._trigger.on_merge(window, self._trigger_context)
        for other in replaced:
            self._trigger_context.move(key, other)
            self._trigger.clear(other, self._trigger_context)
            self._lifetime.delete_cleanup(key, other)

    def _add(self, key: StateKey, window: Any, value: Any, time: int) -> None:
        table = self.tables.load(window, (key,))
        record = value if self._evictor is None else TimestampedValue(value, time)
        table[key] = self._stored_contents.add(table.get(key, MISSING), record)
        self.tables.touch(window, (key,))

    def _put(self, key: StateKey, window: Any, accumulator: Any) -> None:
        self.tables.load(window, (key,))[key] = accumulator
        self.tables.touch(window, (key,))

    def _pop(self, key: StateKey, window: Any) -> Any:
        if window not in self.tables:
            return MISSING
        accumulator = self.tables.load(window, (key,)).pop(key, MISSING)
        self.tables.touch(window, (key,))
        self.tables.drop_if_empty(window)
        return accumulator

    # Firing -----------------------------------------------------------------------------------------------------------

    def _act(self, result: TriggerResult, key: StateKey, window: Any, state_window: Any) -> None:
        if result.is_fire() and state_window in self.tables:
            accumulator = self.tables.load(state_window, (key,)).get(key, MISSING)
            if accumulator is not MISSING:
                self.tables.touch(state_window, (key,))  # the function may change its arguments
                self._fire(key, window, state_window, accumulator)
        if result.is_purge():
            self._pop(key, state_window)
            if isinstance(window, CountWindow):
                self._clear(key, window, state_window, None)  # it is full, and does not end by time

    def _fire(self, key: StateKey, window: Any, state_window: Any, accumulator: Any) -> None:
        if self._evictor is None:
            self._call(key, window, self.plan.contents.elements(accumulator))
        else:
            self._fire_evicting(self._evictor, key, window, state_window, accumulator)

    def _call(self, key: StateKey, window: Any, elements: list[Any]) -> None:
        time_ms = int(window.max_timestamp())
        if self.plan.call is None:
            self.results.add(elements, time_ms)
        else:
            self.plan.call.call(key, window, elements, self.results, time_ms)

    def _fire_evicting(
        self, evictor: Evictor[Any, Any], key: StateKey, window: Any, state_window: Any, accumulator: Any
    ) -> None:
        """Evicts, computes the window's elements from the rest, calls the function, evicts again, and keeps the
        remaining records.
        """
        elements: list[TimestampedValue[Any]] = list(accumulator)
        self._trigger_context.move(key, window)
        evictor.evict_before(elements, len(elements), window, self._trigger_context)
        remaining: Any = MISSING
        for element in elements:
            remaining = self.plan.contents.add(remaining, element.value)
        inputs = self.plan.contents.no_elements() if remaining is MISSING else self.plan.contents.elements(remaining)
        self._call(key, window, inputs)
        self._trigger_context.move(key, window)
        evictor.evict_after(elements, len(elements), window, self._trigger_context)
        if elements:
            self._put(key, state_window, elements)
        else:
            self._pop(key, state_window)

    # Time -------------------------------------------------------------------------------------------------------------

    def process_watermark(self, watermark_ms: int) -> None:
        self.watermark_ms = self.timers.watermark_ms = watermark_ms
        self._fire_timers(self.timers.event_time, watermark_ms, TimeDomain.EVENT_TIME)
        self.output.emit_watermark(watermark_ms)

    def next_timer_ms(self) -> Optional[int]:
        return self.timers.processing_time.next_ms()

    def fire_timers(self, now_ms: int) -> None:
        self._fire_timers(self.timers.processing_time, now_ms, TimeDomain.PROCESSING_TIME)

    def _fire_timers(self, queue: TimerQueue, until_ms: int, domain: TimeDomain) -> None:
        event_time = domain is TimeDomain.EVENT_TIME
        call = self._trigger.on_event_time if event_time else self._trigger.on_processing_time
        while (due := queue.pop_due(until_ms)) is not None:
            time_ms, namespaced = due
            assert isinstance(namespaced, tuple)
            try:
                self._on_timer(call, time_ms, *namespaced, cleans_up=event_time is self._event_time)
            except Exception as error:
                self.raise_if_from_below(error)
                what = f"the timer at {time_ms} of {namespaced[1]!r} of key {decode_key(namespaced[0])!r}"
                raise_user_error(error, self.label(), self._function_at_fault(error), what)
        self.results.flush()

    def _on_timer(
        self, call: Callable[..., TriggerResult], time_ms: int, key: StateKey, window: Any, cleans_up: bool
    ) -> None:
        self.backend.context.key = key
        merging = self._merging_windows() if self.merging else None
        state_window = window if merging is None else merging.state_window(window)
        if state_window is None:
            return  # the window has been merged into another
        self._trigger_context.move(key, window)
        result = call(time_ms, window, self._trigger_context)
        self._act(result, key, window, state_window)
        if cleans_up and time_ms == self._lifetime.cleanup_ms(window):
            self._clear(key, window, state_window, merging)
        elif not self.timers.quiesced and not self._lifetime.is_over(window):
            self._lifetime.register_cleanup(key, window)  # the trigger may have deleted it with its own timer

    def _clear(self, key: StateKey, window: Any, state_window: Any, merging: Optional[MergingWindows]) -> None:
        """The window is over: removes all of its state."""
        self._pop(key, state_window)
        self._trigger_context.move(key, window)
        self._trigger.clear(window, self._trigger_context)
        if self.plan.call is not None:
            self.plan.call.clear(key, window)
        if merging is not None:
            self.backend.context.key = key
            merging.retire(window)
            self._keep(merging)

    def end_key(self) -> None:
        """Batch: the key's timers of both domains fire, under the last watermark; then its state is removed.

        Timers that they register are dropped, as in Flink: a timer that registers the next one would never end.
        """
        self.watermark_ms = self.timers.watermark_ms = MAX_WATERMARK
        self.timers.quiesced = True
        self._fire_timers(self.timers.event_time, MAX_WATERMARK, TimeDomain.EVENT_TIME)
        self._fire_timers(self.timers.processing_time, MAX_WATERMARK, TimeDomain.PROCESSING_TIME)
        self.watermark_ms = self.timers.watermark_ms = MIN_WATERMARK
        self.timers.quiesced = False
        self.backend.clear()

    # State ------------------------------------------------------------------------------------------------------------

    def contents_kind(self) -> str:
        kind = self._stored_contents.kind if self._evictor is None else f"{self._stored_contents.kind} with timestamps"
        time = "event" if self._event_time else "processing"
        return f"{kind} in merging {time}-time windows" if self.merging else kind

    def timer_count(self) -> int:
        return len(self.timers.event_time) + len(self.timers.processing_time)

    def live_timers(self) -> list[Timer]:
        return self.timers.snapshot()

    def restore(self, state: OperatorSubtaskState) -> None:
        super().restore(state)
        self.timers.watermark_ms = state.watermark_ms
        self.timers.restore(state.timers)
        if not self.merging:
            self._register_missing_timers()

    def _register_missing_timers(self) -> None:
        """Registers timers for restored windows of an operator without timers per key, or of the other time domain.

        Such windows result from a change of the trigger, or of `time_window`. Windows that have not fired fire at their
        end.
        """
        queue = self._lifetime.queue
        if queue.next_ms() is not None:
            return  # windows written by this operator have timers
        for window in self.tables.namespaces():
            end_ms = int(window.max_timestamp())
            if self._lifetime.cleanup_ms(window) == MAX_WATERMARK:
                continue
            has_fired = end_ms <= self.watermark_ms  # kept for late records, which exist only in event time
            for key in [key for chunk in self.tables.chunks(window) for key in chunk]:
                if has_fired and not self._event_time:
                    self._clear(key, window, window, None)
                    continue
                if not has_fired:
                    queue.register((key, window), end_ms)
                self._lifetime.register_cleanup(key, window)

    def _function_at_fault(self, error: Exception) -> Any:
        """The function that caused an error: the user function with the innermost frame, else the window's function."""
        candidates = [self._trigger, self._assigner, self._evictor, *self._functions]
        own = [
            candidate
            for candidate in candidates
            if candidate is not None and not type(candidate).__module__.startswith("pyrite.")
        ]
        return next((candidate for candidate in own if _raised_in(error, candidate)), self.func or self._assigner)


def _raised_in(error: Exception, func: Any) -> bool:
    codes = {getattr(method, "__code__", None) for base in type(func).__mro__ for method in vars(base).values()}
    codes.add(getattr(func, "__code__", None))
    frame = error.__traceback__
    while frame is not None:
        if frame.tb_frame.f_code in codes:
            return True
        frame = frame.tb_next
    return False


OnMerge = Callable[[Any, list[Any], Any, list[Any]], None]
"""Called with the merged window, the windows that it replaces, its state window, and the state windows merged into
it.
"""


class _Merges(MergingWindowAssigner.MergeCallback):  # type: ignore[type-arg]
    def __init__(self) -> None:
        self.merged: list[tuple[list[Any], Any]] = []

    def merge(self, to_be_merged: Iterable[Any], merge_result: Any) -> None:
        self.merged.append((list(to_be_merged), merge_result))


class MergingWindows:
    """The live windows of a key, each with its state window: the window under which its contents are stored."""

    def __init__(self, assigner: MergingWindowAssigner[Any, Any], mapping: dict[Any, Any]) -> None:
        self._assigner = assigner
        self.mapping = mapping

    def state_window(self, window: Window) -> Any:
        return self.mapping.get(window)

    def retire(self, window: Window) -> None:
        self.mapping.pop(window, None)

    def add(self, new: Any, on_merge: OnMerge) -> Any:
        """Adds a window; returns the window that now contains it."""
        if new in self.mapping:
            return new
        merges = _Merges()
        self._assigner.merge_windows([*self.mapping, new], merges)
        actual = new
        merged_new = False
        for merged, result in merges.merged:
            if new in merged:
                merged_new, actual = True, result
            before = [window for window in dict.fromkeys(merged) if window in self.mapping]
            states = [self.mapping.pop(window) for window in before]
            state_window = states[0] if states else result
            self.mapping[result] = state_window
            if before != [result]:
                replaced = [window for window in before if window != result]
                on_merge(result, replaced, state_window, states[1:])
        if not merged_new:
            self.mapping[new] = new
        return actual


@dataclass(frozen=True)
class WindowLifetime:
    """The lifetime of windows: by watermark and allowed lateness in event time, by the clock in processing time."""

    is_event_time: bool
    allowed_lateness_ms: int
    timers: KeyedTimerService
    clock: Clock

    @property
    def queue(self) -> TimerQueue:
        """The timers of the windows' time domain."""
        return self.timers.event_time if self.is_event_time else self.timers.processing_time

    def cleanup_ms(self, window: Any) -> int:
        """The time at which a window's state is removed; MAX_WATERMARK: never."""
        if not self.is_event_time:
            return int(window.max_timestamp())
        return min(int(window.max_timestamp()) + self.allowed_lateness_ms, MAX_WATERMARK)

    def is_late(self, window: Any) -> bool:
        """Whether a record is too late for the window; never in processing time."""
        return self.is_event_time and self.cleanup_ms(window) <= self.timers.watermark_ms

    def is_record_late(self, time_ms: int) -> bool:
        """Whether a record without a window is too late."""
        return self.is_event_time and time_ms + self.allowed_lateness_ms <= self.timers.watermark_ms

    def is_over(self, window: Any) -> bool:
        if self.is_event_time:
            return self.is_late(window)
        return int(window.max_timestamp()) <= self.clock.now_ms()

    def check_not_past(self, window: Any) -> None:
        """Raises if windows merge into a window that is over."""
        if self.is_over(window):
            raise RuntimeError(f"{window!r} is over: windows must not merge to one that ends in the past")

    def register_cleanup(self, key: StateKey, window: Any) -> None:
        cleanup_ms = self.cleanup_ms(window)
        if cleanup_ms != MAX_WATERMARK:
            self.queue.register((key, window), cleanup_ms)

    def delete_cleanup(self, key: StateKey, window: Any) -> None:
        self.queue.delete((key, window), self.cleanup_ms(window))
