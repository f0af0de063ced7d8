"""SourceFunctions: a loop in a thread of its own, whose records the reader takes."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.connectors.builtin import source_function
from pyrite.connectors.builtin.source_function import Loop, SourceFunctionReader, SourceFunctionSource
from pyrite.core.connector.source import END_OF_INPUT, Boundedness, EndOfInput, SourceBlock
from pyrite.core.functions.functions import RuntimeContext
from pyrite.core.functions.source_function import ParallelSourceFunction, SourceContext, SourceFunction
from pyrite.datastream import StreamExecutionEnvironment
from tests.connectors.readers import reader_of

SOON_S = 10.0


class Loops(SourceFunction):
    """Does what the test wants; notes what is called."""

    def __init__(self, run: Callable[[SourceContext], object]) -> None:
        self._run = run
        self.calls: list[str] = []
        self.cancelled = threading.Event()

    def open(self, runtime_context: RuntimeContext) -> None:
        self.calls.append("open")

    def run(self, ctx: SourceContext) -> None:
        self._run(ctx)
        self.calls.append("returned")

    def cancel(self) -> None:
        self.calls.append("cancel")
        self.cancelled.set()

    def close(self) -> None:
        self.calls.append("close")


class ParallelLoops(Loops, ParallelSourceFunction):
    pass


def reader(run: Callable[[SourceContext], object]) -> SourceFunctionReader:
    made: SourceFunctionReader = reader_of(SourceFunctionSource(Loops(run)))
    return made


def blocks(actual: SourceFunctionReader, max_records: int = 100) -> list[SourceBlock]:
    """Everything up to the end of the input."""
    taken: list[SourceBlock] = []
    deadline = time.monotonic() + SOON_S
    while not isinstance(polled := actual.poll(max_records, 10), EndOfInput):
        assert time.monotonic() < deadline, "the input does not end"
        if polled is not None:
            assert 0 < len(polled.values) <= max_records
            taken.append(polled)
    return taken


def values(actual: SourceFunctionReader, max_records: int = 100) -> list[Any]:
    return [value for block in blocks(actual, max_records) for value in block.values]


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SOON_S
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


@given(st.lists(st.integers(), max_size=30), st.integers(1, 7))
def test_reader_gives_every_collected_record_in_order(elements: list[int], max_records: int) -> None:
    assert values(reader(lambda ctx: [ctx.collect(element) for element in elements]), max_records) == elements


def test_records_come_with_the_timestamps_they_were_collected_with() -> None:
    (block,) = blocks(reader(lambda ctx: (ctx.collect_with_timestamp("a", 5), ctx.collect_with_timestamp("b", 7))))
    assert (block.values, block.timestamps) == (["a", "b"], [5, 7])


def test_records_without_timestamps_have_none() -> None:
    (block,) = blocks(reader(lambda ctx: ctx.collect("a")))
    assert block.timestamps is None


def test_reader_waits_for_records_no_longer_than_it_is_reported() -> None:
    release = threading.Event()
    actual = reader(lambda ctx: (release.wait(SOON_S), ctx.collect(1)))
    begun = time.monotonic()
    assert actual.poll(10, 20) is None
    assert 0.01 < time.monotonic() - begun < SOON_S / 2
    release.set()
    assert values(actual) == [1]
    assert actual.poll(10, 0) is END_OF_INPUT


def test_reader_gives_a_record_as_soon_as_it_is_collected() -> None:
    def run(ctx: SourceContext) -> None:
        time.sleep(0.05)
        ctx.collect(1)
        threading.Event().wait(SOON_S)

    actual = reader(run)
    begun = time.monotonic()
    polled = actual.poll(10, int(SOON_S * 1000))
    assert isinstance(polled, SourceBlock)
    assert time.monotonic() - begun < SOON_S / 2


def test_reader_has_nothing_before_it_has_its_loop() -> None:
    source = SourceFunctionSource(Loops(lambda ctx: ctx.collect(1)))
    actual = reader_of(source, subtask=0)
    empty = source.create_reader(actual._context)
    assert empty.poll(10, 0) is None
    assert empty.snapshot_state(1) == []
    empty.notify_no_more_splits()
    assert empty.poll(10, 0) is END_OF_INPUT


def test_loop_waits_while_too_many_records_are_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_function, "_MAX_BUFFERED_RECORDS", 5)
    collected: list[int] = []

    def run(ctx: SourceContext) -> None:
        for number in range(20):
            ctx.collect(number)
            collected.append(number)

    actual = reader(run)
    wait_for(lambda: len(collected) == 5)
    time.sleep(0.02)
    assert len(collected) == 5
    assert values(actual, 3) == list(range(20))


# Errors and ends ------------------------------------------------------------------------------------------------------


def test_error_of_the_loop_comes_behind_its_records() -> None:
    def run(ctx: SourceContext) -> None:
        ctx.collect(1)
        raise OSError("the line is dead")

    actual = reader(run)
    wait_for(lambda: actual._collected.ended)
    polled = actual.poll(10, 0)
    assert isinstance(polled, SourceBlock) and polled.values == [1]
    with pytest.raises(OSError, match="the line is dead"):
        actual.poll(10, 0)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_loop_that_exits_does_not_leave_the_reader_waiting() -> None:
    actual = reader(lambda ctx: (ctx.collect(1), sys.exit("no more")))
    assert actual._thread is not None
    actual._thread.join(SOON_S)
    assert isinstance(actual.poll(10, 0), SourceBlock)
    with pytest.raises(BaseException, match="no more"):
        actual.poll(10, 0)


def test_close_cancels_the_loop_and_closes_the_function() -> None:
    cancelled = threading.Event()
    func = Loops(lambda ctx: cancelled.wait(SOON_S))
    func.cancelled = cancelled
    reader_of(SourceFunctionSource(func)).close()
    assert func.calls == ["cancel", "returned", "close"]


def test_close_ends_a_loop_that_collects_permanently(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_function, "_MAX_BUFFERED_RECORDS", 5)

    def run(ctx: SourceContext) -> None:
        while True:
            ctx.collect(1)

    actual = reader(run)
    wait_for(lambda: len(actual._collected._records) == 5)
    actual.close()
    assert actual._thread is not None and not actual._thread.is_alive()
    assert actual.func.calls == ["cancel", "close"]


def test_close_does_not_wait_for_a_loop_that_does_not_listen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_function, "_JOIN_S", 0.05)
    release = threading.Event()
    actual = reader(lambda ctx: release.wait(SOON_S))
    begun = time.monotonic()
    actual.close()
    assert time.monotonic() - begun < SOON_S / 2
    release.set()


# The source -----------------------------------------------------------------------------------------------------------


def test_source_is_unbounded_and_parallel_only_if_its_function_is() -> None:
    assert SourceFunctionSource(Loops(print)).get_boundedness() is Boundedness.CONTINUOUS_UNBOUNDED
    assert not SourceFunctionSource(Loops(print)).is_parallel
    assert SourceFunctionSource(ParallelLoops(print)).is_parallel


@pytest.mark.parametrize(("kind", "parallelism"), [(Loops, 1), (ParallelLoops, 3)])
def test_plain_function_runs_in_one_subtask_and_a_parallel_one_in_all(kind: type[Loops], parallelism: int) -> None:
    env = StreamExecutionEnvironment().set_parallelism(3)
    env.add_source(kind(print), "Mine").print()
    node = next(node for node in env.get_stream_graph().nodes if node.name == "Mine")
    assert node.parallelism == parallelism


def test_every_reader_has_a_loop_of_its_own() -> None:
    source = SourceFunctionSource(ParallelLoops(lambda ctx: ctx.collect(1)))
    actual = [reader_of(source, subtask, 2) for subtask in range(2)]
    assert [made.snapshot_state(1) for made in actual] == [[Loop(0)], [Loop(1)]]
    assert [values(made) for made in actual] == [[1], [1]]


def test_restored_enumerator_gives_every_reader_its_loop_at_another_parallelism() -> None:
    handed: list[Any] = []

    class Context:
        def current_parallelism(self) -> int:
            return 2

        def assign_splits(self, subtask: int, splits: list[Any]) -> None:
            handed.append((subtask, splits))

        def signal_no_more_splits(self, subtask: int) -> None:
            handed.append((subtask, None))

    context: Any = Context()
    SourceFunctionSource(Loops(print)).restore_enumerator(context, (3, [0, 1])).add_reader(1)
    assert handed == [(1, [Loop(1)]), (1, None)]
