"""The fluent API: what it refuses, and what its settings become."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pyrite.connectors.builtin.terminal import DiscardingSink
from pyrite.core.errors import InvalidProgramError
from pyrite.core.job.partitioning import PartitioningKind
from pyrite.core.state.state_types import MapStateDescriptor
from pyrite.core.types.types_factory import Types
from pyrite.datastream import (
    BroadcastProcessFunction,
    BroadcastStream,
    CoFlatMapFunction,
    CoMapFunction,
    ConnectedStreams,
    CoProcessFunction,
    DataStream,
    KeyedBroadcastProcessFunction,
    KeyedCoProcessFunction,
    KeyedProcessFunction,
    KeyedStream,
    OutputTag,
    ProcessFunction,
)
from tests.graph.programs import environment, node_named, numbers, same, stream_graph

RULES = MapStateDescriptor("rules")


class Plain(ProcessFunction):
    def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        yield value


class Keyed(KeyedProcessFunction):
    def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        yield value


class CoPlain(CoProcessFunction):
    def process_element1(self, value: Any, ctx: Any) -> Iterator[Any]:
        yield value

    process_element2 = process_element1


class CoKeyed(KeyedCoProcessFunction):
    def process_element1(self, value: Any, ctx: Any) -> Iterator[Any]:
        yield value

    process_element2 = process_element1


class Broadcast(BroadcastProcessFunction):
    def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        yield value

    process_broadcast_element = process_element


class KeyedBroadcast(KeyedBroadcastProcessFunction):
    def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        yield value

    process_broadcast_element = process_element


class CoMap(CoMapFunction):
    def map1(self, value: Any) -> Any:
        return value

    map2 = map1


class CoFlatMap(CoFlatMapFunction):
    def flat_map1(self, value: Any) -> Any:
        return [value]

    flat_map2 = flat_map1


def stream() -> DataStream:
    return numbers(environment())


def keyed() -> KeyedStream:
    return stream().key_by(same)


def connected(keyed: bool) -> ConnectedStreams:
    env = environment()
    both: ConnectedStreams = numbers(env, "One").connect(numbers(env, "Other"))
    return both.key_by(same, same) if keyed else both


def broadcast_connected(keyed: bool) -> Any:
    env = environment()
    one = numbers(env, "One")
    return (one.key_by(same) if keyed else one).connect(numbers(env, "Rules").broadcast(RULES))


# What is refused ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["map", "flat_map", "filter", "key_by"])
@pytest.mark.parametrize("wrong", [None, 3, Plain()], ids=["None", "int", "another function"])
def test_function_is_refused_when_it_is_of_another_kind(method: str, wrong: Any) -> None:
    with pytest.raises(InvalidProgramError, match=r"expected a \w+ or a callable"):
        getattr(stream(), method)(wrong)


def test_reduce_function_is_refused_when_it_is_of_another_kind() -> None:
    with pytest.raises(InvalidProgramError, match="expected a ReduceFunction or a callable"):
        keyed().reduce(3)  # type: ignore[arg-type]


PROCESS_MISTAKES: list[tuple[Callable[[], Any], Any, str]] = [
    (stream, Keyed(), "ProcessFunction"),
    (keyed, Plain(), "KeyedProcessFunction"),
    (lambda: connected(keyed=False), CoKeyed(), "CoProcessFunction"),
    (lambda: connected(keyed=True), CoPlain(), "KeyedCoProcessFunction"),
    (lambda: broadcast_connected(keyed=False), KeyedBroadcast(), "BroadcastProcessFunction"),
    (lambda: broadcast_connected(keyed=True), Broadcast(), "KeyedBroadcastProcessFunction"),
]


@pytest.mark.parametrize(("make", "wrong", "expected"), PROCESS_MISTAKES, ids=[m[2] for m in PROCESS_MISTAKES])
def test_process_names_the_kind_of_function_it_takes(make: Callable[[], Any], wrong: Any, expected: str) -> None:
    with pytest.raises(InvalidProgramError, match=f"takes a {expected}, not"):
        make().process(wrong)


@pytest.mark.parametrize("method", ["map", "flat_map"])
def test_connected_streams_refuse_functions_of_one_input(method: str) -> None:
    with pytest.raises(InvalidProgramError, match="of connected streams takes a Co"):
        getattr(connected(keyed=False), method)(same)


def test_connected_streams_are_refused_when_only_one_is_keyed() -> None:
    env = environment()
    with pytest.raises(InvalidProgramError, match="needs both streams keyed, or neither"):
        numbers(env).key_by(same).connect(numbers(env)).map(CoMap())


@pytest.mark.parametrize("method", ["rebalance", "shuffle", "rescale", "forward", "global_", "broadcast"])
def test_keyed_stream_cannot_be_partitioned_otherwise(method: str) -> None:
    with pytest.raises(InvalidProgramError, match="a keyed stream is partitioned by its key"):
        getattr(keyed(), method)()


def test_sink_is_refused_when_it_is_none() -> None:
    with pytest.raises(InvalidProgramError, match=r"sink_to\(\) takes a Sink"):
        stream().sink_to(print)  # type: ignore[arg-type]


@pytest.mark.parametrize("parallelism", [0, -2, 1.5, "2"])
def test_parallelism_is_refused_when_it_is_not_a_positive_int(parallelism: Any) -> None:
    with pytest.raises(InvalidProgramError, match="must be at least 1"):
        stream().set_parallelism(parallelism)


def test_parallelism_of_a_stream_that_is_not_parallel_stays_one() -> None:
    with pytest.raises(InvalidProgramError, match="is not parallel"):
        environment().from_collection([1]).set_parallelism(2)


@pytest.mark.parametrize("max_parallelism", [0, 32769])
def test_max_parallelism_is_refused_when_it_is_out_of_range(max_parallelism: int) -> None:
    with pytest.raises(InvalidProgramError, match="between 1 and 32768"):
        stream().set_max_parallelism(max_parallelism)


@pytest.mark.parametrize(("partitioner", "selector"), [(3, same), (same, 3)])
def test_custom_partitioning_is_refused_without_functions(partitioner: Any, selector: Any) -> None:
    with pytest.raises(InvalidProgramError, match=r"expected a \w+ or a callable"):
        stream().partition_custom(partitioner, selector)


# What settings become -------------------------------------------------------------------------------------------------


def test_settings_are_those_of_the_operator() -> None:
    env = environment()
    made = numbers(env).map(same).name("Mapped").uid("m").set_parallelism(3).set_max_parallelism(7)
    made.set_description("a map").set_buffer_timeout(9).slot_sharing_group("g")
    node = node_named(stream_graph(env), "Mapped")
    assert (node.uid, node.parallelism, node.max_parallelism, node.description) == ("m", 3, 7, "a map")
    assert (node.buffer_timeout_ms, node.slot_sharing_group) == (9, "g")


def test_settings_of_a_sink_are_those_of_the_sink() -> None:
    env = environment()
    numbers(env).sink_to(DiscardingSink()).name("Gone").uid("s").set_parallelism(1)
    node = node_named(stream_graph(env), "Gone")
    assert (node.uid, node.parallelism) == ("s", 1)


def test_force_non_parallel_makes_one_of_many() -> None:
    env = environment(4)
    numbers(env).map(same).name("One").force_non_parallel()
    assert node_named(stream_graph(env), "One").parallelism == 1


def test_stream_knows_its_name_type_and_environment() -> None:
    env = environment()
    made = numbers(env).map(same, output_type=Types.INT()).name("Typed")
    assert (made.get_name(), made.get_type(), made.get_execution_environment()) == ("Typed", Types.INT(), env)
    assert made.filter(same).get_type() == Types.INT()


PARTITIONED: list[tuple[Callable[[DataStream], DataStream], PartitioningKind]] = [
    (lambda made: made.rebalance(), PartitioningKind.REBALANCE),
    (lambda made: made.shuffle(), PartitioningKind.SHUFFLE),
    (lambda made: made.rescale(), PartitioningKind.RESCALE),
    (lambda made: made.forward(), PartitioningKind.FORWARD),
    (lambda made: made.global_(), PartitioningKind.GLOBAL),
    (lambda made: made.broadcast(), PartitioningKind.BROADCAST),
    (lambda made: made.key_by(same), PartitioningKind.HASH),
    (lambda made: made.partition_custom(lambda key, count: 0, same), PartitioningKind.CUSTOM),
]


@pytest.mark.parametrize(("partition", "kind"), PARTITIONED, ids=[kind.name for _, kind in PARTITIONED])
def test_partitioning_is_that_of_the_edge(
    partition: Callable[[DataStream], DataStream], kind: PartitioningKind
) -> None:
    env = environment()
    partition(numbers(env)).map(same)
    (edge,) = stream_graph(env).edges
    assert edge.partitioning.kind is kind


def test_keyed_stream_that_is_keyed_again_has_one_edge_with_the_new_key() -> None:
    env = environment()

    def other(value: Any) -> Any:
        return value

    numbers(env).key_by(same).key_by(other).process(Keyed())
    (edge,) = stream_graph(env).edges
    assert edge.partitioning.key_selector is other


def test_union_of_keyed_streams_is_not_keyed() -> None:
    env = environment()
    numbers(env, "One").key_by(same).union(numbers(env, "Other").key_by(same)).map(same)
    kinds = {edge.partitioning.kind for edge in stream_graph(env).edges}
    assert kinds == {PartitioningKind.FORWARD}


def test_operators_on_a_keyed_stream_are_keyed_and_those_behind_them_are_not() -> None:
    env = environment()
    numbers(env).key_by(same).map(same).name("Keyed").map(same).name("Plain")
    graph = stream_graph(env)
    assert (node_named(graph, "Keyed").keyed, node_named(graph, "Plain").keyed) == (True, False)


@pytest.mark.parametrize("is_keyed", [True, False])
def test_connected_streams_take_functions_of_two_inputs(is_keyed: bool) -> None:
    made = connected(is_keyed)
    made.map(CoMap())
    made.flat_map(CoFlatMap())
    made.process(CoKeyed() if is_keyed else CoPlain())
    nodes = stream_graph(made.stream1.get_execution_environment()).nodes
    assert [node.keyed for node in nodes if node.name.startswith("Co-")] == [is_keyed] * 3


@pytest.mark.parametrize("is_keyed", [True, False])
def test_broadcast_connected_stream_has_the_broadcast_side_second(is_keyed: bool) -> None:
    made = broadcast_connected(is_keyed)
    made.process(KeyedBroadcast() if is_keyed else Broadcast())
    edges = stream_graph(made.non_broadcast_stream.get_execution_environment()).edges
    kinds = {edge.input_index: edge.partitioning.kind for edge in edges}
    assert kinds == {
        0: PartitioningKind.HASH if is_keyed else PartitioningKind.FORWARD,
        1: PartitioningKind.BROADCAST,
    }


def test_broadcast_with_descriptors_is_for_connecting_only() -> None:
    made = stream().broadcast(RULES, MapStateDescriptor("more"))
    assert isinstance(made, BroadcastStream)
    assert [descriptor.name for descriptor in made.broadcast_state_descriptors] == ["rules", "more"]


def test_side_output_is_an_edge_with_its_tag() -> None:
    env = environment()
    numbers(env).process(Plain()).get_side_output(OutputTag("late")).map(same).name("Late")
    graph = stream_graph(env)
    (edge,) = graph.inputs(node_named(graph, "Late").id)
    assert edge.side_output == "late"
