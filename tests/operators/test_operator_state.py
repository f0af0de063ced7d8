"""Operator state: what functions get, when they are called, and what a checkpoint of theirs holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Optional

import pytest

from pyrite.common import Time, Types
from pyrite.core.errors import InvalidProgramError, UserFunctionError
from pyrite.core.state.state_ttl import StateTtlConfig
from pyrite.core.state.state_types import (
    BroadcastState,
    ListState,
    ListStateDescriptor,
    MapStateDescriptor,
    OperatorStateStore,
    ValueStateDescriptor,
)
from pyrite.datastream.functions import (
    AggregateFunction,
    BroadcastProcessFunction,
    CheckpointedFunction,
    CheckpointListener,
    FunctionInitializationContext,
    FunctionSnapshotContext,
    KeyedProcessFunction,
    MapFunction,
    MapPartitionFunction,
    ReduceFunction,
    SinkFunction,
)
from pyrite.operators.state.operator_state import OperatorStates
from pyrite.operators.stateless import MapOperator
from pyrite.testing import OperatorSubtaskState, OperatorTestHarness, ProcessFunctionTestHarnesses

SEEN, RULES = ListStateDescriptor("seen"), MapStateDescriptor("rules")


class Remember(MapFunction, CheckpointedFunction, CheckpointListener):
    """Keeps every record in a list, a union list and a map; notes what is called."""

    def __init__(self) -> None:
        self.calls: list[Any] = []

    def initialize_state(self, context: FunctionInitializationContext) -> None:
        self.calls.append(("initialize", context.get_restored_checkpoint_id()))
        store = context.get_operator_state_store()
        self.seen = store.get_list_state(SEEN)
        self.union = store.get_union_list_state(ListStateDescriptor("union"))
        self.rules = store.get_broadcast_state(RULES)

    def open(self, runtime_context: Any) -> None:
        self.calls.append("open")

    def map(self, value: Any) -> Any:
        self.seen.add(value)
        self.union.add(value)
        self.rules.put(value, 1)
        return list(self.seen.get())

    def snapshot_state(self, context: FunctionSnapshotContext) -> None:
        self.calls.append(("snapshot", context.get_checkpoint_id(), context.get_checkpoint_timestamp()))

    def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
        self.calls.append(("complete", checkpoint_id))

    def notify_checkpoint_aborted(self, checkpoint_id: int) -> None:
        self.calls.append(("aborted", checkpoint_id))


def harness(func: Any, restore: Any = None, **settings: Any) -> OperatorTestHarness:
    return OperatorTestHarness(MapOperator(func), restore=restore, **settings)


# Calls ----------------------------------------------------------------------------------------------------------------


def test_function_is_called_in_flinks_order() -> None:
    func = Remember()
    actual = harness(func, now_ms=50)
    actual.snapshot(7)
    actual.notify_checkpoint_complete(7)
    actual.notify_checkpoint_aborted(8)
    expected = [("initialize", None), "open", ("snapshot", 7, 50), ("complete", 7), ("aborted", 8)]
    assert func.calls == expected


def test_restored_function_knows_the_checkpoint() -> None:
    func = Remember()
    harness(func, harness(Remember()).snapshot(7))
    assert func.calls == [("initialize", 7), "open"]


def test_function_that_was_never_opened_is_not_called() -> None:
    func = Remember()
    operator = MapOperator(func)
    operator.setup(harness(Remember()).operator.context)
    operator.restore(OperatorSubtaskState(lists={"seen": [1]}))
    assert operator.snapshot(1) == OperatorSubtaskState(lists={"seen": [1]})
    operator.checkpoint_completed(1)
    operator.checkpoint_aborted(2)
    assert func.calls == []


@pytest.mark.parametrize("method", ["initialize_state", "snapshot_state", "notify_checkpoint_complete"])
def test_error_names_operator_and_function_with_file_and_line(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Any, argument: Any) -> None:
        raise OSError("no disk")

    monkeypatch.setattr(Remember, method, fail)
    with pytest.raises(UserFunctionError, match="no disk") as raised:
        actual = harness(Remember(), name="Mine")
        actual.snapshot()
        actual.notify_checkpoint_complete()
    assert "'Mine'" in raised.value.operator
    assert "Remember (" in raised.value.function and "test_operator_state.py:" in raised.value.function


# Contents -------------------------------------------------------------------------------------------------------------


def test_snapshot_holds_lists_unions_and_maps() -> None:
    actual = harness(Remember())
    actual.process_elements([1, 2])
    assert actual.num_state_entries() == 3
    snapshot = actual.snapshot()
    assert (snapshot.lists, snapshot.unions) == ({"seen": [1, 2]}, {"union": [1, 2]})
    assert snapshot.broadcast == {"rules": {1: 1, 2: 1}}


def test_restored_function_continues_and_shares_nothing_with_the_snapshot() -> None:
    before = harness(Remember())
    before.process_element("a")
    snapshot = before.snapshot()
    before.process_element("b")
    func = Remember()
    after = harness(func, snapshot)
    after.process_element("c")
    assert after.extract_output_values() == [["a", "c"]]
    assert (list(func.union.get()), dict(func.rules.items())) == (["a", "c"], {"a": 1, "c": 1})
    assert snapshot.lists == {"seen": ["a"]}


def test_element_that_is_changed_in_place_is_in_the_snapshot() -> None:
    class Count(Remember):
        def map(self, value: Any) -> Any:
            if not list(self.seen.get()):
                self.seen.add({"count": 0})
            (counter,) = self.seen.get()
            counter["count"] += 1
            return counter

    actual = harness(Count())
    actual.process_elements([1, 2])
    assert actual.extract_output_values() == [{"count": 1}, {"count": 2}], "a record is what it was when it was emitted"
    snapshot = actual.snapshot()
    actual.process_element(3)
    assert snapshot.lists == {"seen": [{"count": 2}]}


def test_each_subtask_gets_the_union_of_all() -> None:
    snapshots: list[OperatorSubtaskState] = []
    for subtask in range(3):
        actual = harness(Remember(), subtask=subtask, parallelism=3)
        actual.process_element(subtask)
        snapshots.append(actual.snapshot())
    func = Remember()
    harness(func, snapshots, subtask=1, parallelism=3)
    assert (list(func.seen.get()), list(func.union.get())) == ([1], [0, 1, 2])


class AsksForNothing(Remember):
    def initialize_state(self, context: FunctionInitializationContext) -> None:
        pass


def test_state_that_is_not_asked_for_is_kept_and_a_union_only_once() -> None:
    before = [harness(Remember(), subtask=subtask, parallelism=2) for subtask in range(2)]
    for subtask, item in enumerate(before):
        item.process_element(subtask)
    snapshots = [item.snapshot() for item in before]
    later = [harness(AsksForNothing(), snapshots, subtask=subtask, parallelism=2).snapshot() for subtask in range(2)]
    assert [item.lists for item in later] == [{"seen": [0]}, {"seen": [1]}]
    assert [item.unions for item in later] == [{"union": [0, 1]}, {"union": []}]
    assert [item.broadcast for item in later] == [{"rules": {0: 1}}, {"rules": {1: 1}}]


def test_list_state_reads_and_writes() -> None:
    state = OperatorStates().get_list_state(SEEN)
    state.add(1)
    state.add_all([2, 3])
    assert list(state.get()) == [1, 2, 3]
    values = [4]
    state.update(values)
    values.append(5)
    assert list(state.get()) == [4]
    state.clear()
    assert list(state.get()) == []


def test_typed_list_state_refuses_what_does_not_fit() -> None:
    state = OperatorStates().get_list_state(ListStateDescriptor("typed", Types.INT()))
    with pytest.raises(TypeError):
        state.add("text")
    with pytest.raises(TypeError):
        state.update([1, "text"])
    assert list(state.get()) == []


def test_same_descriptor_gives_the_same_state() -> None:
    store = OperatorStates()
    store.get_list_state(SEEN).add(1)
    store.get_broadcast_state(RULES).put("a", 1)
    assert list(store.get_list_state(ListStateDescriptor("seen")).get()) == [1]
    assert store.get_broadcast_state(RULES).get("a") == 1


def test_name_for_two_kinds_of_state_is_refused() -> None:
    store = OperatorStates()
    store.get_list_state(SEEN)
    with pytest.raises(InvalidProgramError, match="'seen' is used for a list state and a union list state"):
        store.get_union_list_state(SEEN)
    with pytest.raises(InvalidProgramError, match="'seen' is used for a list state and a broadcast state"):
        store.get_broadcast_state(MapStateDescriptor("seen"))


def test_state_that_has_become_another_kind_is_refused() -> None:
    store = OperatorStates()
    store.restore_lists({}, {"seen": [1]})
    with pytest.raises(InvalidProgramError, match="a union list state in the checkpoint, but a list state"):
        store.get_list_state(SEEN)


def test_time_to_live_wrong_descriptors_and_reserved_names_are_refused() -> None:
    expiring = ListStateDescriptor("expiring")
    expiring.enable_time_to_live(StateTtlConfig.new_builder(Time.seconds(1)).build())
    store = OperatorStates(reserved=["splits"])
    with pytest.raises(InvalidProgramError, match="does not support time to live"):
        store.get_list_state(expiring)
    with pytest.raises(InvalidProgramError, match="needs a ListStateDescriptor"):
        store.get_list_state(RULES)  # type: ignore[arg-type]
    with pytest.raises(InvalidProgramError, match="'splits' is used by the operator"):
        store.get_list_state(ListStateDescriptor("splits"))


# Operators ------------------------------------------------------------------------------------------------------------


class Both(KeyedProcessFunction, CheckpointedFunction):
    """Keyed state from the initialization context, and a list beside it."""

    def initialize_state(self, context: FunctionInitializationContext) -> None:
        self._count = context.get_keyed_state_store().get_state(ValueStateDescriptor("count"))
        self._seen: ListState[Any] = context.get_operator_state_store().get_list_state(SEEN)

    def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        self._count.update((self._count.value() or 0) + 1)
        self._seen.add(value)
        yield self._count.value(), len(list(self._seen.get()))

    def snapshot_state(self, context: FunctionSnapshotContext) -> None:
        pass


def test_function_on_a_keyed_stream_has_both() -> None:
    def made(restore: Optional[OperatorSubtaskState] = None) -> OperatorTestHarness:
        return ProcessFunctionTestHarnesses.for_keyed_process_function(Both(), lambda value: value, restore=restore)

    before = made()
    before.process_elements(["a", "b"])
    after = made(before.snapshot())
    after.process_elements(["a", "c"])
    assert after.extract_output_values() == [(2, 3), (1, 4)]


def test_keyed_state_cannot_be_read_at_a_checkpoint() -> None:
    class Reads(Both):
        def snapshot_state(self, context: FunctionSnapshotContext) -> None:
            self._count.value()

    actual = ProcessFunctionTestHarnesses.for_keyed_process_function(Reads(), lambda value: value)
    actual.process_element("a")
    with pytest.raises(UserFunctionError, match="there is no current key"):
        actual.snapshot()


def test_keyed_state_is_refused_where_the_stream_is_not_keyed() -> None:
    class Wrong(Remember):
        def initialize_state(self, context: FunctionInitializationContext) -> None:
            context.get_keyed_state_store()

    with pytest.raises(UserFunctionError, match="is not on a keyed stream"):
        harness(Wrong())


def test_broadcast_function_gets_the_state_that_was_given_to_broadcast() -> None:
    class Rules(BroadcastProcessFunction, CheckpointedFunction):
        def initialize_state(self, context: FunctionInitializationContext) -> None:
            self._rules: BroadcastState[Any, Any] = context.get_operator_state_store().get_broadcast_state(RULES)

        def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
            yield dict(self._rules.items())

        def process_broadcast_element(self, value: Any, ctx: Any) -> None:
            ctx.get_broadcast_state(RULES).put(value, 1)

        def snapshot_state(self, context: FunctionSnapshotContext) -> None:
            self._rules.put("saved", 2)

    before = ProcessFunctionTestHarnesses.for_broadcast_process_function(Rules(), RULES)
    before.process_broadcast_element("a")
    after = ProcessFunctionTestHarnesses.for_broadcast_process_function(Rules(), RULES, restore=before.snapshot())
    after.process_element(0)
    assert after.extract_output_values() == [{"a": 1, "saved": 2}]


def test_sink_function_holds_back_what_is_not_written() -> None:
    written: list[Any] = []

    class InPairs(SinkFunction, CheckpointedFunction):
        def initialize_state(self, context: FunctionInitializationContext) -> None:
            self._state: ListState[Any] = context.get_operator_state_store().get_list_state(SEEN)
            self._held = list(self._state.get())

        def invoke(self, value: Any, context: Any) -> None:
            self._held.append(value)
            if len(self._held) == 2:
                written.append(tuple(self._held))
                self._held.clear()

        def snapshot_state(self, context: FunctionSnapshotContext) -> None:
            self._state.update(self._held)

    before = OperatorTestHarness.of(lambda stream: stream.add_sink(InPairs()))
    before.process_elements([1, 2, 3])
    after = OperatorTestHarness.of(lambda stream: stream.add_sink(InPairs()), restore=before.snapshot())
    after.process_element(4)
    assert written == [(1, 2), (3, 4)]


class Count(AggregateFunction):
    def create_accumulator(self) -> int:
        return 0

    def add(self, value: Any, accumulator: int) -> int:
        return accumulator + 1

    def get_result(self, accumulator: int) -> int:
        return accumulator

    def merge(self, acc_a: int, acc_b: int) -> int:
        return acc_a + acc_b


@pytest.mark.parametrize(
    ("build", "kept", "results"),
    [
        (lambda stream: stream.full_window_partition().map_partition(lambda values: [sum(values)]), [1, 2], [6]),
        (lambda stream: stream.full_window_partition().reduce(lambda one, other: one + other), [3], [6]),
        (lambda stream: stream.full_window_partition().aggregate(Count()), [2], [3]),
    ],
    ids=["records", "reduced", "aggregated"],
)
def test_partition_without_a_key_is_a_list(build: Any, kept: list[int], results: list[int]) -> None:
    before = OperatorTestHarness.of(build)
    before.process_elements([1, 2])
    snapshot = before.snapshot()
    assert (snapshot.lists, snapshot.broadcast) == ({"full-partitions": kept}, {})
    after = OperatorTestHarness.of(build, restore=snapshot)
    after.process_element(3)
    after.end_input()
    assert after.extract_output_values() == results


def test_partition_that_had_no_records_is_still_empty_after_a_restore() -> None:
    def build(stream: Any) -> Any:
        return stream.full_window_partition().aggregate(Count())

    after = OperatorTestHarness.of(build, restore=OperatorTestHarness.of(build).snapshot())
    after.end_input()
    assert after.extract_output_values() == [0]


def test_function_of_a_partition_has_operator_state() -> None:
    class Partition(MapPartitionFunction, CheckpointedFunction):
        def initialize_state(self, context: FunctionInitializationContext) -> None:
            store: OperatorStateStore = context.get_operator_state_store()
            self._times = store.get_list_state(SEEN)

        def map_partition(self, values: Any) -> Any:
            return [(list(values), list(self._times.get()))]

        def snapshot_state(self, context: FunctionSnapshotContext) -> None:
            self._times.add(context.get_checkpoint_id())

    def made(restore: Optional[OperatorSubtaskState] = None) -> OperatorTestHarness:
        return OperatorTestHarness.of(
            lambda stream: stream.full_window_partition().map_partition(Partition()), restore=restore
        )

    before = made()
    before.process_element("a")
    before.snapshot()
    after = made(before.snapshot())
    after.end_input()
    assert after.extract_output_values() == [(["a"], [1, 2])]


def test_function_that_would_not_be_called_is_refused() -> None:
    class Reduce(ReduceFunction, CheckpointListener):
        def reduce(self, value1: Any, value2: Any) -> Any:
            return value1

        def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
            pass

    with pytest.raises(InvalidProgramError, match=r"does not call .*Reduce.* at checkpoints"):
        OperatorTestHarness.of(lambda stream: stream.key_by(str).count_window(2).reduce(Reduce()))
