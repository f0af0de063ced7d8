"""The source operator: polls a reader, stamps records and sends each split's watermarks, merged."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Optional

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.clock import SteadyClock
from pyrite.core.config.options import AUTO_WATERMARK_INTERVAL
from pyrite.core.connector.guarantee import Guarantee
from pyrite.core.connector.source import (
    Boundedness,
    EndOfInput,
    FunctionReader,
    Source,
    SourceBlock,
    SourceReader,
    SourceReaderContext,
)
from pyrite.core.errors import CheckpointError
from pyrite.core.functions.user_function import raise_user_error
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK
from pyrite.core.time.watermark_strategy import WatermarkAlignment, WatermarkStrategy, WatermarkTracker
from pyrite.operators.capabilities import Commits, HasTimers
from pyrite.operators.operator import Operator
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.runtime_context import OperatorRuntimeContext
from pyrite.operators.state.operator_state import FunctionState
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.operators.watermarks.split_watermarks import SplitWatermarks
from pyrite.operators.watermarks.watermarks import assign_timestamps, emit_marked, observe, periodic

_SPLITS = "splits"
_EARLY_END_US = 10_000_000
"""The time after which a warning is logged for an END_OF_INPUT that waits for the enumerator."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class SourceSpec(OperatorSpec):
    kind = "SourceOperator"
    source: Source[Any]
    strategy: WatermarkStrategy

    @property
    def description(self) -> str:
        return f"read from {type(self.source).__name__}"

    @property
    def guarantee(self) -> Guarantee:
        return self.source.guarantee()

    @property
    def keeps(self) -> str:
        return "keeps its position as a source"

    @property
    def is_bounded(self) -> bool:
        return self.source.get_boundedness() is Boundedness.BOUNDED

    def build(self) -> SourceOperator:
        return SourceOperator(self.source, self.strategy)


class SourceOperator(Operator, HasTimers, Commits):
    """Runs one reader. The task calls `poll_once` until it returns True: the input has ended."""

    def __init__(self, source: Source[Any], strategy: WatermarkStrategy) -> None:
        self.source = source
        self._strategy = strategy

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        self._splits = SplitWatermarks(self._strategy.idle_timeout_ms)
        self._idle = False
        self.sent_watermark_ms = MIN_WATERMARK
        self._limit_ms = MAX_WATERMARK
        self.clock = SteadyClock(context.clock)
        """The reader's clock, which is not affected by changes of the wall clock."""
        self._interval_us = context.settings.configuration.get(AUTO_WATERMARK_INTERVAL) * 1000
        self._begun_us = context.clock.monotonic_us()
        self._next_us = self._begun_us + self._interval_us
        self._restored: list[Any] = []
        self._has_begun = False
        self._no_more_splits = False
        self._early_end_us: Optional[int] = None
        """The time at which the reader returned END_OF_INPUT although splits may still come."""
        self._early_end_is_known = False
        self.has_ended_split = False
        """Whether the last poll ended a split: the next poll may follow at once."""
        self.reader: SourceReader[Any] = self.source.create_reader(
            SourceReaderContext(
                context.place.subtask,
                context.place.parallelism,
                self.clock,
                context.services.request_split,
                OperatorRuntimeContext(context),
                context.services.send_source_event,
                lambda tag, values: self.output.emit_side(tag, RowBlock(values)),
                context.settings.checkpointing,
                context.settings.batch,
            )
        )
        func = self.reader.func if isinstance(self.reader, FunctionReader) else None
        self._function_state = FunctionState(func, reserved=[_SPLITS])

    def open(self) -> None:
        self._has_begun = True
        self._function_state.initialize(self)
        try:
            self.reader.open()
        except Exception as error:
            raise_user_error(error, self.label(), getattr(self.reader, "func", self.reader), None)
        restored, self._restored = self._restored, []
        if restored:
            self.add_splits([split for split, _ in restored])
        for split, tracker in restored:
            self._splits.add(split.split_id, tracker, self.context.clock.monotonic_us())

    def close(self) -> None:
        if self._has_begun:
            self.reader.close()

    def process_block(self, block: RowBlock, input_index: int = 0) -> None:
        raise AssertionError("a source has no input")

    def add_splits(self, splits: list[Any]) -> None:
        """Passes splits to the reader. Until its first records, a split holds the watermark back."""
        for split in splits:
            self._follow(split.split_id)
        self._early_end_us = None
        self.reader.add_splits(splits)

    def notify_no_more_splits(self) -> None:
        """No further split will come: END_OF_INPUT is valid from now on."""
        self._no_more_splits = True
        self.reader.notify_no_more_splits()

    def make_tracker(self) -> WatermarkTracker:
        return self._strategy.make_tracker()

    def _follow(self, split_id: str) -> WatermarkTracker:
        tracker = self.make_tracker()
        self._splits.add(split_id, tracker, self.context.clock.monotonic_us())
        return tracker

    def poll_once(self, max_records: int, timeout_ms: int) -> tuple[int, bool]:
        """Emits up to `max_records` records; returns their number, and whether the input has ended."""
        self.has_ended_split = False
        if self.is_held_back:
            return 0, False
        if self._early_end_us is not None:
            return 0, self._may_end(self._early_end_us)
        try:
            polled = self.reader.poll(max_records, timeout_ms)
        except Exception as error:
            raise_user_error(error, self.label(), getattr(self.reader, "func", self.reader), None)
        if polled is None:
            return 0, False
        if isinstance(polled, EndOfInput):
            self._early_end_us = self.context.clock.monotonic_us()
            return 0, self._no_more_splits
        self.emit_polled(polled)
        if polled.split_ended:
            self.has_ended_split = True
            self._splits.remove(polled.split_id)
        return len(polled.values), False

    def _may_end(self, since_us: int) -> bool:
        """Whether the reader's END_OF_INPUT is valid: its enumerator has signaled that no split will follow."""
        waited_us = self.context.clock.monotonic_us() - since_us
        if not self._no_more_splits and waited_us >= _EARLY_END_US and not self._early_end_is_known:
            self._early_end_is_known = True
            _log.warning(
                "%s: %s returned END_OF_INPUT %d s ago, but its enumerator has not called signal_no_more_splits(%d). "
                "The input ends when it is called; until then, poll should return None",
                self.label(),
                type(self.reader).__name__,
                waited_us // 1_000_000,
                self.context.place.subtask,
            )
        return self._no_more_splits

    def emit_polled(self, polled: SourceBlock) -> None:
        """Emits the records of a split with timestamps, and the watermarks among them."""
        timestamps = assign_timestamps(self, self._strategy, polled.values, polled.timestamps)
        tracker = self.tracker_of(polled.split_id)
        stamped_by = self._strategy.timestamp_assigner or self.reader
        marks = observe(self, tracker, polled.values, timestamps, stamped_by)
        self.end_idleness(polled.split_id)

        emit_marked(
            self.output,
            RowBlock(polled.values, timestamps),
            () if self.context.settings.batch else marks,
            partial(self.send_watermark, polled.split_id),
        )

    def send_watermark(self, split_id: str, watermark_ms: int) -> None:
        """Updates the watermark of a split, and sends the merged watermark if it has advanced."""
        self._splits.update(split_id, watermark_ms)
        self._send(self._splits.watermark_ms)

    def tracker_of(self, split_id: str) -> WatermarkTracker:
        return self._splits.get(split_id) or self._follow(split_id)

    def end_idleness(self, split_id: str) -> None:
        """Ends the idleness of a split, which has records."""
        self.tracker_of(split_id)
        self._splits.note_records(split_id, self.context.clock.monotonic_us())
        if self._idle:
            self._idle = False
            self.output.emit_idle(False)

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        """The unfinished splits at their positions, each with its watermark tracker, and the function's state."""
        try:
            with self._at_rest():
                splits = self.reader.snapshot_state(checkpoint_id)
                state = self._function_state.snapshot(self, checkpoint_id)
        except CheckpointError:
            raise
        except Exception as error:
            raise_user_error(error, self.label(), getattr(self.reader, "func", self.reader), None)
        followed = [(split, self.tracker_of(split.split_id)) for split in splits]
        return replace(state, lists={**state.lists, _SPLITS: followed})

    def restore(self, state: OperatorSubtaskState) -> None:
        self._restored = state.lists.get(_SPLITS, [])
        self._function_state.restore(state)
        self.sent_watermark_ms = self.output.watermark_ms

    def _at_rest(self) -> AbstractContextManager[None]:
        needs_rest = self._function_state.is_checkpointed or self._function_state.is_listening
        return self.reader.at_rest() if needs_rest and isinstance(self.reader, FunctionReader) else nullcontext()

    def checkpoint_completed(self, checkpoint_id: int) -> None:
        self._notify(self._function_state.completed, checkpoint_id)
        if not self._has_begun:  # a restored finished subtask, whose reader was never opened
            return
        try:
            self.reader.notify_checkpoint_complete(checkpoint_id)
        except Exception as error:
            raise_user_error(error, self.label(), self.reader, None)

    def checkpoint_aborted(self, checkpoint_id: int) -> None:
        self._notify(self._function_state.aborted, checkpoint_id)

    def _notify(self, notify: Callable[[Operator, int], None], checkpoint_id: int) -> None:
        """Notifies the function, if it can be stopped; otherwise a later notification replaces this one."""
        if not self._function_state.is_listening:
            return
        try:
            with self._at_rest():
                notify(self, checkpoint_id)
        except CheckpointError as error:
            _log.warning("%s was not notified of checkpoint %d: %s", self.label(), checkpoint_id, error)

    def next_deadline_us(self) -> Optional[int]:
        return self._next_us

    def on_deadline(self, now_us: int) -> None:
        if now_us < self._next_us:
            return
        self._next_us = now_us + self._interval_us
        if not self.context.settings.batch:
            self._splits.settle(now_us, partial(periodic, self), not self.is_held_back)
            self._send(self._splits.watermark_ms)
        if (self._splits.all_idle or self._has_nothing_to_read(now_us)) and not self._idle:
            self._idle = True
            self.output.emit_idle(True)  # after the watermark, which would end the idleness

    def _has_nothing_to_read(self, now_us: int) -> bool:
        """Whether the reader has no split, and the idle timeout of the strategy has passed."""
        timeout_ms = self._strategy.idle_timeout_ms
        if timeout_ms is None or self._splits or self.is_held_back:
            return False
        return now_us - self._begun_us >= timeout_ms * 1000

    @property
    def alignment(self) -> Optional[WatermarkAlignment]:
        return self._strategy.alignment

    @property
    def is_idle(self) -> bool:
        return self._idle

    @property
    def has_splits(self) -> bool:
        """Whether the reader has splits."""
        return bool(self._splits)

    @property
    def is_held_back(self) -> bool:
        """Whether the source is too far ahead of its alignment group."""
        return self.sent_watermark_ms > self._limit_ms

    def hold_back(self, limit_ms: int) -> None:
        """Pauses reading while the watermark is beyond the limit."""
        self._limit_ms = limit_ms

    def end_of_input(self) -> None:
        self._send(MAX_WATERMARK)

    def _send(self, watermark_ms: int) -> None:
        if watermark_ms > self.sent_watermark_ms:
            self.sent_watermark_ms = watermark_ms
            self.output.emit_watermark(watermark_ms)


def splits_in(state: OperatorSubtaskState) -> list[Any]:
    """The splits in the state of a source's subtask, at their positions."""
    return [split for split, _ in state.lists.get(_SPLITS, [])]
