"""Exactly-once by PREPARE TRANSACTION, when servers and clients are killed."""

from __future__ import annotations

import logging
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pyrite.common.block import Block
from pyrite.connectors.jdbc.sink import prepared
from pyrite.connectors.jdbc.sink.transaction_log import TABLE, TransactionId
from pyrite.core.errors import CommittableLostError, ConnectorError
from pyrite.datastream.connectors.jdbc import JdbcSink
from servers.postgres import PostgresServer
from tests.connectors.jdbc.postgres_server import connection_to, new_table
from tests.connectors.jdbc.writers import commit, exactly_once, place, prepare

CLIENT = """
import os, pickle, sys
from pyrite.common.block import Block
from servers.postgres import PostgresServer
from tests.connectors.jdbc.writers import exactly_once, place, prepare

class Here(PostgresServer):
    url = sys.argv[1]
    def __init__(self): pass

writer = exactly_once(Here(), sys.argv[2]).create_writer(place())
committables = prepare(writer, (1, "prepared"))
writer.write(Block([(2, "open")]))
writer.flush(False)
sys.stdout.buffer.write(pickle.dumps(committables))
sys.stdout.buffer.flush()
os.kill(os.getpid(), 9)
"""
"""Prepares a row, has another one in an open transaction, and is killed."""


@pytest.fixture
def table(server: PostgresServer) -> Iterator[str]:
    yield new_table(server)
    for (gid,) in prepared_in(server):
        server.execute(f"ROLLBACK PREPARED '{gid}'")
    left = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'pyrite %'"
    server.execute(left)  # of a test that failed
    server.execute(f"DROP TABLE IF EXISTS {TABLE}")


def rows(server: PostgresServer, table: str) -> list[tuple[object, ...]]:
    return server.execute(f"SELECT * FROM {table} ORDER BY id")


def prepared_in(server: PostgresServer) -> list[tuple[object, ...]]:
    return server.execute("SELECT gid FROM pg_prepared_xacts ORDER BY gid")


def test_rows_are_visible_when_they_are_committed(server: PostgresServer, table: str) -> None:
    sink = exactly_once(server, table)
    writer = sink.create_writer(place())
    committables = prepare(writer, (1, "a"), (2, "b"))
    later = prepare(writer, (3, "c"))
    assert rows(server, table) == []
    commit(sink, pickle.loads(pickle.dumps(committables)))
    assert rows(server, table) == [(1, "a"), (2, "b")]
    commit(sink, later)
    writer.close()
    assert len(rows(server, table)) == 3


def test_checkpoint_without_records_prepares_nothing(server: PostgresServer, table: str) -> None:
    writer = exactly_once(server, table).create_writer(place())
    assert prepare(writer) == []
    writer.close()


def test_repeated_commit_changes_nothing(server: PostgresServer, table: str) -> None:
    sink = exactly_once(server, table)
    writer = sink.create_writer(place())
    first, second = prepare(writer, (1, "a")), prepare(writer, (2, "b"))
    writer.close()
    commit(sink, first + second)
    commit(sink, first + second)
    commit(sink, first)
    assert rows(server, table) == [(1, "a"), (2, "b")]
    assert server.execute(f"SELECT number FROM {TABLE}") == [(2,)], "the last one stands for all"


def test_what_nobody_will_commit_is_rolled_back(server: PostgresServer, table: str) -> None:
    sink = exactly_once(server, table)
    writer = sink.create_writer(place())
    committables = pickle.loads(pickle.dumps(prepare(writer, (1, "a")) + prepare(writer, (2, "b"))))
    writer.close()
    committer = sink.create_committer()
    assert committer is not None
    for _ in range(2):
        committer.abort(committables)
    committer.close()
    assert (prepared_in(server), rows(server, table)) == ([], [])


def test_commit_continues_after_the_server_was_killed(server: PostgresServer, table: str) -> None:
    sink = exactly_once(server, table)
    writer = sink.create_writer(place())
    committables = prepare(writer, (1, "a"))
    server.kill()
    server.start()
    commit(sink, committables)
    assert rows(server, table) == [(1, "a")]
    assert prepare(writer, (2, "b")), "a writer between two transactions connects again"
    writer.close()


def test_transaction_that_was_open_when_the_server_was_killed_fails(server: PostgresServer, table: str) -> None:
    writer = exactly_once(server, table).create_writer(place())
    writer.write(Block([(1, "a")]))
    writer.flush(end_of_input=False)
    server.kill()
    server.start()
    with pytest.raises(ConnectorError, match=f"postgresql://{server.address}/postgres: "):
        prepare(writer, (2, "b"))
    writer.close()
    assert rows(server, table) == []


def test_other_process_commits_what_a_killed_one_has_prepared(server: PostgresServer, table: str) -> None:
    done = subprocess.run([sys.executable, "-c", CLIENT, server.url, table], capture_output=True, timeout=60)
    assert done.returncode == -signal.SIGKILL, done.stderr
    sink = exactly_once(server, table)
    commit(sink, pickle.loads(done.stdout))
    writer = sink.create_writer(place(attempt=2))
    committables = prepare(writer, (2, "again"))
    writer.close()
    commit(sink, committables)
    assert rows(server, table) == [(1, "prepared"), (2, "again")]


def test_transaction_that_is_gone_fails_loudly(server: PostgresServer, table: str) -> None:
    sink = exactly_once(server, table)
    writer = sink.create_writer(place(subtask=3, parallelism=4, attempt=7))
    committables = prepare(writer, (1, "a"), (2, "b"))
    writer.close()
    [(gid,)] = prepared_in(server)
    server.execute(f"ROLLBACK PREPARED '{gid}'")
    with pytest.raises(CommittableLostError, match="2 rows of subtask 3, attempt 7, transaction 1 are lost") as raised:
        commit(sink, committables)
    assert str(gid) in str(raised.value)


def test_job_continues_without_a_lost_transaction_if_it_is_reported_to(
    server: PostgresServer, table: str, caplog: pytest.LogCaptureFixture
) -> None:
    sink = exactly_once(server, table, continue_on_lost=True)
    writer = sink.create_writer(place())
    lost, kept = prepare(writer, (1, "a")), prepare(writer, (2, "b"))
    writer.close()
    server.execute(f"ROLLBACK PREPARED '{lost[0].name}'")
    with caplog.at_level(logging.ERROR):
        commit(sink, lost + kept)
    assert rows(server, table) == [(2, "b")]
    assert str(lost[0].name) in caplog.text


def test_writer_rolls_back_what_earlier_attempts_have_left(server: PostgresServer, table: str) -> None:
    sink = exactly_once(server, table)
    for subtask in range(3):
        writer = sink.create_writer(place(subtask, 3))
        prepare(writer, (subtask, "left"))
        writer.close()
    other = sink.create_writer(place(operator_id="sink|0|0"))
    newer = sink.create_writer(place(0, 3, attempt=3))
    prepare(other, (8, "of another sink"))
    prepare(newer, (9, "of a newer attempt"))
    writer = sink.create_writer(place(0, 2, attempt=2))
    left = [TransactionId.parse(str(gid)) for (gid,) in prepared_in(server)]
    for one in (other, newer, writer):
        one.close()
    assert sorted((name.sink, name.subtask, name.attempt) for name in left) == [
        ("job|sink", 0, 3),
        ("job|sink", 1, 1),
        ("job|sink|0|0", 0, 1),
    ]


def test_left_overs_stay_if_that_is_wanted(server: PostgresServer, table: str) -> None:
    sink = exactly_once(server, table, recovered_and_rollback=False)
    for attempt in (1, 2):
        writer = sink.create_writer(place(attempt=attempt))
        prepare(writer, (attempt, "left"))
        writer.close()
    assert len(prepared_in(server)) == 2


def test_writer_ends_the_session_of_an_older_attempt(server: PostgresServer, table: str) -> None:
    sink = exactly_once(server, table)
    older = sink.create_writer(place())
    older.write(Block([(1, "held")]))
    older.flush(end_of_input=False)
    newer = sink.create_writer(place(attempt=2))
    committables = prepare(newer, (1, "new"))  # would wait for the older one
    newer.close()
    with pytest.raises(ConnectorError):
        prepare(older)
    older.close()
    commit(sink, committables)
    assert rows(server, table) == [(1, "new")]


def test_older_attempt_that_connects_again_after_the_sweep_prepares_nothing(server: PostgresServer, table: str) -> None:
    sink = exactly_once(server, table)
    older = sink.create_writer(place())
    newer = sink.create_writer(place(attempt=2))
    with pytest.raises(ConnectorError, match=r"this writer \(subtask 0, attempt 1\) was replaced by another attempt"):
        prepare(older, (1, "late"))
    older.close()
    committables = prepare(newer, (2, "new"))
    newer.close()
    commit(sink, committables)
    assert (prepared_in(server), rows(server, table)) == ([], [(2, "new")])


def test_writer_refuses_to_start_while_a_session_of_an_older_attempt_does_not_end(
    server: PostgresServer, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be in the middle of preparing what the sweep would not see."""
    monkeypatch.setattr(prepared, "_END_WAIT_S", 0.2)
    sink = exactly_once(server, table)
    older = sink.create_writer(place())
    [(backend,)] = server.execute("SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'pyrite %'")
    assert isinstance(backend, int)
    os.kill(backend, signal.SIGSTOP)
    try:
        with pytest.raises(ConnectorError, match=rf"sessions of an older attempt did not end.*\(pid {backend}\)"):
            sink.create_writer(place(attempt=2))
    finally:
        os.kill(backend, signal.SIGCONT)
    sink.create_writer(place(attempt=3)).close()
    older.close()


def test_writers_that_a_rescale_has_left_over_prepare_nothing(server: PostgresServer, table: str) -> None:
    sink = exactly_once(server, table)
    older = [sink.create_writer(place(subtask, 4)) for subtask in range(4)]
    newer = [sink.create_writer(place(subtask, 2, attempt=2)) for subtask in range(2)]
    for number, writer in enumerate(older):
        with pytest.raises(ConnectorError, match="must not prepare transactions"):
            prepare(writer, (10 + number, "late"))
        writer.close()
    assert all(prepare(writer, (number, "new")) for number, writer in enumerate(newer))
    for writer in newer:
        writer.close()


def test_cancelled_job_leaves_neither_prepared_nor_open_transactions(server: PostgresServer, table: str) -> None:
    sink = exactly_once(server, table)
    first, second = sink.create_writer(place(0, 2)), sink.create_writer(place(1, 2))
    prepare(first, (1, "for a checkpoint that never completed"))
    second.write(Block([(2, "open")]))
    second.flush(end_of_input=False)
    other = sink.create_writer(place(operator_id="another"))
    prepare(other, (3, "of another sink"))
    sink.roll_back(place(attempt=2), [], retained=False)
    assert [TransactionId.parse(str(gid)).sink for (gid,) in prepared_in(server)] == ["job|another"]
    with pytest.raises(ConnectorError):
        prepare(second)
    with pytest.raises(ConnectorError, match="must not prepare transactions"):
        prepare(first, (4, "later still"))
    for writer in (first, second, other):
        writer.close()


def test_row_that_is_written_twice_fails_with_the_way_out(
    server: PostgresServer, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prepared, "_LOCK_WAIT", "50ms")
    writer = exactly_once(server, table).create_writer(place())
    prepare(writer, (1, "a"))
    with pytest.raises(ConnectorError, match=r"with_write_ahead\(True\)"):
        prepare(writer, (1, "b"))
    writer.close()


def test_server_without_prepared_transactions_is_refused() -> None:
    with PostgresServer(settings={"max_prepared_transactions": "0"}) as other:
        assert isinstance(other, PostgresServer)
        with pytest.raises(ConnectorError, match="max_prepared_transactions, which is 0"):
            exactly_once(other, "t").create_writer(place())


def test_attempts_that_are_long_over_are_forgotten(server: PostgresServer, table: str) -> None:
    sink = exactly_once(server, table)
    for attempt in (1, 2):
        writer = sink.create_writer(place(attempt=attempt))
        commit(sink, prepare(writer, (attempt, "a")))
        writer.close()
    server.execute(f"UPDATE {TABLE} SET written_at = now() - INTERVAL '31 days' WHERE attempt = 1")
    sink.create_writer(place(attempt=3)).close()
    assert server.execute(f"SELECT attempt FROM {TABLE}") == [(2,)]


def test_name_is_short_enough_whatever_the_uid() -> None:
    name = TransactionId.first(place(2**31 - 1, 2**31, 2**31 - 1, "ä" * 300))
    assert len(str(name).encode()) < 200
    assert TransactionId.parse(str(name)) == name


@pytest.fixture
def limited(server: PostgresServer, table: str) -> Iterator[str]:
    """The address of the server for a role that may write into the table, and create nothing."""
    for own in (TABLE, prepared.TABLE):
        server.execute(f"DROP TABLE IF EXISTS {own}")
    server.execute("CREATE ROLE limited LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    server.execute(f"GRANT ALL ON {table} TO limited")
    yield server.url.replace("postgres@", "limited@")
    server.execute("DROP OWNED BY limited; DROP ROLE limited")


def sink_of(url: str, table: str) -> JdbcSink:
    return JdbcSink.exactly_once_sink(f"INSERT INTO {table} VALUES (?, ?)", None, connection_to(url))


def test_role_that_may_create_nothing_is_reported_which_table_it_needs(limited: str, table: str) -> None:
    with pytest.raises(ConnectorError, match="have the table created once: CREATE TABLE pyrite_transactions"):
        sink_of(limited, table).create_writer(place())


def test_tables_that_the_guide_names_are_enough_for_a_role_that_may_create_nothing(
    server: PostgresServer, limited: str, table: str
) -> None:
    guide = (Path(__file__).parents[3] / "docs/guide/connectors/jdbc.md").read_text()
    start = guide.index(f"CREATE TABLE {TABLE}")
    server.execute(guide[start : guide.index("```", start)])
    server.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {TABLE}, {prepared.TABLE} TO limited")
    sink = sink_of(limited, table)
    writer = sink.create_writer(place())
    commit(sink, prepare(writer, (1, "a")))
    writer.close()
    assert rows(server, table) == [(1, "a")]
