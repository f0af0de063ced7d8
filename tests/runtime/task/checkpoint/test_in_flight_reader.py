"""What a subtask makes of records that were in flight: frames of its channels, or input of an operator in its chain."""

from __future__ import annotations

import pickle
from typing import Any
from zlib import crc32

import pytest

from pyrite.core.blocks.row_block import PICKLE, RowBlock
from pyrite.core.errors import ProtocolError, StateUnreadableError
from pyrite.core.metrics.declared_metrics import CURRENT_INPUT_WATERMARK, NUM_RECORDS_IN
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import CheckpointSettings, InFlightRestore, SubtaskRestore
from pyrite.runtime.wire.frames import FrameHeader, FrameKind, encode_time, pack
from pyrite.runtime.wire.in_flight_items import InFlightItem, decode_items, encode_items, items_by_edge
from pyrite.state.handles import FileRef
from pyrite.storage.store import MemoryStore
from tests.graph.programs import Count, environment, numbers, same
from tests.runtime.task.task import Task

SETTINGS = CheckpointSettings(MemoryStore(), "job")


def loads(data: bytes, read_staged: Any = None) -> Any:
    return pickle.loads(data)


def ref(data: bytes) -> FileRef:
    return FileRef("", len(data), crc32(data), data)


def block(sender: int, *values: int) -> InFlightItem:
    return InFlightItem(sender, FrameKind.BLOCK, len(values), PICKLE.encode(RowBlock(list(values))))


def watermark(sender: int, time_ms: int) -> InFlightItem:
    return InFlightItem(sender, FrameKind.WATERMARK, 0, encode_time(time_ms))


def stored(*items: InFlightItem) -> FileRef:
    return ref(encode_items(list(items)))


def keyed(parallelism: int = 2) -> StreamExecutionEnvironment:
    """Level 0: a source; level 1: a keyed process and what follows it; level 2: a map of one."""
    env = environment(2)
    numbers(env).key_by(same).process(Count()).set_parallelism(parallelism).rebalance().map(same).set_parallelism(1)
    return env


def chained() -> StreamExecutionEnvironment:
    """Level 0: a source and a map in one chain; level 1: a map."""
    env = environment(1)
    numbers(env).map(lambda value: value * 10).rebalance().map(same)
    return env


def task(env: StreamExecutionEnvironment, level: int, pid: int, *in_flight: InFlightRestore) -> Task:
    return Task(env, level, pid, checkpoints=SETTINGS, restore=SubtaskRestore(1, {}, in_flight))


def records(actual: Task) -> list[Any]:
    while actual.core.next_step().works:
        actual.core.work(100)
    actual.pass_time(1000)
    return actual.take_records()


def test_records_of_a_sender_that_is_gone_are_taken_on_another_channel() -> None:
    actual = task(keyed(), 1, 0, InFlightRestore((stored(block(5, 1, 2)),), edge=0))
    assert sorted(records(actual)) == [1, 2]


def test_records_on_another_channel_are_in_the_next_unaligned_checkpoint() -> None:
    actual = task(keyed(), 1, 0, InFlightRestore((stored(block(5, 1, 2)),), edge=0))
    actual.core.handle(messages.Trigger(2, 0, unaligned=True))
    for sender in range(2):
        actual.receive_barrier(2, sender, unaligned=True)
    assert [(edge, data.records) for edge, data in actual.upload().in_flight.items()] == [(0, 2)]


def test_marks_count_on_an_edge_that_is_what_it_was() -> None:
    items = watermark(0, 50), watermark(1, 40)
    actual = task(keyed(), 1, 0, InFlightRestore((stored(*items),), edge=0, as_recorded=True))
    records(actual)
    assert actual.core.report()[CURRENT_INPUT_WATERMARK] == 40


def test_marks_do_not_count_when_records_come_from_several_receivers() -> None:
    files = tuple(stored(watermark(0, 50), watermark(1, 40), block(0, n)) for n in range(2))
    actual = task(keyed(1), 1, 0, InFlightRestore(files, edge=0))
    assert sorted(records(actual)) == [0, 1]
    assert actual.core.report()[CURRENT_INPUT_WATERMARK] < 0


def test_every_record_is_taken_by_the_one_receiver_that_has_its_key() -> None:
    restore = InFlightRestore((stored(block(0, 1, 2, 3)), stored(block(1, *range(4, 40)))), edge=0, by_key=True)
    taken = [records(task(keyed(3), 1, pid, restore)) for pid in range(3)]
    assert all(taken)
    assert sorted(value for values in taken for value in values) == list(range(1, 40))


def test_record_whose_key_nobody_takes_is_refused() -> None:
    restore = InFlightRestore((stored(block(0, *range(40))),), edge=0, by_key=True, receivers=(range(1),))
    with pytest.raises(StateUnreadableError, match="gives another key for a record"):
        records(task(keyed(3), 1, 0, restore))


def test_records_for_an_operator_within_the_chain_are_worked_on_before_anything_else() -> None:
    actual = task(chained(), 0, 0, InFlightRestore((stored(block(0, 1, 2), watermark(0, 5)),), operator=1))
    actual.core.handle(messages.Trigger(2, 0))
    assert actual.take_records() == [10, 20]
    assert actual.core.report()[NUM_RECORDS_IN] == 2


def test_parts_of_a_block_are_joined_in_storage() -> None:
    payload = PICKLE.encode(RowBlock([7, 8]))
    frames = [
        pack(FrameHeader(FrameKind.PART, 0, 1, 0, 3, 0), payload[:5]),
        pack(FrameHeader(FrameKind.BLOCK, 0, 0, 0, 3, 0, 1), PICKLE.encode(RowBlock([9]))),
        pack(FrameHeader(FrameKind.BLOCK, 0, 1, 0, 4, 0, 2), payload[5:]),
    ]
    items = items_by_edge(frames)
    assert items == {0: [block(0, 9), block(1, 7, 8)]}
    assert decode_items(encode_items(items[0])) == items[0]


def test_block_without_its_last_part_is_refused() -> None:
    with pytest.raises(ProtocolError, match="without their last parts"):
        items_by_edge([pack(FrameHeader(FrameKind.PART, 0, 1, 0, 3, 0), b"begun")])
