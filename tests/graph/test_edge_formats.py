"""What edges carry: the format of the operator's main output, from the program to the tasks."""

from __future__ import annotations

from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.core.blocks.changelog import ALL_CHANGES
from pyrite.core.blocks.column_block import ArrowCodec
from pyrite.core.blocks.edge_format import ROWS, EdgeFormat
from pyrite.datastream import OutputTag, StreamExecutionEnvironment
from pyrite.runtime.wire.deployment import SubtaskDeployment, TaskSettings, deploy
from tests.columnar import GroupBy, Made, ToColumns, columns_then
from tests.graph.programs import environment, numbers, same

COLUMNS = EdgeFormat(ArrowCodec())
CHANGES = EdgeFormat(ArrowCodec(), changelog=ALL_CHANGES)


def group_by() -> StreamExecutionEnvironment:
    env = environment()
    GroupBy(10).build(env, CollectSink())
    return env


def test_edges_carry_what_their_sources_emit() -> None:
    graph = group_by().get_stream_graph()
    names = {node.id: node.name for node in graph.nodes}
    formats = {names[edge.source]: edge.format for edge in graph.edges}
    assert [formats[name] for name in ("scan", "calc", "aggregate", "rows")] == [COLUMNS, COLUMNS, CHANGES, ROWS]


def test_both_ends_of_an_exchange_are_deployed_with_its_format() -> None:
    env = group_by()
    graph = env.get_job_spec().plan().execution
    settings = TaskSettings(False, 1000, 1000, 1000, 1000)
    tasks = [deploy(graph, level, 0, settings) for level in range(len(graph.levels))]
    outputs = [[e.format for e in task.outputs] for task in tasks if isinstance(task, SubtaskDeployment)]
    inputs = [[e.format for e in task.inputs] for task in tasks if isinstance(task, SubtaskDeployment)]
    assert outputs == [[COLUMNS], [COLUMNS], [CHANGES], []]
    assert inputs == [[], [COLUMNS], [COLUMNS], [CHANGES]]


def test_side_output_of_an_operator_with_columns_carries_rows() -> None:
    env = environment()
    columns_then(numbers(env), "scan", Made(ToColumns)).get_side_output(OutputTag("late")).map(same)
    assert [edge.format for edge in env.get_stream_graph().edges] == [ROWS, ROWS]
