"""JobGraph -> ExecutionGraph: levels, partitions and relays."""

from __future__ import annotations

import pytest

from pyrite.datastream import StreamExecutionEnvironment
from pyrite.graph.execution_graph import ExecutionGraph, Relay, Subtask
from pyrite.graph.render.text import render_text
from tests.dags import build, random_program
from tests.graph.programs import Join, counting, diamond, environment, execution_graph, fixture, numbers, same


def level_of(graph: ExecutionGraph, name: str) -> int:
    return graph.level_of(next(vertex.id for vertex in graph.job.vertices if vertex.name == name))


def late_join() -> StreamExecutionEnvironment:
    """`Early` goes through two exchanges before it meets `Late`, which comes straight from its source."""
    env = environment()
    early = numbers(env, "Early").rebalance().map(same).name("Step").key_by(same)
    late = numbers(env, "Late").key_by(same)
    early.connect(late).process(Join()).name("Join")
    return env


def skipping() -> StreamExecutionEnvironment:
    """`Source` feeds `Step`, and past it also `Sink`."""
    env = environment()
    source = numbers(env, "Source")
    source.rebalance().map(same).name("Step").union(source.rebalance()).rebalance().print().name("Sink")
    return env


def test_execution_graph_of_a_diamond_is_the_fixture() -> None:
    assert render_text(execution_graph(diamond())) == fixture("diamond.execution_graph.txt")


def test_level_is_the_most_exchanges_on_any_path() -> None:
    graph = execution_graph(counting())
    assert [level_of(graph, name) for name in ("Numbers -> Map", "Count", "Print to Std. Out")] == [0, 1, 2]


def test_level_has_one_partition_for_each_subtask() -> None:
    (level, _, _) = execution_graph(counting()).levels
    assert level.work == (Subtask(0, 0), Subtask(0, 1))


def test_source_that_joins_late_goes_just_above_its_receiver() -> None:
    assert level_of(execution_graph(late_join()), "Late") == 1


def test_source_that_joins_late_needs_no_relay() -> None:
    assert execution_graph(late_join()).relays == 0


def test_source_with_two_receivers_goes_above_the_nearer_one() -> None:
    assert level_of(execution_graph(skipping()), "Source") == 0


def test_edge_that_skips_a_level_has_one_relay_there() -> None:
    graph = execution_graph(skipping())
    skips = next(edge.id for edge in graph.job.edges if (edge.source, edge.target) == (0, 2))
    assert [work for work in graph.levels[1].work if isinstance(work, Relay)] == [Relay(skips)]


def test_spark_slots_are_subtasks_and_relays() -> None:
    graph = execution_graph(skipping())
    assert (graph.job.subtasks, graph.relays, graph.slots) == (6, 1, 7)


def test_next_hop_is_the_relay_when_the_receiver_is_deeper() -> None:
    graph = execution_graph(skipping())
    relay = next(work for work in graph.levels[1].work if isinstance(work, Relay))
    assert graph.next_hops(relay.edge, 0)[1] == graph.levels[1].pid(relay)


def test_next_hop_is_the_receiver_when_it_is_on_the_next_level() -> None:
    graph = execution_graph(skipping())
    relay = next(work for work in graph.levels[1].work if isinstance(work, Relay))
    assert graph.next_hops(relay.edge, 1)[1] == graph.levels[2].pid(Subtask(2, 1))


@pytest.mark.parametrize("seed", range(30))
def test_frames_reach_every_receiver_level_by_level_in_random_programs(seed: int) -> None:
    env = environment()
    build(env, random_program(seed, size=12))
    graph = execution_graph(env)
    for edge in graph.job.edges:
        for receiver in range(graph.job.vertex(edge.target).parallelism):
            level = graph.level_of(edge.source)
            reached: Subtask | Relay = Relay(edge.id)
            while reached == Relay(edge.id):
                hop = graph.next_hops(edge.id, level)[receiver]
                level, reached = level + 1, graph.levels[level + 1].work[hop]
            assert (reached, level) == (Subtask(edge.target, receiver), graph.level_of(edge.target))


@pytest.mark.parametrize("seed", range(30))
def test_no_level_is_empty_in_random_programs(seed: int) -> None:
    env = environment()
    build(env, random_program(seed, size=12))
    assert all(level.work for level in execution_graph(env).levels)
