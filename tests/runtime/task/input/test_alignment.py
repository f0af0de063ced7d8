"""Barriers: when a task freezes, which frames it holds back, and what an unaligned checkpoint keeps in flight."""

from __future__ import annotations

from collections.abc import Collection
from typing import Optional

import pytest

from pyrite.core.clock import ManualClock
from pyrite.core.errors import CheckpointError, ProtocolError
from pyrite.runtime.task.input.alignment import Barriers, FrameDecision, Snapshots
from pyrite.runtime.wire.frames import (
    RESTORED,
    Barrier,
    Buffer,
    ChannelId,
    FrameHeader,
    FrameKind,
    decode_barrier,
    encode_barrier,
    pack,
    payload_of,
    unpack_header,
)

A, B, C = (0, 0), (0, 1), (3, 0)
NAMES = {A: "a", B: "b", C: "c"}


def frame(channel: ChannelId, text: str, kind: FrameKind = FrameKind.BLOCK) -> bytes:
    return pack(FrameHeader(kind, *channel, 0, 7, 0), text.encode())


def restored(actual: bytes) -> bytes:
    """A frame as a checkpoint has kept it."""
    return pack(unpack_header(actual)._replace(sequence=RESTORED), bytes(payload_of(actual)))


def text_of(actual: Buffer) -> str:
    return bytes(payload_of(actual)).decode()


class Gate(Snapshots):
    """A task around its barriers: what it has worked on, and what the barriers had it do, in order."""

    def __init__(
        self,
        *channels: ChannelId,
        exactly_once: bool = True,
        memory_bytes: int = 1000,
        alignment_limit_bytes: int = 10_000,
    ) -> None:
        self.clock = ManualClock(1_000_000)
        self.story: list[str] = []
        self.metrics: dict[int, tuple[int, int]] = {}
        self.declined: dict[int, CheckpointError] = {}
        self.recorded: dict[int, list[str]] = {}
        self.in_hand: list[tuple[ChannelId, bytes]] = []
        self.fails_to_freeze = False
        self.barriers = Barriers(
            channels or (A, B),
            self,
            self.clock,
            exactly_once,
            memory_bytes,
            alignment_limit_bytes=alignment_limit_bytes,
        )

    # What comes in ----------------------------------------------------------------------------------------------------

    def get(self, channel: ChannelId, text: str, kind: FrameKind = FrameKind.BLOCK) -> None:
        self._receive(frame(channel, text, kind))

    def barrier(self, channel: ChannelId, n: int, unaligned: bool = False, cancelled: bool = False) -> None:
        payload = encode_barrier(Barrier(n, 0, 0, unaligned, cancelled))
        self._receive(pack(FrameHeader(FrameKind.BARRIER, *channel, 0, 7, 0), payload))

    def trigger(self, n: int) -> None:
        self.barriers.go_unaligned(Barrier(n, 0, unaligned=True))

    def _receive(self, received: Buffer) -> None:
        assert self.barriers.drains or not self.barriers.has_frames, "a frame came out of turn"
        if self.barriers.on_arrival(received) is FrameDecision.TAKE:
            self._turn(received)

    def work(self, count: Optional[int] = None) -> None:
        """Works on so many frames that wait, or on all."""
        while self.barriers.has_frames and count != 0:
            self._turn(self.barriers.next_frame())
            count = None if count is None else count - 1

    def _turn(self, received: Buffer) -> None:
        header = unpack_header(received)
        if self.barriers.on_turn(header, received) is FrameDecision.HOLD:
            return
        if header.kind == FrameKind.BARRIER:
            self.barriers.on_barrier((header.edge, header.sender), decode_barrier(payload_of(received)))
        else:
            self.story.append(text_of(received))

    # What comes of it -------------------------------------------------------------------------------------------------

    def freeze(self, barrier: Barrier, alignment_us: int, held_bytes: int) -> None:
        if self.fails_to_freeze:
            self.give_up(barrier, CheckpointError("no"))
            return
        self.story.append(f"<{barrier.checkpoint_id}>" + ("!" if barrier.unaligned else ""))
        self.metrics[barrier.checkpoint_id] = (alignment_us, held_bytes)

    def record(self, checkpoint_id: int, in_flight: list[Buffer]) -> None:
        self.recorded[checkpoint_id] = [text_of(item) for item in in_flight]

    def give_up(self, barrier: Barrier, why: CheckpointError) -> None:
        self.story.append(f"given up {barrier.checkpoint_id}")
        self.declined[barrier.checkpoint_id] = why

    def pass_on(self, barrier: Barrier) -> None:
        assert barrier.cancelled
        self.story.append(f"cancelled {barrier.checkpoint_id}")

    def begun(self, missing: Collection[ChannelId]) -> list[Buffer]:
        return [item for channel, item in self.in_hand if channel in missing]


# Aligned --------------------------------------------------------------------------------------------------------------


def test_task_freezes_when_all_barriers_are_in() -> None:
    gate = Gate()
    gate.barrier(A, 1)
    assert gate.story == []
    gate.barrier(B, 1)
    assert gate.story == ["<1>"]


def test_frames_behind_a_barrier_are_worked_on_after_the_snapshot_and_before_anything_new() -> None:
    gate = Gate()
    gate.barrier(A, 1)
    gate.get(A, "a1")
    gate.get(B, "b1")
    gate.get(A, "a2")
    gate.barrier(B, 1)
    assert gate.barriers.has_frames
    gate.work()
    gate.get(A, "a3")
    assert gate.story == ["b1", "<1>", "a1", "a2", "a3"]


@pytest.mark.parametrize("kind", [FrameKind.WATERMARK, FrameKind.IDLE, FrameKind.ACTIVE, FrameKind.PART, FrameKind.END])
def test_marks_and_parts_behind_a_barrier_are_held_back_too(kind: FrameKind) -> None:
    gate = Gate()
    gate.barrier(A, 1)
    gate.get(A, "mark", kind)
    assert gate.story == []
    gate.barrier(B, 1)
    gate.work()
    assert gate.story == ["<1>", "mark"]


def test_channel_is_an_edge_and_a_sender() -> None:
    gate = Gate(A, C)
    gate.barrier(A, 1)
    gate.get(C, "c1")
    gate.barrier(C, 1)
    assert gate.story == ["c1", "<1>"]


def test_task_with_one_channel_freezes_at_its_barrier() -> None:
    gate = Gate(A)
    gate.barrier(A, 1)
    gate.get(A, "a1")
    assert gate.story == ["<1>", "a1"]


def test_alignment_time_and_bytes_held_back_are_reported() -> None:
    gate = Gate()
    gate.barrier(A, 1)
    gate.get(A, "a1")
    gate.clock.advance(30)
    gate.barrier(B, 1)
    assert gate.metrics[1] == (30_000, len(frame(A, "a1")))


def test_figures_start_over_at_each_checkpoint() -> None:
    gate = Gate()
    for n in (1, 2):
        gate.barrier(A, n)
        gate.clock.advance(5)
        gate.barrier(B, n)
    assert gate.metrics == {1: (5000, 0), 2: (5000, 0)}


def test_next_barrier_of_a_channel_that_is_ahead_waits_for_its_turn() -> None:
    gate = Gate()
    gate.barrier(A, 1)
    gate.get(A, "a1")
    gate.barrier(A, 2)
    gate.get(A, "a2")
    gate.barrier(B, 1)
    gate.work()
    gate.get(B, "b1")
    gate.barrier(B, 2)
    gate.work()
    assert gate.story == ["<1>", "a1", "b1", "<2>", "a2"]


def test_sender_far_ahead_blocks_nothing_and_is_spooled_to_disk() -> None:
    gate = Gate(memory_bytes=100, alignment_limit_bytes=1 << 30)
    gate.barrier(A, 1)
    for number in range(1000):
        gate.get(A, f"a{number}")
    assert not gate.barriers.has_frames
    gate.get(B, "b")
    gate.barrier(B, 1)
    gate.work()
    assert gate.story == ["b", "<1>", *(f"a{number}" for number in range(1000))]


def test_two_senders_ahead_in_turn_do_not_lock_each_other_out() -> None:
    gate = Gate()
    gate.barrier(A, 1)
    gate.barrier(A, 2)
    gate.get(A, "a")
    gate.barrier(B, 1)
    gate.work()
    gate.barrier(B, 2)
    gate.work()
    gate.barrier(B, 3)
    gate.get(B, "b")
    gate.barrier(A, 3)
    gate.work()
    assert gate.story == ["<1>", "<2>", "a", "<3>", "b"]


def test_barrier_that_is_frozen_already_is_ignored() -> None:
    gate = Gate()
    for channel in (A, B, A, B):
        gate.barrier(channel, 1)
        gate.work()
    gate.get(A, "a")
    assert gate.story == ["<1>", "a"]


def test_task_that_cannot_freeze_continues() -> None:
    gate = Gate()
    gate.fails_to_freeze = True
    gate.barrier(A, 1)
    gate.get(A, "a")
    gate.barrier(B, 1)
    gate.work()
    assert gate.story == ["given up 1", "a"]


# Ends of channels -----------------------------------------------------------------------------------------------------


def test_end_before_the_barrier_is_worked_on_before_the_snapshot() -> None:
    gate = Gate()
    gate.get(A, "end a", FrameKind.END)
    gate.barrier(A, 1)
    gate.barrier(B, 1)
    assert gate.story == ["end a", "<1>"]


def test_channels_that_have_ended_still_bring_barriers() -> None:
    gate = Gate()
    gate.get(A, "end a", FrameKind.END)
    gate.get(B, "end b", FrameKind.END)
    for n in (1, 2):
        gate.barrier(A, n)
        gate.barrier(B, n)
    assert gate.story == ["end a", "end b", "<1>", "<2>"]


# An alignment always ends ---------------------------------------------------------------------------------------------


def test_abort_lets_go_what_was_held_back() -> None:
    gate = Gate()
    gate.barrier(A, 1)
    gate.get(A, "a1")
    gate.barriers.abort(1)
    gate.work()
    gate.get(A, "a2")
    assert gate.story == ["a1", "a2"]


def test_barrier_of_an_aborted_checkpoint_starts_nothing() -> None:
    gate = Gate()
    gate.barriers.abort(1)
    gate.barrier(A, 1)
    gate.get(A, "a")
    gate.barrier(B, 1)
    assert gate.story == ["a"]


def test_barriers_of_several_aborted_checkpoints_start_nothing() -> None:
    gate = Gate()
    for n in (1, 2, 3):
        gate.barriers.abort(n)
    for n in (1, 2, 3):
        gate.barrier(A, n)
        gate.get(A, f"a{n}")
    assert gate.story == ["a1", "a2", "a3"]


def test_last_barrier_of_a_checkpoint_that_was_aborted_meanwhile_is_ignored() -> None:
    gate = Gate()
    gate.barrier(A, 1)
    gate.barriers.abort(1)
    gate.barrier(B, 1)
    gate.get(B, "b")
    assert gate.story == ["b"]


def test_abort_of_another_checkpoint_leaves_the_alignment() -> None:
    gate = Gate()
    gate.barrier(A, 2)
    gate.get(A, "a")
    gate.barriers.abort(1)
    gate.barriers.abort(3)
    assert gate.story == []
    gate.barrier(B, 2)
    gate.work()
    assert gate.story == ["<2>", "a"]


def test_checkpoint_after_an_aborted_one_is_aligned_as_usual() -> None:
    gate = Gate()
    gate.barrier(A, 1)
    gate.barriers.abort(1)
    gate.barrier(A, 2)
    gate.barrier(B, 1)
    gate.get(A, "a")
    gate.barrier(B, 2)
    gate.work()
    assert gate.story == ["<2>", "a"]


def test_later_barrier_on_another_channel_gives_up_the_one_before() -> None:
    gate = Gate()
    gate.barrier(A, 1)
    gate.get(A, "a1")
    gate.barrier(A, 2)
    gate.barrier(B, 2)
    gate.work()
    assert gate.story == ["given up 1", "a1", "<2>"]
    assert str(gate.declined[1]) == "the barrier of checkpoint 2 came first: another task declined this one"


def test_checkpoint_that_was_given_up_is_not_aligned_once_more() -> None:
    gate = Gate(A, B, C)
    gate.barrier(A, 1)
    gate.barrier(B, 2)
    gate.barriers.abort(2)
    gate.barrier(C, 1)
    gate.get(C, "c")
    assert gate.story == ["given up 1", "c"]


def test_earlier_barrier_does_not_disturb_a_later_alignment() -> None:
    gate = Gate()
    gate.barrier(A, 2)
    gate.barrier(B, 1)
    gate.get(A, "a")
    gate.barrier(B, 2)
    gate.work()
    assert gate.story == ["<2>", "a"]


@pytest.mark.parametrize("by", ["barrier", "trigger"])
def test_unaligned_barrier_of_an_earlier_checkpoint_does_not_disturb_a_later_alignment(by: str) -> None:
    gate = Gate()
    gate.barrier(A, 2)
    if by == "barrier":
        gate.barrier(B, 1, unaligned=True)
    else:
        gate.trigger(1)
    gate.barrier(B, 2)
    assert gate.story == ["<2>"]


def test_cancelled_barrier_ends_the_alignment_and_continues() -> None:
    gate = Gate()
    gate.barrier(A, 1)
    gate.get(A, "a")
    gate.barrier(B, 1, cancelled=True)
    gate.work()
    assert gate.story == ["cancelled 1", "a"]
    assert gate.declined == {}


def test_cancelled_barrier_continues_once() -> None:
    gate = Gate()
    gate.barrier(A, 1, cancelled=True)
    gate.barrier(B, 1, cancelled=True)
    gate.barrier(B, 1)
    assert gate.story == ["cancelled 1"]


def test_cancelled_barrier_of_an_earlier_checkpoint_continues_and_leaves_the_alignment() -> None:
    gate = Gate()
    gate.barrier(A, 2)
    gate.barrier(B, 1, cancelled=True)
    gate.barrier(B, 2)
    assert gate.story == ["cancelled 1", "<2>"]


def test_checkpoint_is_given_up_when_more_is_held_back_than_the_limit() -> None:
    size = len(frame(A, "a1"))
    gate = Gate(alignment_limit_bytes=2 * size)
    gate.barrier(A, 1)
    gate.get(A, "a1")
    gate.get(A, "a2")
    assert gate.story == []
    gate.get(A, "a3")
    gate.work()
    assert gate.story == ["given up 1", "a1", "a2", "a3"]
    gate.barrier(B, 1)
    assert "the limit is reached" in str(gate.declined[1])
    assert len(gate.story) == 4


def test_bytes_held_back_are_counted_again_after_a_checkpoint_was_given_up() -> None:
    gate = Gate(alignment_limit_bytes=len(frame(A, "a1")))
    gate.barrier(A, 1)
    gate.get(A, "a1")
    gate.get(A, "a2")
    gate.work()
    gate.barrier(A, 2)
    gate.get(A, "a3")
    gate.barrier(B, 2)
    gate.work()
    assert gate.story == ["given up 1", "a1", "a2", "<2>", "a3"]


def test_aborts_are_forgotten_once_a_later_checkpoint_is_frozen() -> None:
    gate = Gate()
    for n in range(1, 100):
        gate.barriers.abort(n)
    gate.barrier(A, 100)
    gate.barrier(B, 100)
    gate.barriers.abort(101)
    assert gate.barriers._aborted == {101}


def test_source_remembers_no_aborts() -> None:
    clock = ManualClock(0)
    barriers = Barriers((), Gate(), clock, exactly_once=True, memory_bytes=1, alignment_limit_bytes=1)
    for n in range(100):
        barriers.abort(n)
    assert barriers._aborted == set()


# At least once --------------------------------------------------------------------------------------------------------


def test_at_least_once_holds_nothing_back_and_freezes_at_the_last_barrier() -> None:
    gate = Gate(exactly_once=False)
    gate.barrier(A, 1)
    gate.get(A, "a")
    gate.get(B, "b")
    gate.clock.advance(4)
    gate.barrier(B, 1)
    gate.get(B, "b2")
    assert gate.story == ["a", "b", "<1>", "b2"]
    assert gate.metrics[1] == (4000, 0)


def test_at_least_once_counts_the_barriers_of_several_checkpoints_side_by_side() -> None:
    gate = Gate(exactly_once=False)
    for n in (1, 2, 3):
        gate.barrier(A, n)
    for n in (1, 2, 3):
        gate.barrier(B, n)
    assert gate.story == ["<1>", "<2>", "<3>"]


def test_at_least_once_forgets_a_checkpoint_that_a_later_one_has_overtaken() -> None:
    gate = Gate(exactly_once=False)
    gate.barrier(A, 1)
    gate.barrier(A, 2)
    gate.barrier(B, 2)
    gate.barrier(B, 1)
    assert gate.story == ["<2>"]
    assert gate.barriers._counted == {}


def test_at_least_once_abort_ends_the_count() -> None:
    gate = Gate(exactly_once=False)
    gate.barrier(A, 1)
    gate.barriers.abort(1)
    assert gate.barriers._counted == {}
    gate.barrier(B, 1)
    gate.barrier(A, 2)
    gate.barrier(B, 2)
    assert gate.story == ["<2>"]
    assert gate.barriers._counted == {}


def test_at_least_once_cancelled_barrier_continues() -> None:
    gate = Gate(exactly_once=False)
    gate.barrier(A, 1)
    gate.barrier(B, 1, cancelled=True)
    assert gate.story == ["cancelled 1"]


# Unaligned ------------------------------------------------------------------------------------------------------------


def test_unaligned_barrier_freezes_at_once_and_what_comes_before_the_others_is_recorded() -> None:
    gate = Gate()
    gate.get(A, "before")
    gate.barrier(A, 1, unaligned=True)
    assert gate.story == ["before", "<1>!"]
    assert gate.barriers.drains
    gate.get(B, "b1")
    gate.get(A, "a1")
    gate.get(B, "b2")
    gate.barrier(B, 1, unaligned=True)
    assert gate.recorded == {1: ["b1", "b2"]}
    assert not gate.barriers.drains


def test_frames_that_were_recorded_are_worked_on_in_order() -> None:
    gate = Gate()
    gate.barrier(A, 1, unaligned=True)
    gate.get(B, "b1")
    gate.get(A, "a1")
    gate.barrier(B, 1)
    gate.work()
    gate.get(B, "b2")
    assert gate.story == ["<1>!", "b1", "a1", "b2"]


def test_recording_continues_at_the_pace_of_the_task_where_much_waits() -> None:
    gate = Gate(memory_bytes=200)
    gate.barrier(A, 1, unaligned=True)
    taken = 0
    while gate.barriers.drains:
        gate.get(B, f"b{taken}")
        taken += 1
        assert taken < 100
    gate.work()
    assert gate.barriers.drains, "what waited is worked on: the rest may come"
    gate.get(B, "last")
    gate.barrier(B, 1)
    names = [f"b{n}" for n in range(taken)]
    assert gate.recorded == {1: [*names, "last"]}
    gate.work()
    assert gate.story == ["<1>!", *names, "last"]


def test_at_least_once_holds_the_end_of_a_channel_back_until_all_barriers_are_in() -> None:
    gate = Gate(exactly_once=False)
    gate.barrier(B, 1)
    gate.get(B, "b1")
    gate.get(B, "end of b", FrameKind.END)
    gate.barrier(B, 2)
    gate.get(A, "end of a", FrameKind.END)
    assert gate.story == ["b1", "end of a"]
    gate.barrier(A, 1)
    gate.work()
    assert gate.story == ["b1", "end of a", "<1>", "end of b"]
    gate.barrier(A, 2)
    assert gate.story[-1] == "<2>"


def test_at_least_once_lets_an_end_go_with_an_aborted_checkpoint() -> None:
    gate = Gate(exactly_once=False)
    gate.barrier(B, 1)
    gate.get(B, "end of b", FrameKind.END)
    gate.barriers.abort(1)
    gate.work()
    assert gate.story == ["end of b"]


def test_trigger_freezes_before_any_barrier_is_in() -> None:
    gate = Gate()
    gate.trigger(1)
    gate.get(A, "a1")
    gate.barrier(A, 1)
    gate.get(A, "a2")
    gate.get(B, "b1")
    gate.barrier(B, 1)
    assert gate.recorded == {1: ["a1", "b1"]}
    gate.work()
    assert gate.story == ["<1>!", "a1", "a2", "b1"]


@pytest.mark.parametrize("kind", [FrameKind.WATERMARK, FrameKind.IDLE, FrameKind.ACTIVE, FrameKind.PART])
def test_marks_and_parts_are_recorded(kind: FrameKind) -> None:
    gate = Gate()
    gate.trigger(1)
    gate.get(A, "mark", kind)
    gate.barrier(A, 1)
    gate.barrier(B, 1)
    assert gate.recorded == {1: ["mark"]}


def test_end_before_the_barrier_is_not_recorded_as_its_sender_tells_it_again() -> None:
    gate = Gate()
    gate.trigger(1)
    gate.get(A, "last")
    gate.get(A, "end", FrameKind.END)
    gate.barrier(A, 1)
    gate.get(B, "end", FrameKind.END)
    gate.barrier(B, 1)
    assert gate.recorded == {1: ["last"]}
    gate.work()
    assert gate.story == ["<1>!", "last", "end", "end"]


def test_unaligned_checkpoint_with_nothing_in_flight_records_nothing() -> None:
    gate = Gate(A)
    gate.barrier(A, 1, unaligned=True)
    assert gate.recorded == {1: []}
    assert not gate.barriers.drains


def test_what_the_task_has_begun_is_recorded_before_what_waits() -> None:
    gate = Gate()
    gate.in_hand = [(A, frame(A, "rest of a")), (B, frame(B, "parts of b"))]
    gate.trigger(1)
    gate.get(B, "b1")
    gate.barrier(A, 1)
    gate.barrier(B, 1)
    assert gate.recorded == {1: ["rest of a", "parts of b", "b1"]}


def test_what_was_begun_of_the_channel_whose_barrier_is_in_is_not_recorded() -> None:
    gate = Gate()
    gate.in_hand = [(A, frame(A, "rest of a")), (B, frame(B, "parts of b"))]
    gate.barrier(A, 1, unaligned=True)
    gate.barrier(B, 1)
    assert gate.recorded == {1: ["parts of b"]}


def test_trigger_in_the_middle_of_an_alignment_lets_go_what_was_held_back_and_does_not_record_it() -> None:
    gate = Gate()
    gate.barrier(A, 1)
    gate.get(A, "a1")
    gate.clock.advance(20)
    gate.trigger(1)
    assert gate.metrics[1] == (20_000, len(frame(A, "a1")))
    gate.get(B, "b1")
    gate.get(A, "a2")
    gate.barrier(B, 1)
    gate.work()
    assert gate.recorded == {1: ["b1"]}
    assert gate.story == ["<1>!", "a1", "b1", "a2"]


def test_unaligned_barrier_in_the_middle_of_an_alignment_waits_for_the_missing_ones_only() -> None:
    gate = Gate(A, B, C)
    gate.barrier(A, 1)
    gate.get(A, "a1")
    gate.barrier(B, 1, unaligned=True)
    gate.get(C, "c1")
    gate.barrier(C, 1)
    assert gate.recorded == {1: ["c1"]}
    gate.work()
    assert gate.story == ["<1>!", "a1", "c1"]


def test_unaligned_barrier_that_is_the_last_of_an_alignment_records_nothing() -> None:
    gate = Gate()
    gate.barrier(A, 1)
    gate.get(A, "a1")
    gate.barrier(B, 1, unaligned=True)
    assert gate.recorded == {1: []}


@pytest.mark.parametrize("unaligned", [True, False])
def test_barriers_behind_the_trigger_start_nothing(unaligned: bool) -> None:
    gate = Gate()
    gate.trigger(1)
    gate.barrier(A, 1, unaligned)
    gate.barrier(B, 1, unaligned)
    gate.work()
    gate.get(A, "a")
    assert gate.story == ["<1>!", "a"]


def test_trigger_of_a_checkpoint_that_is_frozen_or_aborted_does_nothing() -> None:
    gate = Gate()
    gate.barrier(A, 1)
    gate.barrier(B, 1)
    gate.trigger(1)
    gate.barriers.abort(2)
    gate.trigger(2)
    assert gate.story == ["<1>"]
    assert not gate.barriers.drains


def test_abort_ends_the_recording() -> None:
    gate = Gate()
    gate.trigger(1)
    gate.get(A, "a")
    gate.barriers.abort(1)
    assert not gate.barriers.drains
    gate.work()
    gate.barrier(A, 1)
    gate.barrier(B, 1)
    assert (gate.story, gate.recorded) == (["<1>!", "a"], {})


def test_abort_of_another_checkpoint_leaves_the_recording() -> None:
    gate = Gate()
    gate.trigger(2)
    gate.barriers.abort(1)
    gate.barriers.abort(3)
    gate.barrier(A, 2)
    gate.barrier(B, 2)
    assert gate.recorded == {2: []}


def test_later_barrier_ends_the_recording_of_its_channel() -> None:
    gate = Gate()
    gate.trigger(1)
    gate.get(A, "a1")
    gate.barrier(A, 2)
    gate.get(A, "a2")
    gate.barrier(B, 1)
    assert gate.recorded == {1: ["a1"]}


def test_earlier_barrier_does_not_end_the_recording_of_its_channel() -> None:
    gate = Gate(A)
    gate.trigger(2)
    gate.get(A, "a1")
    gate.barrier(A, 1)
    gate.get(A, "a2")
    gate.barrier(A, 2)
    assert gate.recorded == {2: ["a1", "a2"]}


def test_unaligned_checkpoint_gives_up_the_alignment_of_an_earlier_one() -> None:
    gate = Gate()
    gate.barrier(A, 1)
    gate.get(A, "a1")
    gate.trigger(2)
    gate.barrier(A, 2)
    gate.barrier(B, 2)
    gate.work()
    assert gate.story == ["given up 1", "<2>!", "a1"]
    assert str(gate.declined[1]) == "unaligned checkpoint 2 has overtaken it"
    assert gate.recorded == {2: ["a1"]}


def test_two_recordings_at_a_time_each_keep_their_own() -> None:
    gate = Gate()
    gate.trigger(1)
    gate.get(A, "a1")
    gate.get(B, "b1")
    gate.work()
    gate.trigger(2)
    gate.barrier(A, 1)
    gate.get(A, "a2")
    gate.barrier(A, 2)
    gate.get(B, "b2")
    gate.barrier(B, 1)
    assert gate.recorded == {1: ["a1", "b1", "b2"]}
    gate.barrier(B, 2)
    gate.work()
    assert gate.recorded[2] == ["a2", "b2"]
    assert gate.story == ["<1>!", "a1", "b1", "<2>!", "a2", "b2"]


def test_what_waits_is_part_of_the_next_recording_from_memory_and_from_disk() -> None:
    gate = Gate(memory_bytes=1)
    gate.barrier(B, 1)
    for number in range(5):
        gate.get(B, f"b{number}")
    gate.barriers.abort(1)
    gate.work(2)
    gate.trigger(2)
    gate.work()
    gate.barrier(A, 2)
    gate.work()
    gate.barrier(B, 2)
    assert gate.recorded == {2: ["b2", "b3", "b4"]}
    assert gate.story == ["b0", "b1", "<2>!", "b2", "b3", "b4"]


def test_barrier_that_waits_ends_the_recording_of_its_channel() -> None:
    gate = Gate()
    gate.trigger(1)
    gate.get(B, "b1")
    gate.barrier(B, 2)
    gate.get(B, "b2")
    gate.trigger(2)
    gate.barrier(A, 2)
    assert gate.recorded == {1: ["b1"], 2: ["b1"]}


def test_task_that_cannot_freeze_drains_until_the_checkpoint_is_aborted() -> None:
    gate = Gate()
    gate.fails_to_freeze = True
    gate.trigger(1)
    assert (gate.story, gate.barriers.drains) == (["given up 1"], True)
    gate.barriers.abort(1)
    assert not gate.barriers.drains


def test_aligned_checkpoint_follows_an_unaligned_one_in_flight() -> None:
    gate = Gate()
    gate.trigger(1)
    gate.barrier(A, 1)
    gate.barrier(A, 2)
    gate.get(A, "a")
    gate.barrier(B, 1)
    gate.work()
    gate.get(B, "b")
    gate.barrier(B, 2)
    gate.work()
    assert gate.story == ["<1>!", "b", "<2>", "a"]
    assert gate.recorded == {1: []}


def test_frames_let_go_in_the_middle_of_what_waits_come_next_and_new_ones_last() -> None:
    gate = Gate()
    gate.trigger(1)
    gate.barrier(A, 1)
    gate.barrier(A, 2)
    gate.get(A, "a1")
    gate.get(B, "b1")
    gate.get(A, "a2")
    gate.get(B, "b2")
    gate.work(4)  # up to a1, which is held back
    gate.barriers.abort(2)
    gate.get(A, "a3")
    gate.barriers.abort(1)
    gate.work()
    assert gate.story == ["<1>!", "b1", "a1", "a2", "b2", "a3"]


def test_frame_that_comes_while_others_wait_goes_behind_them() -> None:
    gate = Gate()
    gate.barriers.restore([restored(frame(A, "old"))])
    assert gate.barriers.on_arrival(frame(A, "new")) is FrameDecision.DEFER
    gate.work()
    assert gate.story == ["old", "new"]


# Restored -------------------------------------------------------------------------------------------------------------


def test_restored_frames_come_before_all_others() -> None:
    gate = Gate()
    gate.barriers.restore([restored(frame(A, "old 1")), restored(frame(B, "old 2"))])
    assert gate.barriers.has_frames
    gate.work()
    gate.get(A, "new")
    assert gate.story == ["old 1", "old 2", "new"]


def test_restored_frame_of_an_unknown_channel_is_refused() -> None:
    gate = Gate()
    with pytest.raises(ProtocolError, match="unknown channel"):
        gate.barriers.restore([restored(frame((7, 0), "old"))])


def test_nothing_restored_is_nothing_to_do() -> None:
    gate = Gate()
    gate.barriers.restore([])
    assert not gate.barriers.has_frames


def test_restored_frames_not_yet_worked_on_are_in_the_next_unaligned_checkpoint() -> None:
    gate = Gate()
    gate.barriers.restore([restored(frame(A, "old 1")), restored(frame(A, "old 2"))])
    gate.work(1)
    gate.trigger(5)
    gate.get(A, "new")
    gate.barrier(A, 5)
    gate.barrier(B, 5)
    assert gate.recorded == {5: ["old 2", "new"]}
