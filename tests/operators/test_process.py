"""Process functions on a stream that is not keyed, and side outputs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Optional

import pytest

from pyrite.common.block import Block
from pyrite.core.errors import UserFunctionError
from pyrite.core.functions.functions import CoProcessFunction, ElementContext, ProcessFunction
from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.time.time import MIN_WATERMARK, NO_TIMESTAMP
from pyrite.operators.output import Output
from pyrite.operators.process import ProcessOperator
from pyrite.testing.harness import Recorder
from tests.operators.harness import Harness

ODD = OutputTag("odd")


class Give(ProcessFunction):
    def process_element(self, value: Any, ctx: ProcessFunction.Context) -> Iterator[Any]:
        yield value


class Split(ProcessFunction):
    def process_element(self, value: int, ctx: ElementContext) -> Iterator[Any]:
        yield (ODD, value) if value % 2 else value


class Nothing(ProcessFunction):
    def process_element(self, value: Any, ctx: ElementContext) -> Optional[Iterable[Any]]:
        return None


class Return(ProcessFunction):
    def process_element(self, value: Any, ctx: ElementContext) -> Iterable[Any]:
        return [value, value]


class Look(ProcessFunction):
    """Emits what it can see."""

    def process_element(self, value: Any, ctx: ElementContext) -> Iterator[Any]:
        timers = ctx.timer_service()
        yield ctx.timestamp(), timers.current_watermark(), timers.current_processing_time()


class Both(CoProcessFunction):
    def process_element1(self, value: Any, ctx: ElementContext) -> Iterator[Any]:
        yield "one", value

    def process_element2(self, value: Any, ctx: ElementContext) -> Iterator[Any]:
        yield "two", value


class Fail(ProcessFunction):
    def process_element(self, value: int, ctx: ElementContext) -> Iterator[Any]:
        yield 10 // value


class AskForTimer(ProcessFunction):
    def process_element(self, value: int, ctx: ElementContext) -> None:
        ctx.timer_service().register_event_time_timer(value)


class FailingTarget(Recorder):
    def process_block(self, block: Block) -> None:
        raise OSError("the disk is full")


def operator(function: ProcessFunction) -> ProcessOperator:
    return ProcessOperator(function, "process_element")


def test_process_sends_tagged_pairs_to_the_side_output() -> None:
    harness = Harness(operator(Split()), sides=("odd",))
    harness.feed([1, 2, 3, 4])
    assert (harness.main.values, harness.sides["odd"].values) == ([2, 4], [1, 3])


@pytest.mark.parametrize(
    ("result", "main", "odd"),
    [
        ((ODD, 1), [0], [1]),
        ((ODD, [1]), [0], [[1]]),
        ((ODD, (1, "a")), [0], [(1, "a")]),
        ((ODD, ODD), [0], [ODD]),
        ((1, ODD), [0, (1, ODD)], []),
        (([1], ODD), [0, ([1], ODD)], []),
        ((ODD,), [0, (ODD,)], []),
        ((ODD, 1, 2), [0, (ODD, 1, 2)], []),
        ((), [0, ()], []),
        (ODD, [0, ODD], []),
        ([ODD, 1], [0, [ODD, 1]], []),
    ],
)
def test_process_sends_pairs_that_begin_with_a_tag_to_the_side_output(
    result: Any, main: list[Any], odd: list[Any]
) -> None:
    harness = Harness(ProcessOperator(Give(), "process_element"), sides=("odd",))
    harness.feed([0, result])
    assert (harness.main.values, harness.sides["odd"].values) == (main, odd)


def test_process_results_carry_their_records_timestamps() -> None:
    harness = Harness(operator(Split()), sides=("odd",))
    harness.feed([1, 2, 3], [10, 20, 30])
    assert (harness.main.stamped, harness.sides["odd"].stamped) == ([(2, 20)], [(1, 10), (3, 30)])


@pytest.mark.parametrize("timestamps", [None, [10, 20]])
def test_process_that_returns_none_emits_nothing(timestamps: list[int] | None) -> None:
    harness = Harness(operator(Nothing()))
    harness.feed([1, 2], timestamps)
    assert harness.main.events == []


def test_process_may_return_a_list() -> None:
    harness = Harness(operator(Return()))
    harness.feed([1, 2], [10, 20])
    assert harness.main.stamped == [(1, 10), (1, 10), (2, 20), (2, 20)]


def test_process_sees_no_timestamp_when_there_is_none() -> None:
    harness = Harness(operator(Look()))
    harness.feed([1])
    assert harness.main.values == [(NO_TIMESTAMP, MIN_WATERMARK, 1_000_000)]


def test_process_sees_its_timestamp_and_both_clocks() -> None:
    harness = Harness(operator(Look()))
    harness.feed([1], [7])
    harness.watermark(5)
    harness.clock.advance(3)
    harness.feed([1], [8])
    assert harness.main.values == [(7, MIN_WATERMARK, 1_000_000), (8, 5, 1_000_003)]


def test_process_of_two_inputs_calls_the_method_of_each() -> None:
    harness = Harness(ProcessOperator(Both(), "process_element1", "process_element2"))
    harness.feed([1], input_index=0)
    harness.feed([2], input_index=1)
    assert harness.main.values == [("one", 1), ("two", 2)]


@pytest.mark.parametrize("timestamps", [None, [10, 20, 30]])
def test_process_error_names_function_and_record(timestamps: list[int] | None) -> None:
    harness = Harness(operator(Fail()))
    with pytest.raises(UserFunctionError, match="ZeroDivisionError") as raised:
        harness.feed([1, 0, 2], timestamps)
    assert raised.value.record == "0"
    assert "yield 10 // value" in raised.value.user_traceback
    assert harness.main.values == []


@pytest.mark.parametrize("timestamps", [None, [10]])
def test_error_further_down_is_not_blamed_on_the_process_function(timestamps: list[int] | None) -> None:
    process = operator(Split())
    Harness(process)
    process.output = Output([FailingTarget()])
    with pytest.raises(OSError, match="the disk is full"):
        process.process_block(Block([2], timestamps))


def test_timer_without_a_key_is_an_error_that_says_key_by() -> None:
    harness = Harness(operator(AskForTimer()))
    with pytest.raises(UserFunctionError, match=r"call key_by\(\) before process\(\)"):
        harness.feed([1])
