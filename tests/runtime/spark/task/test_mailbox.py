"""Mailbox: frames up to a bound, messages always; the reader waits for room, the main loop for something to do."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from pyrite.runtime.spark.task.mailbox import Mailbox

SOON_S = 5.0
"""Ample for what is about to happen."""
NEVER_S = 0.05
"""Enough to see that something does not happen."""


class Background:
    """A call in another thread."""

    def __init__(self, call: Callable[[], object]) -> None:
        self._done = threading.Event()
        self._call = call
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        self._call()
        self._done.set()

    def is_done(self) -> bool:
        return self._done.wait(SOON_S)

    def is_waiting(self) -> bool:
        return not self._done.wait(NEVER_S)


def full(drain_bytes: int = 10) -> Mailbox:
    mailbox = Mailbox(10, drain_bytes)
    mailbox.put_frame(b"1234567890")
    return mailbox


def test_frames_come_out_in_order() -> None:
    mailbox = Mailbox(100, 100)
    for frame in (b"a", b"b", b"c"):
        mailbox.put_frame(frame)
    assert [mailbox.take_frame() for _ in range(4)] == [b"a", b"b", b"c", None]


def test_messages_come_out_in_order() -> None:
    mailbox = Mailbox(100, 100)
    mailbox.put_message("a")
    mailbox.put_message("b")
    assert [mailbox.take_message() for _ in range(3)] == ["a", "b", None]


def test_bytes_and_frames_are_counted() -> None:
    mailbox = Mailbox(100, 100)
    mailbox.put_frame(b"abc")
    mailbox.put_frame(b"de")
    assert (mailbox.queued_frames, mailbox.queued_bytes) == (2, 5)
    mailbox.take_frame()
    assert (mailbox.queued_frames, mailbox.queued_bytes) == (1, 2)


def test_reader_waits_while_the_box_is_full_and_continues_when_there_is_room() -> None:
    mailbox = full()
    reader = Background(lambda: mailbox.put_frame(b"next"))
    assert reader.is_waiting()
    mailbox.take_frame()
    assert reader.is_done()
    assert mailbox.take_frame() == b"next"


def test_reader_continues_only_when_half_of_the_box_is_free() -> None:
    mailbox = Mailbox(10, 10)
    for _ in range(5):
        mailbox.put_frame(b"xx")
    reader = Background(lambda: mailbox.put_frame(b"y"))
    assert reader.is_waiting()
    mailbox.take_frame()
    mailbox.take_frame()
    assert reader.is_waiting()
    mailbox.take_frame()
    assert reader.is_done()


def test_frame_larger_than_the_bound_is_let_in_alone() -> None:
    mailbox = Mailbox(10, 10)
    mailbox.put_frame(b"x" * 50)
    reader = Background(lambda: mailbox.put_frame(b"y" * 50))
    assert reader.is_waiting()
    mailbox.take_frame()
    assert reader.is_done()


def test_messages_pass_a_full_box() -> None:
    mailbox = full()
    assert Background(lambda: mailbox.put_message("cancel")).is_done()
    assert mailbox.take_message() == "cancel"


@pytest.mark.parametrize(
    "put",
    [lambda box: box.put_frame(b"x"), lambda box: box.put_message("x"), lambda box: box.end_frames()],
    ids=["frame", "message", "end"],
)
@pytest.mark.parametrize("before", [True, False], ids=["already there", "comes later"])
def test_main_loop_waits_until_something_is_there(put: Callable[[Mailbox], None], before: bool) -> None:
    mailbox = Mailbox(10, 10)
    if before:
        put(mailbox)
    main = Background(lambda: mailbox.wait(None))
    if not before:
        assert main.is_waiting()
        put(mailbox)
    assert main.is_done()


def test_main_loop_waits_no_longer_than_its_timeout() -> None:
    mailbox = Mailbox(10, 10)
    assert Background(lambda: mailbox.wait(0.001)).is_done()


@pytest.mark.parametrize("timeout_s", [(2**63 - 1) / 1000, float("inf")])
def test_main_loop_waits_for_a_timer_that_lies_centuries_ahead(timeout_s: float) -> None:
    mailbox = Mailbox(10, 10)
    main = Background(lambda: mailbox.wait(timeout_s))
    assert main.is_waiting()
    mailbox.put_message("x")
    assert main.is_done()


def test_end_of_frames_is_reported_beside_the_frames_that_are_left() -> None:
    mailbox = Mailbox(10, 10)
    mailbox.put_frame(b"last")
    mailbox.end_frames()
    assert (mailbox.frames_ended, mailbox.take_frame()) == (True, b"last")


def test_end_of_frames_wakes_the_main_loop_once() -> None:
    mailbox = Mailbox(10, 10)
    mailbox.end_frames()
    mailbox.wait(None)
    main = Background(lambda: mailbox.wait(None))
    assert main.is_waiting()
    mailbox.put_message("leave")
    assert main.is_done()


def test_nothing_is_lost_between_a_fast_reader_and_the_main_loop() -> None:
    mailbox = Mailbox(50, 50)
    frames = [b"%d" % number for number in range(3000)]

    def read() -> None:
        for frame in frames:
            mailbox.put_frame(frame)
        mailbox.end_frames()

    reader = Background(read)
    taken = []
    while not (mailbox.frames_ended and not mailbox.queued_frames):
        frame = mailbox.take_frame()
        if frame is None:
            mailbox.wait(1)
        else:
            taken.append(frame)
    assert taken == frames
    assert reader.is_done()


# Unaligned checkpoints: a wider bound ---------------------------------------------------------------------------------


def test_reader_that_waits_continues_when_the_bound_is_wider() -> None:
    mailbox = full(drain_bytes=100)
    reader = Background(lambda: mailbox.put_frame(b"next"))
    assert reader.is_waiting()
    mailbox.set_bounded(False)
    assert reader.is_done()
    assert (mailbox.queued_frames, mailbox.queued_bytes) == (2, 14)


def test_reader_waits_at_the_wider_bound() -> None:
    mailbox = full(drain_bytes=1000)
    mailbox.set_bounded(False)
    for _ in range(99):
        mailbox.put_frame(b"1234567890")
    reader = Background(lambda: mailbox.put_frame(b"next"))
    assert reader.is_waiting()
    for _ in range(50):
        mailbox.take_frame()
    assert reader.is_done()


def test_reader_waits_again_when_the_bound_is_back_until_half_of_the_box_is_free() -> None:
    mailbox = Mailbox(10, 100)
    mailbox.set_bounded(False)
    for _ in range(20):
        mailbox.put_frame(b"xx")
    mailbox.set_bounded(True)
    reader = Background(lambda: mailbox.put_frame(b"y"))
    for _ in range(17):
        mailbox.take_frame()
    assert reader.is_waiting()
    mailbox.take_frame()
    assert reader.is_done()


def test_bound_may_be_lifted_twice_and_set_twice() -> None:
    mailbox = full(drain_bytes=100)
    for bounded in (False, False, True, True):
        mailbox.set_bounded(bounded)
    reader = Background(lambda: mailbox.put_frame(b"next"))
    assert reader.is_waiting()
    mailbox.take_frame()
    assert reader.is_done()


def test_main_loop_that_waits_is_woken_by_the_reader_that_continues() -> None:
    mailbox = full()
    reader = Background(lambda: mailbox.put_frame(b"next"))
    assert reader.is_waiting()
    assert mailbox.take_frame() == b"1234567890"
    assert reader.is_done()
    assert Background(lambda: mailbox.wait(None)).is_done()


def test_order_holds_while_the_bound_comes_and_goes() -> None:
    mailbox = Mailbox(50, 500)
    frames = [b"%d" % number for number in range(3000)]

    def read() -> None:
        for frame in frames:
            mailbox.put_frame(frame)

    reader = Background(read)
    taken: list[object] = []
    while len(taken) < len(frames):
        mailbox.set_bounded(len(taken) % 7 < 4)
        frame = mailbox.take_frame()
        if frame is None:
            mailbox.wait(0.01)
        else:
            taken.append(frame)
    assert taken == frames
    assert reader.is_done()
