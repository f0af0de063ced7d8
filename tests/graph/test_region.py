"""Regions as parts of an execution graph."""

from __future__ import annotations

import random

import pytest

from pyrite.connectors.builtin.terminal import DiscardingSink
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.graph.execution_graph import ExecutionGraph, Level, Relay, Subtask
from pyrite.graph.region import regions_of, whole
from tests import dags
from tests.graph.programs import environment, execution_graph, numbers, same


def two_parts() -> StreamExecutionEnvironment:
    env = environment(2)
    numbers(env, "Short").sink_to(DiscardingSink())
    for name in ("Long", "Longer"):
        numbers(env, name).key_by(same).map(same).rebalance().sink_to(DiscardingSink())
    return env


def random_graph(seed: int) -> ExecutionGraph:
    env = StreamExecutionEnvironment().set_parallelism(2)
    for number in range(3):
        dags.build(env, dags.random_program(seed * 10 + number, size=4))
    return execution_graph(env)


def test_job_that_is_connected_is_one_region_and_numbered_as_it_is() -> None:
    env = environment()
    numbers(env).key_by(same).map(same).sink_to(DiscardingSink())
    graph = execution_graph(env)
    (region,) = regions_of(graph)
    assert region == whole(graph)
    assert region.task_of_job((1, 0)) == region.own_task((1, 0)) == (1, 0)


def test_region_has_the_levels_that_it_needs() -> None:
    regions = regions_of(execution_graph(two_parts()))
    assert [len(region.graph.levels) for region in regions] == [1, 3, 3]


@pytest.mark.parametrize("seed", range(30))
def test_regions_have_every_task_once_and_number_theirs_from_0(seed: int) -> None:
    graph = random_graph(seed)
    regions = regions_of(graph)
    tasks = [task for region in regions for task in region.tasks]
    assert sorted(tasks) == [(n, pid) for n, level in enumerate(graph.levels) for pid in range(len(level.work))]
    for region in regions:
        for level, item in enumerate(region.graph.levels):
            assert item.work
            for pid, work in enumerate(item.work):
                task = region.task_of_job((level, pid))
                assert graph.levels[task[0]].work[task[1]] == work and region.own_task(task) == (level, pid)


@pytest.mark.parametrize("seed", range(30))
def test_frames_stay_in_their_region(seed: int) -> None:
    for region in regions_of(random_graph(seed)):
        graph = region.graph
        for level, item in enumerate(graph.levels):
            for work in item.work:
                edges = [work.edge] if isinstance(work, Relay) else [e.id for e in graph.job.outputs(work.vertex)]
                for edge in edges:
                    hops = graph.next_hops(edge, level)
                    assert all(hop in range(len(graph.levels[level + 1].work)) for hop in hops)


def test_work_that_was_distributed_within_a_region_is_so_in_the_whole_graph() -> None:
    graph = execution_graph(two_parts())
    region = regions_of(graph)[1]
    levels = tuple(Level(tuple(random.Random(1).sample(level.work, len(level.work)))) for level in region.graph.levels)
    deployed = type(region)(region.number, ExecutionGraph(graph.job, levels, graph.attempt), region.pids)
    placed = deployed.placed_in(graph)
    for level, item in enumerate(levels):
        for pid, work in enumerate(item.work):
            assert isinstance(work, Subtask) and placed.task_of(work) == deployed.task_of_job((level, pid))
    others = [task for other in regions_of(graph) if other.number != 1 for task in other.tasks]
    assert all(placed.levels[level].work[pid] == graph.levels[level].work[pid] for level, pid in others)
