"""CurrentBlock: blocks of several channels worked on together, and taken apart again."""

from __future__ import annotations

from pyrite.core.blocks.row_block import PICKLE, RowBlock
from pyrite.runtime.task.input.current_block import CurrentBlock
from pyrite.runtime.wire.deployment import InputEdge
from pyrite.runtime.wire.frames import Buffer, payload_of, unpack_header

A, B = (3, 0), (3, 1)
EDGE = InputEdge(3, 1, False, (0, 1))


def hand(*blocks: tuple[list[int], tuple[int, int]], counted: bool = True) -> CurrentBlock:
    made = CurrentBlock()
    for values, channel in blocks:
        made.put(RowBlock(values), EDGE, channel[1], born_us=7, counted=counted)
    return made


def records(frames: list[Buffer]) -> list[tuple[int, list[int]]]:
    return [(unpack_header(frame).sender, PICKLE.decode(payload_of(frame)).values) for frame in frames]


def test_blocks_are_worked_on_in_their_order() -> None:
    made = hand(([1, 2], A), ([3], B))
    assert made.next_slice(10) == RowBlock([1, 2, 3])


def test_slices_cross_the_ends_of_blocks() -> None:
    made = hand(([1, 2], A), ([3, 4], B))
    made.done(1)
    assert made.next_slice(2) == RowBlock([2, 3])


def test_processed_records_are_counted_for_their_channels() -> None:
    made = hand(([1, 2], A), ([3, 4], B), ([5], A))
    assert made.done(3) == [(A, 2), (B, 1)]
    assert made.done(2) == [(B, 1), (A, 1)]
    assert made.is_empty


def test_restored_records_are_not_counted() -> None:
    made = hand(([1, 2], A), counted=False)
    assert made.done(2) == []


def test_rest_is_taken_apart_by_channel() -> None:
    made = hand(([1, 2], A), ([3, 4], B), ([5], A))
    made.done(1)
    assert records(made.rest({A, B})) == [(0, [2]), (1, [3, 4]), (0, [5])]
    assert records(made.rest({B})) == [(1, [3, 4])]


def test_timestamps_of_blocks_without_any_are_marked() -> None:
    made = CurrentBlock()
    made.put(RowBlock([1], [10]), EDGE, 0, 0, True)
    made.put(RowBlock([2]), EDGE, 0, 0, True)
    timestamps = made.next_slice(2).timestamps
    assert timestamps is not None
    assert timestamps[0] == 10
    assert timestamps[1] < 0
