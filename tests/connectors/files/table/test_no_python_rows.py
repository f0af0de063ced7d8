"""From files to the sink no row is made in Python: what could make one raises for more than a few rows."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.types import BigIntType, DoubleType, LogicalType, TimestampType, string_type
from tests.connectors.files.table.reading import TableReading
from tests.connectors.files.table.writing import TableLife, files_table
from tests.connectors.tables import sink_of, source_of, table, writer_context

TYPES: dict[str, LogicalType] = {
    "a": BigIntType(),
    "d": DoubleType(),
    "s": string_type(),
    "t": TimestampType(3),
    "k": string_type(),
}
ROWS = 5000
FEW = 50
MAKERS = ("to_values", "to_column", "batch_of_rows")


@pytest.fixture
def no_rows(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Functions between columns and values, wherever they are imported, refuse more than a few values."""

    def guarded(make: Any) -> Any:
        def refuse(values: Any, *others: Any) -> Any:
            assert len(values) <= FEW, f"{make.__name__} of {len(values)} rows"
            return make(values, *others)

        return refuse

    for module in list(sys.modules.values()):
        if getattr(module, "__name__", "").startswith("pyrite."):
            for name in MAKERS:
                if name in vars(module):
                    monkeypatch.setattr(module, name, guarded(getattr(module, name)))
    yield


def make_files(path: Path, format_name: str) -> None:
    numbers = np.arange(ROWS)
    columns = {
        "a": numbers,
        "d": numbers / 4,
        "s": pa.array([f"text {n}" for n in range(ROWS)]),
        "t": pa.array(numbers).cast(pa.timestamp("ms")),
    }
    folder = path / "k=x"
    folder.mkdir(parents=True)
    if format_name == "parquet":
        parquet.write_table(pa.table(columns), folder / "f")
        return
    life = TableLife(files_table(path, {"format": format_name}, ("k",), **TYPES))
    batch = pa.table({**columns, "k": ["x"] * ROWS}).combine_chunks().to_batches()[0]
    life.writers[0].write(type("Block", (), {"batch": batch})())
    life.checkpoint(end_of_input=True)


@pytest.mark.parametrize("into", ["parquet", "json", "csv"])
@pytest.mark.parametrize("format_name", ["parquet", "json", "csv"])
def test_files_are_copied_by_columns(
    tmp_path: Path, format_name: str, into: str, request: pytest.FixtureRequest
) -> None:
    make_files(tmp_path / "in", format_name)
    reading = TableReading(source_of(files_table(tmp_path / "in", {"format": format_name}, ("k",), **TYPES)), ROWS)
    life = TableLife(files_table(tmp_path / "out", {"format": into}, ("k",), **TYPES))
    request.getfixturevalue("no_rows")
    rows = 0
    while not isinstance(polled := reading.reader.poll(ROWS, 0), type(None)) and hasattr(polled, "values"):
        block: Any = polled.values
        rows += len(block)
        if len(block):
            life.writers[0].write(block)
    life.checkpoint(end_of_input=True)
    assert rows == ROWS


@pytest.mark.usefixtures("no_rows")
def test_rows_would_be_noticed() -> None:
    context = table({"connector": "print"}, a=BigIntType())
    writer = sink_of(context).create_sink().create_writer(writer_context([]))
    columns = pa.record_batch({"a": pa.array(np.arange(ROWS))})
    with pytest.raises(AssertionError, match="to_values of 5000 rows"):
        writer.write(ColumnBlock(columns))  # type: ignore[arg-type]
