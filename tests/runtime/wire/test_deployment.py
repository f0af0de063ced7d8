"""TaskDeployment: what each task gets, and that both ends of every channel agree."""

from __future__ import annotations

import pickle

import cloudpickle
import pytest

from pyrite.core.job.partitioning import PartitioningKind
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.runtime.wire.deployment import RelayDeployment, SubtaskDeployment, TaskDeployment, deploy
from tests.dags import build, random_program
from tests.graph.programs import Count, counting, environment, execution_graph, numbers, same
from tests.runtime.task.task import settings


def deployments(graph: ExecutionGraph) -> dict[tuple[int, int], TaskDeployment]:
    return {
        (level, pid): deploy(graph, level, pid, settings())
        for level, item in enumerate(graph.levels)
        for pid in range(len(item.work))
    }


def subtask(graph: ExecutionGraph, level: int, pid: int) -> SubtaskDeployment:
    actual = deploy(graph, level, pid, settings())
    assert isinstance(actual, SubtaskDeployment)
    return actual


def test_source_has_no_inputs_and_knows_the_way_to_every_receiver() -> None:
    actual = subtask(execution_graph(counting()), 0, 1)
    (output,) = actual.outputs
    assert (actual.vertex.name, actual.subtask, actual.inputs) == ("Numbers -> Map", 1, ())
    assert (output.partitioning.kind, output.senders, output.receivers) == (PartitioningKind.HASH, 2, 2)
    assert dict(output.next_hops) == {0: 0, 1: 1}


def test_receiver_knows_its_senders_and_whether_they_send_keys() -> None:
    (keyed,) = subtask(execution_graph(counting()), 1, 0).inputs
    (plain,) = subtask(execution_graph(counting()), 2, 0).inputs
    assert (keyed.senders, keyed.keyed, plain.senders, plain.keyed) == ((0, 1), True, (0, 1), False)


def test_edge_out_of_the_middle_of_a_chain_names_its_operator() -> None:
    env = environment()
    source = numbers(env)
    source.map(same)
    source.key_by(same).process(Count())
    (output,) = subtask(execution_graph(env), 0, 0).outputs
    assert output.operator == 0


def test_edge_has_the_receivers_key_groups_and_the_senders_buffer_timeout() -> None:
    env = environment().set_buffer_timeout(7)
    numbers(env).key_by(same).process(Count()).set_max_parallelism(50)
    (output,) = subtask(execution_graph(env), 0, 0).outputs
    assert (output.max_parallelism, output.timeout_ms) == (50, 7)


def test_pointwise_edge_connects_a_sender_to_its_own_receiver_only() -> None:
    env = environment(3)
    numbers(env).forward().map(same).start_new_chain()
    (output,) = subtask(execution_graph(env), 0, 2).outputs
    (edge,) = subtask(execution_graph(env), 1, 2).inputs
    assert (dict(output.next_hops), edge.senders) == ({2: 2}, (2,))


@pytest.mark.parametrize("seed", range(20))
def test_both_ends_of_every_channel_agree_in_random_programs(seed: int) -> None:
    env = environment()
    build(env, random_program(seed, size=8))
    sending, receiving = set(), set()
    for item in deployments(execution_graph(env)).values():
        if isinstance(item, SubtaskDeployment):
            sending |= {(out.edge, item.subtask, receiver) for out in item.outputs for receiver in out.next_hops}
            receiving |= {(edge.edge, sender, item.subtask) for edge in item.inputs for sender in edge.senders}
    assert sending == receiving


@pytest.mark.parametrize("seed", range(20))
def test_relay_waits_for_as_many_ends_as_its_edge_has_channels(seed: int) -> None:
    env = environment()
    build(env, random_program(seed, size=8))
    actual = deployments(execution_graph(env)).values()
    for relay in (one for one in actual if isinstance(one, RelayDeployment)):
        channels = [
            receiver
            for one in actual
            if isinstance(one, SubtaskDeployment)
            for out in one.outputs
            if out.edge == relay.edge
            for receiver in out.next_hops
        ]
        assert relay.ends == len(channels)
        assert set(relay.next_hops) >= set(channels)


def test_deployment_travels_by_pickle() -> None:
    actual = subtask(execution_graph(counting()), 1, 1)
    back = pickle.loads(cloudpickle.dumps(actual))
    assert (back.vertex.name, back.subtask, back.inputs) == (actual.vertex.name, actual.subtask, actual.inputs)
