"""Transformations -> StreamGraph: virtual steps become properties of edges, settings are inherited."""

from __future__ import annotations

import pytest

from pyrite.core.errors import InvalidProgramError
from pyrite.core.job.partitioning import PartitioningKind
from pyrite.datastream import OutputTag
from pyrite.graph.render.text import render_text
from tests.graph.programs import (
    Count,
    Join,
    counting,
    diamond,
    environment,
    fixture,
    node_named,
    numbers,
    same,
    stream_graph,
)


def test_stream_graph_of_a_diamond_is_the_fixture() -> None:
    assert render_text(stream_graph(diamond())) == fixture("diamond.stream_graph.txt")


def test_execution_plan_is_the_fixture() -> None:
    assert counting().get_execution_plan() == fixture("counting.plan.json")


def test_key_by_becomes_a_hash_edge() -> None:
    graph = stream_graph(counting())
    (edge,) = graph.inputs(node_named(graph, "Count").id)
    assert edge.partitioning.kind is PartitioningKind.HASH


def test_union_becomes_one_edge_for_each_stream_to_the_same_input() -> None:
    env = environment()
    numbers(env, "A").union(numbers(env, "B"), numbers(env, "C")).print().name("All")
    graph = stream_graph(env)
    edges = graph.inputs(node_named(graph, "All").id)
    assert [(graph.node(edge.source).name, edge.input_index) for edge in edges] == [("A", 0), ("B", 0), ("C", 0)]


def test_union_of_a_stream_with_itself_keeps_both_edges() -> None:
    env = environment()
    source = numbers(env)
    source.union(source).print().name("Twice")
    graph = stream_graph(env)
    assert len(graph.inputs(node_named(graph, "Twice").id)) == 2


def test_partitioning_before_a_union_stays_with_its_own_stream() -> None:
    env = environment()
    numbers(env, "A").shuffle().union(numbers(env, "B")).print().name("All")
    graph = stream_graph(env)
    kinds = [edge.partitioning.kind for edge in graph.inputs(node_named(graph, "All").id)]
    assert kinds == [PartitioningKind.SHUFFLE, PartitioningKind.FORWARD]


def test_connected_streams_become_inputs_0_and_1() -> None:
    env = environment()
    first, second = numbers(env, "A").key_by(same), numbers(env, "B").key_by(same)
    first.connect(second).process(Join()).name("Join")
    graph = stream_graph(env)
    edges = graph.inputs(node_named(graph, "Join").id)
    assert [(graph.node(edge.source).name, edge.input_index) for edge in edges] == [("A", 0), ("B", 1)]


def test_side_output_becomes_an_edge_that_names_it() -> None:
    env = environment()
    counts = numbers(env).key_by(same).process(Count())
    counts.get_side_output(OutputTag("late")).print().name("Late")
    graph = stream_graph(env)
    (edge,) = graph.inputs(node_named(graph, "Late").id)
    assert edge.side_output == "late"


def test_edge_rebalances_when_parallelism_changes() -> None:
    graph = stream_graph(counting())
    (edge,) = graph.inputs(node_named(graph, "Print to Std. Out").id)
    assert edge.partitioning.kind is PartitioningKind.REBALANCE


def test_forward_is_refused_when_parallelism_changes() -> None:
    env = environment()
    numbers(env).forward().map(same).set_parallelism(3)
    with pytest.raises(InvalidProgramError, match="both need the same parallelism"):
        stream_graph(env)


def test_operator_takes_its_inputs_group_when_they_agree() -> None:
    env = environment()
    first = numbers(env, "A").slot_sharing_group("red")
    second = numbers(env, "B").slot_sharing_group("red")
    first.union(second).map(same).print().name("Sink")
    assert node_named(stream_graph(env), "Sink").slot_sharing_group == "red"


def test_operator_takes_the_default_group_when_its_inputs_differ() -> None:
    env = environment()
    first = numbers(env, "A").slot_sharing_group("red")
    second = numbers(env, "B").slot_sharing_group("blue")
    first.union(second).print().name("Sink")
    assert node_named(stream_graph(env), "Sink").slot_sharing_group == "default"


def test_operator_keeps_its_own_group_when_its_input_has_another() -> None:
    env = environment()
    numbers(env).slot_sharing_group("red").print().name("Sink").slot_sharing_group("blue")
    assert node_named(stream_graph(env), "Sink").slot_sharing_group == "blue"


def test_source_takes_the_default_group() -> None:
    assert node_named(stream_graph(counting()), "Numbers").slot_sharing_group == "default"


def test_operator_that_leads_nowhere_is_part_of_the_graph() -> None:
    env = environment()
    numbers(env).map(same).name("Dangling")
    assert [node.name for node in stream_graph(env).nodes] == ["Numbers", "Dangling"]


def test_collection_source_has_parallelism_1_whatever_the_default() -> None:
    env = environment(4)
    env.from_collection([1, 2]).print()
    assert node_named(stream_graph(env), "Collection Source").parallelism == 1


def test_uid_that_is_used_twice_is_refused() -> None:
    env = environment()
    numbers(env).uid("here").map(same).uid("here")
    with pytest.raises(InvalidProgramError, match="uid 'here' is used twice, by 'Numbers' and 'Map'"):
        stream_graph(env)


def test_parallelism_above_the_max_parallelism_is_refused() -> None:
    env = environment()
    numbers(env).map(same).set_max_parallelism(2).set_parallelism(3)
    with pytest.raises(InvalidProgramError, match="parallelism 3, more than its max parallelism of 2"):
        stream_graph(env)


def test_program_without_operators_is_refused() -> None:
    with pytest.raises(InvalidProgramError, match="nothing to run"):
        stream_graph(environment())
