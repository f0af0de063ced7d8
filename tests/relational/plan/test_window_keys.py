"""Keys of windows: a bound of the window and the columns that are grouped by name a row, and a sink may be keyed so."""

from __future__ import annotations

from typing import Final

import pytest

from pyrite.core.errors import PyriteError
from pyrite.relational.passes import optimized
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.plan import nodes
from pyrite.relational.plan.keys import upsert_keys
from tests.relational.changelog_tables import changelog_session
from tests.relational.sessions import plan

BY_KEY: Final = "WITH ('connector' = 'jdbc', 'url' = 'jdbc:sqlite:/nowhere', 'table-name' = 't')"
"""A sink that writes inserts, too, by their key."""
SESSION: Final = changelog_session(
    "CREATE TABLE readings (room STRING, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) "
    "WITH ('connector' = 'changes')",
    "CREATE TABLE by_time (room STRING NOT NULL, t TIMESTAMP(3) NOT NULL, n BIGINT, "
    f"PRIMARY KEY (room, t) NOT ENFORCED) {BY_KEY}",
    "CREATE TABLE by_rank (room STRING NOT NULL, t TIMESTAMP(3) NOT NULL, n BIGINT NOT NULL, "
    f"PRIMARY KEY (room, t, n) NOT ENFORCED) {BY_KEY}",
    f"CREATE TABLE by_end (t TIMESTAMP(3) NOT NULL, n BIGINT, PRIMARY KEY (t) NOT ENFORCED) {BY_KEY}",
)
FUNCTIONS: Final = {
    "TUMBLE": "TUMBLE(TABLE readings, DESCRIPTOR(ts), INTERVAL '10' MINUTE)",
    "HOP": "HOP(TABLE readings, DESCRIPTOR(ts), INTERVAL '5' MINUTE, INTERVAL '10' MINUTE)",
    "CUMULATE": "CUMULATE(TABLE readings, DESCRIPTOR(ts), INTERVAL '5' MINUTE, INTERVAL '10' MINUTE)",
    "SESSION": "SESSION(TABLE readings PARTITION BY room, DESCRIPTOR(ts), INTERVAL '10' MINUTE)",
}
TIME: Final = "CAST(window_time AS TIMESTAMP(3))"
SHARED: Final = {("CUMULATE", "window_start")}
"""Windows that share a bound: those that begin together."""
BOUNDS: Final = [(name, bound) for name in FUNCTIONS for bound in ("window_start", "window_end", TIME)]
GROUP_WINDOWS: Final = {
    "TUMBLE": "TUMBLE{}(ts, INTERVAL '10' MINUTE)",
    "HOP": "HOP{}(ts, INTERVAL '5' MINUTE, INTERVAL '10' MINUTE)",
    "SESSION": "SESSION{}(ts, INTERVAL '10' MINUTE)",
}
RANKED: Final = (
    "SELECT {columns} FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY {keys}window_start, window_end "
    "ORDER BY {order}) AS n FROM TABLE({function})) WHERE n <= {ranks}"
)


def is_taken(insert: str) -> bool:
    """Whether an INSERT is planned, and keeps no rows before its sink."""
    try:
        sink = optimized(plan(SESSION, insert), PassSettings())
    except PyriteError as error:
        assert "Please specify an ON CONFLICT clause" in str(error)
        return False
    assert isinstance(sink, nodes.Sink) and not sink.upsert_materialize
    return True


@pytest.mark.parametrize(("function", "bound"), BOUNDS)
def test_bound_of_a_window_and_its_keys_name_a_row(function: str, bound: str) -> None:
    time = ", window_time" if bound == TIME else ""
    query = f"SELECT room, {bound}, COUNT(*) FROM TABLE({FUNCTIONS[function]}) GROUP BY room, window_start, window_end"
    assert is_taken(f"INSERT INTO by_time {query}{time}") is ((function, bound) not in SHARED)


@pytest.mark.parametrize("function", GROUP_WINDOWS)
@pytest.mark.parametrize("part", ["_START", "_END", "_ROWTIME"])
def test_bound_of_a_group_window_and_its_keys_name_a_row(function: str, part: str) -> None:
    window = GROUP_WINDOWS[function]
    query = f"SELECT room, CAST({window.format(part)} AS TIMESTAMP(3)), COUNT(*) FROM readings"
    assert is_taken(f"INSERT INTO by_time {query} GROUP BY room, {window.format('')}")


@pytest.mark.parametrize("function", ["TUMBLE", "HOP", "CUMULATE"])
def test_window_without_keys_is_named_by_its_end(function: str) -> None:
    query = f"SELECT window_end, COUNT(*) FROM TABLE({FUNCTIONS[function]}) GROUP BY window_start, window_end"
    assert is_taken(f"INSERT INTO by_end {query}")


@pytest.mark.parametrize(
    "query",
    [
        "SELECT room, CAST('2024-01-01 00:00:00' AS TIMESTAMP(3)), COUNT(*) {window} GROUP BY room, {bounds}",
        "SELECT CAST(v AS STRING), window_end, COUNT(*) {window} GROUP BY room, v, {bounds}",
        "SELECT 'all', window_end, COUNT(*) {window} GROUP BY room, {bounds}",
        "SELECT room, window_end + INTERVAL '1' SECOND, COUNT(*) {window} GROUP BY room, {bounds}",
    ],
)
def test_rows_of_several_windows_or_keys_need_a_conflict(query: str) -> None:
    text = query.format(window=f"FROM TABLE({FUNCTIONS['TUMBLE']})", bounds="window_start, window_end")
    assert not is_taken(f"INSERT INTO by_time {text}")


@pytest.mark.parametrize(("function", "bound"), BOUNDS)
def test_number_in_a_window_names_a_row_with_its_bound_and_keys(function: str, bound: str) -> None:
    query = RANKED.format(
        columns=f"room, {bound}, n", keys="room, ", order="v DESC", ranks=3, function=FUNCTIONS[function]
    )
    assert is_taken(f"INSERT INTO by_rank {query}") is ((function, bound) not in SHARED)


@pytest.mark.parametrize("order", ["v", "ts", "ts DESC"])
@pytest.mark.parametrize(("function", "bound"), BOUNDS)
def test_only_row_of_a_window_is_named_by_its_bound_and_keys(function: str, bound: str, order: str) -> None:
    query = RANKED.format(
        columns=f"room, {bound}, v", keys="room, ", order=order, ranks=1, function=FUNCTIONS[function]
    )
    assert is_taken(f"INSERT INTO by_time {query}") is ((function, bound) not in SHARED)


def test_first_rows_of_sessions_of_other_keys_are_named_by_both_bounds() -> None:
    parts = {"columns": "window_end, v", "keys": "", "order": "v", "ranks": 1, "function": FUNCTIONS["SESSION"]}
    assert not is_taken(f"INSERT INTO by_end {RANKED.format(**parts)}")
    query = RANKED.format(**{**parts, "columns": "window_start, window_end, v"})
    assert upsert_keys(optimized(plan(SESSION, query), PassSettings())) == frozenset({frozenset({0, 1})})
    parts = {**parts, "function": FUNCTIONS["TUMBLE"]}
    assert is_taken(f"INSERT INTO by_end {RANKED.format(**parts)}")


def test_several_rows_of_a_window_without_their_number_need_a_conflict() -> None:
    parts = {"columns": "room, window_end, v", "keys": "room, ", "order": "v", "function": FUNCTIONS["TUMBLE"]}
    assert not is_taken(f"INSERT INTO by_time {RANKED.format(**parts, ranks=2)}")
