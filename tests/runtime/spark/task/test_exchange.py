"""ExchangeOutput and ExchangeInput: frames pass sealed, greetings count, and what a stranger writes ends the input."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Optional

import pyarrow as pa
import pytest

from pyrite.core.clock import ManualClock
from pyrite.core.errors import ExchangeIntrusionError
from pyrite.runtime.spark.task.exchange_input import ExchangeInput
from pyrite.runtime.spark.task.exchange_output import SCHEMA, ExchangeOutput
from pyrite.runtime.spark.task.mailbox import Mailbox
from pyrite.runtime.wire.frame_seals import FrameOpener, FrameSealer
from pyrite.runtime.wire.frames import Buffer
from tests.spark.processes import wait_until

SECRET = bytes(32)


def output() -> ExchangeOutput:
    return ExchangeOutput(FrameSealer(SECRET, 1, 1), 2)


def rows_to(pid: int, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """As Spark passes them on: each row by itself, followed by an empty one."""
    for batch in batches:
        for row, receiver in enumerate(batch.column(0).to_pylist()):
            if receiver == pid:
                yield batch.slice(row, 1)
                yield pa.RecordBatch.from_pylist([{"pid": pid, "frame": None}], schema=SCHEMA)


def received(batches: Iterator[pa.RecordBatch], opener: Optional[FrameOpener]) -> Mailbox:
    """The mailbox after all batches."""
    mailbox = Mailbox(4 << 20, 4 << 20)
    ExchangeInput(batches, mailbox, opener, 0, ManualClock()).start()
    wait_until(lambda: mailbox.frames_ended, 5, "the end of the frames")
    return mailbox


def frames_in(mailbox: Mailbox) -> list[Buffer]:
    return [frame for _ in range(mailbox.queued_frames) if (frame := mailbox.take_frame()) is not None]


@pytest.mark.parametrize("is_sealed", [True, False], ids=["sealed", "plain"])
def test_frames_arrive_at_their_receivers(is_sealed: bool) -> None:
    sender = output() if is_sealed else ExchangeOutput(None, 2)
    sent: list[tuple[int, Buffer]] = [(0, b"to 0"), (1, b"to 1"), (0, b"again"), (0, bytes(2 << 20)), (0, b"last")]
    batches = list(sender.batches(sent))
    opener = FrameOpener(SECRET, 1, 0) if is_sealed else None
    mailbox = received(rows_to(0, iter(batches)), opener)
    assert frames_in(mailbox) == [frame for pid, frame in sent if pid == 0]
    assert mailbox.forgery is None and len(batches) == 2


def test_plain_output_greets_nobody() -> None:
    assert list(ExchangeOutput(None, 2).greetings()) == []


def test_greeting_is_no_frame() -> None:
    mailbox = received(rows_to(1, output().greetings()), FrameOpener(SECRET, 1, 1))
    assert mailbox.queued_frames == 0 and mailbox.forgery is None


def test_frame_of_a_stranger_ends_the_input_with_an_error() -> None:
    batches = [*output().batches([(0, b"good")]), *ExchangeOutput(None, 2).batches([(0, b"forged")])]
    mailbox = received(rows_to(0, iter(batches)), FrameOpener(SECRET, 1, 0))
    assert frames_in(mailbox) == [b"good"]
    assert isinstance(mailbox.forgery, ExchangeIntrusionError)


class Tap:
    """Batches of one sender after another, as a test lets them through."""

    def __init__(self, mailbox: Mailbox) -> None:
        self.clock = ManualClock()
        self._opener = FrameOpener(SECRET, 1, 0)
        self.exchange = ExchangeInput(iter(()), mailbox, self._opener, 2, self.clock)

    def hear_one(self) -> None:
        (batch,) = output().greetings()
        self._opener.open(batch.column(1)[0].as_py())


def test_silence_is_measured_until_every_sender_was_heard() -> None:
    tap = Tap(Mailbox(10, 10))
    tap.hear_one()
    tap.clock.advance(700)
    assert tap.exchange.silence_ms() == 700
    tap.hear_one()
    assert tap.exchange.silence_ms() == 0


def test_time_in_a_full_mailbox_is_no_silence() -> None:
    mailbox, clock, opener = Mailbox(10, 10), ManualClock(), FrameOpener(SECRET, 1, 0)
    batches = rows_to(0, output().batches([(0, b"1234567890"), (0, b"1234567890")]))
    exchange = ExchangeInput(batches, mailbox, opener, 2, clock)
    clock.advance(300)
    exchange.start()
    wait_until(lambda: mailbox._reader_waits, 5, "a reader that waits for room")
    clock.advance(5000)
    assert exchange.silence_ms() == 300
    mailbox.take_frame()
    wait_until(lambda: mailbox.frames_ended, 5, "the end of the frames")
    assert exchange.silence_ms() == 0  # nothing more will come
