"""Output: main and side outputs, each to any number of targets."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.common.block import Block
from pyrite.core.errors import UserFunctionError
from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.types.types_factory import Types
from pyrite.operators.output import Output
from pyrite.testing.harness import OperatorTestHarness, Recorder, StreamRecord, Watermark
from tests.graph.programs import same

LATE, EARLY = OutputTag("late"), OutputTag("early")


def outputs() -> tuple[Output, Recorder, Recorder]:
    main, late = Recorder(), Recorder()
    return Output([main], {"late": [late]}), main, late


def test_block_goes_to_every_target() -> None:
    one, other = Recorder(), Recorder()
    Output([one, other]).emit(Block([1]))
    assert one.values == other.values == [1]


def test_empty_block_goes_nowhere() -> None:
    output, main, _ = outputs()
    output.emit(Block([]))
    assert main.events == []


def test_tagged_results_go_to_their_side_output_in_order() -> None:
    output, main, late = outputs()
    output.emit_results([1, (LATE, "a"), 2, (LATE, "b")], None)
    assert (main.values, late.values) == ([1, 2], ["a", "b"])


def test_tagged_results_keep_their_timestamps() -> None:
    output, main, late = outputs()
    output.emit_results([1, (LATE, "a"), 2], [10, 20, 30])
    assert (main.records, late.records) == (
        [StreamRecord(1, 10), StreamRecord(2, 30)],
        [StreamRecord("a", 20)],
    )


def test_results_without_timestamps_get_none_on_any_output() -> None:
    output, main, late = outputs()
    output.emit_results([1, (LATE, "a")], None)
    assert (main.blocks[0].timestamps, late.blocks[0].timestamps) == (None, None)


def test_tagged_result_without_a_taker_is_dropped() -> None:
    output, main, late = outputs()
    output.emit_results([(EARLY, 1), 2], None)
    assert (main.values, late.values) == ([2], [])


@pytest.mark.parametrize(
    "result", [(), (1,), (1, 2), (LATE,), (LATE, 1, 2), [LATE, 1], ("late", 1), LATE], ids=lambda result: repr(result)
)
def test_result_that_is_no_pair_with_a_tag_goes_to_the_main_output(result: Any) -> None:
    output, main, late = outputs()
    output.emit_results([result, result], None)
    assert (main.values, late.values) == ([result, result], [])


def test_watermarks_and_idle_marks_go_to_side_outputs_too() -> None:
    output, main, late = outputs()
    output.emit_watermark(5)
    output.emit_idle(True)
    assert main.events == late.events == [Watermark(5), True]


def test_record_that_does_not_fit_names_the_operator_the_function_and_the_record() -> None:
    harness = OperatorTestHarness.of(lambda stream: stream.map(same, output_type=Types.INT()).name("Parse"))
    harness.process_element(1)
    with pytest.raises(UserFunctionError, match="does not fit the declared type") as raised:
        harness.process_elements([2, "three"])
    error = raised.value
    assert (error.operator, error.record) == ("'Parse', subtask 1/1", "'three'")
    assert error.function.startswith("same (")
