"""Parquet, ORC and Avro files: what is written is read again, in splits, and from any position."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from datetime import UTC, date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import parquet

from pyrite.common import Configuration, Instant, Row, Types
from pyrite.connectors.files.formats.stream_format import BulkFormat, StreamFormat
from pyrite.connectors.files.source.source import FileSource
from pyrite.connectors.files.source.split_providers import FileEnumeratorProvider
from pyrite.core.connector.serialization import BulkWriterFactory
from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.formats.avro.files import AvroBulkWriters, AvroReaderFormat
from pyrite.formats.avro.schema import AvroSchema
from pyrite.formats.orc.files import OrcBulkWriters, OrcColumnarRowInputFormat
from pyrite.formats.parquet.files import (
    AvroParquetReaders,
    AvroParquetWriters,
    ParquetBulkWriters,
    ParquetColumnarRowInputFormat,
)
from tests.connectors.files.reading import read, read_with_restores

ROW = Types.ROW_NAMED(["id", "name", "score"], [Types.LONG(), Types.STRING(), Types.DOUBLE()])
AVRO = AvroSchema(
    {
        "type": "record",
        "name": "Person",
        "fields": [
            {"name": "id", "type": "long"},
            {"name": "name", "type": ["null", "string"]},
            {"name": "tags", "type": {"type": "array", "items": "string"}},
            {"name": "counts", "type": {"type": "map", "values": "int"}},
            {"name": "seen", "type": {"type": "long", "logicalType": "timestamp-millis"}},
        ],
    }
)


def written(factory: BulkWriterFactory, records: list[Any], block: int = 100) -> bytes:
    stream = io.BytesIO()
    writer = factory.create(stream)
    for start in range(0, len(records), block):
        writer.add_elements(records[start : start + block])
    writer.finish()
    return stream.getvalue()


def source(path: Path, file_format: StreamFormat | BulkFormat, split_bytes: int = 1 << 20) -> FileSource:
    if isinstance(file_format, BulkFormat):
        builder = FileSource.for_bulk_file_format(file_format, str(path))
    else:
        builder = FileSource.for_record_stream_format(file_format, str(path))
    return builder.set_file_enumerator(FileEnumeratorProvider.default_splittable_file_enumerator(split_bytes)).build()


def persons(count: int) -> list[Row]:
    rows = [Row(number, None if number % 7 == 0 else f"name {number}", number / 2) for number in range(count)]
    for row in rows:
        row.set_field_names(["id", "name", "score"])
    return rows


def avro_persons(count: int) -> list[dict[str, Any]]:
    return [
        {
            "id": number,
            "name": None if number % 3 == 0 else f"name {number}",
            "tags": [str(number)] * (number % 4),
            "counts": {"a": number},
            "seen": datetime(2024, 1, 1, 1, 1, 1, number * 1000, tzinfo=UTC),
        }
        for number in range(count)
    ]


SMALL_GROUPS = Configuration({"parquet.block.size": "2000"})
CASES: dict[str, tuple[BulkWriterFactory, StreamFormat | BulkFormat, Callable[[int], list[Any]]]] = {
    "parquet": (ParquetBulkWriters.for_row_type(ROW, SMALL_GROUPS), ParquetColumnarRowInputFormat(ROW), persons),
    "orc": (
        OrcBulkWriters.for_row_type(ROW, Configuration({"orc.stripe.size": "1000", "orc.compress": "NONE"})),
        OrcColumnarRowInputFormat(ROW),
        persons,
    ),
    "avro": (AvroBulkWriters.for_generic_record(AVRO, "deflate"), AvroReaderFormat(AVRO), avro_persons),
    "avro in parquet": (
        AvroParquetWriters.for_generic_record(AVRO),
        AvroParquetReaders.for_generic_record(AVRO),
        avro_persons,
    ),
}


@pytest.mark.parametrize("kind", CASES)
def test_records_that_are_written_are_read_in_their_order(kind: str, tmp_path: Path) -> None:
    factory, file_format, make = CASES[kind]
    (tmp_path / "file").write_bytes(written(factory, make(999)))
    assert read(source(tmp_path, file_format)) == make(999)


@pytest.mark.parametrize("kind", CASES)
@pytest.mark.parametrize("split_bytes", [37, 1000, 5000])
def test_splits_have_each_record_once(kind: str, split_bytes: int, tmp_path: Path) -> None:
    factory, file_format, make = CASES[kind]
    (tmp_path / "file").write_bytes(written(factory, make(999), 40))
    actual = read(source(tmp_path, file_format, split_bytes), 2)
    assert sorted(actual, key=lambda record: int(record["id"])) == make(999)


@pytest.mark.parametrize("kind", CASES)
def test_reading_continues_where_it_was(kind: str, tmp_path: Path) -> None:
    factory, file_format, make = CASES[kind]
    (tmp_path / "file").write_bytes(written(factory, make(300), 40))
    actual = read_with_restores(source(tmp_path, file_format, 4000), [1, 3, 2], 3, max_records=17)
    assert sorted(actual, key=lambda record: int(record["id"])) == make(300)


def test_splits_of_columnar_files_are_really_several(tmp_path: Path) -> None:
    for kind in ("parquet", "orc"):
        factory, _, make = CASES[kind]
        data = written(factory, make(20_000), 100)
        if kind == "parquet":
            assert parquet.ParquetFile(io.BytesIO(data)).num_row_groups > 100
        else:
            assert pa.orc.ORCFile(io.BytesIO(data)).nstripes > 3


EVERY = Types.ROW_NAMED(
    ["small", "big", "exact", "whole", "flag", "day", "instant", "data", "names", "map", "inner"],
    [
        Types.BYTE(),
        Types.LONG(),
        Types.BIG_DEC(),
        Types.BIG_INT(),
        Types.BOOLEAN(),
        Types.SQL_DATE(),
        Types.INSTANT(),
        Types.PRIMITIVE_ARRAY(Types.BYTE()),
        Types.LIST(Types.STRING()),
        Types.MAP(Types.STRING(), Types.INT()),
        Types.ROW_NAMED(["a", "at"], [Types.INT(), Types.SQL_TIMESTAMP()]),
    ],
)


@pytest.mark.parametrize("kind", ["parquet", "orc"])
def test_every_type_is_written_and_read(kind: str, tmp_path: Path) -> None:
    rows = EVERY.fit_all(
        [
            (
                *(-5, 2**62, Decimal("1.5"), 10**25, True, date(2024, 2, 29), Instant(5, 6000), b"\x00\xff"),
                *(["x", "y"], {"k": 1, "n": None}, (1, datetime(2024, 1, 2, 3, 4, 5, 6000))),
            ),
            [None] * 11,
        ]
    )
    factory = ParquetBulkWriters.for_row_type(EVERY) if kind == "parquet" else OrcBulkWriters.for_row_type(EVERY)
    (tmp_path / "file").write_bytes(written(factory, rows))
    read_by = ParquetColumnarRowInputFormat(EVERY) if kind == "parquet" else OrcColumnarRowInputFormat(EVERY)
    assert read(source(tmp_path, read_by)) == rows


def test_time_of_day_is_written_and_read(tmp_path: Path) -> None:
    kind = Types.ROW_NAMED(["at"], [Types.SQL_TIME()])
    (tmp_path / "file").write_bytes(written(ParquetBulkWriters.for_row_type(kind), [(time(1, 2, 3, 4000),)]))
    assert read(source(tmp_path, ParquetColumnarRowInputFormat(kind))) == [Row(at=time(1, 2, 3, 4000))]


def test_fields_are_chosen_by_name_and_those_that_are_missing_are_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(written(CASES["parquet"][0], persons(2)))
    wanted = Types.ROW_NAMED(["SCORE", "gone", "Id"], [Types.DOUBLE(), Types.STRING(), Types.LONG()])
    kind = ParquetColumnarRowInputFormat(wanted, is_case_sensitive=False)
    assert read(source(tmp_path, kind)) == [Row(SCORE=0.0, gone=None, Id=0), Row(SCORE=0.5, gone=None, Id=1)]


def test_records_may_be_rows_tuples_lists_or_dicts(tmp_path: Path) -> None:
    records = [Row(id=1, name="a", score=0.5), (2, "b", 1), [3, "c", None], {"name": "d", "score": 2.0, "id": 4}]
    (tmp_path / "file").write_bytes(written(CASES["parquet"][0], records))
    assert [row["id"] for row in read(source(tmp_path, CASES["parquet"][1]))] == [1, 2, 3, 4]


def test_schema_of_arrow_will_do_for_both_ways(tmp_path: Path) -> None:
    schema = pa.schema([("id", pa.int32()), ("name", pa.large_string())])
    (tmp_path / "file").write_bytes(written(ParquetBulkWriters.for_row_type(schema), [(1, "a"), (2, None)]))
    assert read(source(tmp_path, ParquetColumnarRowInputFormat(schema))) == [Row(id=1, name="a"), Row(id=2, name=None)]


@pytest.mark.parametrize("record", [(1, "a"), Row(1, "a"), ("x", "a", 1.0), (1.5, "a", 1.0), {"id": 1, "nome": "a"}, 7])
def test_record_that_does_not_fit_is_shown(record: Any) -> None:
    with pytest.raises(TypeError, match=r"does not fit the file's fields"):
        written(CASES["parquet"][0], [(1, "a", 1.0), record])


@pytest.mark.parametrize("record", [(1, "a"), Row(1, "a"), [1, "a", 1.0, 2]])
def test_fields_that_are_too_few_or_many_are_counted(record: Any) -> None:
    with pytest.raises(TypeError, match=rf"expected 3 fields, \['id', 'name', 'score'\], got {len(record)}"):
        written(CASES["parquet"][0], [(1, "a", 1.0), record])


def test_avro_file_is_read_as_an_older_or_newer_schema(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(written(CASES["avro"][0], avro_persons(5)))
    fields = [{"name": "id", "type": "long"}, {"name": "new", "type": "string", "default": "x"}]
    schema = AvroSchema({"type": "record", "name": "Person", "fields": fields})
    for value in (schema, json.dumps(schema.json_schema)):
        assert read(source(tmp_path, AvroReaderFormat(value))) == [{"id": n, "new": "x"} for n in range(5)]


@pytest.mark.parametrize("kind", CASES)
def test_file_of_another_kind_is_named(kind: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("this is something else altogether")
    with pytest.raises(ConnectorError, match=r"/file cannot be read as"):
        read(source(tmp_path, CASES[kind][1]))


def test_avro_file_that_is_cut_is_named_with_the_place(tmp_path: Path) -> None:
    data = written(CASES["avro"][0], avro_persons(500))
    (tmp_path / "file").write_bytes(data[:-10])
    with pytest.raises(ConnectorError, match=r"/file: the block at byte \d+ is cut or broken"):
        read(source(tmp_path, CASES["avro"][1]))


def test_codec_that_is_not_known_is_refused_with_those_that_are() -> None:
    with pytest.raises(
        InvalidProgramError, match=r"parquet\.compression = 'LZO': expected one of UNCOMPRESSED, SNAPPY"
    ):
        ParquetBulkWriters.for_row_type(ROW, Configuration({"parquet.compression": "lzo"}))


def test_parquet_file_has_the_codec_that_was_asked_for() -> None:
    data = written(ParquetBulkWriters.for_row_type(ROW, Configuration({"parquet.compression": "zstd"})), persons(3))
    assert parquet.ParquetFile(io.BytesIO(data)).metadata.row_group(0).column(0).compression == "ZSTD"
