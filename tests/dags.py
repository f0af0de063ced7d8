"""Random programs, and a plain model of what they must give."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.core.connector.sink import Sink
from pyrite.core.functions.functions import KeyedContext, RuntimeContext
from pyrite.datastream import (
    BroadcastProcessFunction,
    CoMapFunction,
    DataStream,
    KeyedCoProcessFunction,
    KeyedProcessFunction,
    MapFunction,
    OutputTag,
    ProcessFunction,
    StreamExecutionEnvironment,
)
from pyrite.datastream.state import MapStateDescriptor, ValueStateDescriptor

OPERATIONS = ("map", "filter", "flat_map", "union", "co_map", "count", "co_count", "split", "side", "broadcast_connect")
PARTITIONINGS = ("none", "rebalance", "shuffle", "rescale", "global", "broadcast", "custom")
SIDE = OutputTag("odd")


@dataclass(frozen=True)
class Node:
    """One operator of a random program; `inputs` are earlier nodes."""

    operation: str
    inputs: tuple[int, ...]
    argument: int
    parallelism: int
    partitioning: str
    new_chain: bool = False


def random_program(seed: int, size: int = 6, max_parallelism: int = 3) -> list[Node]:
    chance = random.Random(seed)
    nodes = [
        Node(
            chance.choice(("sequence", "collection")),
            (),
            chance.randrange(0, 25),
            chance.randint(1, max_parallelism),
            "none",
        )
        for _ in range(chance.randint(1, 2))
    ]
    for _ in range(chance.randint(1, size)):
        nodes.append(
            Node(
                chance.choice(OPERATIONS),
                (chance.randrange(len(nodes)), chance.randrange(len(nodes))),
                chance.randrange(1, 5),
                chance.randint(1, max_parallelism),
                chance.choice(PARTITIONINGS),
                chance.random() < 0.2,
            )
        )
    return nodes


# The model ------------------------------------------------------------------------------------------------------------


def expected(nodes: list[Node]) -> tuple[Counter[Any], int]:
    """What the sinks get, and how often the map functions are called."""
    outputs: list[list[int]] = []
    calls = 0
    for node in nodes:
        first = _delivered(node, outputs[node.inputs[0]]) if node.inputs else []
        second = outputs[node.inputs[1]] if node.inputs else []
        calls += len(first) if node.operation == "map" else 0
        outputs.append(_model(node, first, second))
    return Counter((index, value) for index, values in enumerate(outputs) for value in values), calls


def _delivered(node: Node, values: list[int]) -> list[int]:
    copies = node.parallelism if node.partitioning == "broadcast" and node.operation in _PARTITIONED else 1
    return values * copies


_PARTITIONED = ("map", "filter", "flat_map", "split", "side")


def _model(node: Node, first: list[int], second: list[int]) -> list[int]:
    a = node.argument
    match node.operation:
        case "sequence" | "collection":
            return list(range(a + 1))
        case "map":
            return [x * 3 + a for x in first]
        case "filter":
            return [x for x in first if (x + a) % 3]
        case "flat_map":
            return [y for x in first for y in ([x, x + 1000 * a] if x % 2 == 0 else [])]
        case "union":
            return first + second
        case "co_map":
            return [x + 1 for x in first] + [-x for x in second]
        case "count":
            return _counts(first, a)
        case "co_count":
            return _counts(first + second, a)
        case "split":
            return [x for x in first if x % 2 == 0]
        case "side":
            return [x for x in first if x % 2]
        case "broadcast_connect":
            return first + second * node.parallelism
    raise AssertionError(node)


def _counts(values: list[int], keys: int) -> list[int]:
    return [key * 1000 + n for key, count in Counter(x % keys for x in values).items() for n in range(1, count + 1)]


# The program ----------------------------------------------------------------------------------------------------------


class CountedMap(MapFunction):
    def __init__(self, addend: int) -> None:
        self._addend = addend

    def open(self, runtime_context: RuntimeContext) -> None:
        self._calls = runtime_context.get_long_counter("calls")

    def map(self, value: int) -> int:
        self._calls.add(1)
        return value * 3 + self._addend


class CountByKey(KeyedProcessFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element(self, value: int, ctx: KeyedContext) -> Iterator[int]:
        count = (self._count.value() or 0) + 1
        self._count.update(count)
        yield ctx.get_current_key() * 1000 + count


class PassOn(KeyedProcessFunction):
    """Has state, and changes nothing."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._seen = runtime_context.get_map_state(MapStateDescriptor("seen"))

    def process_element(self, value: int, ctx: KeyedContext) -> Iterator[int]:
        self._seen.put(value, True)
        yield value


class CoCountByKey(KeyedCoProcessFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element1(self, value: int, ctx: KeyedContext) -> Iterator[int]:
        count = (self._count.value() or 0) + 1
        self._count.update(count)
        yield ctx.get_current_key() * 1000 + count

    process_element2 = process_element1


class CoMap(CoMapFunction):
    def map1(self, value: int) -> int:
        return value + 1

    def map2(self, value: int) -> int:
        return -value


class Split(ProcessFunction):
    def process_element(self, value: int, ctx: Any) -> Iterator[Any]:
        yield value if value % 2 == 0 else (SIDE, value)


class BroadcastBoth(BroadcastProcessFunction):
    def process_element(self, value: int, ctx: Any) -> Iterator[int]:
        yield value

    def process_broadcast_element(self, value: int, ctx: Any) -> Iterator[int]:
        yield value


def build(
    environment: StreamExecutionEnvironment,
    nodes: list[Node],
    uids: bool = False,
    also: int = -1,
    sink: Callable[[], Sink] = CollectSink,
) -> None:
    """Adds the program; every stream also goes to a sink, as (node, value).

    `uids`: every operator has one. `also`: the node behind which there is one more operator, with state of its own,
    that passes everything on.
    """
    streams: list[DataStream] = []
    for index, node in enumerate(nodes):
        stream = _stream(environment, node, streams, f"node-{index}" if uids else "")
        if index == also:
            stream = stream.key_by(lambda x: x % 3).process(PassOn()).uid("also")
        streams.append(stream)
        tagged = stream.map(partial(_tagged, index))
        written = tagged.sink_to(sink())
        if uids:
            tagged.uid(f"tag-{index}")
            written.uid(f"sink-{index}")


def _tagged(index: int, value: int) -> tuple[int, int]:
    return index, value


def _stream(environment: StreamExecutionEnvironment, node: Node, streams: list[DataStream], uid: str) -> DataStream:
    if not node.inputs:
        if node.operation == "sequence":
            source = environment.from_sequence(0, node.argument).set_parallelism(node.parallelism)
        else:
            source = environment.from_collection(list(range(node.argument + 1)))
        return source.uid(uid) if uid else source
    first, second = streams[node.inputs[0]], streams[node.inputs[1]]
    if node.operation in _PARTITIONED:
        first = _partitioned(first, node)
    made = _operator(node, first, second)
    if node.operation != "union":
        made.set_parallelism(node.parallelism)
        if uid:
            made.uid(uid)
        if node.new_chain:
            made.start_new_chain()
    return made.get_side_output(SIDE) if node.operation == "side" else made


def _partitioned(stream: DataStream, node: Node) -> DataStream:
    match node.partitioning:
        case "none":
            return stream
        case "global":
            return stream.global_()
        case "custom":
            return stream.partition_custom(lambda key, count: key % count, lambda value: value * 7)
    partitioned: DataStream = getattr(stream, node.partitioning)()
    return partitioned


def _operator(node: Node, first: DataStream, second: DataStream) -> DataStream:
    a = node.argument
    match node.operation:
        case "map":
            return first.map(CountedMap(a))
        case "filter":
            return first.filter(lambda x: (x + a) % 3)
        case "flat_map":
            return first.flat_map(lambda x: [x, x + 1000 * a] if x % 2 == 0 else [])
        case "union":
            return first.union(second)
        case "co_map":
            connected: DataStream = first.connect(second).map(CoMap())
            return connected
        case "count":
            return first.key_by(lambda x: x % a).process(CountByKey())
        case "co_count":
            keyed = first.connect(second).key_by(lambda x: x % a, lambda x: x % a)
            counted: DataStream = keyed.process(CoCountByKey())
            return counted
        case "split" | "side":
            return first.process(Split())
        case "broadcast_connect":
            rules = second.broadcast(MapStateDescriptor("rules"))
            joined: DataStream = first.connect(rules).process(BroadcastBoth())
            return joined
    raise AssertionError(node)
