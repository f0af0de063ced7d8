"""SavepointWriter: savepoints of DataFrames, and of other savepoints with something changed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import SparkSession

from pyrite.checkpoint.file_names import named_files
from pyrite.checkpoint.manifest import OperatorState
from pyrite.checkpoint.manifest_codec import decode_manifest
from pyrite.checkpoint.savepoint import dispose
from pyrite.core.errors import CheckpointError, InvalidProgramError
from pyrite.core.functions.checkpointed_function import FunctionInitializationContext
from pyrite.core.functions.functions import KeyedContext, RuntimeContext
from pyrite.core.state.state_types import ListStateDescriptor, MapStateDescriptor, ValueStateDescriptor
from pyrite.core.windows.windows import TimeWindow
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.operators.timers import EVENT_TIMERS
from pyrite.operators.window.window_base import CONTENTS
from pyrite.state.backend import KeyedStateBackend
from pyrite.state.evolution.loading import loads
from pyrite.state.key_codec import encode_key
from pyrite.state.keyed_states import KeyedStates
from pyrite.state_processor import (
    BroadcastStateBootstrapFunction,
    KeyedStateBootstrapFunction,
    OperatorIdentifier,
    OperatorTransformation,
    SavepointWriter,
    StateBootstrapFunction,
    keyed_state,
)
from pyrite.storage.signing_key import SigningKey
from tests.state_processor.savepoints import (
    ACCESS,
    hashmap,
    keyed_operator,
    load,
    operator_with,
    restored,
    rocksdb,
    values,
    write,
)

COUNT = ValueStateDescriptor("count")
OF = OperatorIdentifier.for_uid


@dataclass
class Account:
    owner: str
    amount: float


@pytest.fixture(scope="module")
def people(spark: SparkSession) -> Any:
    rows = [(f"user{n}", n, n / 2, [n, n]) for n in range(50)]
    return spark.createDataFrame(rows, "user string, n bigint, amount double, seen array<bigint>")


# New ------------------------------------------------------------------------------------------------------------------


class Accounts(KeyedStateBootstrapFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self.account = runtime_context.get_state(ValueStateDescriptor("account"))
        self.seen = runtime_context.get_list_state(ListStateDescriptor("seen"))

    def process_element(self, value: Any, ctx: KeyedContext) -> None:
        self.account.update(Account(value.user, value.amount))
        self.seen.update(value.seen)
        ctx.timer_service().register_event_time_timer(1000 + value.n)


class Offsets(StateBootstrapFunction):
    def initialize_state(self, context: FunctionInitializationContext) -> None:
        self.offsets = context.get_operator_state_store().get_list_state(ListStateDescriptor("offsets"))

    def process_element(self, value: Any, ctx: Any) -> None:
        self.offsets.add((value.user, value.n))


class Rules(BroadcastStateBootstrapFunction):
    def process_element(self, value: Any, ctx: BroadcastStateBootstrapFunction.Context) -> None:
        ctx.get_broadcast_state(MapStateDescriptor("rules")).put(value.user, value.amount)


@pytest.fixture(scope="module")
def bootstrapped(tmp_path_factory: pytest.TempPathFactory, spark: SparkSession, people: Any) -> str:
    begun = OperatorTransformation.bootstrap_with(people)
    path = tmp_path_factory.mktemp("savepoint") / "new"
    columns = people.selectExpr("user", "n", "struct(user as owner, amount) as account")
    counts = keyed_state(columns, "user", {"count": "n", "account": "account"}, {"account": Account})
    SavepointWriter.new_savepoint(64, spark).with_operator(
        OF("accounts"), begun.key_by(lambda row: (row.user, row.n % 2)).transform(Accounts())
    ).with_operator(OF("counts"), counts).with_operator(OF("offsets"), begun.transform(Offsets())).with_operator(
        OF("rules"), begun.transform(Rules())
    ).write(str(path))
    return str(path)


def test_bootstrap_function_makes_states_and_timers_of_rows(bootstrapped: str) -> None:
    backend = restored(bootstrapped, "accounts")
    backend.context.key = encode_key(("user7", 1))
    assert backend.value_state("account").value() == Account("user7", 3.5)
    assert backend.list_state("seen").get() == [7, 7]
    timers = backend.timer_queue(EVENT_TIMERS).snapshot()
    assert (len(timers), timers[0]) == (50, (1000, encode_key(("user0", 0))))


def test_columns_become_states(bootstrapped: str) -> None:
    assert values(bootstrapped, "counts", "count") == {f"user{n}": n for n in range(50)}
    assert values(bootstrapped, "counts", "account")["user4"] == Account("user4", 2.0)


def test_new_state_is_filed_by_key_groups(bootstrapped: str) -> None:
    operator = load(bootstrapped).operators["counts"]
    assert (operator.max_parallelism, operator.parallelism, operator.uid) == (64, 2, "counts")
    ranges = [(h.keyed.first_group, h.keyed.last_group) for h in operator.subtasks.values() if h.keyed]
    assert sorted(ranges) == [(0, 31), (32, 63)]


def states_of(path: str, uid: str) -> list[OperatorSubtaskState]:
    handles = load(path).operators[uid].subtasks.values()
    return [loads(ACCESS.reader().read(handle.unkeyed)) for handle in handles if handle.unkeyed is not None]


def test_list_state_is_made_of_rows(bootstrapped: str) -> None:
    elements = [element for state in states_of(bootstrapped, "offsets") for element in state.lists["offsets"]]
    assert sorted(elements) == sorted((f"user{n}", n) for n in range(50))
    assert all(handle.has_unkeyed for handle in load(bootstrapped).operators["offsets"].subtasks.values())


def test_broadcast_state_is_made_by_one_task(bootstrapped: str) -> None:
    (state,) = states_of(bootstrapped, "rules")
    assert state.broadcast == {"rules": {f"user{n}": n / 2 for n in range(50)}}


def test_errors_of_a_bootstrap_are_reported_when_it_is_built(spark: SparkSession, people: Any) -> None:
    with pytest.raises(
        InvalidProgramError, match=r"missing column 'name' for key_by\(\); the DataFrame has \['user', "
    ):
        keyed_state(people, "name", {"count": "n"})
    with pytest.raises(InvalidProgramError, match=r"missing columns \['m'\]"):
        keyed_state(people, "user", {"count": "m"})
    with pytest.raises(InvalidProgramError, match="call key_by"):
        OperatorTransformation.bootstrap_with(people).transform(Accounts())  # type: ignore[arg-type]
    with pytest.raises(InvalidProgramError, match="between 1 and 32768"):
        SavepointWriter.new_savepoint(0, spark)


# Of another -----------------------------------------------------------------------------------------------------------


def fill(backend: KeyedStateBackend, states: KeyedStates, keys: list[Any]) -> None:
    for key in keys:
        backend.context.key = key
        states.get_state(COUNT).update(Account(str(key), key))
        states.get_list_state(ListStateDescriptor("seen")).update([key])
        backend.timer_queue(EVENT_TIMERS).register(key, 5)
        backend.tables(CONTENTS).load(TimeWindow(0, 10), [key])[key] = key
        backend.tables(CONTENTS).load("sessions", [key])[key] = [[0, 5, key], [7, 9, -key]]


def accounts(folder: str) -> OperatorState:
    return keyed_operator(folder, "accounts", range(3000), fill)


def source(folder: str) -> OperatorState:
    return operator_with(
        folder, "source", [OperatorSubtaskState(output_watermark_ms=5, lists={"splits": ["x" * 30_000]})]
    )


@pytest.fixture(scope="module")
def existing(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write(tmp_path_factory.mktemp("savepoint") / "old", accounts, source)


@pytest.fixture(scope="module")
def changed(existing: str, tmp_path_factory: pytest.TempPathFactory, spark: SparkSession, people: Any) -> str:
    """Of the old one, with a state and windows repaired, a uid changed and an operator added."""
    path = tmp_path_factory.mktemp("savepoint") / "changed"
    writer = SavepointWriter.from_existing_savepoint(existing, spark)
    writer.change_keyed_state(OF("accounts"), "count", repaired)
    writer.change_window_state(OF("accounts"), without_odd_keys)
    writer.change_operator_identifier(OF("source"), OF("orders"))
    writer.with_operator(OF("counts"), keyed_state(people, "user", {"count": "n"}))
    writer.write(str(path))
    return str(path)


def repaired(key: Any, account: Account) -> Any:
    if key == 13:
        return Account(account.owner, 0.0)
    return None if key == 14 else account


def without_odd_keys(key: Any, window: TimeWindow, value: Any) -> Any:
    return None if key % 2 or value < 0 else value + window.end


def test_values_of_a_state_are_changed_and_removed(changed: str, existing: str) -> None:
    expected = values(existing, "accounts", "count")
    expected[13] = Account("13", 0.0)
    del expected[14]
    assert values(changed, "accounts", "count") == expected


def test_windows_are_changed(changed: str) -> None:
    tables = restored(changed, "accounts").tables(CONTENTS)
    assert tables.whole(TimeWindow(0, 10)) == {key: key + 10 for key in range(0, 3000, 2)}
    assert tables.whole("sessions")[4] == [[0, 5, 9]]


def test_all_else_of_the_operator_stays(changed: str, existing: str) -> None:
    after, before = restored(changed, "accounts"), restored(existing, "accounts")
    assert after.timer_queue(EVENT_TIMERS).snapshot() == before.timer_queue(EVENT_TIMERS).snapshot()
    assert len(after.keys("seen")) == 3000


def test_operator_goes_by_its_new_uid(changed: str) -> None:
    assert set(load(changed).operators) == {"accounts", "orders", "counts"}
    assert load(changed).operators["orders"].uid == "orders"
    assert states_of(changed, "orders")[0].lists["splits"] == ["x" * 30_000]


def test_new_savepoint_stands_on_its_own(changed: str) -> None:
    manifest = decode_manifest((Path(changed) / "_metadata").read_bytes(), "_metadata", SigningKey())
    named = {ref.path for ref in named_files(manifest)}
    assert named and {path.name for path in Path(changed).iterdir()} == {*named, "_metadata"}
    assert manifest.savepoint


def test_removed_operator_is_left_out_and_can_be_made_again(
    existing: str, tmp_path: Path, spark: SparkSession, people: Any
) -> None:
    writer = SavepointWriter.from_existing_savepoint(existing, spark)
    with pytest.raises(InvalidProgramError, match="call remove_operator"):
        writer.with_operator(OF("accounts"), keyed_state(people, "user", {"count": "n"}))
    writer.remove_operator(OF("accounts")).with_operator(OF("accounts"), keyed_state(people, "user", {"count": "n"}))
    path = writer.write(str(tmp_path / "new"))
    assert len(values(path, "accounts", "count")) == 50
    dispose(path)
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("make", [hashmap, rocksdb])
def test_checkpoint_in_a_backends_own_format_becomes_a_savepoint(
    tmp_path: Path, spark: SparkSession, existing: str, make: Any
) -> None:
    path = write(
        tmp_path / "chk",
        lambda folder: keyed_operator(folder, "accounts", range(3000), fill, make, as_savepoint=False),
    )
    writer = SavepointWriter.from_existing_savepoint(path, spark).change_keyed_state(OF("accounts"), "count", repaired)
    changed = writer.write(str(tmp_path / "new"))
    assert {h.keyed.backend for h in load(changed).operators["accounts"].subtasks.values() if h.keyed} == {"savepoint"}
    expected = values(existing, "accounts", "count")
    expected[13] = Account("13", 0.0)
    del expected[14]
    assert values(changed, "accounts", "count") == expected
    assert len(restored(changed, "accounts").timer_queue(EVENT_TIMERS)) == 3000


def test_unknown_operator_and_state_are_reported(existing: str, spark: SparkSession) -> None:
    writer = SavepointWriter.from_existing_savepoint(existing, spark)
    with pytest.raises(InvalidProgramError, match="the savepoint has no operator 'acounts'; it has accounts, source"):
        writer.remove_operator(OF("acounts"))
    with pytest.raises(InvalidProgramError, match="has no keyed state 'cuont'; it has count"):
        writer.change_keyed_state(OF("accounts"), "cuont", repaired)
    with pytest.raises(InvalidProgramError, match="'accounts' is already in the savepoint"):
        writer.change_operator_identifier(OF("source"), OF("accounts"))


def test_folder_that_is_not_empty_is_refused(existing: str, spark: SparkSession) -> None:
    with pytest.raises(CheckpointError, match="is not empty"):
        SavepointWriter.from_existing_savepoint(existing, spark).write(existing)


def test_nothing_is_left_of_a_savepoint_that_could_not_be_made(
    existing: str, tmp_path: Path, spark: SparkSession
) -> None:
    writer = SavepointWriter.from_existing_savepoint(existing, spark)
    writer.change_keyed_state(OF("accounts"), "count", lambda key, value: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        writer.write(str(tmp_path / "new"))
    assert not (tmp_path / "new").exists()
