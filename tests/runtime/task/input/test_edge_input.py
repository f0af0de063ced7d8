"""InputGate: a lost, doubled, swapped or strange frame is seen; parts are joined; ends are counted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.errors import ProtocolError
from pyrite.runtime.task.input.edge_input import InputGate
from pyrite.runtime.wire.deployment import InputEdge
from pyrite.runtime.wire.frames import FrameHeader, FrameKind, pack, unpack_header

EDGE = InputEdge(4, 1, True, (0, 1))


def gate() -> InputGate:
    return InputGate((EDGE,))


def frame(sequence: int, kind: FrameKind = FrameKind.BLOCK, sender: int = 0, payload: bytes = b"x") -> bytes:
    return pack(FrameHeader(kind, EDGE.edge, sender, 0, sequence, 0), payload)


def accept(made: InputGate, data: bytes) -> bytes | None:
    edge, payload = made.accept(unpack_header(data), data)
    assert edge == EDGE
    return None if payload is None else bytes(payload)


def test_frames_in_order_are_accepted_channel_by_channel() -> None:
    made = gate()
    accepted = [accept(made, frame(0, sender=s, payload=p)) for s, p in ((0, b"a"), (1, b"b"))]
    accepted.append(accept(made, frame(1, payload=b"c")))
    assert accepted == [b"a", b"b", b"c"]


@pytest.mark.parametrize(
    "sequences", [[1], [0, 2], [0, 0], [0, 1, 0], [0, 2, 1]], ids=["no first", "lost", "doubled", "old", "swapped"]
)
def test_frame_out_of_order_is_an_error(sequences: list[int]) -> None:
    made = gate()
    with pytest.raises(ProtocolError, match="expected frame"):
        for sequence in sequences:
            accept(made, frame(sequence))


@given(st.permutations(range(6)))
def test_any_order_but_the_right_one_is_an_error(sequences: list[int]) -> None:
    made = gate()
    if sequences == list(range(6)):
        assert [accept(made, frame(sequence)) for sequence in sequences] == [b"x"] * 6
        return
    with pytest.raises(ProtocolError):
        for sequence in sequences:
            accept(made, frame(sequence))


@pytest.mark.parametrize("header", [FrameHeader(1, 5, 0, 0, 0, 0), FrameHeader(1, EDGE.edge, 2, 0, 0, 0)])
def test_frame_of_an_unknown_channel_is_an_error(header: FrameHeader) -> None:
    with pytest.raises(ProtocolError, match="unknown channel"):
        gate().accept(header, pack(header))


def test_sequence_numbers_begin_again_after_the_last() -> None:
    made = gate()
    made._channels[EDGE.edge, 0].expected = 2**32 - 2
    assert [accept(made, frame(2**32 - 2)), accept(made, frame(0))] == [b"x", b"x"]


def test_parts_are_joined_with_the_block_that_follows() -> None:
    made = gate()
    assert accept(made, frame(0, FrameKind.PART, payload=b"ab")) is None
    assert accept(made, frame(1, FrameKind.PART, payload=b"cd")) is None
    assert accept(made, frame(2, payload=b"e")) == b"abcde"
    assert accept(made, frame(3, payload=b"f")) == b"f"


def test_parts_of_two_channels_are_kept_apart() -> None:
    made = gate()
    accept(made, frame(0, FrameKind.PART, 0, b"a"))
    accept(made, frame(0, FrameKind.PART, 1, b"b"))
    assert accept(made, frame(1, FrameKind.BLOCK, 1, b"B")) == b"bB"
    assert accept(made, frame(1, FrameKind.BLOCK, 0, b"A")) == b"aA"


def test_mark_between_the_parts_of_a_block_is_an_error() -> None:
    made = gate()
    accept(made, frame(0, FrameKind.PART))
    with pytest.raises(ProtocolError, match="in the middle of a block"):
        accept(made, frame(1, FrameKind.WATERMARK))


def test_gate_has_ended_when_every_channel_has() -> None:
    made = gate()
    made.end(unpack_header(frame(0, FrameKind.END, 0)))
    assert not made.all_ended
    made.end(unpack_header(frame(0, FrameKind.END, 1)))
    assert made.all_ended


def test_frame_behind_the_end_is_an_error() -> None:
    made = gate()
    end = frame(0, FrameKind.END)
    accept(made, end)
    made.end(unpack_header(end))
    with pytest.raises(ProtocolError):
        accept(made, frame(1))


def test_gate_without_channels_has_ended() -> None:
    assert InputGate(()).all_ended


def test_gate_merges_the_watermarks_of_its_channels() -> None:
    made = gate()
    assert made.watermarks.update((EDGE.edge, 0), 10) is None
    assert made.watermarks.update((EDGE.edge, 1), 5) == 5
