"""ScriptedSource: does what a test tells it to, by hand and in a simulation."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.common import JobStatus, WatermarkStrategy
from pyrite.connectors.builtin.collection import Position
from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.core.clock import ManualClock
from pyrite.core.connector.source import END_OF_INPUT, Boundedness, SourceBlock, SourceReaderContext
from pyrite.core.time.time import NO_TIMESTAMP
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.testing import At, Fail, Pause, ScriptedSource, SimulationOptions, SimulationResult, simulate
from tests.connectors.readers import read_all, reader_of
from tests.whole.behaviour.run import WithTimestamp


@given(st.lists(st.integers()), st.integers(1, 5))
def test_reader_gives_the_records_of_the_script_in_order(script: list[int], max_records: int) -> None:
    assert read_all(reader_of(ScriptedSource(script)), max_records) == script


def test_records_have_timestamps_where_the_script_says_so() -> None:
    reader = reader_of(ScriptedSource([At(5, "a"), "b", At(7, None)]))
    assert reader.poll(10, 0) == SourceBlock("0", ["a", "b", None], [5, NO_TIMESTAMP, 7])
    assert reader_of(ScriptedSource(["a"])).poll(10, 0) == SourceBlock("0", ["a"], None)


def test_pause_is_over_when_the_clock_says_so() -> None:
    clock = ManualClock(100)
    reader = reader_of(ScriptedSource([1, Pause(50), 2]), clock=clock)
    assert reader.poll(10, 0).values == [1]
    assert reader.poll(10, 0) is None
    assert reader.available_at_ms(100) == 150
    clock.advance(49)
    assert reader.poll(10, 0) is None
    clock.advance(1)
    assert reader.poll(10, 0).values == [2]
    assert reader.available_at_ms(clock.now_ms()) == clock.now_ms()
    assert reader.poll(10, 0) is END_OF_INPUT


def test_failure_is_raised_once_behind_the_records_before_it() -> None:
    reader = reader_of(ScriptedSource([1, Fail(OSError("the line is dead")), 2]))
    assert reader.poll(10, 0).values == [1]
    with pytest.raises(OSError, match="the line is dead"):
        reader.poll(10, 0)
    assert reader.poll(10, 0).values == [2]


def test_script_without_end_gives_nothing_permanently() -> None:
    source = ScriptedSource([1], ends=False)
    reader = reader_of(source)
    assert reader.poll(10, 0).values == [1]
    assert [reader.poll(10, 0), reader.poll(10, 0)] == [None, None]
    assert source.get_boundedness() is Boundedness.CONTINUOUS_UNBOUNDED
    assert ScriptedSource([]).get_boundedness() is Boundedness.BOUNDED


def test_only_the_first_of_several_readers_plays_the_script() -> None:
    source = ScriptedSource([1, 2])
    assert [read_all(reader_of(source, subtask, 2)) for subtask in range(2)] == [[1, 2], []]


@pytest.mark.parametrize("taken", range(5))
def test_reader_resumes_from_the_position_it_reported(taken: int) -> None:
    source = ScriptedSource(range(4))
    before: Any = reader_of(source)
    first = [before.poll(1, 0).values[0] for _ in range(taken)]
    after = source.create_reader(SourceReaderContext(0, 1, ManualClock()))
    after.add_splits(before.snapshot_state(1))
    after.notify_no_more_splits()
    assert first + read_all(after) == [0, 1, 2, 3]


def test_position_behind_a_failure_is_not_reported_before_it_is_raised() -> None:
    reader = reader_of(ScriptedSource([1, Fail(OSError("dead")), 2]))
    reader.poll(10, 0)
    assert reader.snapshot_state(1) == [Position(1)]


def test_script_may_be_any_iterable_and_is_not_the_callers() -> None:
    script = [1, 2]
    source = ScriptedSource(script)
    script.append(3)
    assert read_all(reader_of(source)) == [1, 2]
    assert read_all(reader_of(ScriptedSource(iter("ab")))) == ["a", "b"]


# In a simulation ------------------------------------------------------------------------------------------------------


def run(script: list[Any], seed: int, ends: bool = True, **options: Any) -> SimulationResult:
    env = StreamExecutionEnvironment().set_parallelism(2)
    stream = env.from_source(ScriptedSource(script, ends), WatermarkStrategy.no_watermarks(), "Script")
    stream.set_parallelism(1).process(WithTimestamp()).set_parallelism(1).sink_to(CollectSink()).set_parallelism(1)
    return simulate(env, seed, SimulationOptions(**options))


@pytest.mark.parametrize("batch", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_simulated_job_gets_the_script_in_order(seed: int, batch: bool) -> None:
    result = run([At(5, "a"), Pause(1000), At(7, "b"), Pause(60_000), "c"], seed, batch=batch)
    assert (result.status, result.results) == (JobStatus.FINISHED, [("a", 5), ("b", 7), ("c", NO_TIMESTAMP)])


def test_simulated_job_fails_with_the_scripts_error() -> None:
    causes = []
    for seed in range(5):
        result = run([1, Fail(OSError("the line is dead")), 2], seed)
        assert result.status is JobStatus.FAILED
        causes.append(str(result.cause))
    assert any("the line is dead" in cause for cause in causes)


@pytest.mark.parametrize("seed", range(3))
def test_simulated_job_without_end_continues_until_it_is_stopped(seed: int) -> None:
    result = run([1, 2], seed, ends=False, stop=True)
    assert result.status is JobStatus.FINISHED
    assert [value for value, _ in result.results] == [1, 2][: len(result.results)]
