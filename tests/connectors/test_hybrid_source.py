"""HybridSource: how it is set up, what it promises, and what it does with watermarks and in BATCH."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pyrite.common import Duration, TimestampAssigner, WatermarkStrategy
from pyrite.connectors.builtin.collection import CollectionSource
from pyrite.connectors.builtin.number_sequence import DataGeneratorSource, NumberSequenceSource
from pyrite.connectors.hybrid.parts import HybridSplit, SwitchSource
from pyrite.core.clock import ManualClock
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, AT_MOST_ONCE, EXACTLY_ONCE, NO_GUARANTEE, Delivery, Guarantee
from pyrite.core.connector.source import Boundedness, EndOfInput, Source, SourceBlock, SourceReaderContext
from pyrite.core.errors import InvalidProgramError, ProtocolError
from pyrite.core.job.job_status import JobStatus
from pyrite.datastream import ProcessFunction, RuntimeExecutionMode, StreamExecutionEnvironment
from pyrite.datastream.connectors.hybrid_source import HybridSource, HybridSourceBuilder
from pyrite.runtime.master.attempt.split_assignment import SplitAssignment
from pyrite.runtime.wire.messages import AssignSplits, SourceEvent
from pyrite.testing import At, Pause, ScriptedSource, SimulationOptions, simulate
from tests.connectors.pulled_source import PulledSource

UNBOUNDED = DataGeneratorSource(str)


class Weak(CollectionSource):
    def __init__(self, delivery: Delivery, reason: str) -> None:
        super().__init__([])
        self._guarantee = Guarantee(delivery, reason)

    def guarantee(self) -> Guarantee:
        return self._guarantee


def two() -> HybridSourceBuilder:
    return HybridSource.builder(NumberSequenceSource(0, 4)).add_source(NumberSequenceSource(5, 9))


# Setting up -----------------------------------------------------------------------------------------------------------


def test_boundedness_is_that_of_the_last_source() -> None:
    assert two().build().get_boundedness() is Boundedness.BOUNDED
    assert two().add_source(UNBOUNDED).build().get_boundedness() is Boundedness.CONTINUOUS_UNBOUNDED
    assert two().add_source_factory(lambda context: UNBOUNDED).build().get_boundedness() is UNBOUNDED.get_boundedness()


def test_nothing_follows_a_source_without_an_end() -> None:
    with pytest.raises(
        InvalidProgramError, match="source 1 is unbounded, so no source can follow it: all sources but the last"
    ):
        HybridSource.builder(UNBOUNDED).add_source(NumberSequenceSource(0, 1))
    with pytest.raises(InvalidProgramError, match="source 3 is unbounded"):
        two().add_source_factory(lambda context: UNBOUNDED).add_source(UNBOUNDED)


def test_parts_must_be_sources() -> None:
    with pytest.raises(InvalidProgramError, match=r"add_source\(\) takes a Source, not 17"):
        HybridSource.builder(17)  # type: ignore[arg-type]
    with pytest.raises(InvalidProgramError, match=r"add_source_factory\(\) takes a function, not 17"):
        two().add_source_factory(17)  # type: ignore[arg-type]
    with pytest.raises(InvalidProgramError, match="needs a first source"):
        HybridSourceBuilder().build()


def test_guarantee_is_the_weakest_of_the_parts() -> None:
    assert two().build().guarantee().delivery == EXACTLY_ONCE
    weak = two().add_source(Weak(AT_LEAST_ONCE, "it repeats"))
    assert weak.build().guarantee() == Guarantee(AT_LEAST_ONCE, "it repeats")
    weaker = weak.add_source(Weak(AT_MOST_ONCE, "it forgets"))
    assert weaker.build().guarantee() == Guarantee(NO_GUARANTEE, "it repeats and it forgets")
    reported = two().add_source_factory(lambda context: UNBOUNDED, guarantee=Guarantee(AT_MOST_ONCE, "declared"))
    assert reported.build().guarantee() == Guarantee(AT_MOST_ONCE, "declared")


def run(builder: HybridSourceBuilder) -> Any:
    env = StreamExecutionEnvironment().set_parallelism(2)
    env.from_source(builder.build(), WatermarkStrategy.no_watermarks(), "hybrid").print()
    return simulate(env)


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (UNBOUNDED, "declared a bounded source: DataGeneratorSource is unbounded"),
        (
            Weak(AT_MOST_ONCE, "it forgets"),
            "declared a source that is exactly-once, but Weak is at-most-once: it for",
        ),
        (17, "the factory must return a Source, not 17"),
    ],
    ids=["unbounded", "weak", "no source"],
)
def test_factory_that_does_not_keep_its_word_fails_the_job(made: Any, why: str) -> None:
    result = run(two().add_source_factory(lambda context: made, Boundedness.BOUNDED))
    assert result.status is JobStatus.FAILED and why in str(result.cause)


def test_factory_that_raises_fails_the_job() -> None:
    def broken(context: Any) -> Source[Any]:
        raise RuntimeError("no such bucket")

    result = run(two().add_source_factory(broken))
    assert result.status is JobStatus.FAILED and "no such bucket" in str(result.cause)


def test_state_of_a_source_that_is_not_there_any_more_is_refused() -> None:
    longer = SplitAssignment(two().add_source(CollectionSource([1])).build(), 1)
    state = longer.snapshot(1)
    with pytest.raises(
        InvalidProgramError, match="the state refers to source 3 of a hybrid source, which has only 2 now"
    ):
        SplitAssignment(two().build(), 1, (True, type(state)(2, None, None)))


# Watermarks -----------------------------------------------------------------------------------------------------------


class ItselfIsTime(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value)


class WithWatermark(ProcessFunction):
    def process_element(self, value: Any, ctx: Any) -> Iterator[tuple[int, int]]:
        yield value, ctx.timer_service().current_watermark()


@pytest.mark.parametrize("seed", range(5))
def test_ended_source_does_not_hold_the_watermark_back(seed: int) -> None:
    later = ScriptedSource([Pause(100), At(1000, 1000), Pause(1000), At(2000, 2000), Pause(1000), At(3000, 3000)])
    env = StreamExecutionEnvironment().set_parallelism(1)
    env.enable_checkpointing(50)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(0))
    source = HybridSource.builder(CollectionSource([1, 2, 3])).add_source(later).build()
    stream = env.from_source(source, strategy.with_timestamp_assigner(ItselfIsTime()), "hybrid")
    stream.process(WithWatermark()).print()
    printed = dict(eval(line) for line in simulate(env, seed).text.splitlines())
    assert (printed[2000], printed[3000]) == (999, 1999)


# Readers that do not run at the same time -----------------------------------------------------------------------------


def play(assignment: SplitAssignment, source: Source[Any], subtask: int, parallelism: int) -> list[Any]:
    """One reader of a batch job from its start to its end, alone."""
    sent: list[Callable[[], None]] = []
    context = SourceReaderContext(
        subtask,
        parallelism,
        ManualClock(0),
        request_split=lambda: sent.append(lambda: assignment.request(subtask)),
        send_source_event=lambda event: sent.append(lambda: assignment.handle_event(subtask, event)),
        batch=True,
    )
    reader = source.create_reader(context)
    reader.open()
    assignment.add_reader(subtask)
    values: list[Any] = []
    for _ in range(200):
        for receiver, message in assignment.take():
            assert receiver == subtask
            if isinstance(message, AssignSplits):
                reader.add_splits(message.splits)
            elif isinstance(message, SourceEvent):
                reader.handle_source_event(message.event)
            else:
                reader.notify_no_more_splits()
        polled = reader.poll(3, 0)
        if isinstance(polled, EndOfInput):
            reader.close()
            return values
        if isinstance(polled, SourceBlock):
            values.extend(polled.values)
        while sent:
            sent.pop(0)()
        for number, call in assignment.take_calls():
            assignment.called(number, call(), None)
    raise AssertionError("the reader waits for others")


def test_readers_of_a_batch_job_continue_without_each_other() -> None:
    pulled = PulledSource([10, 11], [12])
    source = two().add_source(pulled).add_source_factory(lambda _: CollectionSource([13]), Boundedness.BOUNDED).build()
    assignment = SplitAssignment(source, 3)
    assignment.start()
    inputs = [play(assignment, source, subtask, 3) for subtask in (1, 0, 2)]
    assert sorted(value for values in inputs for value in values) == list(range(14))
    assignment.close()


@pytest.mark.parametrize("seed", range(5))
def test_batch_job_reads_all_sources(seed: int) -> None:
    env = StreamExecutionEnvironment().set_parallelism(3)
    env.set_runtime_mode(RuntimeExecutionMode.BATCH)
    source = two().add_source(PulledSource([10, 11], [12])).build()
    env.from_source(source, WatermarkStrategy.no_watermarks(), "hybrid").map(str).print()
    text = simulate(env, seed, SimulationOptions(batch=True)).text
    assert sorted(int(line.rpartition("> ")[2]) for line in text.splitlines()) == list(range(13))


# A reader that gets what cannot be ---------------------------------------------------------------------------------


def test_reader_refuses_what_is_not_of_the_present_source() -> None:
    source = two().build()
    reader = source.create_reader(SourceReaderContext(0, 1, ManualClock(0)))
    reader.handle_source_event(SwitchSource(0, None))
    with pytest.raises(ProtocolError, match="received split x of source 1 while reading source 0"):
        reader.add_splits([HybridSplit(1, type("Split", (), {"split_id": "x"})())])
    with pytest.raises(ProtocolError, match="SwitchSource to source 1 before the end of source 0"):
        reader.handle_source_event(SwitchSource(1, None))
