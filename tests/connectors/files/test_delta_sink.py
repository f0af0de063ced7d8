"""DeltaSink: rows are in the table once, by what Delta's own reader says."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pyarrow as pa
import pytest
from deltalake import DeltaTable, Field, Schema
from deltalake.schema import PrimitiveType

from pyrite.common import Instant, Types
from pyrite.connectors.delta.sink import DeltaSink
from pyrite.core.errors import ConnectorError, InvalidProgramError
from tests.connectors.files.conftest import S3Folder
from tests.connectors.files.writing import Life

ROW = Types.ROW_NAMED(["n", "at"], [Types.LONG(), Types.INSTANT()])
AT = Instant(1, 5000)
COLUMNS = pa.schema([("id", pa.int64()), ("name", pa.string())])


def numbers(folder: Path | str, options: dict[str, str] | None = None) -> list[int]:
    table = DeltaTable(str(folder), storage_options=options).to_pyarrow_table()
    actual: list[int] = sorted(table["n"].to_pylist())
    return actual


def test_rows_are_in_the_table_after_the_commit_and_not_before(tmp_path: Path) -> None:
    life = Life(DeltaSink(str(tmp_path), ROW), parallelism=2)
    life.write((1, AT), (2, None))
    life.write((3, AT), subtask=1)
    checkpoint = life.prepare()
    assert numbers(tmp_path) == []
    life.commit(checkpoint)
    table = DeltaTable(str(tmp_path))
    assert table.version() == 2  # the table itself, and a commit of each subtask
    assert datetime(1970, 1, 1, 0, 0, 1, 5, tzinfo=UTC) in table.to_pyarrow_table()["at"].to_pylist()
    assert numbers(tmp_path) == [1, 2, 3]


def test_files_that_nobody_will_commit_are_removed(tmp_path: Path) -> None:
    life = Life(DeltaSink(str(tmp_path), ROW))
    life.write((1, AT))
    life.committer.abort(life.prepare().owed[0])
    assert [path.name for path in tmp_path.iterdir()] == ["_delta_log"]
    assert numbers(tmp_path) == []


def test_commit_that_is_repeated_is_found_in_the_log(tmp_path: Path) -> None:
    life = Life(DeltaSink(str(tmp_path), ROW))
    for number in (1, 2):
        life.write((number, AT))
        checkpoint = life.checkpoint()
    before = DeltaTable(str(tmp_path)).version()
    life.commit(checkpoint)
    second = Life(DeltaSink(str(tmp_path), ROW), 2, 3, checkpoint)
    assert DeltaTable(str(tmp_path)).version() == before
    second.write((3, AT), subtask=2)
    second.checkpoint()
    assert numbers(tmp_path) == [1, 2, 3]


def test_owed_commits_are_made_in_their_order_and_left_overs_are_swept(tmp_path: Path) -> None:
    life = Life(DeltaSink(str(tmp_path), ROW))
    life.write((1, AT))
    first = life.prepare()
    life.write((2, AT))
    second = life.prepare()
    life.write((3, AT))
    second.owed[0] = first.owed[0] + second.owed[0]
    for attempt in (2, 3):
        Life(DeltaSink(str(tmp_path), ROW), attempt, attempt, second)
    assert numbers(tmp_path) == [1, 2]
    assert not list(tmp_path.glob(".*"))


def test_table_with_other_columns_is_refused(tmp_path: Path) -> None:
    Life(DeltaSink(str(tmp_path), ROW))
    with pytest.raises(InvalidProgramError, match="has the columns"):
        Life(DeltaSink(str(tmp_path), Types.ROW_NAMED(["other"], [Types.STRING()])))


def partitioned(folder: str) -> None:
    DeltaTable.create(folder, Schema.from_arrow(COLUMNS), partition_by=["name"])


def constrained(folder: str) -> None:
    DeltaTable.create(folder, Schema.from_arrow(COLUMNS)).alter.add_constraint({"large": "id > 5"})


def with_invariant(folder: str) -> None:
    fields = [
        Field("id", PrimitiveType("long"), metadata={"delta.invariants": '{"expression": {"expression": "id > 5"}}'}),
        Field("name", PrimitiveType("string")),
    ]
    DeltaTable.create(folder, Schema(fields))


@pytest.mark.parametrize(
    ("make", "reported"),
    [
        (partitioned, r"it has the partitions \['name'\]"),
        (constrained, "it has the constraint 'large'"),
        (with_invariant, "it has 'delta.invariants' on column 'id'"),
    ],
)
def test_table_with_rules_that_the_sink_does_not_keep_to_is_refused(
    make: Callable[[str], None], reported: str, tmp_path: Path
) -> None:
    make(str(tmp_path))
    with pytest.raises(InvalidProgramError, match=reported):
        Life(DeltaSink(str(tmp_path), COLUMNS))


def test_column_that_takes_no_nulls_gets_none(tmp_path: Path) -> None:
    kind = pa.schema([pa.field("id", pa.int64(), nullable=False)])
    life = Life(DeltaSink(str(tmp_path), kind))
    assert not DeltaTable(str(tmp_path)).schema().fields[0].nullable
    with pytest.raises(TypeError, match="field 'id': it must not be None"):
        life.write((None,))


def test_types_are_those_that_delta_reads(tmp_path: Path) -> None:
    at = datetime(2026, 1, 1, 12, tzinfo=UTC)
    nested = pa.list_(pa.struct([("at", pa.timestamp("ns", "Europe/Berlin"))]))
    life = Life(DeltaSink(str(tmp_path), pa.schema([("small", pa.uint8()), ("nested", nested)])))
    life.write((200, [{"at": at}]))
    life.checkpoint()
    assert DeltaTable(str(tmp_path)).to_pyarrow_table().to_pylist() == [{"small": 200, "nested": [{"at": at}]}]


def test_type_that_delta_has_not_is_refused() -> None:
    with pytest.raises(InvalidProgramError, match="Delta Lake has no type for column 'at', time32"):
        DeltaSink("anywhere", Types.ROW_NAMED(["at"], [Types.SQL_TIME()]))


def test_place_that_cannot_hold_a_table_is_reported_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ConnectorError, match=r"no table at .*/file: .*Not a directory") as raised:
        Life(DeltaSink(str(tmp_path / "file"), ROW))
    assert "\x1b" not in str(raised.value) and "\n" not in str(raised.value)


def test_table_in_s3(s3: S3Folder) -> None:
    sink = DeltaSink(s3.uri, ROW, file_system_settings=s3.configuration)
    life = Life(sink)
    life.write((1, AT), (2, AT))
    checkpoint = life.checkpoint()
    life.commit(checkpoint)
    options = sink._table()._options
    assert options is not None
    assert numbers(s3.uri, options) == [1, 2]
