"""Random streams through the operators and through the plain model: the same firings, late records and clears."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Optional

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from pyrite.common import Duration
from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.core.time.time import MAX_WATERMARK
from pyrite.core.time.watermark_strategy import TimestampAssigner, WatermarkStrategy
from pyrite.datastream import (
    AggregateFunction,
    DataStream,
    ProcessWindowFunction,
    RuntimeExecutionMode,
    StreamExecutionEnvironment,
)
from pyrite.datastream.window import (
    EventTimeSessionWindows,
    EventTimeTrigger,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
    WindowAssigner,
)
from pyrite.operators.window.any_windows import WindowOperator
from pyrite.operators.window.fixed_windows import FixedWindowOperator
from pyrite.operators.window.session_windows import SessionWindowOperator
from pyrite.testing import OperatorTestHarness, SimulationOptions, simulate
from tests.operators.capabilities import timers_of
from tests.operators.harness import late_records
from tests.operators.window.model import Firing, Model
from tests.operators.window.programs import Windows
from tests.operators.window.transcript import LATE, Record

LONGEST_MS = 60
"""Times are small numbers of milliseconds: more things meet."""


@dataclass(frozen=True)
class Kind:
    """The windows of an example."""

    size: int = 0
    slide: int = 0
    offset: int = 0
    gap: int = 0
    lateness: int = 0

    def model(self) -> Model:
        return Model(self.size, self.slide, self.offset, self.gap, self.lateness)

    def assigner(self) -> WindowAssigner[Any, Any]:
        if self.gap:
            return EventTimeSessionWindows(self.gap)
        if self.size == self.slide:
            return TumblingEventTimeWindows(self.size, self.offset)
        return SlidingEventTimeWindows(self.size, self.slide, self.offset)

    def program(self, function: Any, general: bool = False, way: str = "process") -> Windows:
        ends: dict[str, Callable[[Any], DataStream]] = {
            "process": lambda windowed: windowed.process(function),
            "reduce": lambda windowed: windowed.reduce(lambda a, b: (a[0], a[1], a[2] + b[2]), function),
            "aggregate": lambda windowed: windowed.aggregate(TotalRecord(), function),
        }
        return Windows(
            self.assigner(),
            ends[way],
            trigger=EventTimeTrigger.create() if general else None,
            lateness=self.lateness / 1000,
        )


class TotalRecord(AggregateFunction):
    """The sum of the numbers, as a record."""

    def create_accumulator(self) -> float:
        return 0

    def add(self, value: Any, accumulator: float) -> float:
        total: float = accumulator + value[2]
        return total

    def get_result(self, accumulator: float) -> Record:
        return "", 0, accumulator

    def merge(self, acc_a: float, acc_b: float) -> float:
        return acc_a + acc_b


class Tell(ProcessWindowFunction[Any, Firing, str, Any]):
    """Gives firings as the model does, and remembers what was cleared."""

    def __init__(self) -> None:
        self.cleared: list[Any] = []

    def process(
        self, key: str, context: ProcessWindowFunction.Context[Any], elements: Iterable[Any]
    ) -> Iterator[Firing]:
        window = context.window()
        yield key, (window.start, window.end), tuple(sorted(element[2] for element in elements))

    def clear(self, context: ProcessWindowFunction.Context[Any]) -> None:
        self.cleared.append((context.window().start, context.window().end))


Block = list[Record]
Step = Block | int
"""A block, or a watermark."""

lateness = st.sampled_from([0, 0, 1, 5, 20])
tumbling = st.builds(
    lambda size, offset, late: Kind(size, size, offset % size, lateness=late),
    st.integers(1, 15),
    st.integers(0, 14),
    lateness,
)
sliding = st.builds(
    lambda slide, more, offset, late: Kind(slide + more, slide, offset % (2 * slide - 1) - slide + 1, lateness=late),
    st.integers(1, 10),
    st.integers(0, 10),
    st.integers(0, 20),
    lateness,
)
with_gaps = st.builds(
    lambda size, more, late: Kind(size, size + more, lateness=late), st.integers(1, 5), st.integers(1, 5), lateness
)
sessions = st.builds(lambda gap, late: Kind(gap=gap, lateness=late), st.integers(1, 12), lateness)
kinds = st.one_of(tumbling, sliding, sessions)
records: st.SearchStrategy[Record] = st.tuples(st.sampled_from("abc"), st.integers(-10, LONGEST_MS), st.integers(0, 9))
blocks = st.lists(records, min_size=1, max_size=6)


@st.composite
def steps(draw: st.DrawFn) -> list[Step]:
    """Blocks, and watermarks that only grow; times are where they like, so that many are late."""
    actual: list[Step] = []
    watermark = -20
    for step in draw(st.lists(st.one_of(blocks, st.integers(0, 15)), max_size=20)):
        if isinstance(step, int):
            watermark += step
            actual.append(watermark)
        else:
            actual.append(step)
    return [*actual, MAX_WATERMARK]


def by_model(kind: Kind, played: list[Step]) -> tuple[list[list[Firing]], Model]:
    model = kind.model()
    fired = []
    for step in played:
        if isinstance(step, int):
            fired.append(sorted(model.advance(step) if step > model.watermark else []))
        else:
            fired.append(sorted(firing for record in step for firing in model.record(record)))
    return fired, model


class Played:
    """An operator that plays steps; `restart_at` is the step before which it is replaced by a restored one."""

    def __init__(self, kind: Kind, general: bool = False, way: str = "process") -> None:
        self.function = Tell()
        self.late = 0
        self._build = kind.program(self.function, general, way)
        self.harness = OperatorTestHarness.of(self._build)

    def play(self, played: list[Step], restart_at: Optional[int] = None) -> list[list[Firing]]:
        fired = []
        for number, step in enumerate(played):
            if number == restart_at:
                self._restart()
            self.harness.clear_output()
            if isinstance(step, int):
                self.harness.process_watermark(step)
            else:
                self.harness.process_elements(step, [record[1] for record in step])
            fired.append(sorted(self.harness.extract_output_values()))
        self.late += late_records(self.harness.operator)
        return fired

    def _restart(self) -> None:
        self.late += late_records(self.harness.operator)
        self.harness = OperatorTestHarness.of(self._build, restore=self.harness.snapshot())


@settings(max_examples=300, deadline=None)
@given(kinds, steps(), st.booleans())
def test_operator_fires_what_the_model_fires(kind: Kind, played: list[Step], general: bool) -> None:
    expected, model = by_model(kind, played)
    operator = Played(kind, general)
    assert operator.play(played) == expected
    assert operator.late == model.dropped
    assert sorted(operator.function.cleared) == sorted(span for _, span in model.cleared)
    assert (operator.harness.num_state_entries(), timers_of(operator.harness.operator).timer_count()) == (0, 0)
    event(f"late: {model.dropped > 0}")


@settings(max_examples=150, deadline=None)
@given(kinds, steps(), st.booleans(), st.sampled_from(["reduce", "aggregate"]))
def test_windows_that_hold_one_value_fire_what_the_model_fires(
    kind: Kind, played: list[Step], general: bool, way: str
) -> None:
    firings, _ = by_model(kind, played)
    sums = [sorted((key, span, (sum(numbers),)) for key, span, numbers in fired) for fired in firings]
    assert Played(kind, general, way).play(played) == sums


@settings(max_examples=100, deadline=None)
@given(with_gaps, steps(), st.booleans())
def test_record_between_sliding_windows_is_late_only_if_it_is_old(
    kind: Kind, played: list[Step], general: bool
) -> None:
    expected, model = by_model(kind, played)
    operator = Played(kind, general)
    assert operator.play(played) == expected
    assert operator.late == model.dropped


@settings(max_examples=150, deadline=None)
@given(kinds, steps(), st.booleans(), st.data())
def test_operator_that_was_restored_continues_as_if_nothing_had_been(
    kind: Kind, played: list[Step], general: bool, data: st.DataObject
) -> None:
    expected, model = by_model(kind, played)
    operator = Played(kind, general)
    assert operator.play(played, data.draw(st.integers(0, len(played) - 1))) == expected
    assert operator.late == model.dropped
    assert (operator.harness.num_state_entries(), timers_of(operator.harness.operator).timer_count()) == (0, 0)


@settings(max_examples=150, deadline=None)
@given(kinds, steps(), st.data())
def test_cuts_between_blocks_change_nothing(kind: Kind, played: list[Step], data: st.DataObject) -> None:
    """Each record a block, or neighbouring blocks one; only which block a firing comes with changes."""
    cut = [one for step in played for one in (([[r] for r in step]) if isinstance(step, list) else [step])]
    joined: list[Step] = []
    for step in cut:
        if isinstance(step, list) and joined and isinstance(joined[-1], list) and data.draw(st.booleans()):
            joined[-1] = joined[-1] + step
        else:
            joined.append(step)
    whole, apart = Played(kind), Played(kind)
    firings = [sorted(chain(*operator.play(steps))) for operator, steps in ((whole, joined), (apart, cut))]
    assert firings[0] == firings[1]
    assert whole.late == apart.late


@pytest.mark.parametrize(
    ("kind", "fast"),
    [
        (Kind(10, 10), FixedWindowOperator),
        (Kind(10, 5, lateness=5), FixedWindowOperator),
        (Kind(gap=5), SessionWindowOperator),
        (Kind(gap=5, lateness=5), WindowOperator),
    ],
)
def test_operators_under_test_are_those_meant(kind: Kind, fast: type) -> None:
    assert type(Played(kind).harness.operator) is fast
    assert type(Played(kind, general=True).harness.operator) is WindowOperator


# Whole programs ------------------------------------------------------------------------------------------------------


class RecordTime(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        time: int = value[1]
        return time


@dataclass(frozen=True)
class Run:
    """How a program is run."""

    seed: int = 0
    parallelism: int = 1
    batch: bool = False
    bound_ms: Optional[int] = None
    """The bound of out-of-orderness; None: no watermark before the end."""

    def results(self, kind: Kind, stream: Block) -> list[Any]:
        mode = RuntimeExecutionMode.BATCH if self.batch else RuntimeExecutionMode.STREAMING
        env = StreamExecutionEnvironment().set_parallelism(self.parallelism).set_runtime_mode(mode)
        strategy = WatermarkStrategy.no_watermarks()
        if self.bound_ms is not None:
            strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(self.bound_ms))
        source = env.from_collection(stream).assign_timestamps_and_watermarks(
            strategy.with_timestamp_assigner(RecordTime())
        )
        fired = replace(kind.program(Tell()), late=LATE)(source)
        fired.union(fired.get_side_output(LATE)).sink_to(CollectSink())
        result = simulate(env, self.seed, SimulationOptions(batch=self.batch))
        if result.cause is not None:
            raise result.cause
        return sorted(result.results, key=repr)


runs = st.builds(
    Run, st.integers(0, 10_000), st.integers(1, 3), st.booleans(), st.sampled_from([None, LONGEST_MS + 10])
)
streams = st.lists(records, min_size=1, max_size=30)


@settings(max_examples=60, deadline=None)
@given(kinds, streams, runs)
def test_program_gives_what_the_model_gives_where_nothing_is_late(kind: Kind, stream: Block, run: Run) -> None:
    """In batch and in streaming, whatever the parallelism and the order in which things happen."""
    expected, _ = by_model(kind, [stream, MAX_WATERMARK])
    assert run.results(kind, stream) == sorted(chain(*expected), key=repr)


@settings(max_examples=40, deadline=None)
@given(kinds, streams, runs)
def test_batch_gives_the_final_answers_of_streaming(kind: Kind, stream: Block, run: Run) -> None:
    streaming = replace(run, batch=False, bound_ms=LONGEST_MS + 10)
    assert replace(run, batch=True).results(kind, stream) == streaming.results(kind, stream)


@settings(max_examples=30, deadline=None)
@given(tumbling.map(lambda kind: replace(kind, lateness=0)), streams, st.integers(0, 10_000))
def test_every_record_is_in_a_window_or_late(kind: Kind, stream: Block, seed: int) -> None:
    """With a bound of zero, what is late depends on the order in which things happen; nothing is lost by it."""
    actual = Run(seed, bound_ms=0).results(kind, stream)
    numbers = [number for result in actual for number in (result[2] if isinstance(result[2], tuple) else [result[2]])]
    assert sorted(numbers) == sorted(record[2] for record in stream)
