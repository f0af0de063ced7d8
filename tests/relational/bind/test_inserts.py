"""INSERT: which columns of a table a query writes."""

from __future__ import annotations

import pytest

from pyrite.core.errors import PyriteError
from pyrite.relational.plan.nodes import Sink
from tests.relational.sessions import new_session, plan

COLUMNS = "id BIGINT, twice AS id * 2, origin STRING METADATA VIRTUAL, n INT"
TABLE = f"CREATE TABLE t ({COLUMNS}) WITH ('connector' = 'blackhole')"


def test_computed_and_virtual_columns_are_not_written() -> None:
    sink = plan(new_session(TABLE), "INSERT INTO t SELECT id, 1 FROM orders")
    assert isinstance(sink, Sink)
    assert list(sink.sink_type.names) == ["id", "n"]


@pytest.mark.parametrize("columns", ["id, 2, 1", "id, 2, 'a', 1"])
def test_values_for_computed_and_virtual_columns_are_refused(columns: str) -> None:
    with pytest.raises(PyriteError, match="Different number of columns"):
        plan(new_session(TABLE), f"INSERT INTO t SELECT {columns} FROM orders")
