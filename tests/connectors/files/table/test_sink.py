"""Tables of files as sinks: each row once whatever crashes, in the folder of its partition."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

from pyrite.connectors.files.table.file_sink import BatchPartitioner
from pyrite.connectors.files.table.partitions import escaped, partition_of, partition_path, unescaped
from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.connector.table import ValidationException
from pyrite.core.errors import ConnectorError
from pyrite.core.types import (
    BigIntType,
    BooleanType,
    DateType,
    IntType,
    LogicalType,
    RowType,
    TimestampType,
    string_type,
)
from tests.connectors.files.table.writing import TableLife, files_table, folders_of, rows_in, visible_files
from tests.connectors.tables import block_of, row_type, rows_of, sink_of

AB: dict[str, LogicalType] = {"a": BigIntType(), "b": string_type()}
PARTITIONED: dict[str, LogicalType] = {"d": DateType(), "a": BigIntType(), "k": string_type()}
KEYS = ("d", "k")


def test_rows_are_visible_when_their_checkpoint_is_complete(tmp_path: Path) -> None:
    context = files_table(tmp_path, **AB)
    life = TableLife(context)
    life.insert([(1, "x"), (None, None)])
    checkpoint = life.prepare()
    assert visible_files(tmp_path) == []
    life.commit(checkpoint)
    assert rows_in(context) == [(1, "x"), (None, None)]


def test_crash_after_every_step_leaves_each_row_once(tmp_path: Path) -> None:
    rows = [[(n, str(n))] for n in range(4)]
    for crash_at in range(4):
        context = files_table(tmp_path / str(crash_at), **AB)
        life = TableLife(context, parallelism=2)
        for step in range(4):
            life.insert(rows[step], step % 2)
            checkpoint = life.prepare()
            if step == crash_at:  # what was written since is gone; what the checkpoint owes is committed at the restore
                life.insert([(99, "lost")])
                life = TableLife(context, 2, 2 + crash_at % 2, checkpoint)
            else:
                life.commit(checkpoint)
        TableLife(context, 3, 1, life.checkpoint()).checkpoint(end_of_input=True)
        assert rows_in(context) == [row for step in rows for row in step]


def test_partitions_are_folders_without_their_columns(tmp_path: Path) -> None:
    context = files_table(tmp_path, {}, KEYS, **PARTITIONED)
    life = TableLife(context)
    rows = [(1, 1, "x"), (18321, 2, "a/b"), (1, 3, "x"), (None, 4, ""), (1, 5, None)]
    life.insert(rows)
    life.checkpoint(end_of_input=True)
    assert folders_of(tmp_path) == [
        "d=1970-01-02/k=__DEFAULT_PARTITION__",
        "d=1970-01-02/k=x",
        "d=2020-02-29/k=a%2Fb",
        "d=__DEFAULT_PARTITION__/k=__DEFAULT_PARTITION__",
    ]
    file = next((tmp_path / "d=1970-01-02" / "k=x").iterdir())
    assert parquet.read_table(file, partitioning=None).to_pydict() == {"a": [1, 3]}
    assert rows_in(context) == sorted([*rows[:3], (None, 4, None), (1, 5, None)], key=repr)


@given(st.lists(st.tuples(st.sampled_from([None, 1, 2]), st.integers(0, 9), st.sampled_from(["x", "y", None, True]))))
def test_batch_is_cut_into_its_partitions_in_order(rows: list[tuple[Any, ...]]) -> None:
    rows = [(d, a, None if k is None else str(k)) for d, a, k in rows]
    kind = row_type(d=IntType(), a=BigIntType(), k=string_type())
    if not rows:
        return
    parts = dict(BatchPartitioner(kind, KEYS, "none").split(block_of(kind, rows).batch))
    expected: dict[str, list[Any]] = {}
    for d, a, k in rows:
        expected.setdefault(f"d={'none' if d is None else d}/k={'none' if k is None else k}", []).append(a)
    assert {folder: part.column(0).to_pylist() for folder, part in parts.items()} == expected


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        (BooleanType(), True, "true"),
        (TimestampType(3), 1_500_000_000, "1970-01-01T00%3A00%3A01.500"),
        (TimestampType(3), 0, "1970-01-01T00%3A00"),
        (IntType(), -5, "-5"),
        (string_type(), "ü=%", "ü%3D%25"),
    ],
)
def test_partition_of_each_type_is_read_again(tmp_path: Path, kind: LogicalType, value: Any, text: str) -> None:
    context = files_table(tmp_path, {}, ("k",), a=BigIntType(), k=kind)
    life = TableLife(context)
    life.insert([(1, value)])
    life.checkpoint(end_of_input=True)
    assert folders_of(tmp_path) == [f"k={text}"]
    assert rows_in(context) == [(1, value)]


@given(st.text(min_size=1), st.text(min_size=1))
def test_escaped_names_are_read_again(key: str, value: str) -> None:
    assert unescaped(escaped(value)) == value
    assert partition_of(f"/x/{partition_path({key: value}, [key])}/f", [key]) == {key: value} or key >= "\ud800"


def test_files_roll_by_size(tmp_path: Path) -> None:
    context = files_table(tmp_path, {"sink.rolling-policy.file-size": "1 kb", "parquet.block.size": "1000"}, **AB)
    life = TableLife(context)
    for start in range(0, 3000, 1000):
        life.insert([(n, str(n)) for n in range(start, start + 1000)])
    life.checkpoint(end_of_input=True)
    assert len(visible_files(tmp_path)) == 3
    assert len(rows_in(context)) == 3000


def test_files_roll_by_age(tmp_path: Path) -> None:
    context = files_table(tmp_path, {"sink.rolling-policy.rollover-interval": "5 s"}, **AB)
    life = TableLife(context)
    for n in range(3):
        life.insert([(n, "")])
        life.clock.advance(3000)
    life.checkpoint(end_of_input=True)
    assert len(visible_files(tmp_path)) == 2


def test_files_of_a_checkpoint_are_compacted(tmp_path: Path) -> None:
    context = files_table(
        tmp_path, {"auto-compaction": "true", "sink.rolling-policy.rollover-interval": "1 ms"}, ("k",), **PARTITIONED
    )
    life = TableLife(context)
    rows = [(n, n, "x") for n in range(5)]
    for row in rows:
        life.insert([row])
        life.clock.advance(10)
    checkpoint = life.prepare()
    assert rows_in(context) == []
    life.commit(checkpoint)
    life.commit(checkpoint)
    assert len(visible_files(tmp_path)) == 1
    assert visible_files(tmp_path)[0].startswith("k=x/compacted-part")
    assert rows_in(context) == rows


def test_sink_takes_its_parallelism() -> None:
    assert sink_of(files_table(Path("/x"), {"sink.parallelism": "3"}, **AB)).parallelism == 3


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"sink.shuffle-by-partition.enable": "true"}, "'sink.shuffle-by-partition.enable' is not supported"),
        ({"sink.partition-commit.policy.kind": "metastore,success-file"}, "You can only configure 'metastore'"),
        ({"sink.partition-commit.policy.kind": "custom"}, "Unsupported policy: custom"),
        ({"sink.partition-commit.watermark-time-zone": "Mars"}, "Invalid time zone for 'sink.partition-commit"),
        ({"parquet.compression": "x"}, "Unsupported value 'x' for option compression"),
        ({"parquet.compresion": "GZIP"}, r"compresion(.|\n)*Did you mean 'parquet.compression'"),
        ({"format": "raw"}, "The 'raw' format only supports single physical column"),
        ({"sink.rolling-policy.file-size": "x"}, "Invalid value for option 'sink.rolling-policy.file-size'"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, str], message: str) -> None:
    with pytest.raises(ValidationException, match=message):
        sink_of(files_table(Path("/x"), options, **AB))


def test_partition_column_without_text_is_refused() -> None:
    from pyrite.core.types import ArrayType

    with pytest.raises(ValidationException, match="for partition column 'k'"):
        sink_of(files_table(Path("/x"), {}, ("k",), a=IntType(), k=ArrayType(IntType())))


def test_written_columns_are_read_back_in_the_same_block(tmp_path: Path) -> None:
    context = files_table(tmp_path, {"parquet.compression": "ZSTD"}, **AB)
    life = TableLife(context)
    block = block_of(context.row_type, [(n, str(n)) for n in range(100)])
    life.writers[0].write(block)  # type: ignore[arg-type]
    life.checkpoint(end_of_input=True)
    assert rows_in(context) == sorted(rows_of(block, context.row_type), key=repr)


def test_parquet_takes_columns_that_are_not_null(tmp_path: Path) -> None:
    context = files_table(tmp_path, a=IntType(), r=RowType.of([IntType()], ["x"]))
    life = TableLife(context)
    inner = pa.struct([pa.field("x", pa.int32(), nullable=False)])
    schema = pa.schema([pa.field("a", pa.int32(), nullable=False), pa.field("r", inner, nullable=False)])
    batch = pa.RecordBatch.from_arrays([pa.array([1], pa.int32()), pa.array([{"x": 2}], inner)], schema=schema)
    life.writers[0].write(ColumnBlock(batch))  # type: ignore[arg-type]
    life.insert([(None, None)])
    life.checkpoint(end_of_input=True)
    assert rows_in(context) == [(1, (2,)), (None, None)]


def test_folder_that_cannot_be_written_is_named() -> None:
    life = TableLife(files_table(Path("/proc/nothing/here"), **AB))
    with pytest.raises(ConnectorError, match="cannot write to /proc/nothing/here: No such file"):
        life.insert([(1, "a")])
        life.checkpoint(end_of_input=True)
