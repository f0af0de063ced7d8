"""The SQL client: statements, statement sets and scripts; the simulation runs the jobs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pyrite.cli.sql_client import SqlClient
from pyrite.cli.sql_prompt import is_complete, run_prompt
from pyrite.core.errors import ValidationException
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.table import EnvironmentSettings, TableEnvironment
from pyrite.testing.simulation_executor import SimulationExecutor

SOURCE = (
    "CREATE TABLE numbers (n BIGINT) WITH ('connector' = 'datagen', 'fields.n.kind' = 'sequence', "
    "'fields.n.start' = '1', 'fields.n.end' = '3')"
)
SINK = "CREATE TABLE nothing (n BIGINT) WITH ('connector' = 'blackhole')"


@pytest.fixture(autouse=True)
def simulated() -> Iterator[None]:
    with use_context(ExecutionContext({"parallelism.default": "1"}, SimulationExecutor())):
        yield


def new_client(is_interactive: bool = True) -> SqlClient:
    environment = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
    return SqlClient(environment, sys.stdout, is_interactive)


def test_query_shows_its_rows(capsys: pytest.CaptureFixture[str]) -> None:
    client = new_client()
    client.run(SOURCE)
    client.run("SELECT n * 2 AS doubled FROM numbers")
    output = capsys.readouterr().out
    assert "[INFO] Execute statement succeeded.\n" in output
    assert "doubled" in output and output.count("| +I |") == 3
    assert output.endswith("3 rows in set\n")


def test_insert_starts_a_job_and_says_its_id(capsys: pytest.CaptureFixture[str]) -> None:
    client = new_client()
    for statement in (SOURCE, SINK, "INSERT INTO nothing SELECT n FROM numbers"):
        client.run(statement)
    assert "Job ID: " in capsys.readouterr().out


def test_statement_set_is_one_job(capsys: pytest.CaptureFixture[str]) -> None:
    client = new_client()
    inserts = ["INSERT INTO nothing SELECT n FROM numbers", "INSERT INTO nothing SELECT n + 1 FROM numbers"]
    for statement in (SOURCE, SINK, "BEGIN STATEMENT SET", *inserts, "END"):
        client.run(statement)
    output = capsys.readouterr().out
    assert output.count("[INFO] Add SQL update statement to the statement set.\n") == 2
    assert output.count("Job ID: ") == 1


def test_statement_set_takes_inserts_only() -> None:
    client = new_client()
    client.run("BEGIN STATEMENT SET")
    with pytest.raises(ValidationException, match="Only INSERT statement is allowed in Statement Set"):
        client.run("SHOW TABLES")


def test_end_without_a_statement_set_is_refused() -> None:
    with pytest.raises(ValidationException, match="No Statement Set to submit"):
        new_client().run("END")


def test_script_says_which_statement_failed(capsys: pytest.CaptureFixture[str]) -> None:
    script = f"{SOURCE};\n-- a comment\nSHOW TABLES;\nSELECT nn FROM numbers;\nSHOW VIEWS;"
    with pytest.raises(ValidationException) as raised:
        new_client(is_interactive=False).run_script(script)
    assert "line 4 of the script" in str(raised.value)
    assert "Column 'nn' not found in any table" in str(raised.value)
    output = capsys.readouterr().out
    assert "numbers" in output and "view name" not in output


@pytest.mark.parametrize(
    ("typed", "complete"),
    [
        ("", True),
        ("SELECT 1\n", False),
        ("SELECT 1;\n", True),
        ("SELECT ';\n", False),
        ("SELECT ';';\n", True),
        ("SELECT 1 -- ;\n", False),
        ("EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 1;\n", False),
        ("EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 1; END;\n", True),
    ],
)
def test_statement_is_complete_at_its_semicolon(typed: str, complete: bool) -> None:
    assert is_complete(typed) is complete


def test_prompt_goes_past_errors_and_ends_with_quit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("PYRITE_SQL_HISTORY", str(tmp_path / "history"))
    lines = iter(["SELECT", "  1 AS x;", "SELECT * FROM nowhere;", "QUIT;", "SELECT 2;"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    run_prompt(new_client())
    output = capsys.readouterr().out
    assert "| +I |           1 |" in output
    assert "[ERROR] Could not execute SQL statement. Reason:" in output and "Object 'nowhere' not found" in output
    assert next(lines) == "SELECT 2;"
