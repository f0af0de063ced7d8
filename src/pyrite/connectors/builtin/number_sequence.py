"""NumberSequenceSource: integers in order. DataGeneratorSource: records from integers, at full speed or at a rate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Optional

from pyrite.connectors.base.static_split_enumerator import StaticSplitEnumerator
from pyrite.connectors.builtin.pace import Pace
from pyrite.core.connector.guarantee import EXACTLY_ONCE, Declaration, Guarantee
from pyrite.core.connector.source import (
    END_OF_INPUT,
    Boundedness,
    EndOfInput,
    Source,
    SourceBlock,
    SourceReader,
    SourceReaderContext,
    SplitEnumerator,
    SplitEnumeratorContext,
)
from pyrite.core.persistence.persisted import persisted

UNBOUNDED_END = 2**63 - 1


@persisted("number-range-split/1")
@dataclass(frozen=True)
class RangeSplit:
    """The numbers from `start` up to, not including, `stop`. The next number to read is `start`."""

    split_id: str
    start: int
    stop: int


def cut_range(start: int, stop: int, count: int) -> list[Optional[RangeSplit]]:
    """Cuts a range into `count` even parts. Empty parts are None."""
    bounds = [start + (stop - start) * part // count for part in range(count + 1)]
    return [
        RangeSplit(str(part), bounds[part], bounds[part + 1]) if bounds[part] < bounds[part + 1] else None
        for part in range(count)
    ]


class RangeReader(SourceReader[RangeSplit]):
    """Reads its splits one after another, in blocks."""

    def __init__(self, make: Optional[Callable[[int], Any]], pace: Optional[Pace]) -> None:
        self._make = make
        self._pace = pace
        self._splits: list[RangeSplit] = []
        self._complete = False

    def add_splits(self, splits: list[RangeSplit]) -> None:
        self._splits.extend(splits)

    def notify_no_more_splits(self) -> None:
        self._complete = True

    def snapshot_state(self, checkpoint_id: int) -> list[RangeSplit]:
        return list(self._splits)

    def available_at_ms(self, now_ms: int) -> int:
        return self._pace.next_at_ms(now_ms) if self._pace is not None and self._splits else now_ms

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        if not self._splits:
            return END_OF_INPUT if self._complete else None
        split = self._splits[0]
        stop = min(split.stop, split.start + self._allowed(max_records))
        if stop <= split.start:
            return None
        numbers = range(split.start, stop)
        values = list(numbers) if self._make is None else list(map(self._make, numbers))
        if self._pace is not None:
            self._pace.emitted(len(values))
        if stop == split.stop:
            self._splits.pop(0)
        else:
            self._splits[0] = RangeSplit(split.split_id, stop, split.stop)
        return SourceBlock(split.split_id, values, split_ended=stop == split.stop)

    def _allowed(self, max_records: int) -> int:
        return max_records if self._pace is None else min(max_records, self._pace.due())


@persisted("number-sequence-source/1")
class NumberSequenceSource(Source[RangeSplit]):
    """The numbers from `start` to `end`, inclusive."""

    declaration: ClassVar[Declaration] = Declaration(
        "number sequence", (Guarantee(EXACTLY_ONCE, "the position is part of the checkpoint"),)
    )

    def __init__(self, start: int, end: int) -> None:
        if end < start:
            raise ValueError(f"the sequence from {start} to {end} is empty")
        self._start = start
        self._stop = end + 1

    def get_boundedness(self) -> Boundedness:
        return Boundedness.BOUNDED

    def create_reader(self, context: SourceReaderContext) -> SourceReader[RangeSplit]:
        return RangeReader(None, None)

    def create_enumerator(self, context: SplitEnumeratorContext[RangeSplit]) -> SplitEnumerator[RangeSplit]:
        return StaticSplitEnumerator(context, cut_range(self._start, self._stop, context.current_parallelism()))

    def restore_enumerator(
        self, context: SplitEnumeratorContext[RangeSplit], checkpoint: Any
    ) -> SplitEnumerator[RangeSplit]:
        return StaticSplitEnumerator(context, checkpoint)


@persisted("rate-limiter-strategy/1")
class RateLimiterStrategy:
    """How fast a DataGeneratorSource emits records."""

    def __init__(self, records_per_second: Optional[float]) -> None:
        self.records_per_second = records_per_second

    @staticmethod
    def per_second(records_per_second: float) -> RateLimiterStrategy:
        """At most this many records per second, over all subtasks."""
        if records_per_second <= 0:
            raise ValueError("the rate must be positive")
        return RateLimiterStrategy(records_per_second)

    @staticmethod
    def no_op() -> RateLimiterStrategy:
        """Without a limit."""
        return RateLimiterStrategy(None)


@persisted("data-generator-source/1")
class DataGeneratorSource(Source[RangeSplit]):
    """Generates records from the numbers 0, 1, 2, ...: `count` records, or unbounded, as the rate limiter allows.

    >>> orders = DataGeneratorSource(lambda n: f"order {n}", 2)
    >>> list(env.from_source(orders, WatermarkStrategy.no_watermarks(), "orders").execute_and_collect())
    ['order 0', 'order 1']
    """

    declaration: ClassVar[Declaration] = Declaration(
        "data generator", (Guarantee(EXACTLY_ONCE, "the position is part of the checkpoint"),)
    )

    def __init__(
        self,
        generator_function: Callable[[int], Any],
        count: Optional[int] = None,
        rate_limiter_strategy: Optional[RateLimiterStrategy] = None,
    ) -> None:
        self._make = generator_function
        self._count = count
        self._rate = None if rate_limiter_strategy is None else rate_limiter_strategy.records_per_second

    def get_boundedness(self) -> Boundedness:
        return Boundedness.CONTINUOUS_UNBOUNDED if self._count is None else Boundedness.BOUNDED

    def create_reader(self, context: SourceReaderContext) -> SourceReader[RangeSplit]:
        pace = None if self._rate is None else Pace(self._rate / context.parallelism, context.clock)
        return RangeReader(self._make, pace)

    def create_enumerator(self, context: SplitEnumeratorContext[RangeSplit]) -> SplitEnumerator[RangeSplit]:
        stop = UNBOUNDED_END if self._count is None else self._count
        return StaticSplitEnumerator(context, cut_range(0, stop, context.current_parallelism()))

    def restore_enumerator(
        self, context: SplitEnumeratorContext[RangeSplit], checkpoint: Any
    ) -> SplitEnumerator[RangeSplit]:
        return StaticSplitEnumerator(context, checkpoint)
