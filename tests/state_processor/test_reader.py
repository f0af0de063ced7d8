"""SavepointReader: keyed state, windows, timers and operator state as DataFrames."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, make_dataclass
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import DataFrame, SparkSession

from pyrite.checkpoint.manifest import OperatorState
from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.functions import RuntimeContext
from pyrite.core.state.state_ttl import StateTtlConfig
from pyrite.core.state.state_types import (
    ListStateDescriptor,
    MapStateDescriptor,
    ReducingStateDescriptor,
    ValueStateDescriptor,
)
from pyrite.core.time.time import Time
from pyrite.core.types.rows import Row
from pyrite.core.types.types_factory import Types
from pyrite.core.windows.windows import TimeWindow
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.operators.timers import EVENT_TIMERS, PROCESSING_TIMERS
from pyrite.operators.window.window_base import CONTENTS
from pyrite.state.backend import KeyedStateBackend
from pyrite.state.evolution.loading import loads
from pyrite.state.keyed_states import KeyedStates
from pyrite.state_processor import KeyedStateReaderFunction, OperatorIdentifier, SavepointReader
from tests.state.shop import Shop
from tests.state_processor.savepoints import hashmap, keyed_operator, operator_with, rocksdb, write

COUNTS = OperatorIdentifier.for_uid("counts")
COUNT, SEEN = ValueStateDescriptor("count"), ListStateDescriptor("seen")
PRICE = ListStateDescriptor("price", Types.ROW_NAMED(["cents", "currency"], [Types.INT(), Types.STRING()]))
BY_DAY = MapStateDescriptor("by-day")
TOTAL = ReducingStateDescriptor("total", lambda a, b: a + b)
TOTAL.enable_time_to_live(StateTtlConfig.new_builder(Time.seconds(10)).build())


@dataclass
class Order:
    number: int
    price: float


def fill(backend: KeyedStateBackend, states: KeyedStates, keys: list[Any]) -> None:
    for key in keys:
        backend.context.key = key
        states.get_state(COUNT).update(key)
        states.get_state(ValueStateDescriptor("order")).update(Order(key, key / 2))
        states.get_state(ValueStateDescriptor("mixed")).update(key if key % 2 else str(key))
        states.get_list_state(SEEN).update([key, key + 1])
        states.get_list_state(PRICE).add(Row(cents=key, currency="EUR"))
        states.get_map_state(BY_DAY).put("mon", key)
        states.get_reducing_state(TOTAL).add(key)
        backend.timer_queue(EVENT_TIMERS).register(key, 100 + key)
        backend.timer_queue(PROCESSING_TIMERS).register((key, TimeWindow(0, 10)), 200)
        window = TimeWindow(key % 2, 10)
        backend.tables(CONTENTS).load(window, [key])[key] = [key]


def counts(folder: str) -> OperatorState:
    return keyed_operator(folder, "counts", range(100), fill)


def others(folder: str) -> OperatorState:
    broadcast = {"rules": {"a": 1, "b": 2}}
    states = [
        OperatorSubtaskState(broadcast=broadcast, lists={"offsets": [(n, "p")]}, unions={"all": [n]}) for n in range(3)
    ]
    return operator_with(folder, "others", states)


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory, spark: SparkSession) -> SavepointReader:
    path = write(tmp_path_factory.mktemp("savepoint") / "sp", counts, others)
    return SavepointReader.read(path, spark)


def rows(frame: DataFrame) -> list[Any]:
    return sorted((tuple(row) for row in frame.collect()), key=repr)


def test_value_state_is_a_table_of_keys_and_values(reader: SavepointReader) -> None:
    frame = reader.read_keyed_state(COUNTS, "count")
    assert dict(frame.dtypes) == {"key": "bigint", "value": "bigint"}
    assert sorted(map(tuple, frame.collect())) == [(key, key) for key in range(100)]


def test_declared_type_is_that_of_the_column(reader: SavepointReader) -> None:
    assert dict(reader.read_keyed_state(COUNTS, "price").dtypes)["value"] == "array<struct<cents:int,currency:string>>"


def test_dataclass_is_a_struct(reader: SavepointReader) -> None:
    frame = reader.read_keyed_state(COUNTS, "order").where("value.price > 49")
    assert rows(frame.select("key", "value.number")) == [(99, 99)]


@pytest.mark.parametrize(
    ("state", "kind", "value"),
    [
        ("seen", "array<bigint>", [7, 8]),
        (BY_DAY, "map<string,bigint>", {"mon": 7}),
        ("total", "bigint", 7),
    ],
    ids=["list", "map", "reducing with time to live"],
)
def test_state_of_every_kind_is_shown_as_the_user_sees_it(
    reader: SavepointReader, state: Any, kind: str, value: Any
) -> None:
    frame = reader.read_keyed_state(COUNTS, state, value_type=kind, key_type="bigint")
    assert frame.where("key = 7").collect()[0].value == value


def test_values_of_no_type_are_pickled_and_reported_in_words(reader: SavepointReader) -> None:
    frame = reader.read_keyed_state(COUNTS, "mixed").where("key < 2").orderBy("key")
    assert frame.columns == ["key", "value", "value_text"]
    assert [(loads(bytes(row.value)), row.value_text) for row in frame.collect()] == [("0", '"0"'), (1, "1")]


def test_window_contents_have_their_windows(reader: SavepointReader) -> None:
    frame = reader.read_window_state(COUNTS)
    assert dict(frame.dtypes)["namespace"] == "struct<start:bigint,end:bigint>"
    assert rows(frame.where("key in (1, 2)").select("key", "namespace.start", "namespace.end", "value")) == [
        (1, 1, 10, [1]),
        (2, 0, 10, [2]),
    ]


def test_timers_of_both_domains_are_read(reader: SavepointReader) -> None:
    frame = reader.read_timers(COUNTS).where("key = 5").orderBy("domain")
    assert [(row.domain, row.time_ms, row.namespace) for row in frame.collect()] == [
        ("event", 105, None),
        ("processing", 200, (0, 10)),
    ]


class CountsAndTimers(KeyedStateReaderFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self.count = runtime_context.get_state(COUNT)
        self.seen = runtime_context.get_list_state(SEEN)

    def read_key(self, key: Any, ctx: KeyedStateReaderFunction.Context) -> Iterator[Any]:
        yield key, self.count.value(), sum(self.seen.get()), min(ctx.registered_event_time_timers())


def test_reader_function_sees_all_states_and_timers_of_a_key(reader: SavepointReader) -> None:
    frame = reader.read_keyed_state(COUNTS, CountsAndTimers())
    assert frame.columns == ["f0", "f1", "f2", "f3"]
    assert rows(frame)[-1] == (99, 99, 199, 199)


def test_list_and_union_states_are_read_of_all_subtasks(reader: SavepointReader) -> None:
    identifier = OperatorIdentifier.for_uid("others")
    offsets = reader.read_list_state(identifier, "offsets", "struct<partition:int,topic:string>")
    assert rows(offsets.select("value.*")) == [(n, "p") for n in range(3)]
    assert rows(reader.read_union_state(identifier, "all", Types.LONG())) == [(0,), (1,), (2,)]


def test_broadcast_state_is_read_once(reader: SavepointReader) -> None:
    frame = reader.read_broadcast_state(OperatorIdentifier.for_uid("others"), "rules", "bigint", "string")
    assert rows(frame) == [("a", 1), ("b", 2)]


def test_unknown_operator_and_state_are_reported_with_those_that_are_there(reader: SavepointReader) -> None:
    with pytest.raises(InvalidProgramError, match="the savepoint has no operator 'count'; it has counts, others"):
        reader.read_keyed_state(OperatorIdentifier.for_uid("count"), "count")
    with pytest.raises(InvalidProgramError, match="no keyed state 'cuont'; it has by-day, count, event-time"):
        reader.read_keyed_state(COUNTS, "cuont")


def test_operators_and_states_are_listed(reader: SavepointReader) -> None:
    assert reader.operators() == [COUNTS, OperatorIdentifier.for_uid("others")]
    assert "total" in reader.keyed_states(COUNTS)


def test_class_that_is_gone_is_read_by_its_fields(
    tmp_path: Path, spark: SparkSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = Shop(monkeypatch)
    item = shop.has(make_dataclass("Item", ["a", "b"]))

    def fill_items(backend: KeyedStateBackend, states: KeyedStates, keys: list[Any]) -> None:
        for key in keys:
            backend.context.key = key
            states.get_state(COUNT).update(item(key, "x"))

    path = write(tmp_path / "sp", lambda folder: keyed_operator(folder, "counts", range(3), fill_items))
    shop.lacks("Item")
    frame = SavepointReader.read(path, spark).read_keyed_state(COUNTS, "count")
    assert rows(frame.select("value.a", "value.b")) == [(n, "x") for n in range(3)]


@pytest.mark.parametrize("make", [hashmap, rocksdb])
def test_checkpoint_in_a_backends_own_format_is_read(tmp_path: Path, spark: SparkSession, make: Any) -> None:
    path = write(
        tmp_path / "sp", lambda folder: keyed_operator(folder, "counts", range(100), fill, make, as_savepoint=False)
    )
    reader = SavepointReader.read(path, spark)
    totals = reader.read_keyed_state(COUNTS, "total", "bigint", "bigint")
    assert rows(totals) == sorted(((n, n) for n in range(100)), key=repr)
    assert reader.read_timers(COUNTS).count() == 200


def test_many_keys_are_read_by_several_tasks(tmp_path: Path, spark: SparkSession) -> None:
    def fill_many(backend: KeyedStateBackend, states: KeyedStates, keys: list[Any]) -> None:
        state = states.get_state(COUNT)
        for key in keys:
            backend.context.key = key
            state.update(f"{key:0300}")

    path = write(tmp_path / "sp", lambda folder: keyed_operator(folder, "counts", range(150_000), fill_many))
    frame = SavepointReader.read(path, spark).read_keyed_state(COUNTS, "count")
    assert frame.rdd.getNumPartitions() == 4
    counted = frame.selectExpr("count(distinct key)", "sum(int(key = bigint(value)))").collect()[0]
    assert tuple(counted) == (150_000, 150_000)
