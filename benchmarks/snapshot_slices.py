"""Snapshots of 2 million changed keys while 1,000 records a second arrive: how long a slice stops a task.

`python -m benchmarks.snapshot_slices [--keys N] [--unchanged N] [--rate N] [--numbers]` prints one JSON line. Where
other processes take the cores, the CPU time of slices says more than their duration.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from benchmarks.checkpoint_job import checkpoint_folder, environment, manifests_seen, running, wait_for
from benchmarks.results import Result
from benchmarks.run import run_json
from pyrite.common import WatermarkStrategy
from pyrite.connectors.builtin.number_sequence import RangeReader, RangeSplit
from pyrite.connectors.builtin.pace import Pace
from pyrite.core.connector.source import EndOfInput, SourceBlock, SourceReader, SourceReaderContext
from pyrite.core.functions.functions import KeyedContext, RuntimeContext
from pyrite.core.job.commands import Checkpoint
from pyrite.core.metrics.declared_metrics import NUM_RECORDS_IN
from pyrite.datastream import KeyedProcessFunction, MapFunction, StreamExecutionEnvironment
from pyrite.datastream.connectors import DataGeneratorSource, DiscardingSink
from pyrite.datastream.state import ValueStateDescriptor
from pyrite.runtime.spark.driver.job_master import JobMaster
from pyrite.runtime.task.checkpoint.encoding_slices import EncodingSlices

NAMES: Final = ("snapshot_2m_keys", "snapshot_2m_of_6m_keys")
"""All keys have changed, which is a whole snapshot; a third of them has."""
_KEYS: Final = 2_000_000
_UNCHANGED: Final = {"snapshot_2m_keys": 0, "snapshot_2m_of_6m_keys": 4_000_000}
_RATE: Final = 1000
_LIMIT_MS: Final = 10.0
_PARALLELISM: Final = 2
_QUIET_S: Final = 15.0
"""How long records are timed before the snapshot, and after it."""
_WARM_UP_S: Final = 5.0
_STRIDE: Final = 611_953
"""A prime: paced records are of keys scattered over all of them."""


def measure(name: str) -> list[Result]:
    command = [sys.executable, "-m", "benchmarks.snapshot_slices", "--unchanged", str(_UNCHANGED[name])]
    report = run_json(command)
    slices, cpu = report["slice_ms"], report["slice_cpu_ms"]
    during, otherwise = report["delay_ms_during"], report["delay_ms_otherwise"]
    note = (
        f"{report['slices']:,} slices in {report['encoding_s']:.1f} s: p50 {slices['p50']:.1f}, "
        f"p99 {slices['p99']:.1f} ms, {report['slices_over_limit']} over {_LIMIT_MS:.0f} ms; "
        f"of CPU p99 {cpu['p99']:.1f}, most {cpu['max']:.1f} ms; {report['barrier_ms']:.1f} ms at the barrier; "
        f"delay of records meanwhile {_shown(during)}, otherwise {_shown(otherwise)}"
    )
    return [Result(name, slices["max"], "limit", _LIMIT_MS, unit="ms", note=note)]


def _shown(delays: dict[str, float]) -> str:
    return f"p50 {delays['p50']:.1f}, p99 {delays['p99']:.1f}, most {delays['max']:.1f} ms"


MEASURES: Final[dict[str, Callable[[], list[Result]]]] = {name: partial(measure, name) for name in NAMES}


# The job --------------------------------------------------------------------------------------------------------------


class GatedReader(RangeReader):
    """Reads its first part at once, its second when a file exists, and the rest at a rate."""

    def __init__(self, source: GatedSource, pace: Pace) -> None:
        super().__init__(source.make, None)
        self._source = source
        self._paced = pace
        self._is_open = False

    def _left(self) -> int:
        """How many numbers may be read at once; 0: by the pace, or when the gate opens."""
        at = self._splits[0].start % self._source.share if self._splits else 0
        self._is_open = self._is_open or self._source.gate.exists()
        return max(0, (self._source.load if self._is_open else self._source.unchanged) - at)

    def available_at_ms(self, now_ms: int) -> int:
        if not self._splits or self._left():
            return now_ms
        return self._paced.next_at_ms(now_ms) if self._is_open else now_ms + 50

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        if not self._splits or (left := self._left()) > 0:
            return super().poll(min(max_records, left) if self._splits else max_records, timeout_ms)
        due = self._paced.due() if self._is_open else 0
        block = super().poll(min(max_records, due), timeout_ms) if due > 0 else None
        if isinstance(block, SourceBlock):
            self._paced.emitted(len(block.values))
        return block


class GatedSource(DataGeneratorSource):
    """`unchanged` keys, then `keys` others after the gate has opened, then records of these at a rate."""

    def __init__(self, unchanged: int, keys: int, rate: int, gate: Path) -> None:
        self.unchanged = unchanged // _PARALLELISM
        self.load = self.unchanged + keys // _PARALLELISM
        self.share = self.load + 3600 * rate
        self.rate = rate
        self.gate = gate
        super().__init__(self.make, self.share * _PARALLELISM)

    def make(self, number: int) -> tuple[int, int]:
        """A key, and when its record was made in nanoseconds; 0 while keys are loaded."""
        reader, at = divmod(number, self.share)
        if at < self.load:
            return at * _PARALLELISM + reader, 0
        changed = self.unchanged + at * _STRIDE % (self.load - self.unchanged)
        return changed * _PARALLELISM + reader, time.time_ns()

    def create_reader(self, context: SourceReaderContext) -> SourceReader[RangeSplit]:
        return GatedReader(self, Pace(self.rate / context.parallelism, context.clock))


class Touch(KeyedProcessFunction):
    """Counts the records of each key, and notes when slices of snapshots ended in its task, and what they took."""

    def __init__(self, has_numbers: bool) -> None:
        self._has_numbers = has_numbers

    def open(self, runtime_context: RuntimeContext) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))
        self._slices: list[tuple[int, int, int]] = []
        self._begun_cpu_ns = 0
        patch.object(EncodingSlices, "entries", self._begin(EncodingSlices.entries)).start()
        patch.object(EncodingSlices, "took", self._end(EncodingSlices.took)).start()

    def _begin(self, entries: Any) -> Any:
        def noting(slices: EncodingSlices, since_last_us: int) -> Any:
            self._begun_cpu_ns = time.thread_time_ns()
            return entries(slices, since_last_us)

        return noting

    def _end(self, took: Any) -> Any:
        def noting(slices: EncodingSlices, entries: int, us: int) -> None:
            self._slices.append((time.time_ns(), us, (time.thread_time_ns() - self._begun_cpu_ns) // 1000))
            took(slices, entries, us)

        return noting

    def process_element(self, value: tuple[Any, int], ctx: KeyedContext) -> Iterator[tuple[Any, int]]:
        if self._has_numbers:
            self._count.update((self._count.value() or 0) + 1)
        else:
            count, texts = self._count.value() or (0, ())
            self._count.update((count + 1, (*texts, str(value[0]))[:2]))
        if value[1]:
            yield value

    def close(self) -> None:
        print("slices " + json.dumps(self._slices))


class Delays(MapFunction):
    """Notes when each stamped record arrives, and how long it was on its way."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._delays: list[tuple[int, int]] = []

    def map(self, value: tuple[int, int]) -> Any:
        now = time.time_ns()
        self._delays.append((now, now - value[1]))
        return value

    def close(self) -> None:
        print("delays " + json.dumps(self._delays))


def build(env: StreamExecutionEnvironment, source: GatedSource, has_numbers: bool) -> None:
    """Through two exchanges, with keyed state between them: tuples by texts, or numbers by numbers."""
    records = env.from_source(source, WatermarkStrategy.no_watermarks(), "gated")
    keyed = records.key_by((lambda record: record[0]) if has_numbers else (lambda record: f"key {record[0]}"))
    touched = keyed.process(Touch(has_numbers))
    touched.key_by(lambda record: record[0] % 101).map(Delays()).sink_to(DiscardingSink())


# The run --------------------------------------------------------------------------------------------------------------


def run(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    keys, unchanged, rate = options.keys, options.unchanged, options.rate
    env = environment({"execution.checkpointing.interval": "1 h", "state.backend.type": "hashmap"}, folder)
    env.set_parallelism(_PARALLELISM)
    gate = folder / "gate"
    build(env, GatedSource(unchanged, keys, rate, gate), options.numbers)
    output = io.StringIO()
    with contextlib.redirect_stdout(output), manifests_seen() as manifests, running(env) as master:
        if unchanged:
            _wait_for_records(master, unchanged)
            master.run(Checkpoint()).result(600)
        gate.touch()
        _wait_for_records(master, unchanged + keys + int(rate * (_WARM_UP_S + _QUIET_S)))
        triggered_ns = time.time_ns()
        master.run(Checkpoint()).result(600)
        time.sleep(_QUIET_S)
    sync_ms = [item.sync_ms for tasks in manifests[-1].metrics.values() for item in tasks.values()]
    slices, delays = _noted(output.getvalue(), "slices "), _noted(output.getvalue(), "delays ")
    return {"barrier_ms": max(sync_ms)} | _figures([one for one in slices if one[0] > triggered_ns], delays)


def _wait_for_records(master: JobMaster, count: int) -> None:
    def records() -> int:
        return sum(report[NUM_RECORDS_IN] for (level, _), report in master.view.reports().items() if level == 1)

    wait_for(master, lambda: records() >= count, f"{count} records")


def _noted(output: str, word: str) -> list[Any]:
    lines = (line.removeprefix(word) for line in output.splitlines() if line.startswith(word))
    return sorted(each for line in lines for each in json.loads(line))


def _figures(slices: list[Any], delays: list[Any]) -> dict[str, Any]:
    begun_ns, ended_ns = slices[0][0] - slices[0][1] * 1000, slices[-1][0]
    first_ns = delays[0][0] + int(_WARM_UP_S * 1e9)
    during = [delay for at, delay in delays if begun_ns <= at <= ended_ns]
    otherwise = [delay for at, delay in delays if at >= first_ns and not begun_ns <= at <= ended_ns]
    return {
        "slices": len(slices),
        "encoding_s": (ended_ns - begun_ns) / 1e9,
        "slice_ms": _percentiles([us / 1000 for _, us, _ in slices]),
        "slice_cpu_ms": _percentiles([cpu_us / 1000 for _, _, cpu_us in slices]),
        "slices_over_limit": sum(us / 1000 > _LIMIT_MS for _, us, _ in slices),
        "delay_ms_during": _percentiles([delay / 1e6 for delay in during]),
        "delay_ms_otherwise": _percentiles([delay / 1e6 for delay in otherwise]),
    }


def _percentiles(values: list[float]) -> dict[str, float]:
    values = sorted(values)
    shares = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "p999": 0.999}
    return {name: values[int(len(values) * share)] for name, share in shares.items()} | {"max": values[-1]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=_KEYS, help="that change before the snapshot")
    parser.add_argument("--unchanged", type=int, default=0, help="other keys, in an earlier checkpoint")
    parser.add_argument("--rate", type=int, default=_RATE)
    parser.add_argument("--numbers", action="store_true", help="keys and values are numbers, not texts and tuples")
    options = parser.parse_args()
    with checkpoint_folder() as folder:
        print(json.dumps(run(options, folder)))


if __name__ == "__main__":
    main()
