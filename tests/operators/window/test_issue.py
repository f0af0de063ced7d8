"""The transcripts that the issue names; (a) and (c) are in `assigner_cases` and in `test_transcripts` too."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from pyrite.common import Duration
from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.core.time.watermark_strategy import (
    TimestampAssigner,
    WatermarkGenerator,
    WatermarkOutput,
    WatermarkStrategy,
)
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.testing import OperatorTestHarness, Pause, ScriptedSource, SimulationOptions, simulate
from tests.operators.harness import late_records
from tests.operators.window.assigner_cases import A_SCRIPT, sessions, tumbling
from tests.operators.window.programs import Counted, Described, Listed, Sum, Windows, process
from tests.operators.window.transcript import LATE, Build, OnOperator, Record, Records, parse, records_of, show

HOUR_MS = 3_600_000


class RecordTime(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        time: int = value[1]
        return time


class BoundOfSix(WatermarkGenerator):
    """Bounded out-of-orderness of 6 s, emitted after every record and not at intervals."""

    def __init__(self) -> None:
        self._highest = 0

    def on_event(self, event: Any, event_timestamp: int, output: WatermarkOutput) -> None:
        self._highest = max(self._highest, event_timestamp)
        output.emit_watermark(self._highest - 6_000 - 1)

    def on_periodic_emit(self, output: WatermarkOutput) -> None:
        pass


def simulated(
    script: list[Any], strategy: WatermarkStrategy, build: Build, seed: int = 0, parallelism: int = 1
) -> list[str]:
    env = StreamExecutionEnvironment().set_parallelism(parallelism)
    source = env.from_source(ScriptedSource(script), WatermarkStrategy.no_watermarks(), "script").set_parallelism(1)
    stamped = source.assign_timestamps_and_watermarks(strategy.with_timestamp_assigner(RecordTime()))
    results = build(stamped.set_parallelism(1))
    late = results.get_side_output(LATE).map(lambda value: f"late:{show(value)}")
    results.map(show).union(late).sink_to(CollectSink())
    result = simulate(env, seed, SimulationOptions())
    if result.cause is not None:
        raise result.cause
    return result.results


# (a) -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("lateness", "expected"),
    [
        (0, ["[0,10)=4", "late:6", "[10,20)=8", "[20,30)=2"]),
        (10, ["[0,10)=4", "[0,10)=5", "[10,20)=8", "[20,30)=2"]),
    ],
)
def test_a_with_the_real_generator_gives_the_same(lateness: int, expected: list[str], seed: int) -> None:
    """The watermarks of the transcript are those of a bound of 6 s."""
    program = Windows(tumbling(10), process(Counted()), lateness=lateness, late=LATE)
    strategy = WatermarkStrategy.for_generator(BoundOfSix)
    assert sorted(simulated(records_of(A_SCRIPT), strategy, program, seed=seed)) == sorted(expected)


def test_a_watermarks_are_those_of_a_bound_of_six() -> None:
    highest, reported = 0, []
    for step in parse(A_SCRIPT)[0].steps:
        if isinstance(step, Records):
            highest = max(highest, *(record[1] for record in step.block))
        else:
            reported.append((step, highest - 6_000 - 1))
    assert [watermark.time_ms for watermark, _ in reported] == [by_bound for _, by_bound in reported]  # type: ignore[union-attr]


# (b) -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [1, 2])
def test_b_window_fires_by_the_slower_of_two_inputs(first: int) -> None:
    harness = OperatorTestHarness.of(Windows(tumbling(10), process(Counted())))
    harness.process_elements([("", time, 1) for time in (5_000, 15_000, 25_000)], [5_000, 15_000, 25_000])
    if first == 1:
        harness.process_watermark1(29_000)
    harness.process_watermark2(14_000)
    harness.process_watermark1(29_000)
    assert harness.extract_output_values() == ["[0,10)=1"]
    assert harness.output.watermarks == [14_000]


@pytest.mark.parametrize("seed", range(5))
def test_b_union_of_a_fast_and_a_slow_source_loses_nothing(seed: int) -> None:
    """By the faster one's watermark all of the slower one would be late."""
    env = StreamExecutionEnvironment().set_parallelism(1)
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(RecordTime())
    fast = [("", 1_000 * second, second) for second in (1, 12, 29)]
    slow = [step for second in (2, 9, 14) for step in (Pause(5_000), ("", 1_000 * second, second))]
    streams = [env.from_source(ScriptedSource(script), strategy, "source") for script in (fast, slow)]
    program = Windows(tumbling(10), process(Counted()), late=LATE)
    program(streams[0].union(streams[1])).sink_to(CollectSink())
    result = simulate(env, seed)
    assert sorted(result.results) == ["[0,10)=3", "[10,20)=2", "[20,30)=1"]


# (d) -----------------------------------------------------------------------------------------------------------------


def week_of_events() -> list[Record]:
    """Two an hour, of three keys, up to a minute out of order."""
    chosen = random.Random(5)
    events: list[Record] = []
    for half_hour in range(7 * 24 * 2):
        time_ms = half_hour * HOUR_MS // 2 + chosen.randrange(60_000)
        events.append((chosen.choice("abc"), time_ms, chosen.randrange(10)))
    return events


DAYS = Windows(tumbling(86_400), lambda w: w.aggregate(Sum(), Described()), late=LATE)
SESSIONS = Windows(sessions(3_600 * 2), lambda w: w.aggregate(Sum(), Described()), late=LATE)


def at_its_own_pace(program: Windows) -> list[str]:
    """The operator gets each event when it happens, and the watermark after each."""
    harness = OperatorTestHarness.of(program)
    highest = 0
    for event in week_of_events():
        highest = max(highest, event[1])
        harness.set_processing_time(highest)
        harness.process_elements([event], [event[1]])
        harness.process_watermark(highest - 120_001)
    harness.end_input()
    assert late_records(harness.operator) == 0
    values: list[str] = harness.extract_output_values()
    return values


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("program", [DAYS, SESSIONS], ids=["days", "sessions"])
def test_d_week_replayed_in_seconds_gives_what_it_gave_at_its_own_pace(program: Windows, seed: int) -> None:
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_minutes(2))
    replayed = simulated(week_of_events(), strategy, program, seed=seed, parallelism=1 + seed)
    assert sorted(replayed) == sorted(at_its_own_pace(program))
    assert len(replayed) > 20


def test_d_windows_fire_on_the_way_at_their_own_pace() -> None:
    harness = OperatorTestHarness.of(DAYS)
    fired = []
    for event in week_of_events():
        harness.process_elements([event], [event[1]])
        harness.process_watermark(event[1] - 120_001)
        fired.append(len(harness.extract_output_values()))
    assert fired[-1] == 6 * 3 and fired[len(fired) // 2] == 3 * 3


# (e) -----------------------------------------------------------------------------------------------------------------

CLICKS = records_of("a:1 b:2 a:4 a:20 b:30 a:7 b:33 a:23 a:12")


@pytest.mark.parametrize("one_watermark", [True, False])
def test_e_session_cut_into_blocks_anywhere_gives_the_same_result(one_watermark: bool) -> None:
    results = set()
    for cuts in itertools.product([False, True], repeat=len(CLICKS) - 1):
        harness = OperatorTestHarness.of(Windows(sessions(5), process(Listed())))
        block: list[Record] = []
        for record, cut in zip(CLICKS, [*cuts, True], strict=True):
            block.append(record)
            if cut:
                harness.process_elements(block, [one[1] for one in block])
                block = []
                if not one_watermark:
                    harness.process_watermark(0)
        harness.end_input()
        results.add(tuple(sorted(harness.extract_output_values())))
    assert results == {("a:[1,17)=1,4,7,12", "a:[20,28)=20,23", "b:[2,7)=2", "b:[30,38)=30,33")}


@pytest.mark.parametrize("cut", range(1, len(CLICKS)))
def test_e_session_cut_by_a_restart_anywhere_gives_the_same_result(cut: int) -> None:
    script = "\n".join(
        " ".join(f"{key}:{time // 1000}" for key, time, _ in part) for part in (CLICKS[:cut], CLICKS[cut:])
    )
    expected = "a:[1,17)=1,4,7,12 a:[20,28)=20,23 b:[2,7)=2 b:[30,38)=30,33"
    OnOperator(Windows(sessions(5)), restarts=True).run(f"{script}\nend => {expected}")
