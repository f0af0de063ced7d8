"""Windows as values, their arithmetic, how they merge, and their serializers."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterable
from datetime import timedelta
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.errors import InvalidProgramError
from pyrite.core.time.time import Duration, Time
from pyrite.core.types.serializer import TypeSerializer
from pyrite.core.windows.window_assigner import MergingWindowAssigner
from pyrite.core.windows.windows import (
    CountWindow,
    CountWindowSerializer,
    GlobalWindow,
    GlobalWindowSerializer,
    TimeWindow,
    TimeWindowSerializer,
    Window,
    span_ms,
)

LONGS = st.integers(-(2**63), 2**63 - 1)
SPANS = st.tuples(st.integers(-50, 50), st.integers(1, 20)).map(lambda pair: TimeWindow(pair[0], sum(pair)))


class Merges(MergingWindowAssigner.MergeCallback[TimeWindow]):
    """Writes down what is to be merged."""

    def __init__(self) -> None:
        self.groups: dict[TimeWindow, set[TimeWindow]] = {}

    def merge(self, to_be_merged: Iterable[TimeWindow], merge_result: TimeWindow) -> None:
        self.groups[merge_result] = set(to_be_merged)


def merged(*windows: TimeWindow) -> dict[TimeWindow, set[TimeWindow]]:
    merges = Merges()
    TimeWindow.merge_windows(windows, merges)
    return merges.groups


def test_time_window_ends_a_millisecond_before_its_end() -> None:
    assert TimeWindow(0, 10).max_timestamp() == 9
    assert repr(TimeWindow(0, 10)) == "TimeWindow(start=0, end=10)"


def test_time_window_is_a_value() -> None:
    window = TimeWindow(0, 10)
    assert window == TimeWindow(0, 10) != TimeWindow(0, 11)
    assert {window, TimeWindow(0, 10)} == {window}
    assert isinstance(window, Window)


def test_time_windows_are_ordered_by_start_then_end() -> None:
    windows = [TimeWindow(5, 6), TimeWindow(0, 9), TimeWindow(-3, 100), TimeWindow(0, 2)]
    assert sorted(windows) == [TimeWindow(-3, 100), TimeWindow(0, 2), TimeWindow(0, 9), TimeWindow(5, 6)]


@pytest.mark.parametrize("name", ["start", "end", "other"])
def test_time_window_cannot_be_changed(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(TimeWindow(0, 10), name, 1)


@pytest.mark.parametrize("window", [TimeWindow(-1, 10), CountWindow(3), GlobalWindow.get()])
def test_window_is_the_same_when_pickled_and_copied(window: Window) -> None:
    for twin in (pickle.loads(pickle.dumps(window)), copy.deepcopy(window)):
        assert twin == window
        assert type(twin) is type(window)
        assert hash(twin) == hash(window)


@pytest.mark.parametrize(
    ("other", "expected"),
    [((5, 15), True), ((0, 10), True), ((10, 20), True), ((-5, 0), True), ((11, 20), False), ((-5, -1), False)],
)
def test_intersects_counts_windows_that_touch(other: tuple[int, int], expected: bool) -> None:
    assert TimeWindow(0, 10).intersects(TimeWindow(*other)) is expected
    assert TimeWindow(*other).intersects(TimeWindow(0, 10)) is expected


def test_cover_is_the_smallest_window_around_both() -> None:
    assert TimeWindow(0, 5).cover(TimeWindow(8, 10)) == TimeWindow(0, 10)
    assert TimeWindow(0, 10).cover(TimeWindow(2, 3)) == TimeWindow(0, 10)


@pytest.mark.parametrize(
    ("offset", "starts"),
    [
        (0, {-8: -14, -7: -7, -6: -7, -1: -7, 1: 0, 6: 0, 7: 7, 8: 7}),
        (3, {-10: -11, -9: -11, -3: -4, -1: -4, 1: -4, 2: -4, 3: 3, 9: 3, 10: 10}),
        (-2, {-12: -16, -7: -9, -4: -9, -3: -9, -2: -2, -1: -2, 1: -2, 4: -2, 7: 5, 12: 12}),
    ],
)
def test_window_start_is_flinks(offset: int, starts: dict[int, int]) -> None:
    # From Flink's TimeWindowTest.
    assert {time: TimeWindow.get_window_start_with_offset(time, offset, 7) for time in starts} == starts


def test_window_start_of_a_day_in_china_is_flinks() -> None:
    start = TimeWindow.get_window_start_with_offset(1_470_902_048_450, -8 * 3_600_000, 24 * 3_600_000)
    assert start == 1_470_844_800_000


@given(LONGS, st.integers(1, 10**9), st.integers(-(10**9), 10**9))
def test_window_start_is_the_last_one_not_after_the_time(timestamp: int, size: int, offset: int) -> None:
    start = TimeWindow.get_window_start_with_offset(timestamp, offset, size)
    assert start <= timestamp < start + size
    assert (start - offset) % size == 0


def test_merge_windows_tells_each_group_and_its_cover() -> None:
    # From Flink's EventTimeSessionWindowsTest.
    low, high = {TimeWindow(0, 1), TimeWindow(1, 2), TimeWindow(2, 3)}, {TimeWindow(4, 5), TimeWindow(5, 6)}
    assert merged(*high, *low) == {TimeWindow(0, 3): low, TimeWindow(4, 6): high}


def test_merge_windows_takes_in_windows_that_lie_within_others() -> None:
    # From Flink's EventTimeSessionWindowsTest.
    low, high = {TimeWindow(1, 1), TimeWindow(0, 2)}, {TimeWindow(4, 7), TimeWindow(5, 6)}
    assert merged(*high, *low) == {TimeWindow(0, 2): low, TimeWindow(4, 7): high}


def test_merge_windows_is_silent_about_windows_that_stand_alone() -> None:
    assert merged(TimeWindow(0, 1), TimeWindow(3, 4), TimeWindow(3, 4)) == {}
    assert merged() == {}


@given(st.lists(SPANS))
def test_merge_windows_covers_every_millisecond_once(windows: list[TimeWindow]) -> None:
    groups = merged(*windows)
    alone = set(windows) - {window for group in groups.values() for window in group}
    result = sorted([*alone, *groups])
    assert all(before.end < after.start for before, after in pairwise(result))
    assert {ms for w in windows for ms in range(w.start, w.end + 1)} == {
        ms for w in result for ms in range(w.start, w.end + 1)
    }
    assert all(len(group) > 1 for group in groups.values())


def test_global_window_is_one_and_has_no_end() -> None:
    assert GlobalWindow() is GlobalWindow.get() is pickle.loads(pickle.dumps(GlobalWindow.get()))
    assert GlobalWindow.get().max_timestamp() == 2**63 - 1
    assert repr(GlobalWindow.get()) == "GlobalWindow"


def test_count_window_is_its_number_and_has_no_end() -> None:
    assert CountWindow(3) == CountWindow(3) != CountWindow(4)
    assert CountWindow(3).id == 3
    assert CountWindow(3).max_timestamp() == 2**63 - 1
    assert repr(CountWindow(3)) == "CountWindow(id=3)"


@given(st.lists(st.tuples(LONGS, LONGS)))
def test_serializers_read_what_they_wrote(pairs: list[tuple[int, int]]) -> None:
    stream = BytesIO()
    written: list[tuple[TypeSerializer[Any], Window]] = []
    for start, end in pairs:
        written.append((TimeWindowSerializer(), TimeWindow(start, end)))
        written.append((CountWindowSerializer(), CountWindow(start)))
        written.append((GlobalWindowSerializer(), GlobalWindow.get()))
    for serializer, window in written:
        serializer.serialize(window, stream)
    stream.seek(0)
    assert [serializer.deserialize(stream) for serializer, _ in written] == [window for _, window in written]
    assert stream.read() == b""


@pytest.mark.parametrize("span", [Time.seconds(5), Duration.of_seconds(5), timedelta(seconds=5)])
def test_span_may_be_a_time_a_duration_or_a_timedelta(span: Any) -> None:
    assert span_ms(span, "the size") == 5000


def test_span_refuses_a_bare_number() -> None:
    with pytest.raises(InvalidProgramError, match=r"the size must be a Time \(as Time.seconds\(5\)\).*not 5000"):
        span_ms(5000, "the size")  # type: ignore[arg-type]
