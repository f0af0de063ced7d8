"""StreamGraph -> JobGraph: which operators share a task, and the slots that tasks need."""

from __future__ import annotations

import pytest

from pyrite.datastream import DataStream, OutputTag
from pyrite.graph.render.text import render_text
from tests.graph.programs import (
    Count,
    counting,
    diamond,
    environment,
    fixture,
    job_graph,
    numbers,
    same,
    stream_graph,
    vertex_names,
)


def test_job_graph_of_a_diamond_is_the_fixture() -> None:
    assert render_text(job_graph(diamond())) == fixture("diamond.job_graph.txt")


def test_counting_program_has_3_tasks_5_subtasks_and_2_slots() -> None:
    graph = job_graph(counting())
    assert (len(graph.vertices), graph.subtasks, graph.slots) == (3, 5, 2)


def test_one_to_one_operators_share_a_task() -> None:
    env = environment()
    numbers(env).map(same).filter(same).print()
    assert vertex_names(env) == ["Numbers -> Map -> Filter -> Print to Std. Out"]


def test_every_operator_is_a_task_when_chaining_is_disabled() -> None:
    env = counting().disable_operator_chaining()
    assert vertex_names(env) == [node.name for node in stream_graph(env).nodes]


def test_disable_chaining_puts_one_operator_alone() -> None:
    env = environment()
    numbers(env).map(same).name("Alone").disable_chaining().filter(same).print()
    assert vertex_names(env) == ["Numbers", "Alone", "Filter -> Print to Std. Out"]


def test_start_new_chain_begins_a_task_that_continues() -> None:
    env = environment()
    numbers(env).map(same).name("First").start_new_chain().filter(same).print()
    assert vertex_names(env) == ["Numbers", "First -> Filter -> Print to Std. Out"]


def test_chain_ends_when_parallelism_changes() -> None:
    env = environment()
    numbers(env).map(same).print().set_parallelism(1)
    assert vertex_names(env) == ["Numbers -> Map", "Print to Std. Out"]


def test_chain_ends_when_the_slot_sharing_group_changes() -> None:
    env = environment()
    numbers(env).map(same).slot_sharing_group("other").print()
    assert vertex_names(env) == ["Numbers", "Map -> Print to Std. Out"]


@pytest.mark.parametrize("method", ["shuffle", "rebalance", "rescale", "global_", "broadcast"])
def test_chain_ends_when_records_are_redistributed(method: str) -> None:
    env = environment()
    redistributed: DataStream = getattr(numbers(env), method)()
    redistributed.print()
    assert vertex_names(env) == ["Numbers", "Print to Std. Out"]


def test_forward_keeps_the_chain() -> None:
    env = environment()
    numbers(env).forward().print()
    assert vertex_names(env) == ["Numbers -> Print to Std. Out"]


def test_chain_ends_when_an_operator_has_two_inputs() -> None:
    env = environment()
    numbers(env, "A").union(numbers(env, "B")).map(same)
    assert vertex_names(env) == ["A", "B", "Map"]


def test_chain_branches_when_a_stream_is_used_twice() -> None:
    env = environment()
    source = numbers(env)
    source.map(same).print().name("Left")
    source.filter(same).print().name("Right")
    assert vertex_names(env) == ["Numbers -> (Map -> Left, Filter -> Right)"]


def test_side_output_is_chained_with_its_name() -> None:
    env = environment()
    counts = numbers(env).key_by(same).process(Count())
    counts.get_side_output(OutputTag("late")).print()
    (_, counting_task) = job_graph(env).vertices
    assert [operator.inputs for operator in counting_task.operators] == [(), ((0, "late"),)]


def test_edge_names_the_operator_of_the_chain_that_it_leaves() -> None:
    env = environment()
    source = numbers(env)
    source.map(same).filter(same)
    source.key_by(same).process(Count())
    (edge,) = job_graph(env).edges
    assert edge.operator == 0


def test_slots_are_the_largest_parallelism_of_each_group() -> None:
    env = environment()
    numbers(env).map(same).set_parallelism(5).print().set_parallelism(3).slot_sharing_group("out")
    assert job_graph(env).slots_by_group() == {"default": 5, "out": 3}


def test_slots_are_summed_over_groups() -> None:
    env = environment()
    numbers(env).map(same).set_parallelism(5).print().set_parallelism(3).slot_sharing_group("out")
    assert job_graph(env).slots == 8


def test_subtasks_of_one_operator_never_share_a_slot() -> None:
    env = environment(1)
    numbers(env).map(same).set_parallelism(7).print()
    assert job_graph(env).slots == 7


def test_every_vertex_follows_its_inputs() -> None:
    graph = job_graph(diamond())
    assert all(edge.source < edge.target for edge in graph.edges)
