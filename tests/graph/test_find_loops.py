"""Loops in graphs: which operators are in their bodies, and what is refused."""

from __future__ import annotations

import pytest

from pyrite.common import WatermarkStrategy
from pyrite.core.errors import InvalidProgramError
from pyrite.core.job.loop import LoopRole
from pyrite.datastream import DataStream, StreamExecutionEnvironment
from pyrite.graph.render.text import render_text
from pyrite.graph.render.to_json import as_json_object


@pytest.fixture
def numbers() -> DataStream:
    return StreamExecutionEnvironment().set_parallelism(2).from_sequence(1, 9)


def roles(stream: DataStream) -> dict[str, str]:
    graph = stream.get_execution_environment().get_stream_graph()
    return {node.name: "" if node.loop_role is None else node.loop_role.value for node in graph.nodes}


def test_body_is_what_is_between_head_and_ends(numbers: DataStream) -> None:
    loop = numbers.map(lambda n: n).name("before").iterate_bulk(3)
    body = loop.map(lambda n: n).name("body")
    body.map(lambda n: n).name("beside")
    result = loop.close_with(body, body.filter(lambda n: n).name("unsure"))
    result.map(lambda n: n).name("behind")
    actual = roles(numbers)
    assert actual["body"] == actual["unsure"] == LoopRole.BODY.value
    assert actual["before"] == actual["beside"] == actual["behind"] == ""
    assert actual["Feedback of Bulk Iteration"] == "tail" and actual["Termination of Bulk Iteration"] == "termination"


def test_ends_have_the_parallelism_of_the_head(numbers: DataStream) -> None:
    loop = numbers.iterate().set_parallelism(3)
    loop.close_with(loop.map(lambda n: n).set_parallelism(1))
    graph = numbers.get_execution_environment().get_stream_graph()
    assert [node.parallelism for node in graph.nodes] == [2, 3, 1, 3]


def test_ends_have_uids_of_the_head(numbers: DataStream) -> None:
    loop = numbers.iterate_bulk(3).uid("ranks")
    body = loop.map(lambda n: n)
    loop.close_with(body, body)
    graph = numbers.get_execution_environment().get_stream_graph()
    assert {node.uid for node in graph.nodes} == {"", "ranks", "ranks-tail", "ranks-termination"}


def test_text_and_json_show_the_way_back(numbers: DataStream) -> None:
    loop = numbers.iterate()
    loop.close_with(loop.map(lambda n: n).name("body"))
    environment = numbers.get_execution_environment()
    graph = environment.get_stream_graph()
    assert "<- 0 FORWARD, 3 FEEDBACK" in render_text(graph)
    assert as_json_object(graph)["feedback"] == [{"source": 3, "target": 1}]
    assert "<- 0 FEEDBACK" in render_text(environment.get_job_spec().plan().job)


def test_loop_that_is_not_closed_is_refused(numbers: DataStream) -> None:
    numbers.iterate().map(lambda n: n)
    with pytest.raises(InvalidProgramError, match="nothing is fed back"):
        roles(numbers)


def test_loop_inside_a_loop_is_refused(numbers: DataStream) -> None:
    outer = numbers.iterate()
    inner = outer.map(lambda n: n).iterate()
    body = inner.map(lambda n: n)
    inner.close_with(body)
    outer.close_with(body.map(lambda n: n))
    with pytest.raises(InvalidProgramError, match="cannot be inside another"):
        roles(numbers)


def test_feedback_from_elsewhere_and_a_second_one_are_refused(numbers: DataStream) -> None:
    loop = numbers.iterate()
    with pytest.raises(InvalidProgramError, match="does not come from its head"):
        numbers.iterate().close_with(numbers)
    loop.close_with(loop.map(lambda n: n))
    with pytest.raises(InvalidProgramError, match="closed already"):
        loop.close_with(loop.map(lambda n: n))


def test_keyed_stream_and_bad_numbers_are_refused(numbers: DataStream) -> None:
    with pytest.raises(InvalidProgramError, match="inside of the loop"):
        numbers.key_by(lambda n: n).iterate()
    with pytest.raises(InvalidProgramError, match="max_wait_ms"):
        numbers.iterate(-1)
    with pytest.raises(InvalidProgramError, match="max_iterations"):
        numbers.iterate_bulk(0)


def test_timestamps_in_a_loop_with_supersteps_are_refused(numbers: DataStream) -> None:
    loop = numbers.iterate_bulk(3)
    with pytest.raises(InvalidProgramError, match="event time counts the supersteps"):
        loop.close_with(loop.assign_timestamps_and_watermarks(WatermarkStrategy.for_monotonous_timestamps()))
