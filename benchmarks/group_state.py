"""GROUP BY with many keys, the operator alone: what a row costs, what a key takes in memory, what a snapshot stops.

`python -m benchmarks.group_state [hashmap|rocksdb] [keys ...]`: no Spark, one process. COUNT, SUM, MIN and MAX of
doubles by an INT, in bundles of 50,000 rows, as `sql_group_1m` has them. Each number of keys is a process of its own.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pyarrow as pa

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.types import BigIntType, DoubleType, IntType, RowField, RowType
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.operators.operator import Operator
from pyrite.operators.relational.aggregate.bundle import BundleSize
from pyrite.operators.relational.aggregate.group_aggregate import GroupAggregateSpec
from pyrite.state.backend import KeyedStateBackend
from pyrite.state.handles import FileRef
from pyrite.state.hashmap.backend import HashMapBackend
from pyrite.state.rocksdb.backend import RocksDBBackend
from pyrite.testing.harness import OperatorTestHarness

_KEYS = (1_000, 100_000, 1_000_000)
_BLOCK = 10_000
_INPUT = RowType((RowField("k", IntType()), RowField("price", DoubleType())), nullable=False)
_CALLS = (
    AggregateCall("COUNT", (), (), BigIntType(nullable=False)),
    *(AggregateCall(name, (1,), (DoubleType(),), DoubleType()) for name in ("SUM", "MIN", "MAX")),
)
_OUTPUT = RowType(
    (RowField("k", IntType()), *(RowField(f"r{place}", call.result_type) for place, call in enumerate(_CALLS))),
    nullable=False,
)


@dataclass
class Measured:
    """Of one number of keys; `stops_ms` is by the share of keys that has changed since the last snapshot."""

    backend: str
    keys: int
    every_change_us: float
    bundle_us: float
    bytes_per_key: float
    stops_ms: dict[str, float]


class _MemoryFiles:
    """Takes the files of a snapshot, and forgets them."""

    def write(self, data: bytes, is_shared: bool) -> FileRef:
        return FileRef("shared/x", len(data), 0)

    def upload(self, path: Path) -> FileRef:
        return FileRef("shared/x", path.stat().st_size, 0)


def _operator(backend: KeyedStateBackend, bundle: BundleSize | None) -> Operator:
    spec = GroupAggregateSpec((0,), _CALLS, _INPUT, _OUTPUT, False, False, text="GroupAggregate", bundle=bundle)
    operator = spec.build()
    harness = OperatorTestHarness(operator, [lambda value: None])
    harness._recording.emit = lambda block: None  # type: ignore[method-assign]
    operator.setup(replace(operator.context, backend=backend))
    operator.open()
    return operator


def _blocks(keys: int, count: int, seed: int) -> list[ColumnBlock]:
    random = np.random.default_rng(seed)
    return [
        ColumnBlock(
            pa.record_batch(
                [pa.array(random.integers(0, keys, _BLOCK, np.int32)), pa.array(random.random(_BLOCK) * 100)],
                names=["k", "price"],
            )
        )
        for _ in range(count)
    ]


def _all_keys(keys: int) -> list[ColumnBlock]:
    blocks = []
    for start in range(0, keys, _BLOCK):
        own = np.arange(start, min(start + _BLOCK, keys), dtype=np.int32)
        blocks.append(ColumnBlock(pa.record_batch([pa.array(own), pa.array(own + 0.5)], names=["k", "price"])))
    return blocks


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def _cost_us(operator: Operator, blocks: list[ColumnBlock]) -> float:
    start = time.process_time()
    for block in blocks:
        operator.process_block(block)
    return (time.process_time() - start) / (len(blocks) * _BLOCK) * 1e6


def _stop_ms(operator: Operator, backend: KeyedStateBackend, checkpoint_id: int) -> float:
    start = time.perf_counter()
    operator.prepare(checkpoint_id)
    frozen = backend.freeze(checkpoint_id)
    stopped = (time.perf_counter() - start) * 1000
    frozen.write(_MemoryFiles())
    backend.confirm(checkpoint_id)
    return stopped


def _measure(kind: str, keys: int) -> Measured:
    pa.set_cpu_count(1)
    first, blocks = _all_keys(keys), _blocks(keys, 150, 1)
    with tempfile.TemporaryDirectory() as folder:
        backend: KeyedStateBackend = HashMapBackend(tracked=True)
        if kind == "rocksdb":
            backend = RocksDBBackend(Path(folder) / "db")
        gc.collect()
        before = _resident()
        each = _operator(backend, None)
        for block in first:
            each.process_block(block)
        gc.collect()
        size = (_resident() - before) / keys
        stops = {"all": _stop_ms(each, backend, 1)}
        every_change = _cost_us(each, blocks)
        _stop_ms(each, backend, 2)
        for number, (text, share) in enumerate((("10 %", 0.1), ("1 %", 0.01)), 3):
            for block in _all_keys(max(int(keys * share), 1)):
                each.process_block(block)
            stops[text] = _stop_ms(each, backend, number)
        bundled = _operator(backend, BundleSize(50_000, 1000))
        bundle = _cost_us(bundled, blocks)
        backend.close()
    return Measured(kind, keys, every_change, bundle, size, stops)


def _in_a_process(kind: str, keys: int) -> Measured:
    command = [sys.executable, "-m", "benchmarks.group_state", "--one", kind, str(keys)]
    return Measured(**json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["--one"]:
        print(json.dumps(_measure(arguments[1], int(arguments[2])).__dict__))
        return
    kind = arguments[0] if arguments else "hashmap"
    for keys in map(int, arguments[1:] or _KEYS):
        measured = _in_a_process(kind, keys)
        stops = ", ".join(f"{share} {ms:.1f}" for share, ms in measured.stops_ms.items())
        print(
            f"{kind}, {keys:,} keys: {measured.every_change_us:.3f} us a row, {measured.bundle_us:.3f} in bundles, "
            f"{measured.bytes_per_key:.0f} B a key; a snapshot stops it for (ms, by changed keys) {stops}",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
