"""Columns in tasks: in frames, in hand, in flight, spooled in batch; and what happens to blocks of the wrong kind."""

from __future__ import annotations

from typing import Any, Optional

import pyarrow as pa
import pytest

from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.core.blocks.column_block import CHANGE_KINDS, ArrowCodec, ColumnBlock
from pyrite.core.blocks.edge_format import EdgeFormat
from pyrite.core.blocks.row_block import PICKLE, RowBlock
from pyrite.core.clock import ManualClock
from pyrite.core.errors import InvalidProgramError, StateUnreadableError
from pyrite.core.types.types_factory import Types
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.operators.output import Output
from pyrite.runtime.task.input.batch_input import SpooledInput
from pyrite.runtime.task.input.edge_input import InputGate
from pyrite.runtime.task.output.record_writer import RecordWriter
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import CheckpointSettings, InFlightRestore, InputEdge, SubtaskRestore
from pyrite.runtime.wire.frames import Barrier, FrameHeader, FrameKind, encode_barrier, pack, unpack_header
from pyrite.runtime.wire.in_flight_items import InFlightItem, decode_items, encode_items
from pyrite.runtime.wire.partitioners import OneReceiver
from pyrite.storage.store import MemoryStore
from tests.columnar import Calc, GroupBy, Made, ToColumns, ToRows, columns_then, key_by_columns, key_of
from tests.graph.programs import environment
from tests.runtime.task.checkpoint.test_in_flight_reader import ref
from tests.runtime.task.task import Task

SETTINGS = CheckpointSettings(MemoryStore(), "job")
COLUMNS = EdgeFormat(ArrowCodec())
SCAN, CALC, AGGREGATE = range(3)


def rows(*numbers: int) -> ColumnBlock:
    """Rows as the projection of `GroupBy` gives them."""
    keys = pa.array(list(map(key_of, numbers)), pa.string())
    odd = pa.array([number % 2 == 1 for number in numbers])
    return ColumnBlock(pa.record_batch([keys, pa.array(numbers, pa.int64()), odd], names=["k", "n", "odd"]))


def group_by(parallelism: int = 1, program: Optional[GroupBy] = None) -> StreamExecutionEnvironment:
    """Level 0: scan, 1: projection, 2: aggregate, 3: rows."""
    env = environment(parallelism)
    (program or GroupBy(10)).build(env, CollectSink())
    return env


def task(env: StreamExecutionEnvironment, level: int, pid: int = 0, *in_flight: InFlightRestore) -> Task:
    return Task(env, level, pid, checkpoints=SETTINGS, restore=SubtaskRestore(1, {}, in_flight))


def sent(actual: Task) -> list[ColumnBlock]:
    while actual.edges and actual.core.next_step().works:
        actual.core.work(100)
    actual.pass_time(1000)
    return [ArrowCodec().decode(p) for _, header, p in actual.take_frames() if header.kind == FrameKind.BLOCK]


def numbers_of(blocks: list[ColumnBlock]) -> list[int]:
    """The numbers whose rows were counted; each once, as an update also retracts."""
    return sorted({number for block in blocks for number in block.batch["n"].to_pylist()})


def item(sender: int, payload: bytes, records: int) -> InFlightItem:
    return InFlightItem(sender, FrameKind.BLOCK, records, payload)


def stored(*numbers: int) -> Any:
    return ref(encode_items([item(0, ArrowCodec().encode(rows(*numbers)), len(numbers))]))


# Frames ---------------------------------------------------------------------------------------------------------------


def test_task_takes_columns_and_sends_them_with_kinds_of_change() -> None:
    actual = Task(group_by(), AGGREGATE, 0)
    actual.receive(FrameKind.BLOCK, ArrowCodec().encode(rows(1, 6)))
    (changes,) = sent(actual)
    assert changes.batch.to_pydict() == {
        "$op": [0, 1, 2],
        "k": ["key 1"] * 3,
        "odd": [True, False, False],
        "n": [1, 6, 6],
        "count": [1, 1, 2],
        "sum": [1, 1, 7],
    }


def writer(frames: list[bytes], format: EdgeFormat, frame_size: int = 10_000, timeout_ms: int = -1) -> RecordWriter:
    return RecordWriter(
        0,
        0,
        {0: 0},
        OneReceiver(0),
        lambda pid, frame: frames.append(frame),
        ManualClock(),
        timeout_ms,
        frame_size,
        "'op'",
        format=format,
    )


def received(frames: list[bytes]) -> list[ColumnBlock]:
    """The blocks as an input gate puts them together."""
    edge = InputEdge(0, 0, False, (0,), format=COLUMNS)
    gate = InputGate((edge,))
    payloads = [(header, gate.accept(header, frame)[1]) for frame in frames for header in (unpack_header(frame),)]
    blocks = [gate.block(edge, p) for header, p in payloads if p is not None and header.kind == FrameKind.BLOCK]
    return [block for block in blocks if isinstance(block, ColumnBlock)]


def test_small_blocks_gather_into_one_frame_and_large_ones_are_cut() -> None:
    frames: list[bytes] = []
    made = writer(frames, COLUMNS)
    for number in range(5):
        made.process_block(rows(number))
    made.process_block(rows(*range(5, 4000)))
    made.end()
    blocks = received(frames)
    assert [number for block in blocks for number in block.batch["n"].to_pylist()] == list(range(4000))
    assert [header.records for header in map(unpack_header, frames) if header.records] == list(map(len, blocks))
    assert len(blocks[0]) > 5
    assert all(len(frame) <= 10_000 for frame in frames)
    assert made.records_out == 4000


def test_size_of_a_frame_is_not_guessed_from_the_schema_of_a_block_with_one_row() -> None:
    made = writer([], COLUMNS)
    made.process_block(rows(1))
    made.process_watermark(1)
    assert made.records_per_frame > 200


@pytest.mark.parametrize(("format", "block"), [(EdgeFormat(), rows(1)), (COLUMNS, RowBlock([1]))])
def test_block_of_another_kind_than_the_edge_carries_is_an_error(format: EdgeFormat, block: Any) -> None:
    kind, other = ("Column", "Row") if format.codec is PICKLE else ("Row", "Column")
    with pytest.raises(TypeError, match=rf"'op' emitted {kind}Block\(.*, but its edge carries .* {other}Block"):
        writer([], format).process_block(block)


def test_kinds_of_change_on_an_edge_that_is_insert_only_are_an_error() -> None:
    made = writer([], COLUMNS)
    made.process_block(ColumnBlock(rows(1).batch.append_column(CHANGE_KINDS, pa.array([3], pa.int8()))))
    with pytest.raises(TypeError, match=r"'op' emitted ColumnBlock.*the edge is insert-only"):
        made.end()


def test_columns_are_neither_fitted_to_a_type_nor_copied() -> None:
    got: list[Any] = []

    class Target:
        def process_block(self, block: Any) -> None:
            got.append(block)

        def process_watermark(self, watermark_ms: int) -> None: ...

        def process_idle(self, idle: bool) -> None: ...

        def process_mark(self, mark: Any) -> None: ...

    block = rows(1, 2)
    Output([Target(), Target()], None, Types.STRING()).emit(block)
    assert got == [block, block]
    Output([Target()]).emit(rows())
    assert len(got) == 2


# In flight ------------------------------------------------------------------------------------------------------------


def overtaken(max_records: int) -> list[InFlightItem]:
    """What an unaligned checkpoint holds of two blocks of which so many rows are processed."""
    actual = Task(group_by(2), AGGREGATE, 0, checkpoints=SETTINGS)
    edge = actual.edges[0]
    for sequence, numbers in enumerate(((1, 2, 3), (4, 5))):
        payload = ArrowCodec().encode(rows(*numbers))
        actual.core.receive(pack(FrameHeader(FrameKind.BLOCK, edge, 1, 0, sequence, 0, len(numbers)), payload))
        if sequence == 0 and max_records:
            actual.core.work(max_records)
    actual.core.handle(messages.Trigger(2, 0, unaligned=True))
    for sender in range(2):
        actual.core.receive(barrier(edge, sender, 2 if sender else 0))
    handle = actual.upload().in_flight[edge]
    assert actual.files is not None
    return decode_items(actual.files.read(handle.ref))


def barrier(edge: int, sender: int, sequence: int) -> bytes:
    return pack(FrameHeader(FrameKind.BARRIER, edge, sender, 0, sequence, 0), encode_barrier(Barrier(2, 0)))


@pytest.mark.parametrize("done", [0, 2])
def test_unaligned_checkpoint_holds_the_rows_that_are_not_processed(done: int) -> None:
    items = overtaken(done)
    contents = [ArrowCodec().decode(entry.payload).batch["n"].to_pylist() for entry in items]
    assert [number for numbers in contents for number in numbers] == [1, 2, 3, 4, 5][done:]
    assert [entry.records for entry in items] == list(map(len, contents))


def test_rows_in_flight_are_taken_up_as_they_were_recorded() -> None:
    env = group_by()
    edge = Task(env, AGGREGATE, 0).edges[0]
    restore = InFlightRestore((stored(1, 2, 3),), edge=edge, as_recorded=True)
    assert numbers_of(sent(task(group_by(), AGGREGATE, 0, restore))) == [1, 2, 3]


@pytest.mark.parametrize("keys", [("k",), ("k", "odd")])
def test_every_row_in_flight_is_taken_by_the_one_receiver_that_has_its_key(keys: tuple[str, ...]) -> None:
    program = GroupBy(10, keys=keys)
    edge = Task(group_by(3, program), AGGREGATE, 0).edges[0]
    restore = InFlightRestore((stored(*range(20)), stored(*range(20, 40))), edge=edge, by_key=True)
    taken = [numbers_of(sent(task(group_by(3, program), AGGREGATE, pid, restore))) for pid in range(3)]
    assert sorted(number for numbers in taken for number in numbers) == list(range(40))
    assert sum(map(bool, taken)) > 1


def test_row_whose_key_nobody_takes_is_refused_with_the_row() -> None:
    edge = Task(group_by(3), AGGREGATE, 0).edges[0]
    restore = InFlightRestore((stored(*range(20)),), edge=edge, by_key=True, receivers=(range(1),))
    with pytest.raises(
        StateUnreadableError, match=r"gives another key for a record.*ColumnBlock\(\d+ rows, the first \[\{'k'"
    ):
        task(group_by(3), AGGREGATE, 0, restore)


def chained() -> StreamExecutionEnvironment:
    """Level 0: a scan and a projection in one chain; level 1: rows."""
    env = environment(1)
    scan = columns_then(env.from_sequence(0, 9), "Scan", Made(ToColumns))
    columns_then(scan, "Calc", Made(Calc)).rebalance().then("ToRows", Made(ToRows))
    return env


def test_rows_for_an_operator_within_the_chain_are_known_by_their_payload() -> None:
    columns = ColumnBlock(rows(4, 5).batch.select(["k", "n"]))
    scanned = ref(encode_items([item(0, PICKLE.encode(RowBlock([6, 7])), 2)]))
    projected = ref(encode_items([item(0, ArrowCodec().encode(columns), 2)]))
    in_flight = InFlightRestore((scanned,), operator=1), InFlightRestore((projected,), operator=2)
    actual = task(chained(), 0, 0, *in_flight)
    actual.core.handle(messages.Trigger(2, 0))
    assert numbers_of(sent(actual)) == [4, 5, 6, 7]


@pytest.mark.parametrize("by_key", [False, True])
def test_rows_in_flight_to_an_edge_of_columns_are_refused(by_key: bool) -> None:
    edge = Task(group_by(), AGGREGATE, 0).edges[0]
    objects = ref(encode_items([item(0, PICKLE.encode(RowBlock([1, 2])), 2)]))
    with pytest.raises(StateUnreadableError, match=r"are rows, which its input no longer carries.*savepoint"):
        task(group_by(), AGGREGATE, 0, InFlightRestore((objects,), edge=edge, by_key=by_key))


# Batch ----------------------------------------------------------------------------------------------------------------


def test_batch_gives_columns_to_a_keyed_operator_as_they_arrive() -> None:
    actual = Task(group_by(), AGGREGATE, 0, batch=True)
    actual.receive(FrameKind.BLOCK, ArrowCodec().encode(rows(1, 2)))
    assert numbers_of(sent(actual)) == [1, 2]


class ByKey(Calc):
    batch_by_key = True


def test_batch_refuses_columns_for_an_operator_that_wants_them_key_by_key() -> None:
    env = environment(1)
    scan = columns_then(env.from_sequence(0, 9), "Scan", Made(ToColumns))
    columns_then(key_by_columns(scan, "k"), "By key", Made(ByKey)).then("ToRows", Made(ToRows))
    actual = Task(env, 1, 0, batch=True)
    with pytest.raises(
        InvalidProgramError, match=r"'By key'.* receives columns, which batch execution cannot pass to it key by key"
    ):
        actual.receive(FrameKind.BLOCK, ArrowCodec().encode(rows(1)))


@pytest.mark.parametrize("memory_bytes", [100, 1 << 20])
def test_spooled_input_gives_blocks_of_both_kinds_back_in_order(memory_bytes: int) -> None:
    spooled = SpooledInput(memory_bytes)
    edges = [InputEdge(number, 0, False, (0,), format=format) for number, format in enumerate((EdgeFormat(), COLUMNS))]
    for number in range(10):
        spooled.add(RowBlock([number], [number]), edges[0])
        spooled.add(rows(number), edges[1])
    blocks = list(spooled.blocks())
    assert blocks[::2] == [RowBlock([number], [number]) for number in range(10)]
    assert [block.batch["n"].to_pylist() for block in blocks[1::2] if isinstance(block, ColumnBlock)] == [
        [number] for number in range(10)
    ]
