"""The works with windows, as Pyrite programs with default settings.

Ten records make a millisecond of event time and each of 1,000 keys has a record every 100 ms: a tumbling window of 10 s
holds 100 records of each key. The records are the same at every parallelism, and with every peer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pyrite.common import Duration, Time, TimestampAssigner, WatermarkStrategy
from pyrite.datastream import AggregateFunction, DataStream, StreamExecutionEnvironment
from pyrite.datastream.connectors import DataGeneratorSource
from pyrite.datastream.window import EventTimeSessionWindows, SlidingEventTimeWindows, TumblingEventTimeWindows

Event = tuple[int, int, int]
"""Key, number and time in milliseconds."""
Counted = tuple[int, int]
"""A window's result: how many records, and the sum of their numbers."""

KEYS = 1_000
RECORDS_PER_MS = 10
WINDOW_MS = 10_000
SLIDE_MS = WINDOW_MS // 10
GAP_MS = 1_000
LATE_BY_MS = 1_000
"""The bound of out-of-orderness, though every source's records are in order."""
RECORDS_OF_NEW_KEY = 4


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value: Event, record_timestamp: int) -> int:
        return value[2]


class CountAndSum(AggregateFunction):
    def create_accumulator(self) -> Counted:
        return 0, 0

    def add(self, value: Event, accumulator: Counted) -> Counted:
        return accumulator[0] + 1, accumulator[1] + value[1]

    def get_result(self, accumulator: Counted) -> Counted:
        return accumulator

    def merge(self, acc_a: Counted, acc_b: Counted) -> Counted:
        return acc_a[0] + acc_b[0], acc_a[1] + acc_b[1]


@dataclass(frozen=True)
class LiveWindows:
    """A work whose records hit so many live pairs of key and window, uniformly and in no order that memory likes."""

    keys: int
    windows: int


LIVE = {
    "live_windows_1k": LiveWindows(100, 10),
    "live_windows_1m": LiveWindows(100_000, 10),
}
_STRIDE = 611_953
"""Without a common factor with the number of pairs: so many records in a row hit each pair once."""
MakeEvent = Callable[[int], Event]

WORKS = ("tumbling_window", "sliding_window", "session_window", *LIVE, "new_keys_tumbling", "new_keys_session")


def window_results(env: StreamExecutionEnvironment, work: str, records: int) -> DataStream:
    """A work of `records` records up to its windows' results."""
    live = LIVE.get(work)
    if live is not None:
        make, late_by_ms = _live_event(live), live.windows * WINDOW_MS  # no window ends before the input does
    else:
        make, late_by_ms = _event_of(work)(records, env.get_parallelism()), LATE_BY_MS
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(late_by_ms))
    source = DataGeneratorSource(make, records)
    events = env.from_source(source, strategy.with_timestamp_assigner(EventTime()), "events")
    keyed = events.key_by(lambda event: event[0])
    if work in ("session_window", "new_keys_session"):
        return keyed.window(EventTimeSessionWindows.with_gap(Time.milliseconds(GAP_MS))).aggregate(CountAndSum())
    size = Time.milliseconds(WINDOW_MS)
    if work == "sliding_window":
        sliding = SlidingEventTimeWindows.of(size, Time.milliseconds(SLIDE_MS))
        return keyed.window(sliding).aggregate(CountAndSum())
    return keyed.window(TumblingEventTimeWindows.of(size)).aggregate(CountAndSum())


def _event_of(work: str) -> Callable[[int, int], MakeEvent]:
    if work == "session_window":
        return _session_event
    return _new_key_event if work.startswith("new_keys") else _event


# Each source subtask has a range of the numbers. So that all move through event time together, the numbers of the
# ranges are interleaved: subtask i of p has the records i, i + p, i + 2p, ... of the stream.


def _event(records: int, parallelism: int) -> MakeEvent:
    """All keys in turn."""
    share = -(-records // parallelism)

    def make(number: int) -> Event:
        at = number % share * parallelism + number // share
        return at % KEYS, at, at // RECORDS_PER_MS

    return make


def _session_event(records: int, parallelism: int) -> MakeEvent:
    """Half of the keys at a time: each has 5 s with a record every 50 ms, then 5 s without; every 20 ms two end."""
    share = -(-records // parallelism)

    def make(number: int) -> Event:
        at = number % share * parallelism + number // share
        return (at % 500 + at // 200 * 2) % KEYS, at, at // RECORDS_PER_MS

    return make


def _new_key_event(records: int, parallelism: int) -> MakeEvent:
    """Ever-new keys: each has four records, within 80 ms, and never comes back."""
    share = -(-records // parallelism)

    def make(number: int) -> Event:
        at = number % share * parallelism + number // share
        return at // (1_000 * RECORDS_OF_NEW_KEY) * 1_000 + at % 1_000, at, at // 50

    return make


def _live_event(live: LiveWindows) -> MakeEvent:
    keys, pairs = live.keys, live.keys * live.windows

    def make(number: int) -> Event:
        pair = number * _STRIDE % pairs
        return pair % keys, number, pair // keys * WINDOW_MS

    return make
