"""A job of many tasks costs the JobMaster little: bounds on CPU, far above what it takes and far below what it did."""

from __future__ import annotations

import time

import pytest

from pyrite.runtime.wire.deployment import DeploymentEncoder, SubtaskDeployment, TaskSettings, decode_deployment, deploy
from tests.runtime.wide_job import WideJob, graph_of

_SLOWEST_S = 1.0
"""A decision takes 30 to 60 ms, beside a collection of the whole test process's garbage; it took 18 to 56 s."""
SETTINGS = TaskSettings(False, 192 << 10, 64 << 20, 1000, 10_000)


@pytest.mark.parametrize(("tasks", "most_s"), [(1_000, 1.0), (10_000, 30.0)])
def test_tasks_are_deployed_and_opened_in_little_time(tasks: int, most_s: float) -> None:
    job = WideJob(tasks)
    begun_s = time.thread_time()
    job.run_to_the_start()
    assert job.core.attempt.attempt_tasks.is_under_way
    assert len(job.deploy_bytes) == tasks
    assert time.thread_time() - begun_s < most_s


def test_deployment_message_does_not_grow_with_the_number_of_receivers() -> None:
    sizes = []
    for parallelism in (10, 1000):
        encode = DeploymentEncoder(SETTINGS)
        message = encode(graph_of(parallelism), 0, 0, None)
        sizes.append(len(message.shared) + len(message.own))
    assert sizes[1] < sizes[0] + 100


def test_what_subtasks_of_a_vertex_share_is_pickled_once() -> None:
    graph, encode = graph_of(10), DeploymentEncoder(SETTINGS)
    first, second = (encode(graph, 1, pid, None) for pid in (0, 1))
    assert first.shared is second.shared
    assert len(first.own) < 50


def test_task_works_out_the_same_deployment_as_the_job_master() -> None:
    graph = graph_of(7)
    decoded = decode_deployment(DeploymentEncoder(SETTINGS)(graph, 0, 3, None))
    direct = deploy(graph, 0, 3, SETTINGS)
    assert isinstance(decoded, SubtaskDeployment)
    assert isinstance(direct, SubtaskDeployment)
    assert (decoded.subtask, decoded.attempt, decoded.inputs) == (3, direct.attempt, direct.inputs)
    assert [dict(edge.next_hops) for edge in decoded.outputs] == [dict(edge.next_hops) for edge in direct.outputs]


def test_no_decision_of_a_job_of_1000_tasks_takes_long() -> None:
    job = WideJob(1_000)
    job.run_to_the_start()
    job.run(10)
    job.take_checkpoint()
    job.lose_a_task()
    job.finish()
    slowest = {phase: round(cost.slowest_s, 3) for phase, cost in job.costs.items()}
    assert max(slowest.values()) < _SLOWEST_S, slowest


def test_rescaled_job_of_1000_tasks_restores_in_little_time_and_with_what_is_moved() -> None:
    sizes = []
    for tasks in (100, 1_000):
        job = WideJob(tasks)
        job.run_to_the_start()
        job.run(10)
        rescaled = WideJob(tasks * 3 // 2, job.take_checkpoint())
        rescaled.run_to_the_start()
        sizes.append(max(rescaled.deploy_bytes))
    assert max(cost.slowest_s for cost in rescaled.costs.values()) < _SLOWEST_S
    assert sizes[1] < 1.2 * sizes[0]
