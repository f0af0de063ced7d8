"""RecordWriter: when blocks leave, in which frames, and in which order."""

from __future__ import annotations

import sys
import threading
from typing import Any, Optional

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyrite.core.blocks.row_block import PICKLE, RowBlock
from pyrite.core.clock import ManualClock
from pyrite.core.errors import UnsendableRecordError
from pyrite.core.job.partitioning import Partitioning, PartitioningKind
from pyrite.core.time.time import NO_TIMESTAMP
from pyrite.runtime.task.input.edge_input import InputGate
from pyrite.runtime.task.output.record_writer import UNLIMITED, RecordWriter
from pyrite.runtime.wire.deployment import InputEdge
from pyrite.runtime.wire.frames import (
    HEADER_SIZE,
    FrameHeader,
    FrameKind,
    decode_time,
    payload_of,
    unpack_header,
)
from pyrite.runtime.wire.partitioners import make_partitioner

EDGE, SENDER = 7, 2


class Wire:
    """A writer, and what it has sent."""

    def __init__(
        self,
        timeout_ms: int = 5,
        receivers: int = 1,
        frame_size: int = 192 << 10,
        kind: Any = None,
        first_credit: int = UNLIMITED,
    ) -> None:
        self.clock = ManualClock(1_000_000)
        self.frames: list[tuple[int, bytes]] = []
        kind = kind or PartitioningKind.GLOBAL
        partitioner = make_partitioner(Partitioning(kind), SENDER, 3, receivers, 128, "op")
        hops = {receiver: receiver + 100 for receiver in range(receivers)}
        self.writer = RecordWriter(
            EDGE, SENDER, hops, partitioner, self._send, self.clock, timeout_ms, frame_size, "'op'", first_credit
        )

    def _send(self, pid: int, frame: bytes) -> None:
        self.frames.append((pid, frame))

    def write(self, *values: Any, timestamps: Optional[list[int]] = None) -> None:
        self.writer.process_block(RowBlock(list(values), timestamps))

    def pass_time(self, by_ms: int) -> None:
        self.clock.advance(by_ms)
        self.writer.flush_due(self.clock.monotonic_us())

    @property
    def headers(self) -> list[FrameHeader]:
        return [unpack_header(frame) for _, frame in self.frames]

    @property
    def kinds(self) -> list[int]:
        return [header.kind for header in self.headers]

    @property
    def blocks(self) -> list[RowBlock]:
        """The blocks of the first receiver, put together as an input gate does."""
        gate = InputGate((InputEdge(EDGE, 0, False, (SENDER,)),))
        actual = []
        for _, frame in self.frames:
            header = unpack_header(frame)
            if header.receiver == 0:
                payload = gate.accept(header, frame)[1]
                if payload is not None and header.kind == FrameKind.BLOCK:
                    actual.append(PICKLE.decode(payload))
        return actual

    @property
    def values(self) -> list[list[Any]]:
        return [block.values for block in self.blocks]


def quiet(timeout_ms: int = 5, **options: Any) -> Wire:
    return Wire(timeout_ms, **options)


def busy(timeout_ms: int = 5, **options: Any) -> Wire:
    """A wire whose last block has just left."""
    wire = Wire(timeout_ms, **options)
    wire.write("first")
    wire.pass_time(0)
    wire.frames.clear()
    return wire


# When blocks leave ----------------------------------------------------------------------------------------------------


def test_record_of_a_quiet_stream_is_due_at_once() -> None:
    wire = quiet()
    wire.write(1)
    assert wire.frames == []
    wire.pass_time(0)
    assert wire.values == [[1]]


def test_records_of_a_busy_stream_gather_until_the_timeout_since_the_last_block() -> None:
    wire = busy(timeout_ms=5)
    wire.write(1)
    wire.pass_time(4)
    wire.write(2)
    assert wire.frames == []
    wire.pass_time(1)
    assert [unpack_header(frame).kind for _, frame in wire.frames] == [FrameKind.BLOCK]
    assert PICKLE.decode(payload_of(wire.frames[0][1])).values == [1, 2]


def test_stream_that_was_silent_for_the_timeout_is_quiet_again() -> None:
    wire = busy(timeout_ms=5)
    wire.pass_time(5)
    wire.write(1)
    wire.pass_time(0)
    assert len(wire.frames) == 1


def test_timeout_zero_sends_every_block_at_once() -> None:
    wire = busy(timeout_ms=0)
    for value in range(3):
        wire.write(value)
        wire.pass_time(0)
    assert len(wire.frames) == 3


def test_timeout_minus_one_sends_only_full_blocks() -> None:
    wire = quiet(timeout_ms=-1)
    wire.write(*range(999))
    wire.pass_time(1_000_000)
    assert (wire.frames, wire.writer.due_us()) == ([], None)
    wire.write(999)
    assert wire.values == [list(range(1000))]


@pytest.mark.parametrize("timeout_ms", [-1, 0, 5])
def test_full_block_leaves_at_once(timeout_ms: int) -> None:
    wire = busy(timeout_ms) if timeout_ms >= 0 else quiet(timeout_ms)
    wire.write(*range(wire.writer.records_per_frame))
    assert wire.kinds == [FrameKind.BLOCK]


def test_full_block_counts_as_the_last_one_that_left() -> None:
    wire = quiet(timeout_ms=5)
    wire.write(*range(1000))
    wire.write("next")
    wire.pass_time(4)
    assert len(wire.frames) == 1
    wire.pass_time(1)
    assert len(wire.frames) == 2


def test_due_time_is_that_of_the_first_waiting_block() -> None:
    wire = busy(timeout_ms=5)
    assert wire.writer.due_us() is None
    wire.write(1)
    assert wire.writer.due_us() == wire.clock.monotonic_us() + 5000


def test_receivers_wait_each_for_themselves() -> None:
    wire = quiet(receivers=2, kind=PartitioningKind.REBALANCE)
    wire.write(1)
    wire.pass_time(0)
    first = wire.headers[0].receiver
    wire.write(2)
    wire.pass_time(0)
    assert [header.receiver for header in wire.headers] == [first, 1 - first]


def test_blocks_gather_longer_while_the_task_is_under_load() -> None:
    wire = busy(timeout_ms=5)
    wire.writer.under_load = True
    wire.write(1)
    wire.pass_time(34)
    assert wire.frames == []
    wire.pass_time(1)
    assert len(wire.frames) == 1


def test_blocks_leave_at_once_under_load_when_the_timeout_is_zero() -> None:
    wire = busy(timeout_ms=0)
    wire.writer.under_load = True
    wire.write(1)
    wire.pass_time(0)
    assert len(wire.frames) == 1


# Marks ----------------------------------------------------------------------------------------------------------------


def test_watermark_goes_behind_its_records_to_every_receiver() -> None:
    wire = busy(receivers=2, kind=PartitioningKind.REBALANCE)
    wire.write("a", "b")
    wire.writer.process_watermark(42)
    for receiver in (0, 1):
        mine = [frame for pid, frame in wire.frames if pid == receiver + 100]
        assert [unpack_header(frame).kind for frame in mine] == [FrameKind.BLOCK, FrameKind.WATERMARK]
        assert decode_time(payload_of(mine[-1])) == 42


def test_marks_go_to_receivers_that_have_no_records() -> None:
    wire = quiet(receivers=3)
    wire.writer.process_idle(True)
    wire.writer.process_idle(False)
    wire.writer.end()
    assert wire.kinds == [FrameKind.IDLE] * 3 + [FrameKind.ACTIVE] * 3 + [FrameKind.END] * 3


def test_end_goes_behind_waiting_records_whatever_the_timeout() -> None:
    wire = quiet(timeout_ms=-1)
    wire.write(1)
    wire.writer.end()
    assert wire.kinds == [FrameKind.BLOCK, FrameKind.END]


# Frames ---------------------------------------------------------------------------------------------------------------


def test_frames_of_each_channel_are_numbered_from_zero() -> None:
    wire = quiet(receivers=2, kind=PartitioningKind.BROADCAST)
    for value in range(3):
        wire.write(value)
        wire.writer.process_watermark(value)
    wire.writer.end()
    for receiver in (0, 1):
        mine = [header for header in wire.headers if header.receiver == receiver]
        assert [header.sequence for header in mine] == list(range(7))
        assert {(header.edge, header.sender) for header in mine} == {(EDGE, SENDER)}


def test_sequence_numbers_begin_again_after_the_last() -> None:
    wire = quiet()
    wire.writer._pending[0].sequence = 2**32 - 2
    wire.writer.process_watermark(1)
    wire.writer.process_watermark(2)
    assert [header.sequence for header in wire.headers] == [2**32 - 2, 0]


def test_block_carries_the_birth_of_its_oldest_record() -> None:
    wire = busy()
    for born_us in (100, 200):
        wire.writer.born_us = born_us
        wire.write(born_us)
    wire.pass_time(5)
    assert wire.headers[0].born_us == 100


def test_blocks_with_and_without_timestamps_gather_into_one_with_marks() -> None:
    wire = quiet(timeout_ms=-1)
    wire.write("a")
    wire.write("b", timestamps=[5])
    wire.write("c")
    wire.writer.end()
    assert wire.blocks[0].timestamps == [NO_TIMESTAMP, 5, NO_TIMESTAMP]


def test_records_gather_with_their_keys() -> None:
    partitioner = make_partitioner(Partitioning(PartitioningKind.HASH, str), 0, 1, 1, 128, "op")
    wire = quiet(timeout_ms=-1)
    wire.writer.partitioner = partitioner
    wire.write(1, 2)
    wire.write(3)
    wire.writer.end()
    assert wire.blocks == [RowBlock([1, 2, 3], None, ["1", "2", "3"])]


def test_records_that_wait_are_what_they_were_when_the_list_is_used_again() -> None:
    wire, values = quiet(timeout_ms=-1), [1, 2]
    wire.writer.process_block(RowBlock(values))
    values[:] = [3]
    wire.writer.process_block(RowBlock(values))
    wire.writer.end()
    assert wire.values == [[1, 2, 3]]


def test_full_block_goes_behind_the_records_that_wait() -> None:
    wire = quiet(timeout_ms=-1)
    wire.write("first")
    wire.write(*range(1000))
    wire.writer.end()
    assert [value for item in wire.values for value in item] == ["first", *range(1000)]


def test_records_are_counted() -> None:
    wire = quiet(receivers=2, kind=PartitioningKind.BROADCAST)
    wire.write(1, 2, 3)
    wire.writer.end()
    writer = wire.writer
    assert (writer.records_out, writer.frames_out) == (6, 4)
    assert writer.bytes_out == sum(len(frame) for _, frame in wire.frames)


@settings(deadline=None)
@given(st.lists(st.lists(st.binary(max_size=300), min_size=1), min_size=1), st.integers(40, 400))
def test_no_frame_is_larger_than_the_limit_and_no_record_is_lost(blocks: list[list[bytes]], frame_size: int) -> None:
    wire = quiet(frame_size=frame_size)
    for values in blocks:
        wire.write(*values)
    wire.writer.end()
    assert all(len(frame) <= frame_size for _, frame in wire.frames)
    assert [value for item in wire.values for value in item] == [value for values in blocks for value in values]


@pytest.mark.parametrize("size", [whole * 200 + surplus for whole in (1, 2, 3) for surplus in (-1, 0, 1)])
def test_payload_larger_than_a_frame_travels_in_parts(size: int) -> None:
    wire = quiet(frame_size=200 + HEADER_SIZE)
    value = next(b"x" * count for count in range(size) if len(PICKLE.encode(RowBlock([b"x" * count]))) == size)
    wire.write(value)
    wire.writer.end()
    assert wire.values == [[value]]
    assert wire.kinds == [FrameKind.PART] * ((size - 1) // 200) + [FrameKind.BLOCK, FrameKind.END]


def test_frames_fill_up_as_the_size_of_records_becomes_known() -> None:
    wire = quiet(timeout_ms=-1, frame_size=10_000)
    wire.write(*(b"%100d" % number for number in range(3000)))
    assert 40 < wire.writer.records_per_frame < 100


def refusal(*values: Any) -> str:
    """What is said of records that cannot be sent."""
    wire = Wire()
    wire.write(*values)
    with pytest.raises(UnsendableRecordError) as raised:
        wire.writer.end()
    return str(raised.value)


def nested(levels: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(levels):
        value = [value]
    return value


def test_record_of_a_class_that_a_function_defines_is_refused_with_the_operator() -> None:
    class Local:
        def __repr__(self) -> str:
            return "Local()"

    text = refusal(1, Local())
    assert text.startswith("'op' emitted a ") and "Define the class at the top level" in text and "Local()" in text


def test_record_that_is_nested_too_deeply_is_refused_with_the_operator() -> None:
    text = refusal(nested(sys.getrecursionlimit()))
    assert text.startswith("'op' emitted a list ") and "nested too deeply" in text


def test_record_that_holds_a_lock_is_refused_with_the_operator() -> None:
    text = refusal({"lock": threading.Lock()})
    assert text.startswith("'op' emitted a dict ") and "without locks" in text


def test_writer_is_blocked_until_the_receiver_grants_more_than_was_sent() -> None:
    writer = Wire(first_credit=2).writer
    writer.process_block(RowBlock([1]))
    assert (writer.is_blocked, writer.room) == (False, 1)
    writer.process_block(RowBlock([2, 3]))
    assert (writer.is_blocked, writer.room) == (True, -1)
    for limit in (3, 1):
        writer.grant(0, limit)
        assert (writer.is_blocked, writer.room) == (True, 0)
    writer.grant(0, 4)
    assert (writer.is_blocked, writer.room) == (False, 1)
