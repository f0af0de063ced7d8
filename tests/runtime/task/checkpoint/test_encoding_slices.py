"""EncodingSlices: how many entries of a snapshot a task encodes at once."""

from __future__ import annotations

from pyrite.runtime.task.checkpoint.encoding_slices import EncodingSlices


def test_first_slice_is_short_and_a_busy_task_gives_a_third_of_its_time() -> None:
    slices = EncodingSlices()
    assert slices.entries(0) == slices.entries(5_999) == 100
    assert slices.entries(60_000) == 1_000


def test_slices_grow_slowly_when_entries_are_cheap_and_shrink_at_once_when_they_are_not() -> None:
    slices = EncodingSlices()
    slices.took(100, 1_000)  # 10 us an entry, of which a third counts: 17 us
    assert slices.entries(0) == 117
    slices.took(100, 40_000)
    assert slices.entries(0) == 5


def test_slice_has_at_least_one_entry_and_a_bound() -> None:
    slices = EncodingSlices()
    slices.took(1, 1_000_000)
    assert slices.entries(0) == 1
    for _ in range(60):
        slices.took(1_000_000, 1)
    assert slices.entries(3_000_000_000) == 1 << 16
