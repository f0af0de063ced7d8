"""A job with most of what can be in a checkpoint. Its recorded savepoints and checkpoints are read after every change.

`make savepoints` records them, in the folders features-BACKEND-KIND.
"""

from __future__ import annotations

import json
import random
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple, Optional

from pyrite.cep import CEP, Pattern
from pyrite.checkpoint.savepoint import load_savepoint
from pyrite.common import Duration, Instant, Row, RowKind, Time, TimestampAssigner, Types, WatermarkStrategy
from pyrite.connectors.hybrid.source import HybridSource
from pyrite.core.config.configuration import Configuration
from pyrite.core.functions.checkpointed_function import CheckpointedFunction
from pyrite.core.job.job_status import JobStatus
from pyrite.datastream import (
    AggregateFunction,
    AsyncDataStream,
    AsyncFunction,
    DataStream,
    KeyedBroadcastProcessFunction,
    KeyedProcessFunction,
    MapFunction,
    OutputTag,
    ProcessJoinFunction,
    ProcessWindowFunction,
    RuntimeContext,
    StreamExecutionEnvironment,
)
from pyrite.datastream.connectors import NumberSequenceSource
from pyrite.datastream.state import (
    ListStateDescriptor,
    MapStateDescriptor,
    ReducingStateDescriptor,
    StateTtlConfig,
    ValueStateDescriptor,
)
from pyrite.datastream.window import (
    ContinuousEventTimeTrigger,
    CountSlidingWindowAssigner,
    CountTumblingWindowAssigner,
    CountWindow,
    EventTimeSessionWindows,
    SlidingEventTimeWindows,
    TimeWindow,
    TumblingEventTimeWindows,
)
from pyrite.storage.open_store import FolderOpener
from pyrite.storage.store import LocalStore
from pyrite.testing.simulated_disk import SimulatedDisk
from pyrite.testing.simulation import Savepoint, Simulation, SimulationOptions, SimulationResult, Wish
from tests.whole.simulation.ledger import LEDGERS, LedgerSink, StagedLedgerSink, read_ledger
from tests.whole.simulation.uneven import run_unevenly

HERE = Path(__file__).parent
LEDGER = "features"
RECORDS = 24
BACKENDS = ("hashmap", "rocksdb")
KINDS = ("savepoint", "checkpoint")


class Colour(Enum):
    RED = 1
    GREEN = 2


class Pair(NamedTuple):
    first: int
    window: TimeWindow


@dataclass(frozen=True)
class Account:
    number: int
    kind: RowKind


def values_of(number: int) -> tuple[Any, ...]:
    """Values of Pyrite's own classes, and of the user's that hold some."""
    return (
        Row(number=number, at=Instant(number, 5)),
        Row(number, Row("inner")),
        (RowKind.DELETE, Time.seconds(number), Duration.of_millis(number), TimeWindow(0, number), CountWindow(number)),
        (OutputTag("side", Types.INT()), Types.ROW([Types.LIST(Types.STRING()), Types.MAP(Types.INT(), Types.LONG())])),
        Pair(number, TimeWindow(number, number + 1)),
        Account(number, RowKind.UPDATE_AFTER),
        Colour.GREEN,
    )


def key_of(number: int) -> Any:
    """Keys of most kinds."""
    keys: tuple[Any, ...] = (
        Row(1, "a"),
        Account(2, RowKind.INSERT),
        TimeWindow(3, 4),
        Colour.RED,
        Pair(5, TimeWindow(6, 7)),
    )
    return keys[number % len(keys)]


class NumberIsTime(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        number: int = value[1]
        return number


def record_of(number: int) -> Row:
    return Row(number % 3, number, "text")


class Keep(KeyedProcessFunction):
    """Keeps state of every kind, and a timer. State that is lost shows in what it gives."""

    def open(self, runtime_context: RuntimeContext) -> None:
        ttl = StateTtlConfig.new_builder(Time.days(1000)).build()
        expiring = ValueStateDescriptor("expiring")
        expiring.enable_time_to_live(ttl)
        self._expiring = runtime_context.get_state(expiring)
        self._value = runtime_context.get_state(ValueStateDescriptor("value"))
        self._list = runtime_context.get_list_state(ListStateDescriptor("list", Types.PICKLED_BYTE_ARRAY()))
        self._map = runtime_context.get_map_state(MapStateDescriptor("map"))
        self._sum = runtime_context.get_reducing_state(ReducingStateDescriptor("sum", lambda a, b: a + b, Types.LONG()))

    def process_element(self, value: Row, ctx: Any) -> Iterator[Any]:
        number = value[1]
        before = self._value.value()
        assert before is None or before == values_of(before[0].number), before
        self._value.update(values_of(number))
        counted = (self._expiring.value() or Account(0, RowKind.INSERT)).number + 1
        self._expiring.update(Account(counted, RowKind.DELETE))
        self._list.add(Row(number, RowKind.INSERT))
        self._map.put(TimeWindow(number, number + 1), Instant(number, 0))
        self._sum.add(number)
        ctx.timer_service().register_event_time_timer(number + 5)
        yield "kept", repr(ctx.get_current_key()), number, counted, self._sum.get()

    def on_timer(self, timestamp: int, ctx: Any) -> Iterator[Any]:
        for window, instant in list(self._map.items()):
            if window.end + 4 == timestamp:
                assert instant == Instant(window.start, 0)
                yield (
                    "timer",
                    repr(ctx.get_current_key()),
                    timestamp,
                    sum(row[0] < timestamp for row in self._list.get()) > 0,
                )


class SumOfWindow(ProcessWindowFunction[Any, Any, Any, Any]):
    """Sums a window, and counts in state of the window and of the key."""

    def __init__(self, name: str) -> None:
        self._name = name

    def process(self, key: Any, context: Any, elements: Any) -> Iterator[Any]:
        if self._name != "session":  # windows that merge have none
            fired = context.window_state().get_state(ValueStateDescriptor("fired"))
            fired.update((fired.value() or 0) + 1)
        yield self._name, key, repr(context.window()), sum(row[1] for row in elements)

    def clear(self, context: Any) -> None:
        if self._name != "session":
            context.window_state().get_state(ValueStateDescriptor("fired")).clear()


class Joined(ProcessJoinFunction):
    def process_element(self, left: Row, right: Row, ctx: Any) -> Iterator[Any]:
        yield "joined", left[1], right[1]


class Rules(KeyedBroadcastProcessFunction):
    """Keeps what is broadcast. What it gives does not depend on when that came."""

    def process_element(self, value: Row, ctx: Any) -> Iterator[Any]:
        yield "ruled", value[1]

    def process_broadcast_element(self, value: Row, ctx: Any) -> None:
        ctx.get_broadcast_state(MapStateDescriptor("rules")).put(value[1], value)


class Numbered(MapFunction, CheckpointedFunction):
    """Keeps lists of the operator's own."""

    def initialize_state(self, context: Any) -> None:
        store = context.get_operator_state_store()
        self._seen = store.get_list_state(ListStateDescriptor("seen"))
        self._all = store.get_union_list_state(ListStateDescriptor("all"))
        assert all(row == record_of(row[1]) for row in self._seen.get())

    def snapshot_state(self, context: Any) -> None: ...

    def map(self, value: Row) -> Any:
        self._seen.add(value)
        self._all.add(Instant(value[1], 0))
        return "numbered", value[1]


class Ask(AsyncFunction[Any, Any]):
    async def async_invoke(self, value: Row) -> list[Any]:
        return [("asked", value[1])]


class SumOf(AggregateFunction):
    """An aggregate with an accumulator of Pyrite's own class."""

    def create_accumulator(self) -> Row:
        return Row(0)

    def add(self, value: Row, accumulator: Row) -> Row:
        return Row(accumulator[0] + value[1])

    def get_result(self, accumulator: Row) -> Any:
        return "aggregated", accumulator[0]

    def merge(self, first: Row, second: Row) -> Row:
        return Row(first[0] + second[0])


def _windows(numbers: DataStream) -> list[DataStream]:
    keyed = numbers.key_by(lambda row: row[0], key_type=Types.INT())
    return [
        keyed.window(TumblingEventTimeWindows.of(Time.milliseconds(6)))
        .allowed_lateness(100)
        .process(SumOfWindow("tumbling"))
        .uid("tumbling"),
        keyed.window(SlidingEventTimeWindows.of(Time.milliseconds(8), Time.milliseconds(4)))
        .reduce(lambda a, b: Row(a[0], a[1] + b[1], ""))
        .uid("sliding")
        .map(lambda row: ("sliding", row[0], row[1])),
        numbers.filter(lambda row: row[1] % 10 < 5)
        .uid("some")
        .key_by(lambda row: 0)
        .window(EventTimeSessionWindows.with_gap(Time.milliseconds(3)))
        .process(SumOfWindow("session"))
        .uid("session"),
        keyed.window(CountTumblingWindowAssigner.of(3)).process(SumOfWindow("counted")).uid("counted"),
        keyed.window(CountSlidingWindowAssigner.of(4, 2)).process(SumOfWindow("slid")).uid("slid"),
        keyed.window(TumblingEventTimeWindows.of(Time.milliseconds(12)))
        .trigger(ContinuousEventTimeTrigger.of(Time.milliseconds(12)))
        .process(SumOfWindow("continuous"))
        .uid("continuous"),
        numbers.window_all(TumblingEventTimeWindows.of(Time.milliseconds(9))).aggregate(SumOf()).uid("aggregated"),
    ]


def _others(numbers: DataStream, timed: DataStream) -> list[DataStream]:
    keyed = numbers.key_by(lambda row: row[0])
    pattern = Pattern.begin("a").where(lambda row: row[1] % 4 == 0).followed_by("b").where(lambda row: row[1] % 4 == 3)
    matches = CEP.pattern(keyed, pattern.within(Time.milliseconds(50)))
    joined = keyed.interval_join(timed.key_by(lambda row: row[0]))
    rules = timed.broadcast(MapStateDescriptor("rules"))
    return [
        numbers.key_by(lambda row: key_of(row[1])).process(Keep()).uid("keep"),
        matches.select(lambda match: ("matched", match["a"][0][1], match["b"][0][1])).uid("matches"),
        joined.between(Time.milliseconds(-3), Time.milliseconds(3)).process(Joined()).uid("join"),
        keyed.connect(rules).process(Rules()).uid("rules"),
        numbers.map(Numbered()).uid("numbers of its own"),
        AsyncDataStream.ordered_wait(numbers, Ask(), Time.seconds(1000), 4).uid("ask"),
    ]


def _looped(numbers: DataStream) -> DataStream:
    loop = numbers.map(lambda row: Row(row[1], row[1] % 3)).uid("into the loop").iterate(50)
    body = loop.map(lambda row: Row(row[0], row[1] - 1)).uid("body")
    loop.close_with(body.filter(lambda row: row[1] >= 0).uid("back"))
    return body.filter(lambda row: row[1] < 0).uid("out").map(lambda row: ("looped", row[0]))


def build(env: StreamExecutionEnvironment, kind: str) -> None:
    """A job with a loop is always aligned, so only savepoints have that."""
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(2)).with_timestamp_assigner(
        NumberIsTime()
    )
    half = RECORDS // 2
    hybrid = HybridSource.builder(NumberSequenceSource(0, half - 1)).add_source_factory(
        lambda context: NumberSequenceSource(RECORDS // 2, RECORDS - 1)
    )
    source = (
        env.from_source(hybrid.build(), WatermarkStrategy.no_watermarks(), "hybrid").uid("hybrid").set_parallelism(1)
    )
    first = source.map(record_of).uid("records").set_parallelism(1)
    numbers = first.assign_timestamps_and_watermarks(strategy).uid("time").set_parallelism(1)
    second = env.from_collection(list(range(RECORDS))).uid("collection").map(record_of).uid("records too")
    timed = second.assign_timestamps_and_watermarks(strategy).uid("time too")
    streams = [*_windows(numbers), *_others(numbers, timed), *([_looped(numbers)] if kind == "savepoint" else [])]
    for number, stream in enumerate(streams):
        sink = StagedLedgerSink if number % 2 else LedgerSink
        stream.sink_to(sink(LEDGER)).uid(f"ledger {number}")


def simulation(
    kind: str, backend: str, wishes: tuple[Wish, ...] = (), origin: Optional[Savepoint] = None, parallelism: int = 2
) -> Simulation:
    env = StreamExecutionEnvironment().set_parallelism(parallelism)
    configuration = env.get_configuration()
    settings = {
        "execution.checkpointing.interval": "10ms",
        "execution.checkpointing.unaligned.enabled": "true",
        "execution.checkpointing.externalized-checkpoint-retention": "RETAIN_ON_CANCELLATION",
        "execution.checkpointing.data-inline-threshold": "1mb",
        "pipeline.auto-watermark-interval": "5ms",
        "state.backend.type": backend,
        "restart-strategy.type": "none",
    }
    for key, value in settings.items():
        configuration.set_string(key, value)
    build(env, kind)
    return Simulation(env.get_job_spec(clear=True), SimulationOptions(wishes=wishes, time_passes=0.5), origin)


# Recordings -----------------------------------------------------------------------------------------------------------


def _export(disk: SimulatedDisk, source: str, target: Path) -> None:
    for name in disk.listdir(source):
        if disk.is_dir(f"{source}/{name}"):
            _export(disk, f"{source}/{name}", target / name)
        else:
            target.mkdir(parents=True, exist_ok=True)
            (target / name).write_bytes(disk.read(f"{source}/{name}"))


def disk_of(folder: Path) -> SimulatedDisk:
    """A disk with the contents of a folder."""
    disk = SimulatedDisk(random.Random(0))
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            inside = f"/{path.relative_to(folder).as_posix()}"
            disk.makedirs(inside.rpartition("/")[0])
            disk.write(inside, path.read_bytes())
    return disk


def _in_flight(disk: SimulatedDisk, path: str) -> int:
    store = LocalStore(disk, "/checkpoints", "t")
    manifest = load_savepoint(f"file://{path}", FolderOpener(Configuration(), store))
    return sum(edge.records for edge in manifest.in_flight)


def folder_of(backend: str, kind: str) -> Path:
    return HERE / f"features-{backend}-{kind}"


def _record(backend: str, kind: str, target: Path) -> bool:
    """Runs the job until it is cancelled in the middle, and keeps what it has left, if that is of use."""
    for seed in range(30):
        LEDGERS.clear()
        result = run_unevenly(simulation(kind, backend, (Wish.SAVEPOINT, Wish.SAVEPOINT, Wish.CANCEL)), seed)
        if result.savepoint is None or not 60 < len(read_ledger(LEDGER)) < 150:
            continue
        disk, place = result.savepoint.disk, result.savepoint.path.removeprefix("file://")
        if kind == "checkpoint":
            job = "/checkpoints/simulated"
            (last,) = [name for name in disk.listdir(job) if name.startswith("chk-")][-1:]
            place = f"{job}/{last}"
            if _in_flight(disk, place) < 8:
                continue
        shutil.rmtree(target, ignore_errors=True)
        for folder in ("/checkpoints",) if kind == "checkpoint" else (place,):
            _export(disk, folder, target / "disk" / folder[1:])
        kept = {"place": f"file://{place}", "seed": seed, "committed": LEDGERS[LEDGER]}
        (target / "kept.json").write_text(json.dumps(kept, indent=None, separators=(",", ":")) + "\n")
        return True
    return False


def restored(folder: Path, kind: str, backend: str, parallelism: int, seed: int = 1) -> SimulationResult:
    """The rest of the job's life. The ledger has what was committed before."""
    kept = json.loads((folder / "kept.json").read_text())
    LEDGERS.clear()
    LEDGERS[LEDGER] = {name: list(map(tuple, records)) for name, records in kept["committed"].items()}
    origin = Savepoint(kept["place"], disk_of(folder / "disk"))
    return simulation(kind, backend, (), origin, parallelism).run(seed)


def expected(kind: str) -> list[str]:
    """What the job gives if nobody stops it."""
    LEDGERS.clear()
    result = simulation(kind, "hashmap").run(0)
    assert result.status is JobStatus.FINISHED, result.cause
    return sorted(map(repr, read_ledger(LEDGER)))


def main() -> None:
    for backend in BACKENDS:
        for kind in KINDS:
            if not _record(backend, kind, folder_of(backend, kind)):
                sys.exit(f"no seed leaves a {kind} of use")
