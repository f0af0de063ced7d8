"""EdgeFormat: what an edge carries, and that nothing else goes over it."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pyarrow as pa
import pytest

from pyrite.core.blocks.changelog import ALL_CHANGES, INSERT_ONLY, UPSERT, ChangeKind, ChangelogMode
from pyrite.core.blocks.column_block import CHANGE_KINDS, ArrowCodec, ColumnBlock
from pyrite.core.blocks.edge_format import ROWS, EdgeFormat
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.types.rows import RowKind

CHANGES = ColumnBlock(pa.record_batch([pa.array([0, 3], pa.int8())], names=[CHANGE_KINDS]))


def test_edge_carries_pickled_rows_of_any_type_unless_it_says_more() -> None:
    assert (ROWS.row_type, ROWS.changelog) == (None, INSERT_ONLY)
    assert ROWS.codec.decode(ROWS.encode(RowBlock([1, 2], [3, 4], ["a", "b"]))) == RowBlock([1, 2], [3, 4], ["a", "b"])


def test_insert_only_edge_refuses_kinds_of_change() -> None:
    with pytest.raises(TypeError, match="the edge is insert-only"):
        EdgeFormat(ArrowCodec()).encode(CHANGES)


@pytest.mark.parametrize("mode", [UPSERT, ALL_CHANGES])
def test_edge_with_changes_takes_blocks_with_and_without_their_kinds(mode: ChangelogMode) -> None:
    format = EdgeFormat(ArrowCodec(), changelog=mode)
    assert format.codec.decode(format.encode(CHANGES)).change_kinds is not None
    plain = ColumnBlock(pa.record_batch([pa.array([1])], names=["v"]))
    assert format.codec.decode(format.encode(plain)).change_kinds is None


def test_modes_differ_by_the_kinds_that_they_hold() -> None:
    assert INSERT_ONLY.is_insert_only
    assert not UPSERT.is_insert_only
    assert ALL_CHANGES.kinds - UPSERT.kinds == {ChangeKind.UPDATE_BEFORE}


def test_kinds_of_change_are_numbered_as_those_of_rows() -> None:
    assert {kind.name: kind.value for kind in ChangeKind} == {kind.name: kind.value for kind in RowKind}


def test_format_is_a_value() -> None:
    format = EdgeFormat(ArrowCodec(), "row type", UPSERT)
    assert pickle.loads(pickle.dumps(format)) == format
    assert hash(format) == hash(EdgeFormat(ArrowCodec(), "row type", UPSERT))


def test_edges_of_rows_need_no_pyarrow() -> None:
    modules = "pyrite, pyrite.datastream, pyrite.testing, pyrite.runtime.task.subtask_core"
    code = f"import {modules}, sys; print([name for name in ('pyarrow', 'numpy') if name in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True, timeout=60).strip() == "[]"
