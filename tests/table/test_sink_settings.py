"""Settings of sinks: table.exec.sink.nested-constraint-enforcer and table.exec.sink.rowtime-inserter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pyrite.core.errors import PyriteError
from pyrite.table import StreamTableEnvironment
from tests.table.own_sink import WRITTEN

TABLE = "CREATE TABLE place (a ARRAY<STRING>) WITH ('connector' = 'tests.table.own_sink.OwnSinkFactory')"
NESTED = "table.exec.sink.nested-constraint-enforcer"
LENGTHS = "table.exec.sink.type-length-enforcer"


@pytest.fixture(autouse=True)
def nothing_written() -> Iterator[None]:
    WRITTEN.clear()
    yield
    WRITTEN.clear()


def test_text_in_collections_cannot_be_cut(t_env: StreamTableEnvironment) -> None:
    t_env.execute_sql(TABLE)
    t_env.get_config().set(NESTED, "ROWS_AND_COLLECTIONS").set(LENGTHS, "TRIM_PAD")
    with pytest.raises(PyriteError, match="Trimming and/or padding is not supported if constraint checking is enabled"):
        t_env.execute_sql("INSERT INTO place SELECT ARRAY['a']").wait()


def test_constraints_inside_of_values_are_looked_at_if_asked(t_env: StreamTableEnvironment) -> None:
    t_env.execute_sql(TABLE)
    t_env.get_config().set(NESTED, "ROWS_AND_COLLECTIONS")
    t_env.execute_sql("INSERT INTO place SELECT ARRAY['a']").wait()
    assert len(WRITTEN) == 1


@pytest.mark.parametrize(("choice", "times"), [("ENABLED", [[1000]]), ("DISABLED", [None])])
def test_event_time_is_the_time_of_records(t_env: StreamTableEnvironment, choice: str, times: list[Any]) -> None:
    t_env.execute_sql(
        "CREATE TABLE clicks (n BIGINT, ts AS TO_TIMESTAMP_LTZ(n * 1000, 3), WATERMARK FOR ts AS ts) WITH ("
        "'connector' = 'datagen', 'fields.n.kind' = 'sequence', 'fields.n.start' = '1', 'fields.n.end' = '1')"
    )
    t_env.execute_sql(
        "CREATE TABLE timed (n BIGINT, ts TIMESTAMP_LTZ(3)) WITH ('connector' = 'tests.table.own_sink.OwnSinkFactory')"
    )
    t_env.get_config().set("table.exec.sink.rowtime-inserter", choice)
    t_env.execute_sql("INSERT INTO timed SELECT n, ts FROM clicks").wait()
    assert [block.timestamps for block in WRITTEN] == times
