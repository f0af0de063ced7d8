"""Parquet and ORC files with rows that do not fit: they go by the policy, and the others are read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import orc, parquet

from pyrite.common import BadRecord, BadRecords, Types
from pyrite.connectors.files.formats.stream_format import BulkFormat
from pyrite.connectors.files.source.source import FileSource
from pyrite.core.errors import BadRecordError, ConnectorError
from pyrite.core.functions.output_tag import OutputTag
from pyrite.formats.orc.files import OrcColumnarRowInputFormat
from pyrite.formats.parquet.files import ParquetColumnarRowInputFormat
from pyrite.testing import SourceTestHarness
from tests.connectors.files.reading import read, read_with_restores

ROW = Types.ROW_NAMED(["a", "b"], [Types.INT(), Types.STRING()])
BAD_TAG = OutputTag("bad")
BAD = (3, 4, 5, 17)


@pytest.fixture(params=["parquet", "orc"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def write(path: Path, columns: dict[str, Any]) -> None:
    writer: Any = parquet.write_table if path.suffix == ".parquet" else orc.write_table
    writer(pa.table(columns), str(path))


def source(path: Path, policy: BadRecords) -> FileSource:
    file_format: BulkFormat = (
        ParquetColumnarRowInputFormat(ROW) if path.suffix == ".parquet" else OrcColumnarRowInputFormat(ROW)
    )
    return FileSource.for_bulk_file_format(file_format, str(path)).set_bad_records(policy).build()


@pytest.fixture
def path(tmp_path: Path, kind: str) -> Path:
    """Twenty rows, some of which are too large for an INT."""
    actual = tmp_path / f"numbers.{kind}"
    write(actual, {"a": [2**40 if row in BAD else row for row in range(20)], "b": [f"b{row}" for row in range(20)]})
    return actual


def test_a_row_that_does_not_fit_is_shown(path: Path) -> None:
    part = "row group" if path.suffix == ".parquet" else "stripe"
    with pytest.raises(BadRecordError, match=rf"{path.name}, {part} 0, row 3: .*'a': 1099511627776, 'b': 'b3'"):
        read(source(path, BadRecords.FAIL))


def test_rows_that_do_not_fit_are_skipped(path: Path) -> None:
    expected = [(row, f"b{row}") for row in range(20) if row not in BAD]
    skipping = source(path, BadRecords.SKIP)
    assert [tuple(row) for row in read(skipping)] == expected
    assert [tuple(row) for row in read_with_restores(skipping, [1, 2], blocks=1, max_records=2)] == expected


def test_rows_that_do_not_fit_go_to_a_side_output(path: Path) -> None:
    harness = SourceTestHarness(source(path, BadRecords.to_side_output(BAD_TAG)))
    assert len(harness.read_all()) == 20 - len(BAD)
    assert all(isinstance(bad, BadRecord) for bad in harness.get_side_output(BAD_TAG))
    assert [bad.position.rpartition(" ")[2] for bad in harness.get_side_output(BAD_TAG)] == [str(row) for row in BAD]
    assert harness.get_side_output(BAD_TAG)[0].data == b"{'a': 1099511627776, 'b': 'b3'}"


def test_text_that_is_no_number_and_no_text_at_all(tmp_path: Path) -> None:
    path = tmp_path / "texts.parquet"
    no_text = pa.array([b"x", b"y", b"\xff"]).cast(pa.string(), safe=False)
    write(path, {"a": ["1", "q", "3"], "b": no_text})
    harness = SourceTestHarness(source(path, BadRecords.to_side_output(BAD_TAG)))
    assert [tuple(row) for row in harness.read_all()] == [(1, "x")]
    assert [bad.data for bad in harness.get_side_output(BAD_TAG)] == [
        b"{'a': 'q', 'b': 'y'}",
        rb"{'a': '3', 'b': b'\xff'}",
    ]


def test_broken_columns_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "broken.parquet"
    write(path, {"a": list(range(1000)), "b": ["b" * 50] * 1000})
    data = bytearray(path.read_bytes())
    data[4:200] = b"\xff" * 196
    path.write_bytes(data)
    with pytest.raises(ConnectorError, match=r"broken\.parquet cannot be read in row group 0"):
        read(source(path, BadRecords.SKIP))


def test_a_file_without_any_of_the_fields_has_rows_of_none(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"other.{kind}"
    write(path, {"q": [1, 2, 3], "r": ["x", "y", "z"]})
    assert [tuple(row) for row in read(source(path, BadRecords.FAIL))] == [(None, None)] * 3
