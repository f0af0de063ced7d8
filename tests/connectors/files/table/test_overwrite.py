"""INSERT OVERWRITE in batch: new files take the place of old ones, partition by partition."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Optional

import pytest

from pyrite.core.connector.table import TableContext, ValidationException
from pyrite.core.types import BigIntType, LogicalType, string_type
from tests.connectors.files.table.writing import TableLife, files_table, rows_in, visible_files
from tests.connectors.tables import sink_of

AK: dict[str, LogicalType] = {"a": BigIntType(), "k": string_type()}


def batch_table(path: Path, keys: tuple[str, ...] = (), options: Optional[dict[str, str]] = None) -> TableContext:
    return replace(files_table(path / "t", options, keys, **AK), is_batch=True)


def insert(context: TableContext, rows: list[tuple[Any, ...]], static: Optional[dict[str, str]] = None) -> TableLife:
    life = overwriting(context, static)
    if rows:
        life.insert(rows)
    life.end()
    return life


def overwriting(context: TableContext, static: Optional[dict[str, str]] = None) -> TableLife:
    sink: Any = sink_of(context)
    if static is not None:
        sink = sink.apply_static_partition(static)
    return TableLife(context, sink=sink.apply_overwrite())


def entries(path: Path) -> list[str]:
    return sorted(str(entry.relative_to(path)) for entry in path.rglob("*") if entry.is_file())


def test_table_is_replaced(tmp_path: Path) -> None:
    context = batch_table(tmp_path)
    insert(context, [(1, "x")])
    (tmp_path / "t" / "_kept").write_text("")
    insert(context, [(2, "y"), (3, "z")])
    assert rows_in(context) == [(2, "y"), (3, "z")]
    assert (tmp_path / "t" / "_kept").exists()
    insert(context, [])
    assert rows_in(context) == []
    assert entries(tmp_path) == ["t/_kept"]


def test_only_partitions_with_rows_are_replaced(tmp_path: Path) -> None:
    context = batch_table(tmp_path, ("k",))
    insert(context, [(1, "x"), (2, "y")])
    insert(context, [(3, "y"), (4, "z")])
    assert rows_in(context) == [(1, "x"), (3, "y"), (4, "z")]
    insert(context, [])
    assert len(rows_in(context)) == 3
    insert(context, [], {"k": "x"})
    assert rows_in(context) == [(3, "y"), (4, "z")]


def test_insert_without_overwrite_adds(tmp_path: Path) -> None:
    context = batch_table(tmp_path, ("k",))
    insert(context, [(1, "x")])
    life = TableLife(context)
    life.insert([(2, "x")])
    life.end()
    assert rows_in(context) == [(1, "x"), (2, "x")]


def test_commit_can_be_repeated(tmp_path: Path) -> None:
    context = batch_table(tmp_path, ("k",))
    insert(context, [(1, "x"), (2, "y")])
    life = overwriting(context)
    life.insert([(3, "x"), (4, "y")])
    checkpoint = life.prepare(end_of_input=True)
    for _ in range(3):
        life.commit(checkpoint)
    assert rows_in(context) == [(3, "x"), (4, "y")]
    assert len(entries(tmp_path)) == 2


@pytest.mark.parametrize("step", range(8))
@pytest.mark.parametrize("swaps", [True, False])
def test_crash_leaves_old_or_new_rows_of_a_partition(
    tmp_path: Path, step: int, swaps: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = batch_table(tmp_path, ("k",))
    insert(context, [(1, "x"), (2, "y")])
    life = overwriting(context)
    life.insert([(3, "x"), (4, "y")])
    checkpoint = life.prepare(end_of_input=True)
    renames = 0
    rename = Path.rename

    def failing(path: Path, target: Path) -> Path:
        nonlocal renames
        renames += 1
        if renames > step:
            raise RuntimeError("crash")
        return rename(path, target)

    if not swaps:
        monkeypatch.setattr("ctypes.CDLL", lambda *_, **__: None)
    monkeypatch.setattr(Path, "rename", failing)
    try:
        life.commit(checkpoint)
    except RuntimeError:
        rows = dict.fromkeys(row[0] for row in rows_in(context))
        assert not {1, 3} <= set(rows) and not {2, 4} <= set(rows)
        assert not swaps or (rows.keys() & {1, 3} and rows.keys() & {2, 4})
    monkeypatch.undo()
    life.commit(checkpoint)
    assert rows_in(context) == [(3, "x"), (4, "y")]


def test_success_files_are_added_in_batch(tmp_path: Path) -> None:
    context = batch_table(tmp_path, ("k",), {"sink.partition-commit.policy.kind": "success-file"})
    insert(context, [(1, "x"), (2, "y")])
    assert sorted(path.parent.name for path in tmp_path.rglob("_SUCCESS")) == ["k=x", "k=y"]
    assert len(visible_files(tmp_path)) == 2


def test_streaming_is_refused(tmp_path: Path) -> None:
    sink: Any = sink_of(files_table(tmp_path, **AK))
    with pytest.raises(ValidationException, match=r"Streaming mode not support overwrite\."):
        sink.apply_overwrite()
