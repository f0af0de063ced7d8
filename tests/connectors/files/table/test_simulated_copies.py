"""Tables are copied by jobs that crash and are rescaled: each row arrives once."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from pyrite.core.blocks.column_block import ArrowCodec
from pyrite.core.blocks.edge_format import EdgeFormat
from pyrite.core.connector.table import TableContext
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.partitioning import Partitioning, PartitioningKind
from pyrite.core.time.watermark_strategy import WatermarkStrategy
from pyrite.core.types import BigIntType, LogicalType, string_type
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.operators.relational.rows.scan import ScanSpec
from pyrite.testing.simulation import Fault, SimulationOptions, Wish
from tests.connectors.files.table.writing import files_table, rows_in
from tests.connectors.tables import sink_of, source_of, table
from tests.whole.contract.runs import DeadAreGone
from tests.whole.simulation.scenarios import simulation_of

TYPES: dict[str, LogicalType] = {"a": BigIntType(), "k": string_type()}
ROWS = 60
FILES = 3


def copied(source: TableContext, sink: TableContext) -> Callable[[StreamExecutionEnvironment], None]:
    """A job that scans a table, and writes it to another one after an exchange."""

    def build(env: StreamExecutionEnvironment) -> None:
        scanned = source_of(source)
        stream = env.from_source(scanned.create_source(), WatermarkStrategy.no_watermarks(), "scan").uid("scan")
        read: Any = stream.transformation.operator
        scan = ScanSpec(read.source, WatermarkStrategy.no_watermarks())
        columns = EdgeFormat(ArrowCodec(), scanned.produced_type)
        env.program.change(stream.transformation_id, operator=scan, output_format=columns)
        exchanged = stream._redistributed(Partitioning(PartitioningKind.REBALANCE))
        exchanged.sink_to(DeadAreGone(sink_of(sink).create_sink())).uid("sink")

    return build


def crashed(rescales: bool) -> SimulationOptions:
    faults = (Fault.TASK, Fault.DRIVER, Fault.MACHINE, Fault.ZOMBIE)
    wishes = (Wish.RESCALE,) if rescales else ()
    return SimulationOptions(faults=faults, most_faults=3, time_passes=0.5, wishes=wishes, parallelisms=(1, 2, 3, 4))


def input_files(path: Path, format_name: str) -> TableContext:
    path.mkdir()
    for number in range(FILES):
        chosen = range(number, ROWS, FILES)
        if format_name == "parquet":
            columns = {"a": list(chosen), "k": [f"p{n % 2}" for n in chosen]}
            parquet.write_table(pa.table(columns), path / str(number), row_group_size=4)
        else:
            lines = [f'{{"a": {n}, "k": "p{n % 2}"}}\n' for n in chosen]
            (path / str(number)).write_text("".join(lines))
    return files_table(path, {"format": format_name}, **TYPES)


EXPECTED = sorted([(n, f"p{n % 2}") for n in range(ROWS)], key=repr)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("format_name", "options"),
    [
        ("parquet", {"format": "parquet"}),
        ("json", {"format": "json"}),
        ("parquet", {"format": "parquet", "auto-compaction": "true"}),
    ],
)
def test_files_are_copied_once(tmp_path: Path, format_name: str, options: dict[str, str], seed: int) -> None:
    target = files_table(tmp_path / "out", options, ("k",), **TYPES)
    build = copied(input_files(tmp_path / "in", format_name), target)
    result = simulation_of(build, crashed(rescales=seed % 2 == 1), {}, 2).run(seed)
    gc.collect()
    assert result.status is JobStatus.FINISHED, repr(result.cause)
    assert rows_in(target) == EXPECTED


@pytest.mark.parametrize("seed", range(3))
def test_generated_sequence_is_written_once(tmp_path: Path, seed: int) -> None:
    generator = table(
        {"connector": "datagen", "fields.a.kind": "sequence", "fields.a.start": 0, "fields.a.end": ROWS - 1,
         "rows-per-second": 10**9, "fields.k.length": 1},
        **TYPES,
    )  # fmt: skip
    target = files_table(tmp_path / "out", {}, ("k",), **TYPES)
    result = simulation_of(copied(generator, target), crashed(rescales=seed % 2 == 1), {}, 2).run(seed)
    gc.collect()
    assert result.status is JobStatus.FINISHED, repr(result.cause)
    assert sorted(row[0] for row in rows_in(target)) == list(range(ROWS))
