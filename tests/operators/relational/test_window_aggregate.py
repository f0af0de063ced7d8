"""Windows of SQL against a plain model: random rows, watermarks, late rows, blocks and restarts."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Optional, cast

import pyarrow as pa
import pytest

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.types import BigIntType, DoubleType, LogicalType, RowField, RowType, TimestampType, string_type
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.aggregates.partials import two_phases
from pyrite.operators.relational.window import window_aggregate, window_output
from pyrite.operators.relational.window.local_window_aggregate import LocalWindowAggregateSpec
from pyrite.operators.relational.window.session_windows import SessionAggregateSpec
from pyrite.operators.relational.window.time_windows import AlignedWindows, Cumulate, Hop, Tumble, Window
from pyrite.operators.relational.window.window_aggregate import PaneAggregateSpec
from pyrite.operators.relational.window.window_output import WindowProperty
from pyrite.testing.harness import OperatorTestHarness as Harness

TIME, BIG, DOUBLE = TimestampType(3), BigIntType(), DoubleType()
INPUT = RowType((RowField("ts", TIME), RowField("k", string_type()), RowField("n", BIG), RowField("x", DOUBLE)))
COUNT = AggregateCall("COUNT", (), (), BigIntType(nullable=False))
CALLS = (
    COUNT,
    AggregateCall("COUNT", (2,), (BIG,), BigIntType(nullable=False)),
    AggregateCall("SUM", (2,), (BIG,), BIG),
    AggregateCall("MIN", (2,), (BIG,), BIG),
    AggregateCall("SUM", (3,), (DOUBLE,), DOUBLE),
    AggregateCall("MAX", (3,), (DOUBLE,), DOUBLE),
    AggregateCall("AVG", (3,), (DOUBLE,), DOUBLE),
)
MORE = (*CALLS, AggregateCall("COUNT", (2,), (BIG,), BigIntType(nullable=False), is_distinct=True))
Row = tuple[int, Optional[str], Optional[int], Optional[float]]
BOUNDS = (WindowProperty.START, WindowProperty.END)


def output_of(calls: tuple[AggregateCall, ...]) -> RowType:
    bound: LogicalType = TimestampType(3, nullable=False)
    results = [RowField(f"a{place}", call.result_type) for place, call in enumerate(calls)]
    return RowType((INPUT.fields[1], *results, RowField("start", bound), RowField("end", bound)))


def harness_of(windows: AlignedWindows | int, calls: tuple[AggregateCall, ...], **more: Any) -> Harness:
    is_event_time = more.pop("is_event_time", True)
    common = (0, is_event_time, "UTC", (1,), calls, BOUNDS, INPUT, output_of(calls), False)
    kind: Any = SessionAggregateSpec if isinstance(windows, int) else PaneAggregateSpec
    spec = kind(*common, windows, text="windows")
    return Harness(spec.build(), [lambda row: row], **more)


def block_of(rows: list[Row]) -> ColumnBlock:
    columns = list(zip(*rows, strict=True))
    types = [pa.timestamp("ms"), pa.string(), pa.int64(), pa.float64()]
    return ColumnBlock(pa.record_batch([pa.array(c, t) for c, t in zip(columns, types, strict=True)], INPUT.names))


def results_of(harness: Harness) -> list[tuple[Any, ...]]:
    made = []
    for block in harness.output.blocks:
        batch = cast(ColumnBlock, block).batch
        *values, starts, ends = batch.columns
        bounds = [column.cast(pa.int64()).to_pylist() for column in (starts, ends)]
        made += list(zip(*(column.to_pylist() for column in values), *bounds, strict=True))
    return sorted(made, key=repr)


# The model ------------------------------------------------------------------------------------------------------------


def results(rows: list[Row], calls: tuple[AggregateCall, ...]) -> tuple[Any, ...]:
    numbers = [row[2] for row in rows if row[2] is not None]
    doubles = [row[3] for row in rows if row[3] is not None]
    total = None
    for each in doubles:
        total = each if total is None else total + each
    made = (
        len(rows),
        len(numbers),
        sum(numbers) if numbers else None,
        min(numbers, default=None),
        total,
        max(doubles, default=None),
        sum(doubles) / len(doubles) if doubles else None,
        len(set(numbers)),
    )
    return made[: len(calls)]


def expected_of(
    events: list[Row | int], windows: AlignedWindows | int, calls: tuple[AggregateCall, ...]
) -> tuple[list[tuple[Any, ...]], int]:
    """The rows of all windows, and how many rows were late."""
    open_windows: dict[tuple[Optional[str], Window], list[tuple[int, Row]]] = defaultdict(list)
    made, late, watermark = [], 0, -(1 << 62)
    for number, event in enumerate([*events, 1 << 62]):
        if isinstance(event, int):
            watermark = event
            for key, window in [each for each in open_windows if each[1][1] - 1 <= watermark]:
                rows = [row for _, row in sorted(open_windows.pop((key, window)), key=lambda each: each[0])]
                made.append((key, *results(rows, calls), *window))
            continue
        assigned = windows_of(event, windows, open_windows)
        live = [each for each in assigned if each[1] - 1 > watermark]
        late += bool(assigned) and not live
        for window in live:
            open_windows[event[1], window].append((number, event))
    return sorted(made, key=repr), late


def windows_of(row: Row, windows: AlignedWindows | int, open_windows: dict[Any, Any]) -> list[Window]:
    time, key = row[:2]
    match windows:
        case Tumble(size, offset):
            start = time - (time - offset) % size
            return [(start, start + size)]
        case Hop(size, offset, slide):
            first = (time - offset) // slide * slide + offset
            return [(start, start + size) for start in range(first, time - size, -slide)]
        case Cumulate(size, offset, step):
            start = time - (time - offset) % size
            return [(start, end) for end in range(start + step, start + size + 1, step) if end > time]
    assert isinstance(windows, int)
    merged, contents = (time, time + windows), []
    for other in [window for own, window in open_windows if own == key]:
        if other[0] <= merged[1] and merged[0] <= other[1]:
            merged = (min(merged[0], other[0]), max(merged[1], other[1]))
    for other in [each for own, each in open_windows if own == key and merged[0] <= each[0] and each[1] <= merged[1]]:
        contents += open_windows.pop((key, other))
    if contents:
        open_windows[key, merged] = contents
    return [merged]


# Random inputs --------------------------------------------------------------------------------------------------------


def events_of(rng: random.Random, count: int, is_rounded: bool) -> list[Row | int]:
    """Rows and watermarks; with `is_rounded`, sums of doubles do not depend on the order of the rows."""
    events: list[Row | int] = []
    time, watermark = rng.randrange(-200, 200), -1000
    for _ in range(count):
        time += rng.randrange(4)
        moved = time - rng.choice((0, 0, 0, rng.randrange(60)))
        number = rng.choice((None, rng.randrange(-9, 9)))
        double = rng.choice((None, 0.5, rng.randrange(9) / 4 if is_rounded else rng.uniform(-1e9, 1)))
        events.append((moved, rng.choice(("a", "b", None)), number, double))
        if rng.random() < 0.08 and time - 20 > watermark:
            watermark = time - 20
            events.append(watermark)
    return events


def blocks_of(events: list[Row | int], rng: random.Random, size: Optional[int]) -> Iterator[list[Row] | int]:
    rows: list[Row] = []
    for event in events:
        if isinstance(event, int) or (rows and len(rows) == (size or rng.randrange(1, 60))):
            if rows:
                yield rows
            rows = []
        if isinstance(event, int):
            yield event
        else:
            rows.append(event)
    if rows:
        yield rows


KINDS = (Tumble(30, 0), Tumble(30, -7), Hop(30, 0, 10), Hop(30, 3, 20), Hop(10, 0, 25), Cumulate(40, 5, 8), 9)


@pytest.mark.parametrize("windows", KINDS, ids=str)
@pytest.mark.parametrize("calls", [CALLS, MORE], ids=["by block", "by row"])
@pytest.mark.parametrize("size", [1, None, 10_000])
def test_windows_are_those_of_a_plain_model(
    windows: AlignedWindows | int, calls: tuple[AggregateCall, ...], size: Optional[int]
) -> None:
    for seed in range(3):
        rng = random.Random(seed)
        events = events_of(rng, 300, is_rounded=not isinstance(windows, Tumble))
        harness, made, late = harness_of(windows, calls), [], 0
        for part in blocks_of(events, rng, size):
            if isinstance(part, int):
                harness.process_watermark(part)
            else:
                harness.operator.process_block(block_of(part))
            if rng.random() < 0.1:
                state = harness.snapshot()
                made += results_of(harness)
                late += harness.metrics.read()["numLateRecordsDropped"]
                harness = harness_of(windows, calls, restore=state)
        harness.process_watermark(1 << 62)
        made += results_of(harness)
        late += harness.metrics.read()["numLateRecordsDropped"]
        assert (sorted(made, key=repr), late) == expected_of(events, windows, calls), f"seed {seed}"


def two_phase_harnesses(
    windows: AlignedWindows, calls: tuple[AggregateCall, ...], **more: Any
) -> tuple[Harness, Harness]:
    """A local phase without state, and the global one."""
    sliced = RowType((*INPUT.fields, RowField("$slice", BigIntType(nullable=False))))
    phases = two_phases(calls, False, 2, counts_rows=True)
    between = RowType((INPUT.fields[1], sliced.fields[-1], *phases.fields()))
    local = LocalWindowAggregateSpec(
        (1, 4), phases.local_calls, sliced, between, False, text="local", windows=windows, time=0, zone="UTC"
    )
    common = (None, True, "UTC", (0,), phases.global_calls, BOUNDS, between, output_of(calls), False)
    merging = PaneAggregateSpec(*common, windows, 1, phases.rows, text="windows")
    return Harness(local.build()), Harness(merging.build(), [lambda row: row], **more)


@pytest.mark.parametrize("windows", [each for each in KINDS if not isinstance(each, int)], ids=str)
@pytest.mark.parametrize("calls", [CALLS, MORE], ids=["by block", "by row"])
def test_windows_in_two_phases_are_those_of_a_plain_model(
    windows: AlignedWindows, calls: tuple[AggregateCall, ...]
) -> None:
    for seed, size in ((1, 1), (2, None), (3, 10_000)):
        rng = random.Random(seed)
        events = events_of(rng, 300, is_rounded=True)
        (local, merging), made, late = two_phase_harnesses(windows, calls), [], 0
        for part in (*blocks_of(events, rng, size), 1 << 62):
            if isinstance(part, int):
                local.process_watermark(part)
            else:
                local.operator.process_block(block_of(part))
            is_barrier = rng.random() < 0.1
            if is_barrier:
                local.operator.prepare(1)
            for block in local.output.blocks:
                merging.operator.process_block(block)
            local.output.clear()
            if isinstance(part, int):
                merging.process_watermark(part)
            if is_barrier or part == 1 << 62:
                state = merging.snapshot()
                made += results_of(merging)
                late += merging.metrics.read()["numLateRecordsDropped"]
                merging = two_phase_harnesses(windows, calls, restore=state)[1]
        assert (sorted(made, key=repr), late) == expected_of(events, windows, calls), f"seed {seed}"


@pytest.mark.parametrize("windows", [each for each in KINDS if not isinstance(each, int)], ids=str)
def test_windows_in_two_phases_are_those_of_a_plain_model_where_partial_rows_are_merged_as_columns(
    windows: AlignedWindows,
) -> None:
    rng = random.Random(1)
    rows: list[Row] = [
        (rng.randrange(5), str(n % 40), rng.choice((None, n)), rng.choice((None, n / 4))) for n in range(400)
    ]
    local, merging = two_phase_harnesses(windows, CALLS)
    for first in range(0, 400, 100):
        local.operator.process_block(block_of(rows[first : first + 100]))
        local.operator.prepare(1)
    blocks = cast(list[ColumnBlock], local.output.blocks)
    assert sum(len(block) for block in blocks) >= 4 * window_aggregate._WHOLE_FROM
    for block in blocks:
        merging.operator.process_block(block)
    merging.process_watermark(1 << 62)
    assert results_of(merging) == expected_of([*rows], windows, CALLS)[0]


@pytest.mark.parametrize("windows", [Tumble(30, 0), Hop(30, 0, 10), 9], ids=str)
def test_results_of_many_keys_come_in_several_blocks(
    windows: AlignedWindows | int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window_output, "_EMIT_AT", 4)
    rows: list[Row] = [(n * 7, str(n % 5), n, None) for n in range(60)]
    harness = harness_of(windows, CALLS)
    harness.operator.process_block(block_of(rows))
    harness.process_watermark(1 << 62)
    assert len(harness.output.blocks) > 1
    assert results_of(harness) == expected_of([*rows], windows, CALLS)[0]


def test_null_time_fails_and_names_the_operator() -> None:
    harness = harness_of(Tumble(30, 0), CALLS)
    row = cast(Row, (None, "a", 1, 1.0))
    harness.operator.process_block(block_of([row]))
    with pytest.raises(Exception, match="RowTime field should not be null"):
        harness.process_watermark(0)


@pytest.mark.parametrize(
    ("windows", "expected"),
    [
        (Tumble(10, 0), [("a", 2, 0, 10), ("a", 1, 10, 20)]),
        (Hop(20, 0, 10), [("a", 2, -10, 10), ("a", 3, 0, 20), ("a", 1, 10, 30)]),
        (Cumulate(20, 0, 10), [("a", 2, 0, 10), ("a", 3, 0, 20)]),
        (6, [("a", 2, 3, 14), ("a", 1, 14, 20)]),
    ],
    ids=str,
)
def test_windows_by_processing_time_end_with_the_clock(
    windows: AlignedWindows | int, expected: list[tuple[Any, ...]]
) -> None:
    harness = harness_of(windows, (COUNT,), is_event_time=False)
    for time in (3, 8, 14):
        harness.set_processing_time(time)
        harness.operator.process_block(block_of([(0, "a", None, None)]))
        made = results_of(harness)
        harness = harness_of(windows, (COUNT,), is_event_time=False, restore=harness.snapshot(), now_ms=time)
        expected = [each for each in expected if each not in made]
    harness.process_watermark(1 << 62)
    harness.set_processing_time(100)
    assert results_of(harness) == sorted(expected, key=repr)
