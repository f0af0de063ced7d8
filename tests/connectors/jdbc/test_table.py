"""'connector' = 'jdbc': queries into PostgreSQL and SQLite by primary key."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from pyrite.core.errors import PyriteError
from pyrite.table import StreamTableEnvironment
from servers.postgres import PostgresServer
from tests.connectors.changelogs import CHANGES, simulated_tables, view_of_changes
from tests.connectors.jdbc.postgres_server import new_table


@pytest.fixture
def tables() -> Iterator[StreamTableEnvironment]:
    with simulated_tables() as made:
        yield made


def sqlite_table(path: Path, columns: str, *declared: str) -> str:
    with sqlite3.connect(path) as connection:
        connection.execute(f"CREATE TABLE names ({columns})")
    connection.close()
    return (
        f"CREATE TABLE sink ({', '.join(declared)}) "
        f"WITH ('connector' = 'jdbc', 'url' = 'jdbc:sqlite:{path}', 'table-name' = 'names')"
    )


def rows_in(path: Path) -> list[Any]:
    connection = sqlite3.connect(path)
    try:
        return connection.execute("SELECT * FROM names ORDER BY 1, 2").fetchall()
    finally:
        connection.close()


def test_upserts_and_deletes_change_rows_by_their_key(tables: StreamTableEnvironment, tmp_path: Path) -> None:
    path = tmp_path / "names.db"
    declared = ("id INT", "name STRING", "PRIMARY KEY (id) NOT ENFORCED")
    tables.execute_sql(sqlite_table(path, "id INTEGER PRIMARY KEY, name TEXT", *declared))
    view_of_changes(tables, *CHANGES)
    tables.execute_sql("INSERT INTO sink SELECT id, name FROM changes").wait()
    assert rows_in(path) == [(1, "c"), (3, None), (4, None)]


def test_key_of_several_columns_without_others(tables: StreamTableEnvironment, tmp_path: Path) -> None:
    path = tmp_path / "names.db"
    declared = ("name STRING", "id INT", "PRIMARY KEY (name, id) NOT ENFORCED")
    tables.execute_sql(sqlite_table(path, "name TEXT, id INTEGER, PRIMARY KEY (name, id)", *declared))
    view_of_changes(tables, ("+I", 1, "a"), ("+I", 2, "b"), ("-U", 1, "a"), ("+U", 1, "c"), ("-D", 2, "b"))
    tables.execute_sql("INSERT INTO sink SELECT name, id FROM changes ON CONFLICT DO DEDUPLICATE").wait()
    assert rows_in(path) == [("c", 1)]


def test_table_without_a_key_takes_inserts_alone(tables: StreamTableEnvironment, tmp_path: Path) -> None:
    path = tmp_path / "names.db"
    columns = "id INTEGER, name TEXT, d TEXT, stamp TEXT"
    declared = ("id INT", "name STRING", "d DECIMAL(4, 1)", "stamp TIMESTAMP(3)")
    tables.execute_sql(sqlite_table(path, columns, *declared))
    tables.execute_sql(
        "INSERT INTO sink VALUES (1, 'a', 1.5, TIMESTAMP '2024-01-02 03:04:05.678'), (1, 'a', 1, NULL)"
    ).wait()
    assert sorted(rows_in(path), key=str) == [(1, "a", "1.0", None), (1, "a", "1.5", "2024-01-02 03:04:05.678000")]
    view_of_changes(tables, ("+I", 1, "a"))
    with pytest.raises(PyriteError, match="please declare primary key for sink table when query contains update"):
        tables.execute_sql("INSERT INTO sink (id, name) SELECT id, name FROM changes")


def test_inserts_that_may_repeat_a_key_need_a_conflict(tables: StreamTableEnvironment, tmp_path: Path) -> None:
    path = tmp_path / "names.db"
    declared = ("id INT", "name STRING", "PRIMARY KEY (id) NOT ENFORCED")
    tables.execute_sql(sqlite_table(path, "id INTEGER PRIMARY KEY, name TEXT", *declared))
    with pytest.raises(PyriteError, match="Please specify an ON CONFLICT clause"):
        tables.execute_sql("INSERT INTO sink VALUES (1, 'a'), (1, 'b')")
    tables.execute_sql("INSERT INTO sink VALUES (1, 'a'), (1, 'b') ON CONFLICT DO DEDUPLICATE").wait()
    assert rows_in(path) == [(1, "b")]


def test_option_is_missing_or_a_type_not_supported(tables: StreamTableEnvironment) -> None:
    tables.execute_sql("CREATE TABLE no_url (id INT) WITH ('connector' = 'jdbc', 'table-name' = 't')")
    with pytest.raises(PyriteError, match="Missing required options are:\n\nurl"):
        tables.execute_sql("INSERT INTO no_url VALUES (1)")
    tables.execute_sql(
        "CREATE TABLE maps (m MAP<STRING, INT>) "
        "WITH ('connector' = 'jdbc', 'url' = 'jdbc:postgresql://nowhere/db', 'table-name' = 't')"
    )
    with pytest.raises(PyriteError, match="The PostgreSQL dialect doesn't support type: MAP<STRING, INT>"):
        tables.execute_sql("INSERT INTO maps VALUES (MAP['a', 1])")


@pytest.mark.parametrize(
    "windows",
    [
        "SELECT room, TUMBLE_END(rowtime, INTERVAL '1' HOUR), AVG(temperature) FROM readings "
        "GROUP BY TUMBLE(rowtime, INTERVAL '1' HOUR), room",
        "SELECT room, window_end, AVG(temperature) FROM TUMBLE(TABLE readings, DESCRIPTOR(rowtime), INTERVAL '1' HOUR) "
        "GROUP BY room, window_start, window_end",
    ],
)
def test_windows_are_written_to_postgres(
    tables: StreamTableEnvironment, server: PostgresServer, tmp_path: Path, windows: str
) -> None:
    name = new_table(server, "room text, hour_end timestamp, temperature float8, primary key (room, hour_end)")
    (tmp_path / "readings.csv").write_text(
        "kitchen,20.0,2024-01-01 10:10:00\nkitchen,22.0,2024-01-01 10:50:00\nhall,18.0,2024-01-01 10:20:00\n"
        "kitchen,19.0,2024-01-01 11:05:00\n"
    )
    tables.execute_sql(
        "CREATE TABLE readings (room STRING, temperature DOUBLE, rowtime TIMESTAMP(3), "
        "WATERMARK FOR rowtime AS rowtime) "
        f"WITH ('connector' = 'filesystem', 'path' = '{tmp_path}', 'format' = 'csv')"
    )
    tables.execute_sql(
        "CREATE TABLE averages (room STRING, hour_end TIMESTAMP(3), temperature DOUBLE, "
        "PRIMARY KEY (room, hour_end) NOT ENFORCED) WITH ('connector' = 'jdbc', "
        f"'url' = 'jdbc:postgresql://{server.address}/postgres', 'table-name' = '{name}', "
        "'username' = 'postgres', 'password' = '')"
    )
    tables.execute_sql(f"INSERT INTO averages {windows}").wait()
    assert server.execute(f"SELECT * FROM {name} ORDER BY 1, 2") == [
        ("hall", datetime(2024, 1, 1, 11), 18.0),
        ("kitchen", datetime(2024, 1, 1, 11), 21.0),
        ("kitchen", datetime(2024, 1, 1, 12), 19.0),
    ]


def test_changelog_is_applied_to_postgres(tables: StreamTableEnvironment, server: PostgresServer) -> None:
    name = new_table(server)
    url = f"jdbc:postgresql://{server.address}/postgres"
    tables.execute_sql(
        "CREATE TABLE sink (id INT, name STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'jdbc', "
        f"'url' = '{url}', 'table-name' = '{name}', 'username' = 'postgres', 'password' = '')"
    )
    view_of_changes(tables, ("+I", 1, "a"), ("+I", 2, "b"), ("+U", 1, "c"), ("-D", 2, "b"), ("+I", 3, None))
    tables.execute_sql("INSERT INTO sink SELECT id, name FROM changes").wait()
    assert server.execute(f"SELECT * FROM {name} ORDER BY 1") == [(1, "c"), (3, None)]
    tables.execute_sql(f"CREATE TABLE lost WITH ('table-name' = '{name}_gone') LIKE sink (OVERWRITING OPTIONS)")
    with pytest.raises(PyriteError, match=f'relation "{name}_gone" does not exist') as error:
        tables.execute_sql("INSERT INTO lost SELECT id, name FROM changes").wait()
    assert "Sink: lost" in str(error.value)
