"""Instant: a point in time, in seconds and nanoseconds.

PyFlink's to_epoch_milli is wrong before 1970 (Instant(-1, 500_000_000) gives -951); ours is Java's.
"""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.types.instant import Instant


@pytest.mark.parametrize(
    ("instant", "expected_ms"),
    [
        (Instant(0, 0), 0),
        (Instant(1, 999_999), 1000),
        (Instant(1, 1_000_000), 1001),
        (Instant(-1, 500_000_000), -500),
        (Instant(-1, 999_999_999), -1),
        (Instant(-5, 0), -5000),
    ],
)
def test_instant_in_milliseconds_is_rounded_down(instant: Instant, expected_ms: int) -> None:
    assert instant.to_epoch_milli() == expected_ms


@given(st.integers(-(10**15), 10**15))
def test_instant_of_milliseconds_gives_them_back(epoch_ms: int) -> None:
    instant = Instant.of_epoch_milli(epoch_ms)
    assert instant.to_epoch_milli() == epoch_ms
    assert 0 <= instant.nanos < 1_000_000_000


def test_instants_are_ordered_equal_and_hashed_by_time() -> None:
    assert Instant(1, 5) < Instant(1, 6) < Instant(2, 0)
    assert len({Instant(1, 5), Instant(1, 5), Instant(1, 6)}) == 2


def test_instant_prints_as_pyflinks() -> None:
    assert repr(Instant(1, 5)) == "Instant<1, 5>"


def test_instant_comes_back_from_pickle() -> None:
    assert pickle.loads(pickle.dumps(Instant(-1, 7))) == Instant(-1, 7)
