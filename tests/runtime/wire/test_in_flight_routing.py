"""Which subtasks of a changed job take what was in flight, and when the job is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Optional

import pytest

from pyrite.checkpoint.manifest import InFlightEdge, Manifest, OperatorState
from pyrite.core.errors import JobRefusedError
from pyrite.core.job.edge_identity import EdgeIdentity
from pyrite.core.job.partitioning import PartitioningKind
from pyrite.datastream import DataStream, StreamExecutionEnvironment
from pyrite.graph.execution_graph import Subtask
from pyrite.graph.job_graph import JobGraph
from pyrite.runtime.wire.deployment import InFlightRestore
from pyrite.runtime.wire.in_flight_routing import InFlightRouting
from pyrite.state.handles import FileRef, InFlightData
from tests.graph.programs import Count, job_graph, same

Way = Callable[[DataStream], DataStream]


def rebalance(stream: DataStream) -> DataStream:
    return stream.rebalance()


def custom(stream: DataStream) -> DataStream:
    partitioned: DataStream = stream.partition_custom(lambda key, count: 0, same)
    return partitioned


def broadcast(stream: DataStream) -> DataStream:
    copied: DataStream = stream.broadcast()
    return copied


def job(parallelism: int, way: Optional[Way] = None, uid: str = "receiver", senders: int = 2) -> JobGraph:
    """A source, and a receiver of which the operator id is known. No way: the receiver is keyed."""
    env = StreamExecutionEnvironment().set_parallelism(senders)
    numbers = env.from_sequence(1, 10).uid("source")
    received = numbers.key_by(same).process(Count()) if way is None else way(numbers).map(same)
    received.uid(uid).set_parallelism(parallelism)
    return job_graph(env)


def chained(parallelism: int = 2) -> JobGraph:
    return job(parallelism, lambda stream: stream, senders=parallelism)


def data(subtask: int, records: int = 3) -> InFlightData:
    return InFlightData(FileRef(f"file-{subtask}", 10, 0), records)


def manifest(
    kind: PartitioningKind, receivers: int, records: int = 3, finished: frozenset[int] = frozenset(), source: str = ""
) -> Manifest:
    """A checkpoint with records in flight to every receiver."""
    operators = {
        "source": OperatorState("source", "Numbers", "source", 2, 128),
        "receiver": OperatorState("receiver", "Map", "receiver", receivers, 128, finished=finished),
    }
    subtasks = {subtask: data(subtask, records) for subtask in range(receivers) if subtask not in finished}
    edge = InFlightEdge(EdgeIdentity(source or "source", None, "receiver", 0), kind, 2, receivers, subtasks)
    return Manifest("job", "Job", 7, 1, 0, 0, operators, (edge,))


def restores(actual: Manifest, job: JobGraph) -> list[tuple[InFlightRestore, ...]]:
    routing = InFlightRouting(actual, job)
    routing.check()
    vertex = next(v for v in job.vertices if any(c.node.operator_id == "receiver" for c in v.operators))
    return [routing.of(Subtask(vertex.id, index)) for index in range(vertex.parallelism)]


def files(actual: Manifest, job: JobGraph) -> list[list[str]]:
    """The files that each subtask reads."""
    return [[ref.path for restore in each for ref in restore.refs] for each in restores(actual, job)]


def refusal(actual: Manifest, job: JobGraph) -> str:
    with pytest.raises(JobRefusedError) as refused:
        InFlightRouting(actual, job).check()
    return str(refused.value)


def test_unchanged_edge_is_restored_as_it_was_recorded() -> None:
    actual = restores(manifest(PartitioningKind.HASH, 2), job(2))
    assert actual == [(InFlightRestore((data(n).ref,), 0, 0, as_recorded=True),) for n in range(2)]


def test_other_senders_leave_records_with_their_receivers() -> None:
    actual = restores(manifest(PartitioningKind.HASH, 2), job(2, senders=3))
    assert actual == [(InFlightRestore((data(n).ref,), 0, 0),) for n in range(2)]


@pytest.mark.parametrize(
    ("parallelism", "read", "readers"),
    [
        (1, [["file-0", "file-1"]], [[range(1), range(1)]]),
        (3, [["file-0"], ["file-0", "file-1"], ["file-1"]], [[range(2)], [range(2), range(1, 3)], [range(1, 3)]]),
    ],
)
def test_keyed_records_are_read_by_those_that_have_any_of_their_key_groups_now(
    parallelism: int, read: list[list[str]], readers: list[list[range]]
) -> None:
    actual = manifest(PartitioningKind.HASH, 2)
    assert files(actual, job(parallelism)) == read
    assert [list(restore.receivers) for (restore,) in restores(actual, job(parallelism))] == readers
    assert all(restore.by_key for (restore,) in restores(actual, job(parallelism)))


def test_keyed_records_of_a_sender_that_is_gone_are_read_by_every_receiver_at_another_parallelism() -> None:
    actual = manifest(PartitioningKind.HASH, 2, source="removed")
    assert files(actual, job(3)) == [["file-0", "file-1"]] * 3


@pytest.mark.parametrize(
    ("before", "now", "read"),
    [
        (2, 3, [["file-0"], ["file-1"], []]),
        (3, 2, [["file-0", "file-1"], ["file-2"]]),
        (3, 1, [["file-0", "file-1", "file-2"]]),
    ],
)
def test_records_for_any_receiver_are_each_read_by_one(before: int, now: int, read: list[list[str]]) -> None:
    assert files(manifest(PartitioningKind.REBALANCE, before), job(now, rebalance)) == read


def test_records_go_to_the_first_receiver_when_the_edge_is_global_now() -> None:
    actual = manifest(PartitioningKind.REBALANCE, 2)
    assert files(actual, job(2, lambda stream: stream.global_())) == [["file-0", "file-1"], []]


def test_records_are_distributed_by_key_when_the_edge_is_keyed_now() -> None:
    actual = restores(manifest(PartitioningKind.REBALANCE, 2), job(2))
    assert [[restore.by_key for restore in each] for each in actual] == [[True], [True]]


def test_records_go_into_the_chain_when_their_receiver_is_chained_now() -> None:
    actual = restores(manifest(PartitioningKind.REBALANCE, 2), chained())
    assert actual == [(InFlightRestore((data(n).ref,), 1),) for n in range(2)]


def test_records_of_a_sender_that_is_gone_go_to_their_receiver() -> None:
    actual = restores(manifest(PartitioningKind.HASH, 2, source="removed"), job(2))
    assert actual == [(InFlightRestore((data(n).ref,), 0, 0),) for n in range(2)]


def test_each_receiver_of_a_broadcast_takes_one_copy_and_the_state_that_goes_with_it() -> None:
    actual, now = manifest(PartitioningKind.BROADCAST, 3, finished=frozenset([1])), job(5, broadcast)
    assert files(actual, now) == [["file-0"], ["file-2"], ["file-0"], ["file-2"], ["file-0"]]
    routing = InFlightRouting(actual, now)
    state = actual.operators["receiver"]
    assert [routing.broadcast_from(state, index) for index in range(5)] == [0, 2, 0, 2, 0]


def test_custom_partitioner_keeps_its_records_while_its_receivers_are_as_many() -> None:
    assert files(manifest(PartitioningKind.CUSTOM, 2), job(2, custom, senders=3)) == [["file-0"], ["file-1"]]


def test_job_is_refused_when_a_custom_partitioner_has_other_receivers() -> None:
    reported = refusal(manifest(PartitioningKind.CUSTOM, 2), job(3, custom))
    assert "custom partitioner" in reported
    assert "has 3 receivers now, but had 2" in reported


def test_job_is_refused_when_the_receiver_is_gone() -> None:
    reported = refusal(manifest(PartitioningKind.HASH, 2), job(2, uid="another"))
    assert "checkpoint 7 is unaligned, with 6 records in flight" in reported
    assert "from operator 'Numbers' (uid source) to operator 'Map' (uid receiver)" in reported
    assert "stop that with a savepoint" in reported


def test_job_is_not_refused_when_only_marks_were_on_the_way_to_a_receiver_that_is_gone() -> None:
    InFlightRouting(manifest(PartitioningKind.HASH, 2, records=0), job(2, uid="another")).check()


def test_job_is_refused_when_a_broadcast_edge_is_no_longer_one() -> None:
    assert "was BROADCAST and is HASH now" in refusal(manifest(PartitioningKind.BROADCAST, 2), job(2))


def test_job_is_refused_when_the_sender_is_gone_and_inputs_are_distributed_differently() -> None:
    env = StreamExecutionEnvironment().set_parallelism(2)
    first, second = (env.from_sequence(1, 10).uid(name) for name in ("left", "right"))
    first.rebalance().union(second.broadcast()).map(same).uid("receiver")
    actual = manifest(PartitioningKind.REBALANCE, 2, source="removed")
    assert "partitioned differently" in refusal(actual, job_graph(env))
