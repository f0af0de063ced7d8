"""`pyrite sql` in a real terminal: what is typed, shown, cancelled and remembered."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.spark.terminal import Terminal

PYRITE = str(Path(sys.executable).with_name("pyrite"))
PROMPT = "Pyrite SQL> "
UP = "\x1b[A"
ENDLESS = "CREATE TABLE ticks (n BIGINT) WITH ('connector' = 'datagen', 'rows-per-second' = '20');"


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    environment = {**os.environ, "PYRITE_SQL_HISTORY": str(tmp_path / "history")}
    made = Terminal([PYRITE, "sql", "-D", "parallelism.default=1"], tmp_path, environment)
    yield made
    made.kill()


def test_session_at_a_terminal(terminal: Terminal, tmp_path: Path) -> None:
    terminal.expect(PROMPT)
    terminal.type("SELECT\n")
    terminal.expect("> ")
    terminal.type("  'two lines' AS x; -- one statement\n")
    terminal.expect("1 row in set")

    terminal.expect(PROMPT)
    terminal.type("SELECT nonsense")
    terminal.expect("nonsense")
    terminal.interrupt(until=PROMPT)  # gives up what was typed, and nothing else
    terminal.type(ENDLESS + "\n")
    terminal.expect("[INFO] Execute statement succeeded.")

    terminal.expect(PROMPT)
    terminal.type("SELECT n FROM ticks;\n")
    terminal.expect("| +I |")
    terminal.interrupt(until="Query terminated.")

    terminal.expect(PROMPT)
    terminal.type(UP + UP + "\n")  # the arrow goes to the line before the query
    assert "Execute statement succeeded" not in terminal.expect("already exists")

    terminal.expect(PROMPT)
    terminal.type("CREATE TABLE nothing (n BIGINT) WITH ('connector' = 'blackhole');\n")
    terminal.expect(PROMPT)
    terminal.type("INSERT INTO nothing SELECT n FROM ticks;\n")
    terminal.expect("Job ID: ")
    terminal.expect(PROMPT)
    terminal.type("QUIT;\n")
    terminal.expect("canceling job")
    assert terminal.exit_code() == 0
    assert "SELECT n FROM ticks;" in (tmp_path / "history").read_text()


def test_history_is_there_in_the_next_session(terminal: Terminal, tmp_path: Path) -> None:
    terminal.expect(PROMPT)
    terminal.type("SHOW CATALOGS;\n")
    terminal.expect("1 row in set")
    terminal.expect(PROMPT)
    terminal.type("\x04")
    assert terminal.exit_code() == 0
    assert (tmp_path / "history").stat().st_mode & 0o077 == 0
    again = Terminal([PYRITE, "sql"], tmp_path, {**os.environ, "PYRITE_SQL_HISTORY": str(tmp_path / "history")})
    try:
        again.expect(PROMPT)
        again.type(UP + "\n")
        assert "default_catalog" in again.expect("1 row in set")
    finally:
        again.kill()
