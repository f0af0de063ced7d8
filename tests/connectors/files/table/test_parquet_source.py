"""Parquet files as a table: projection, partitions, metadata, filters, limits, and restores at every block."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Optional

import pyarrow as pa
import pytest
from pyarrow import parquet

from pyrite.core.connector.table import ValidationException
from pyrite.core.errors import ConnectorError
from pyrite.core.types import BigIntType, BooleanType, DateType, IntType, LogicalType, TimestampType, string_type
from pyrite.expressions.resolved import FieldReference, FunctionCall, ValueLiteral
from tests.connectors.files.table.reading import TableReading, read, read_with_crash
from tests.connectors.tables import source_of, table

AB: dict[str, LogicalType] = {"a": BigIntType(), "b": string_type()}


def files(
    path: Path, options: Optional[dict[str, str]] = None, keys: tuple[str, ...] = (), /, **types: LogicalType
) -> Any:
    settings = {"connector": "filesystem", "path": str(path), "format": "parquet", **(options or {})}
    return source_of(table(settings, keys, **types))


def write(path: Path, columns: dict[str, Any], group_rows: int = 5) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    parquet.write_table(pa.table(columns), path, row_group_size=group_rows)
    return path


def numbers(path: Path, start: int, stop: int) -> list[tuple[int, str]]:
    write(path, {"a": list(range(start, stop)), "b": [str(n) for n in range(start, stop)]})
    return [(n, str(n)) for n in range(start, stop)]


def test_rows_of_all_files_are_read(tmp_path: Path) -> None:
    expected = numbers(tmp_path / "1", 0, 12) + numbers(tmp_path / "x" / "2", 12, 20)
    (tmp_path / "_hidden").write_text("x")
    assert read(files(tmp_path, **AB), 4) == expected


def test_restored_reader_continues_at_every_block(tmp_path: Path) -> None:
    expected = numbers(tmp_path / "1", 0, 23) + numbers(tmp_path / "2", 23, 30)
    source = files(tmp_path, **AB)
    whole = TableReading(source, 3)
    assert whole.read() == expected
    assert [read_with_crash(source, blocks, 3) for blocks in range(whole.blocks + 2)] == [expected] * (whole.blocks + 2)


def test_only_projected_columns_are_read(tmp_path: Path) -> None:
    write(tmp_path / "1", {"a": [1, 2], "b": [{"x": 1}, {"x": 2}], "c": [3, 4]})
    source = files(tmp_path, a=BigIntType(), b=string_type(), c=BigIntType())
    assert read(source.apply_projection([2, 0])) == [(3, 1), (4, 2)]
    with pytest.raises(ConnectorError, match="row group 0: column 'b' is struct<x: int64> in the file, and cannot be"):
        read(source)


def test_no_column_has_as_many_rows(tmp_path: Path) -> None:
    numbers(tmp_path / "1", 0, 12)
    assert read(files(tmp_path, **AB).apply_projection([])) == [()] * 12


def test_column_that_a_file_lacks_is_null(tmp_path: Path) -> None:
    write(tmp_path / "1", {"a": [1]})
    assert read(files(tmp_path, **AB)) == [(1, None)]
    assert read(files(tmp_path, **AB).apply_projection([1])) == [(None,)]


def test_types_of_the_file_are_cast(tmp_path: Path) -> None:
    times = pa.array([1_500_000_123], pa.timestamp("ns"))
    write(tmp_path / "1", {"i": pa.array([5], pa.int64()), "t": times, "s": pa.array(["x"]).dictionary_encode()})
    source = files(tmp_path, i=IntType(), t=TimestampType(3), s=string_type())
    assert read(source) == [(5, 1_500_000_000, "x")]


def test_number_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    write(tmp_path / "1", {"i": [1 << 40]})
    with pytest.raises(ConnectorError, match="1, row group 0: column 'i' is int64 in the file"):
        read(files(tmp_path, i=IntType()))


def test_file_that_is_no_parquet_is_named(tmp_path: Path) -> None:
    (tmp_path / "1").write_text("no parquet at all")
    with pytest.raises(ConnectorError, match="1 cannot be read as Parquet"):
        read(files(tmp_path, **AB))


# Partitions -----------------------------------------------------------------------------------------------------------

PARTITIONED: dict[str, LogicalType] = {"dt": DateType(), "a": BigIntType(), "k": string_type()}
KEYS = ("dt", "k")


def partitioned(path: Path) -> Any:
    for number, folder in enumerate(
        ["dt=2020-02-29/k=x", "dt=1970-01-02/k=a%2Fb", "dt=1970-01-02/k=__DEFAULT_PARTITION__"]
    ):
        write(path / folder / "f", {"a": [number]})
    return files(path, {}, KEYS, **PARTITIONED)


def test_partition_columns_come_from_folders(tmp_path: Path) -> None:
    assert sorted(read(partitioned(tmp_path)), key=lambda row: row[1]) == [
        (18321, 0, "x"),
        (1, 1, "a/b"),
        (1, 2, None),
    ]


def test_partitions_are_listed_and_left_out(tmp_path: Path) -> None:
    source = partitioned(tmp_path)
    partitions = source.list_partitions()
    assert partitions == [
        {"dt": "1970-01-02", "k": None},
        {"dt": "1970-01-02", "k": "a/b"},
        {"dt": "2020-02-29", "k": "x"},
    ]
    assert read(source.apply_partitions(partitions[:1])) == [(1, 2, None)]
    assert read(source.apply_partitions(partitions[1:2]).apply_projection([2])) == [("a/b",)]
    assert read(source.apply_partitions([])) == []


def test_partitions_that_cannot_match_a_filter_are_left_out(tmp_path: Path) -> None:
    source = partitioned(tmp_path)
    (tmp_path / "dt=1970-01-02" / "k=__DEFAULT_PARTITION__" / "f").write_text("never read")
    day = FunctionCall("=", (FieldReference(0, "dt", DateType()), ValueLiteral(1, DateType())), BooleanType())
    text = FunctionCall("=", (FieldReference(2, "k", string_type()), ValueLiteral("a/b", string_type())), BooleanType())
    narrowed, remaining = source.apply_filters([day, text])
    assert remaining == [day, text]
    assert read(narrowed) == [(1, 1, "a/b")]
    is_null = FunctionCall("IS NULL", (FieldReference(2, "k", string_type()),), BooleanType())
    with pytest.raises(ConnectorError, match="cannot be read as Parquet"):
        read(source.apply_filters([is_null])[0])


def test_table_without_partitions_is_empty(tmp_path: Path) -> None:
    source = files(tmp_path / "missing", {}, KEYS, **PARTITIONED)
    assert source.list_partitions() == []
    assert read(source) == []


def test_partition_value_of_another_type_is_refused(tmp_path: Path) -> None:
    write(tmp_path / "k=x" / "f", {"a": [1]})
    with pytest.raises(ConnectorError, match=r"f: partition k=x is not a valid INT"):
        read(files(tmp_path, {}, ("k",), a=BigIntType(), k=IntType()))


def test_watched_table_lists_no_partitions(tmp_path: Path) -> None:
    assert files(tmp_path, {"source.monitor-interval": "1 s"}, KEYS, **PARTITIONED).list_partitions() is None


# Metadata, filters, limits, watching ----------------------------------------------------------------------------------


def test_metadata_follow_the_columns(tmp_path: Path) -> None:
    path = write(tmp_path / "f.parquet", {"a": [1], "b": ["x"]})
    source = files(tmp_path, **AB)
    keys = list(source.list_readable_metadata())
    stat = path.stat()
    expected = (1, str(path), "f.parquet", stat.st_size, stat.st_mtime_ns // 1_000_000 * 1_000_000)
    read_source = source.apply_projection([0]).apply_readable_metadata(keys)
    assert read_source.produced_type.names[1] == "$metadata.file.path"
    assert read(read_source) == [expected]


def compared(operator: str, value: Any) -> FunctionCall:
    kind = BigIntType()
    return FunctionCall(operator, (FieldReference(0, "shown", kind), ValueLiteral(value, kind)), BooleanType())


@pytest.mark.parametrize(
    ("operator", "value", "groups"),
    [
        ("=", 7, [1]),
        ("<", 5, [0]),
        ("<=", 5, [0, 1]),
        (">", 9, [2]),
        (">=", 9, [1, 2]),
        ("<>", 3, [0, 1, 2]),
        ("=", 99, []),
    ],
)
def test_row_groups_that_cannot_match_are_passed_over(
    tmp_path: Path, operator: str, value: int, groups: list[int]
) -> None:
    expected = numbers(tmp_path / "1", 0, 15)
    source, remaining = files(tmp_path, **AB).apply_filters([compared(operator, value)])
    assert remaining == [compared(operator, value)]
    assert read(source) == [row for group in groups for row in expected[group * 5 : group * 5 + 5]]
    mirrored = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(operator, operator)
    left, right = compared(operator, value).arguments
    turned, _ = files(tmp_path, **AB).apply_filters([FunctionCall(mirrored, (right, left), BooleanType())])
    assert read(turned) == read(source)


def test_filters_of_both_kinds_of_junction(tmp_path: Path) -> None:
    expected = numbers(tmp_path / "1", 0, 15)
    either = FunctionCall("OR", (compared("<", 2), compared(">", 12)), BooleanType())
    both = FunctionCall("AND", (compared(">", 2), compared("<", 4)), BooleanType())
    assert read(files(tmp_path, **AB).apply_filters([either])[0]) == expected[:5] + expected[10:]
    assert read(files(tmp_path, **AB).apply_filters([both])[0]) == expected[:5]
    assert read(files(tmp_path, **AB).apply_filters([either, both])[0]) == expected[:5]


def test_filter_on_nulls_and_unknown_functions(tmp_path: Path) -> None:
    write(tmp_path / "1", {"a": [1, 2, None, None], "b": ["x"] * 4}, 2)
    column = FieldReference(0, "a", BigIntType())
    is_null = FunctionCall("IS NULL", (column,), BooleanType())
    is_not_null = FunctionCall("IS NOT NULL", (column,), BooleanType())
    source = files(tmp_path, **AB)
    assert [row[0] for row in read(source.apply_filters([is_null])[0])] == [None, None]
    assert [row[0] for row in read(source.apply_filters([is_not_null])[0])] == [1, 2]
    assert [row[0] for row in read(source.apply_filters([compared("=", 2)])[0])] == [1, 2]
    assert len(read(source.apply_filters([FunctionCall("OTHER", (column,), BooleanType())])[0])) == 4


def test_restored_reader_passes_over_the_same_row_groups(tmp_path: Path) -> None:
    expected = numbers(tmp_path / "1", 0, 25)
    source, _ = files(tmp_path, **AB).apply_filters([compared(">", 11)])
    for blocks in range(9):
        assert read_with_crash(source, blocks, 2) == expected[10:]


def test_limit_ends_early(tmp_path: Path) -> None:
    for number in range(4):
        numbers(tmp_path / str(number), 0, 30)
    reading = TableReading(files(tmp_path, **AB).apply_limit(7), 5)
    while not reading.has_ended:
        reading.poll()
    assert len(reading.rows) == 7


def test_watched_table_reads_files_as_they_come(tmp_path: Path) -> None:
    numbers(tmp_path / "1", 0, 3)
    source = files(tmp_path, {"source.monitor-interval": "5 s"}, **AB)
    assert not source.is_bounded
    reading = TableReading(source)
    assert len(reading.read()) == 3
    numbers(tmp_path / "2", 0, 4)
    reading.look(5000)
    assert len(reading.read()) == 7
    restored = TableReading(source, restored=reading)
    numbers(tmp_path / "3", 0, 2)
    restored.look(5000)
    assert len(restored.read()) == 2


def test_path_pattern_chooses_files(tmp_path: Path) -> None:
    numbers(tmp_path / "yes-1", 0, 3)
    numbers(tmp_path / "no-1", 0, 3)
    numbers(tmp_path / "sub" / "yes-2", 0, 3)
    assert len(read(files(tmp_path, {"source.path.regex-pattern": f"{tmp_path}/.*yes.*"}, **AB))) == 6


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"format": "parket"}, "identifier 'parket'(.|\n)*Did you mean 'parquet'"),
        ({"source.path.regex-pattern": "("}, "Invalid value for option 'source.path.regex-pattern'"),
        ({"source.monitor-interval": "0 s"}, "Invalid value for option 'source.monitor-interval'"),
        ({"pth": "x"}, "Did you mean 'path'"),
    ],
)
def test_wrong_options_are_refused(tmp_path: Path, options: dict[str, str], message: str) -> None:
    with pytest.raises(ValidationException, match=message):
        files(tmp_path, options, **AB)


def test_path_is_required() -> None:
    with pytest.raises(ValidationException, match="Missing required options are:\n\npath"):
        source_of(table({"connector": "filesystem", "format": "parquet"}, **AB))
