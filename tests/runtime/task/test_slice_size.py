"""SliceSize: slices of about 10 ms, whether the call or the record is what costs."""

from __future__ import annotations

from pyrite.runtime.task.slice_size import SliceSize


def run(slices: int, per_call_us: float, per_record_us: float, waiting: int = 1 << 20) -> SliceSize:
    """Works on as many records as fit, `waiting` at the most."""
    size = SliceSize()
    for _ in range(slices):
        count = min(size.records, waiting)
        size.took(count, int(per_call_us + per_record_us * count))
    return size


def test_fast_records_are_worked_on_by_the_ten_thousand() -> None:
    assert run(30, 20, 0.1).records == 1 << 16


def test_slice_takes_about_ten_milliseconds() -> None:
    assert 8_000 <= run(30, 20, 1).records <= 10_000


def test_slow_records_are_worked_on_two_at_a_time() -> None:
    assert run(30, 0, 200_000).records == 2


def test_slices_grow_where_the_call_is_what_costs() -> None:
    size = SliceSize()
    for waiting in (1, 2, 2, 4, 8, 16, 32, 64):
        size.took(min(waiting, size.records), 100_000)
    assert size.records >= 32


def test_first_slices_are_small_whatever_follows() -> None:
    assert SliceSize().records == 2


def test_blocks_are_joined_where_the_call_is_what_costs() -> None:
    size = SliceSize()
    for count in (1, 2, 1, 2, 4, 8, 16, 32):
        size.took(count, 100_000)
    assert size.join_up_to >= 32


def test_small_blocks_are_joined_on_trial() -> None:
    size = SliceSize()
    for _ in range(10):
        size.took(1, 100_000)
    assert size.join_up_to >= 2


def test_large_blocks_are_not_joined() -> None:
    assert run(30, 20, 1).join_up_to < 200


def test_slice_shrinks_at_once_when_records_become_slow() -> None:
    size = run(30, 20, 1)
    size.took(8_000, 160_000_000)
    assert size.records < 100
