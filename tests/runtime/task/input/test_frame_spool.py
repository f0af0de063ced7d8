"""FrameSpool: frames wait in order, in memory up to a limit, then on disk; a disk read out is given back."""

from __future__ import annotations

from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.runtime.task.input.frame_spool import FrameSpool


def spool(memory_bytes: int, *frames: bytes) -> FrameSpool:
    made = FrameSpool(memory_bytes)
    for frame in frames:
        made.append(frame)
    return made


def is_on_disk(made: FrameSpool) -> bool:
    return made._file is not None


def take_all(made: FrameSpool) -> list[bytes]:
    return [bytes(made.popleft()) for _ in range(len(made))]


@pytest.mark.parametrize("memory_bytes", [0, 3, 100], ids=["disk", "both", "memory"])
def test_frames_come_out_in_the_order_they_went_in(memory_bytes: int) -> None:
    frames = [b"a", b"bb", b"ccc", b"", b"d" * 1000]
    assert take_all(spool(memory_bytes, *frames)) == frames


def test_frames_within_the_limit_stay_in_memory() -> None:
    assert not is_on_disk(spool(4, b"ab", b"cd"))


def test_frame_over_the_limit_goes_to_disk() -> None:
    assert is_on_disk(spool(4, b"ab", b"cd", b"e"))


def test_first_frame_is_kept_in_memory_however_large() -> None:
    assert not is_on_disk(spool(1, b"x" * 1000))


def test_later_frames_follow_to_disk_though_there_is_room_again() -> None:
    made = spool(4, b"abcd", b"on disk")
    made.popleft()
    made.append(b"e")
    assert take_all(made) == [b"on disk", b"e"]


def test_memory_is_used_again_once_the_disk_is_read_out() -> None:
    made = spool(4, b"abcd", b"on disk")
    take_all(made)
    assert not is_on_disk(made)
    made.append(b"ef")
    assert not is_on_disk(made)
    assert take_all(made) == [b"ef"]


def test_disk_is_read_from_its_beginning_the_second_time() -> None:
    made = spool(0, b"a", b"b", b"c")
    take_all(made)
    for frame in (b"d", b"e", b"f"):
        made.append(frame)
    assert take_all(made) == [b"d", b"e", b"f"]


def test_frames_and_bytes_are_counted_in_memory_and_on_disk() -> None:
    made = spool(2, b"ab", b"cde")
    assert (len(made), made.bytes) == (2, 5)
    made.popleft()
    assert (len(made), made.bytes) == (1, 3)
    made.popleft()
    assert (len(made), made.bytes, bool(made)) == (0, 0, False)


def test_looking_through_leaves_the_frames_where_they_are() -> None:
    made = spool(2, b"a", b"b", b"c", b"d")
    made.popleft()
    made.popleft()
    made.popleft()
    assert list(made) == [b"d"]
    made.append(b"e")
    assert list(made) == [b"d", b"e"]
    assert take_all(made) == [b"d", b"e"]


def test_frame_is_what_it_was_when_its_buffer_is_used_again() -> None:
    buffer = bytearray(b"before")
    made = spool(0, b"first", memoryview(buffer).toreadonly().tobytes())
    made.append(buffer)
    buffer[:] = b"behind"
    assert take_all(made)[2] == b"before"


def test_close_gives_the_disk_back_and_may_be_repeated() -> None:
    made = spool(0, b"a", b"b")
    made.close()
    made.close()
    assert not is_on_disk(made)


@given(st.integers(0, 40), st.lists(st.one_of(st.none(), st.binary(max_size=20)), max_size=60))
def test_spool_does_what_a_queue_does(memory_bytes: int, steps: list[bytes | None]) -> None:
    made, model = FrameSpool(memory_bytes), deque[bytes]()
    for step in steps:
        if step is not None:
            made.append(step)
            model.append(step)
        elif model:
            assert made.popleft() == model.popleft()
        assert (len(made), made.bytes, list(made)) == (len(model), sum(map(len, model)), list(model))
    made.close()
