"""Sealed frames open for their receiver, in any later run of its stage, and for nobody else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.errors import ExchangeIntrusionError
from pyrite.runtime.wire import frame_seals
from pyrite.runtime.wire.frame_seals import SEAL_BYTES, FrameOpener, FrameSealer

SECRET = bytes(range(32))
LEVEL, PID = 3, 7


def sealed(frame: bytes = b"a frame", attempt: int = 1, secret: bytes = SECRET) -> bytes:
    return b"".join(FrameSealer(secret, attempt, LEVEL).seal(PID, frame))


def opener() -> FrameOpener:
    return FrameOpener(SECRET, LEVEL, PID)


@given(st.binary(), st.integers(0, 2**64 - 1))
def test_frame_comes_back_as_it_was(frame: bytes, attempt: int) -> None:
    assert opener().open(memoryview(sealed(frame, attempt))) == frame


def test_seal_adds_a_fixed_number_of_bytes_and_hides_the_frame() -> None:
    data = sealed(b"account 17" * 100)
    assert len(data) == 1000 + SEAL_BYTES
    assert b"account" not in data


@given(st.data())
def test_changed_frame_does_not_open(draw: st.DataObject) -> None:
    data = bytearray(sealed())
    data[draw.draw(st.integers(0, len(data) - 1))] ^= draw.draw(st.integers(1, 255))
    with pytest.raises(ExchangeIntrusionError, match=r"a frame of 51 bytes does not open: a stranger has written"):
        opener().open(data)


@given(st.one_of(st.binary(), st.binary().map(lambda tail: sealed() + tail + b"x"), st.just(sealed()[:-1])))
def test_bytes_that_no_task_sealed_do_not_open(data: bytes) -> None:
    receiver = opener()
    with pytest.raises(ExchangeIntrusionError):
        receiver.open(data)
    assert receiver.origins == 0


@pytest.mark.parametrize(
    "other",
    [
        FrameOpener(SECRET, LEVEL, PID + 1),
        FrameOpener(SECRET, LEVEL + 1, PID),
        FrameOpener(SECRET[::-1], LEVEL, PID),
    ],
    ids=["another task", "another level", "another attempt's secret"],
)
def test_frame_opens_nowhere_else(other: FrameOpener) -> None:
    with pytest.raises(ExchangeIntrusionError):
        other.open(sealed())


def test_frames_that_earlier_runs_of_a_stage_kept_open_in_a_later_one() -> None:
    receiver, runs = opener(), [sealed(attempt=attempt) for attempt in (1, 2, 2)]
    assert [receiver.open(run) for run in runs] == [b"a frame"] * 3
    assert receiver.origins == 3


def test_runs_of_a_sender_under_one_secret_never_repeat_a_key() -> None:
    one, again = sealed(attempt=5), sealed(attempt=5)
    assert one[-SEAL_BYTES:] != again[-SEAL_BYTES:]
    assert len({frame[:28] for frame in (one, again)}) == 2


def test_counter_that_wraps_begins_again_with_another_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frame_seals, "_MOST_FRAMES", 3)
    sender, receiver = FrameSealer(SECRET, 1, LEVEL), opener()
    rows = [sender.seal(PID, b"%d" % number) for number in range(10)]
    assert [receiver.open(header + data) for header, data in rows] == [b"%d" % number for number in range(10)]
    assert len({header for header, _ in rows}) == 10
    assert receiver.origins == 4
