"""Placement: subtasks go to tasks on the machine where they were before, as far as there are such tasks."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.checkpoint.manifest import CheckpointMetrics, Manifest
from pyrite.graph.execution_graph import ExecutionGraph, Level, Relay, Subtask, Work
from pyrite.graph.job_graph import JobGraph
from pyrite.runtime.master.attempt.region_attempt import bind, hosts_in
from tests.graph.programs import counting, execution_graph


def of(*levels: list[Work]) -> ExecutionGraph:
    return ExecutionGraph(JobGraph("job", (), ()), tuple(Level(tuple(work)) for work in levels), 1)


def placed(work: list[Work], hosts: list[str], wanted: dict[Subtask, str]) -> list[Work]:
    """The work of a single level, by the tasks' partitions."""
    bound = bind(of(work), {(0, pid): host for pid, host in enumerate(hosts)}, wanted)
    return list(bound.levels[0].work)


def subtasks(count: int, vertex: int = 0) -> list[Work]:
    return [Subtask(vertex, index) for index in range(count)]


A, B, C = (Subtask(0, index) for index in range(3))


def test_subtask_goes_to_the_host_where_it_was() -> None:
    assert placed([A, B], ["x", "y"], {A: "y", B: "x"}) == [B, A]


def test_order_is_kept_where_nothing_is_wanted() -> None:
    assert placed([A, B, C], ["x", "y", "z"], {}) == [A, B, C]


def test_subtask_whose_host_is_gone_takes_a_place_that_is_left() -> None:
    assert placed([A, B], ["x", "y"], {A: "gone", B: "x"}) == [B, A]


def test_subtask_that_was_nowhere_does_not_take_the_place_of_one_that_was_there() -> None:
    assert placed([A, B], ["x", "y"], {B: "x"}) == [B, A]


def test_host_with_too_few_tasks_keeps_the_first_and_moves_the_others() -> None:
    assert placed([A, B, C], ["y", "x", "x"], {A: "x", B: "x", C: "x"}) == [C, A, B]


def test_subtasks_of_one_host_take_its_tasks_in_their_order() -> None:
    assert placed([A, B, C], ["x", "x", "x"], {A: "x", B: "x", C: "x"}) == [A, B, C]


def test_relay_has_no_host_and_takes_what_is_left() -> None:
    assert placed([Relay(0), A], ["x", "y"], {A: "x"}) == [A, Relay(0)]


def test_every_level_is_placed_by_its_own_tasks() -> None:
    lower, upper = subtasks(2), subtasks(2, vertex=1)
    hosts = {(0, 0): "x", (0, 1): "y", (1, 0): "y", (1, 1): "x"}
    wanted = {work: "xy"[work.index] for work in (*lower, *upper) if isinstance(work, Subtask)}
    assert [list(level.work) for level in bind(of(lower, upper), hosts, wanted).levels] == [lower, upper[::-1]]


def test_attempt_and_job_stay_what_they_are() -> None:
    graph = of([A])
    bound = bind(graph, {(0, 0): "x"}, {})
    assert (bound.attempt, bound.job) == (graph.attempt, graph.job)


_hosts = st.sampled_from("xyz")


@given(st.lists(st.tuples(_hosts, _hosts), min_size=1, max_size=12))
def test_all_work_is_placed_once_and_as_much_as_possible_where_it_was(pairs: list[tuple[str, str]]) -> None:
    work = subtasks(len(pairs))
    hosts, wanted = [host for host, _ in pairs], {Subtask(0, n): host for n, (_, host) in enumerate(pairs)}
    actual = placed(work, hosts, wanted)
    assert sorted(actual, key=work.index) == work
    at_home = sum(wanted[one] == hosts[pid] for pid, one in enumerate(actual) if isinstance(one, Subtask))
    assert at_home == (Counter(hosts) & Counter(wanted.values())).total()


# Where they were ------------------------------------------------------------------------------------------------------


def manifest(metrics: dict[str, dict[int, CheckpointMetrics]]) -> Manifest:
    return Manifest("job", "Job", 7, 1, 0, 0, {}, metrics=metrics)


def test_hosts_are_those_that_the_checkpoint_notes_for_the_chains() -> None:
    graph = execution_graph(counting())
    source, count = graph.job.vertices[:2]
    noted = {
        source.head.operator_id: {0: CheckpointMetrics(host="x"), 1: CheckpointMetrics(host="y")},
        count.head.operator_id: {1: CheckpointMetrics(host="z")},
    }
    assert hosts_in(manifest(noted), graph) == {
        Subtask(source.id, 0): "x",
        Subtask(source.id, 1): "y",
        Subtask(count.id, 1): "z",
    }


@pytest.mark.parametrize("noted", [{}, {"gone": {0: CheckpointMetrics(host="x")}}], ids=["nothing", "another operator"])
def test_hosts_of_what_the_job_does_not_have_are_left_out(noted: dict[str, dict[int, CheckpointMetrics]]) -> None:
    assert hosts_in(manifest(noted), execution_graph(counting())) == {}


def test_subtask_without_a_host_in_the_checkpoint_is_left_out() -> None:
    graph = execution_graph(counting())
    noted = {graph.job.vertices[0].head.operator_id: {0: CheckpointMetrics()}}
    assert hosts_in(manifest(noted), graph) == {}
