"""Files of CSV and raw lines as tables; and columns equal rows, by hypothesis."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Optional

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyrite.common import Types
from pyrite.core.errors import BadRecordError, ConnectorError
from pyrite.core.types import BigIntType, BooleanType, DateType, DoubleType, LogicalType, bytes_type, string_type
from pyrite.datastream.connectors.file_system import FileSource
from pyrite.datastream.formats.csv import CsvReaderFormat, CsvSchema
from pyrite.datastream.formats.parquet import ParquetColumnarRowInputFormat
from tests.connectors.files.reading import read as read_rows
from tests.connectors.files.table.reading import TableReading, read, read_with_crash
from tests.connectors.files.table.writing import TableLife, files_table, rows_in
from tests.connectors.tables import source_of

AB: dict[str, LogicalType] = {"a": BigIntType(), "b": string_type()}


def csv_source(path: Path, options: Optional[dict[str, str]] = None, **types: LogicalType) -> Any:
    return source_of(files_table(path, {"format": "csv"} | (options or {}), **(types or AB)))


def test_lines_are_rows(tmp_path: Path) -> None:
    (tmp_path / "f").write_text('1,x\r\n\n2,"a ""quoted"" text, with\nline ends"\n3,\n')
    source = csv_source(tmp_path)
    expected = [(1, "x"), (2, 'a "quoted" text, with\nline ends'), (3, "")]
    assert read(source) == expected
    assert read(source.apply_projection([1])) == [(row[1],) for row in expected]
    for blocks in range(6):
        assert read_with_crash(source, blocks, 1) == expected


def test_options_of_the_format_are_used(tmp_path: Path) -> None:
    (tmp_path / "f").write_text("#1;2\n1;NULL\n'2;'';'x;y'\n".replace("'2;'';", "2;"))
    options = {
        "csv.field-delimiter": ";",
        "csv.quote-character": "'",
        "csv.null-literal": "NULL",
        "csv.allow-comments": "true",
    }
    assert read(csv_source(tmp_path, options)) == [(1, None), (2, "x;y")]


def test_bad_line_names_file_line_and_field(tmp_path: Path) -> None:
    (tmp_path / "f").write_text('1,"x\ny"\n\n2,y\nz,w\n')
    with pytest.raises(BadRecordError, match=r"/f, line 5 cannot be read: field 'a': .*'z,w'"):
        read(csv_source(tmp_path), 2)


def test_bad_lines_are_skipped(tmp_path: Path) -> None:
    """As in Flink, a field that cannot be read is null then, and a line of another form is left out."""
    (tmp_path / "f").write_text("1,x\nz,w\n3,y\n")
    assert read(csv_source(tmp_path, {"csv.ignore-parse-errors": "true"})) == [(1, "x"), (None, "w"), (3, "y")]


def test_rows_are_written_and_read_again(tmp_path: Path) -> None:
    context = files_table(tmp_path, {"format": "csv"}, ("k",), **AB, k=string_type())
    life = TableLife(context)
    rows = [(1, 'a "b", c', "p"), (2, "line\nend", "q"), (3, "ü", "p")]
    life.insert(rows)
    life.checkpoint(end_of_input=True)
    assert rows_in(context) == rows


def test_raw_lines_are_values(tmp_path: Path) -> None:
    (tmp_path / "f").write_text("x\n\ny, z\n")
    assert read(source_of(files_table(tmp_path, {"format": "raw"}, v=string_type()))) == [("x",), ("",), ("y, z",)]


def test_raw_values_are_lines(tmp_path: Path) -> None:
    context = files_table(tmp_path, {"format": "raw"}, v=bytes_type())
    life = TableLife(context)
    life.insert([(b"x",), (b"y",)])
    life.checkpoint(end_of_input=True)
    assert rows_in(context) == [(b"x",), (b"y",)]
    with pytest.raises(ConnectorError, match="the format raw cannot represent NULL"):
        life.insert([(None,)])


# Columns equal rows ---------------------------------------------------------------------------------------------------

TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\r\0\ufeff"), max_size=8)
ROWS = st.lists(
    st.tuples(st.integers(-(2**63), 2**63 - 1), TEXTS.filter(lambda text: text == text.strip()), st.booleans()),
    min_size=1,
    max_size=20,
)
KINDS: dict[str, LogicalType] = {"a": BigIntType(), "b": string_type(), "c": BooleanType()}


@settings(max_examples=40)
@given(ROWS, st.integers(1, 7))
def test_columns_of_csv_equal_rows_of_csv(rows: list[tuple[int, str, bool]], max_records: int) -> None:
    """Both read what the sink has written."""
    with TemporaryDirectory() as folder:
        path = Path(folder)
        context = files_table(path, {"format": "csv"}, **KINDS)
        life = TableLife(context)
        life.insert(rows)
        life.checkpoint(end_of_input=True)
        columns = TableReading(source_of(context), max_records).read()
        schema = CsvSchema.builder().add_number_column("a").add_string_column("b").add_boolean_column("c").build()
        source = FileSource.for_record_stream_format(CsvReaderFormat.for_schema(schema), str(path)).build()
        assert columns == rows
        assert [tuple(row) for row in read_rows(source)] == rows


@settings(max_examples=40)
@given(
    st.lists(
        st.tuples(
            st.none() | st.integers(-(2**63), 2**63 - 1),
            st.none() | TEXTS,
            st.none() | st.floats(allow_nan=False),
            st.none() | st.integers(-700_000, 2_000_000),
        ),
        min_size=1,
        max_size=20,
    ),
    st.integers(1, 7),
)
def test_columns_of_parquet_equal_rows_of_parquet(rows: list[tuple[Any, ...]], max_records: int) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder)
        types = {"a": BigIntType(), "b": string_type(), "c": DoubleType(), "d": DateType()}
        context = files_table(path, **types)
        life = TableLife(context)
        life.insert(rows)
        life.checkpoint(end_of_input=True)
        columns = TableReading(source_of(context), max_records).read()
        kind = Types.ROW_NAMED(["a", "b", "c"], [Types.LONG(), Types.STRING(), Types.DOUBLE()])
        source = FileSource.for_bulk_file_format(ParquetColumnarRowInputFormat(kind), str(path)).build()
        assert columns == rows
        assert [tuple(row) for row in read_rows(source)] == [row[:3] for row in rows]
