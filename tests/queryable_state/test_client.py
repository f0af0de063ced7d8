"""QueryableStateClient on checkpoints of both backends: what is found, what is not, and what it reads."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from pyrite.checkpoint.job_log import LogEntry
from pyrite.checkpoint.manifest import Manifest
from pyrite.checkpoint.task_storage import TaskFiles
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import (
    CorruptStateError,
    JobNotRunningError,
    NoCheckpointYetError,
    StateNotQueryableError,
    UnknownKeyError,
)
from pyrite.core.functions.functions import AggregateFunction
from pyrite.core.state.state_ttl import StateTtlConfig
from pyrite.core.state.state_types import (
    AggregatingStateDescriptor,
    ListStateDescriptor,
    MapStateDescriptor,
    ReducingStateDescriptor,
    StateDescriptor,
    ValueStateDescriptor,
)
from pyrite.core.time.time import Time
from pyrite.core.types.types_factory import Types
from pyrite.queryable_state import QueriedState, QueryableStateClient
from pyrite.queryable_state.checkpoint_watch import CheckpointWatch
from pyrite.state.columns.schema import ColumnSchema, Number
from pyrite.state.handles import StoredOperatorState
from pyrite.storage.open_store import open_store
from pyrite.storage.store import CheckpointStore
from tests.queryable_state.job import Job


class Average(AggregateFunction):
    def create_accumulator(self) -> tuple[int, int]:
        return 0, 0

    def add(self, value: int, accumulator: tuple[int, int]) -> tuple[int, int]:
        return accumulator[0] + value, accumulator[1] + 1

    def get_result(self, accumulator: tuple[int, int]) -> float:
        return accumulator[0] / accumulator[1]

    def merge(self, acc_a: tuple[int, int], acc_b: tuple[int, int]) -> tuple[int, int]:
        return acc_a[0] + acc_b[0], acc_a[1] + acc_b[1]


@dataclass(frozen=True)
class Order:
    number: int
    items: tuple[str, ...] = ()


def published(descriptor: StateDescriptor, name: str = "shown", ttl_ms: int = 0) -> Any:
    descriptor.set_queryable(name)
    if ttl_ms:
        descriptor.enable_time_to_live(StateTtlConfig.new_builder(Time.milliseconds(ttl_ms)).build())
    return descriptor


COUNT = published(ValueStateDescriptor("count"))


@pytest.fixture
def store(tmp_path: Path) -> CheckpointStore:
    return open_store(str(tmp_path / "checkpoints"), Configuration())


@pytest.fixture(params=["hashmap", "rocksdb"])
def job(request: pytest.FixtureRequest, store: CheckpointStore) -> Iterator[Job]:
    made = Job(store, request.param)
    yield made
    made.close()


@pytest.fixture
def client(job: Job) -> Iterator[QueryableStateClient]:
    with QueryableStateClient(job.store.uri, clock=job.clock) as made:
        yield made


def value(client: QueryableStateClient, key: Any, name: str = "shown") -> Any:
    return client.get_kv_state("job", name, key).value


# What is found --------------------------------------------------------------------------------------------------------


def test_value_is_that_of_the_last_checkpoint_with_its_id_and_age(job: Job, client: QueryableStateClient) -> None:
    for key in range(50):
        job.at(key, COUNT).update(key * 10)
    job.checkpoint()
    job.clock.advance(250)
    assert client.get_kv_state("job", "shown", 7) == QueriedState(70, 1, 250)
    job.at(7, COUNT).update(71)
    assert value(client, 7) == 70
    job.checkpoint()
    assert client.get_kv_state("job", "shown", 7) == QueriedState(71, 2, 0)
    assert [value(client, key) for key in range(50) if key != 7] == [key * 10 for key in range(50) if key != 7]


KEYS = ["text", "ü", 7, -1, 10**30, 1.5, True, None, ("a", 1), b"bytes", Order(3)]


def test_key_of_any_kind_is_found(job: Job, client: QueryableStateClient) -> None:
    for number, key in enumerate(KEYS):
        job.at(key, COUNT).update(number + 1)
    job.checkpoint()
    assert [value(client, key) for key in KEYS] == [number + 1 for number in range(len(KEYS))]


def test_key_is_made_of_the_declared_type(job: Job, client: QueryableStateClient) -> None:
    job.at(1.0, COUNT).update("one")
    job.checkpoint()
    with pytest.raises(UnknownKeyError):
        client.get_kv_state("job", "shown", 1)
    assert client.get_kv_state("job", "shown", 1, Types.DOUBLE()).value == "one"


AGGREGATE = published(AggregatingStateDescriptor("a", Average()), "average")


def test_state_of_every_kind_is_read(job: Job, client: QueryableStateClient) -> None:
    job.at("k", published(ListStateDescriptor("l"), "list")).add_all([1, 2])
    job.at("k", published(MapStateDescriptor("m"), "map")).put_all({"x": 1, "y": None})
    total = job.at("k", published(ReducingStateDescriptor("r", lambda a, b: a + b), "sum"))
    average = job.at("k", AGGREGATE)
    for number in (1, 2, 6):
        total.add(number)
        average.add(number)
    job.checkpoint()
    assert [value(client, "k", name) for name in ("list", "map", "sum", "average")] == [
        [1, 2],
        {"x": 1, "y": None},
        9,
        (9, 3),
    ]
    assert client.get_kv_state("job", "average", "k", state_descriptor=AGGREGATE).value == 3.0


def test_value_of_a_class_comes_back(job: Job, client: QueryableStateClient) -> None:
    job.at("k", COUNT).update(Order(1, ("a",)))
    job.checkpoint()
    assert value(client, "k") == Order(1, ("a",))


def test_value_that_the_caller_changes_stays_what_it_was(job: Job, client: QueryableStateClient) -> None:
    job.at("k", COUNT).update([1])
    job.checkpoint()
    value(client, "k").append(2)
    assert value(client, "k") == [1]


def test_state_is_read_by_its_name_among_others(job: Job, client: QueryableStateClient) -> None:
    job.at("k", ValueStateDescriptor("other")).update("wrong")
    job.at("k", COUNT).update("right")
    job.at("k", published(ValueStateDescriptor("third"), "also")).update("third")
    job.checkpoint()
    assert (value(client, "k"), value(client, "k", "also")) == ("right", "third")


def test_state_is_read_beside_columns(job: Job, client: QueryableStateClient) -> None:
    schema = ColumnSchema((Number(is_whole=True),), "int")
    for backend in job.backends:
        columns = backend.columns("columns", schema)
        columns.write(columns.slots(schema.key_array([1]))[0], schema.words_of([(5,)]))
    job.at("k", COUNT).update("right")
    job.checkpoint()
    assert value(client, "k") == "right"


def test_chain_of_many_checkpoints_is_followed(job: Job, client: QueryableStateClient) -> None:
    expected: dict[int, int] = {}
    for number in range(12):
        for key in range(number, number + 40):
            job.at(key, COUNT).update(number)
            expected[key] = number
        job.at(number, COUNT).clear()
        del expected[number]
        job.checkpoint()
        job.merge()
        assert value(client, number + 1) == number
        with pytest.raises(UnknownKeyError):
            value(client, number)
    assert {key: value(client, key) for key in expected} == expected


def test_other_parallelism_is_followed(job: Job, client: QueryableStateClient) -> None:
    for parallelism in (2, 4, 1):
        job.close()
        job.begin(parallelism)
        for key in range(20):
            job.at(key, COUNT).update((key, parallelism))
        job.checkpoint()
        assert [value(client, key) for key in range(20)] == [(key, parallelism) for key in range(20)]
    assert len(client._stored) == 1


def test_attempt_without_a_checkpoint_yet_leaves_the_last_one(job: Job, client: QueryableStateClient) -> None:
    job.at("k", COUNT).update(1)
    job.checkpoint()
    job.close()
    job.begin(2)
    assert value(client, "k") == 1


# Time to live ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["value", "reducing", "aggregating", "list", "map"])
def test_expired_entry_is_unknown(job: Job, client: QueryableStateClient, kind: str) -> None:
    descriptor: StateDescriptor = {
        "value": ValueStateDescriptor("s"),
        "reducing": ReducingStateDescriptor("s", lambda a, b: a + b),
        "aggregating": AggregatingStateDescriptor("s", Average()),
        "list": ListStateDescriptor("s"),
        "map": MapStateDescriptor("s"),
    }[kind]
    state = job.at("k", published(descriptor, ttl_ms=1000))
    if kind == "value":
        state.update(5)
    elif kind == "map":
        state.put("x", 5)
    else:
        state.add(5)
    job.checkpoint()
    job.clock.advance(999)
    expected = {"list": [5], "map": {"x": 5}, "aggregating": (5, 1)}.get(kind, 5)
    assert value(client, "k") == expected
    job.clock.advance(1)
    with pytest.raises(UnknownKeyError):
        value(client, "k")


def test_expired_elements_are_left_out(job: Job, client: QueryableStateClient) -> None:
    numbers = published(ListStateDescriptor("l"), "list", ttl_ms=1000)
    places = published(MapStateDescriptor("m"), "map", ttl_ms=1000)
    job.at("k", numbers).add(1)
    job.at("k", places).put("x", 1)
    job.clock.advance(600)
    job.at("k", numbers).add(2)
    job.at("k", places).put("y", 2)
    job.checkpoint()
    job.clock.advance(600)
    assert (value(client, "k", "list"), value(client, "k", "map")) == ([2], {"y": 2})


# What is not there ----------------------------------------------------------------------------------------------------


def test_unknown_key_is_reported_with_state_and_checkpoint(job: Job, client: QueryableStateClient) -> None:
    job.at("k", COUNT).update(1)
    job.checkpoint()
    with pytest.raises(UnknownKeyError, match=r"state 'shown' of job job has no value for key 'x' in checkpoint 1"):
        value(client, "x")


def test_state_that_is_not_queryable_is_reported_with_those_that_are(job: Job, client: QueryableStateClient) -> None:
    job.at("k", COUNT).update(1)
    job.at("k", ValueStateDescriptor("hidden")).update(1)
    job.checkpoint()
    with pytest.raises(StateNotQueryableError, match=r"publishes no state 'hidden' .*it publishes: 'shown'\."):
        value(client, "k", "hidden")


def test_state_that_two_operators_publish_is_refused(job: Job, client: QueryableStateClient) -> None:
    def twice(manifest: Manifest) -> Manifest:
        other = replace(manifest.operators["op"], operator_id="op2", name="Other")
        return replace(manifest, operators={**manifest.operators, "op2": other})

    job.at("k", COUNT).update(1)
    job.checkpoint(twice)
    with pytest.raises(StateNotQueryableError, match="publishes 'shown' in several operators, 'Count' and 'Other'"):
        value(client, "k")


def test_state_that_one_subtask_has_not_asked_for_yet_is_queryable(job: Job, client: QueryableStateClient) -> None:
    job.at("k", COUNT).update(1)  # the other subtask knows of no state
    job.checkpoint()
    assert value(client, "k") == 1
    for key in range(10):
        with pytest.raises(UnknownKeyError):
            value(client, key)


def test_operator_without_keyed_state_in_a_subtask_is_fine(job: Job, client: QueryableStateClient) -> None:
    def without(manifest: Manifest) -> Manifest:
        operator = manifest.operators["op"]
        holding = {index for index, handle in operator.subtasks.items() if handle.keyed and handle.keyed.queryable}
        subtasks = {
            index: handle if index in holding else StoredOperatorState() for index, handle in operator.subtasks.items()
        }
        return replace(manifest, operators={"op": replace(operator, subtasks=subtasks)})

    job.at("k", COUNT).update(1)
    job.checkpoint(without)
    assert value(client, "k") == 1
    with pytest.raises(UnknownKeyError):
        [value(client, key) for key in range(10)]


def test_job_without_a_checkpoint_is_reported(job: Job, client: QueryableStateClient) -> None:
    with pytest.raises(NoCheckpointYetError, match="job job has not completed a checkpoint yet"):
        value(client, "k")


def test_job_that_has_no_log_is_not_running(job: Job, client: QueryableStateClient) -> None:
    with pytest.raises(JobNotRunningError, match=r"job nobody does not exist in file:///"):
        client.get_kv_state("nobody", "shown", "k")


@pytest.mark.parametrize("status", ["FINISHED", "CANCELED", "FAILED"])
def test_job_that_has_ended_is_not_running(job: Job, client: QueryableStateClient, status: str) -> None:
    job.at("k", COUNT).update(1)
    job.checkpoint()
    assert value(client, "k") == 1
    job.end(status)
    with pytest.raises(JobNotRunningError, match=f"job job has ended: {status} at 1970-01-01"):
        value(client, "k")


def test_job_that_was_stopped_with_a_savepoint_is_not_running(job: Job, client: QueryableStateClient) -> None:
    job.at("k", COUNT).update(1)
    job.checkpoint()
    job.checkpoint(lambda manifest: replace(manifest, stopped_at="file:///savepoints/1"))
    with pytest.raises(JobNotRunningError, match="job job was stopped with savepoint file:///savepoints/1"):
        value(client, "k")


# What is read ---------------------------------------------------------------------------------------------------------


class Counting:
    """Counts a client's reads and downloads of files of state."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.paths: list[str] = []
        read, download = TaskFiles.read, TaskFiles.download

        def counted_read(files: Any, ref: Any) -> bytes:
            self.paths.append(ref.path)
            return read(files, ref)

        def counted_download(files: Any, ref: Any, path: Path) -> None:
            self.paths.append(ref.path)
            download(files, ref, path)

        monkeypatch.setattr(TaskFiles, "read", counted_read)
        monkeypatch.setattr(TaskFiles, "download", counted_download)

    def take(self) -> list[str]:
        taken, self.paths = self.paths, []
        return taken


def test_only_files_of_the_keys_subtask_are_read_and_once(
    job: Job, client: QueryableStateClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key in range(50):
        job.at(key, COUNT).update(key)
    job.checkpoint()
    counting = Counting(monkeypatch)
    value(client, 7)
    read = counting.take()
    subtasks = {path.split("-")[-2] for path in read}
    assert read and len(subtasks) == 1
    value(client, 7)
    assert counting.take() == []


def test_next_checkpoint_costs_what_it_has_added(
    job: Job, client: QueryableStateClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key in range(1000):
        job.at(key, COUNT).update(key)
    job.checkpoint()
    counting = Counting(monkeypatch)
    value(client, 7)
    first = {path for path in counting.take() if path.startswith("shared/")}
    job.at(7, COUNT).update(8)
    job.checkpoint()
    counting.take()
    assert value(client, 7) == 8
    second = {path for path in counting.take() if path.startswith("shared/")}
    assert first and second and not first & second


def test_files_that_a_newer_checkpoint_removes_are_no_matter(
    job: Job, client: QueryableStateClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The job completes checkpoints while the client is about to read one."""
    job.at("k", COUNT).update(0)
    job.checkpoint()
    newest = CheckpointWatch.newest
    left = [3]

    def newest_and_then_another(watch: CheckpointWatch) -> Manifest:
        manifest = newest(watch)
        if left[0]:
            left[0] -= 1
            for key in range(100):
                job.at(key, COUNT).update(left[0])  # all new: the chain starts over
            job.at("k", COUNT).update(3 - left[0])
            job.checkpoint()
        return manifest

    monkeypatch.setattr(CheckpointWatch, "newest", newest_and_then_another)
    actual = client.get_kv_state("job", "shown", "k")
    assert (actual.value, actual.checkpoint_id) in [(number, number + 1) for number in range(4)]


def test_manifest_that_a_newer_checkpoint_removes_is_no_matter(
    job: Job, client: QueryableStateClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    job.at("k", COUNT).update(1)
    job.checkpoint()
    find = CheckpointWatch._newest_entry
    left = [1]

    def find_and_then_another(watch: CheckpointWatch) -> LogEntry:
        entry = find(watch)
        if left.pop(0) if left else False:
            job.at("k", COUNT).update(2)
            job.checkpoint()
        return entry

    monkeypatch.setattr(CheckpointWatch, "_newest_entry", find_and_then_another)
    assert value(client, "k") == 2


def test_file_that_is_missing_for_good_is_reported(job: Job, client: QueryableStateClient, tmp_path: Path) -> None:
    job.at("k", COUNT).update(1)
    job.checkpoint()
    for path in [*(tmp_path / "checkpoints/job/shared").iterdir(), *(tmp_path / "checkpoints/job/chk-1").iterdir()]:
        if path.name != "_metadata":
            path.unlink()
    with pytest.raises(CorruptStateError, match="is missing"):
        value(client, "k")


def test_client_reads_while_a_job_continues(job: Job, client: QueryableStateClient) -> None:
    for key in range(20):
        job.at(key, COUNT).update(0)
    job.checkpoint()
    stop = threading.Event()
    failures: list[Exception] = []
    seen: list[int] = []

    def ask() -> None:
        try:
            while not stop.is_set():
                seen.append(value(client, 3))
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for number in range(1, 40):
        for key in range(20):
            job.at(key, COUNT).update(number)
        job.checkpoint()
    stop.set()
    for thread in threads:
        thread.join()
    assert failures == []
    assert seen and set(seen) <= set(range(40))
    assert value(client, 3) == 39


def test_closed_client_leaves_nothing(job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    job.at("k", COUNT).update(1)
    job.checkpoint()
    with QueryableStateClient(job.store.uri) as client:
        value(client, "k")
        assert list(tmp_path.glob("pyrite-query-*"))
    assert not list(tmp_path.glob("pyrite-query-*"))


# Classes that are not known here --------------------------------------------------------------------------------------

_ASK = """
import sys
from pyrite.queryable_state import QueryableStateClient
with QueryableStateClient(sys.argv[1]) as client:
    print(client.get_kv_state("job", "shown", "k").value)
"""


class Plain:
    """Neither a dataclass nor a NamedTuple."""

    def __init__(self, number: int) -> None:
        self.number = number


class Colour(Enum):
    RED = "red"


_PICKLED_RED = Colour.RED.__reduce_ex__(5)[1][-1]
"""The member's value, or its name: that depends on the release of Python."""


@pytest.mark.parametrize(
    ("contents", "shown"),
    [
        (Order(1, ("a",)), "Row(number=1, items=('a',))\n"),
        (Plain(1), "Plain(number=1)\n"),
        (Colour.RED, f"Colour(argument_0={_PICKLED_RED!r})\n"),
        ([Plain(Order(1)), None], "[Plain(number=Row(number=1, items=())), None]\n"),  # type: ignore[arg-type]
    ],
    ids=["dataclass", "plain class", "enum", "nested"],
)
def test_value_of_an_unknown_class_shows_what_it_holds(job: Job, tmp_path: Path, contents: Any, shown: str) -> None:
    job.at("k", COUNT).update(contents)
    job.at("other", COUNT).update(Plain(2))
    job.checkpoint()
    (tmp_path / "ask.py").write_text(_ASK)
    source = str(Path(__file__).parents[2] / "src")
    printed = subprocess.check_output(
        [sys.executable, "-P", str(tmp_path / "ask.py"), job.store.uri],
        text=True,
        timeout=60,
        cwd=tmp_path,
        env={"PYTHONPATH": source},
    )
    assert printed == shown
