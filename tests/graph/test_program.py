"""Program: nodes by their ids; a node that is replaced later counts for all that read it."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.core.errors import InvalidProgramError
from pyrite.datastream import CoMapFunction, DataStream, StreamExecutionEnvironment
from pyrite.graph.program import Program
from pyrite.graph.transformation import Transformation, TransformationId, TransformationKind


class Both(CoMapFunction):
    def map1(self, value: Any) -> Any:
        return value

    def map2(self, value: Any) -> Any:
        return value


def step(name: str, *inputs: TransformationId) -> Transformation:
    return Transformation(TransformationKind.OPERATOR, name, inputs)


def mapped(env: StreamExecutionEnvironment, name: str) -> DataStream:
    return env.from_collection([1]).map(abs).name(name)


def test_inputs_come_first_and_once() -> None:
    program = Program()
    first = program.add(step("first"))
    left, right = program.add(step("left", first)), program.add(step("right", first))
    last = program.add(step("last", left, right))
    assert program.upstream([last, right]) == [first, left, right, last]


def test_node_is_replaced_under_its_id() -> None:
    program = Program()
    first = program.add(step("first"))
    last = program.add(step("last", first))
    before = program[first]
    program.change(first, uid="u")
    (source,) = program[last].inputs
    assert (before.uid, program[source].uid) == ("", "u")


def test_setting_after_consumers_exist_counts() -> None:
    env = StreamExecutionEnvironment()
    stream = mapped(env, "before")
    stream.key_by(abs).map(abs).print()
    stream.name("after").uid("u").set_parallelism(3).start_new_chain()
    (node,) = (node for node in env.get_stream_graph().nodes if node.uid == "u")
    assert (node.name, node.parallelism, node.chaining.name) == ("after", 3, "HEAD")


def test_stream_of_another_environment_is_refused() -> None:
    one, other = (mapped(StreamExecutionEnvironment(), "m") for _ in range(2))
    connected = one.connect(other)
    with pytest.raises(InvalidProgramError, match="a stream of another environment"):
        connected.map(Both())


def test_nodes_that_nothing_refers_to_are_dropped() -> None:
    """A notebook's environment lives as long as the process; its elements must not."""
    env = StreamExecutionEnvironment()
    for _ in range(5):
        stream = mapped(env, "m").union(mapped(env, "n"))
        env.get_stream_graph(clear=True)
    del stream
    env.program.add(step("one more"))
    assert len(env.program) == 1


def test_long_program_is_dropped_step_by_step(recwarn: pytest.WarningsRecorder) -> None:
    program = Program()
    last = program.add(step("0"))
    for number in range(1, 20_000):
        last = program.add(step(str(number), last))
    assert len(program.upstream([last])) == 20_000
    del last
    program.add(step("next"))
    assert len(program) == 1 and not recwarn.list
