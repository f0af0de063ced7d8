"""The SQL client: statements, statement sets and scripts; the simulation runs the jobs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pyrite.cli.sql.sql_client import SqlClient
from pyrite.cli.sql.sql_prompt import is_complete, run_prompt
from pyrite.cli.sql.sql_session import SqlScript, run_sql_scripts
from pyrite.core.errors import InvalidProgramError, ValidationException
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


@pytest.mark.parametrize("text", ["INSERT INTO nothing", "CREATE TABLE copy WITH ('connector' = 'blackhole') AS"])
def test_insert_starts_a_job_and_says_its_id(capsys: pytest.CaptureFixture[str], text: str) -> None:
    client = new_client()
    for statement in (SOURCE, SINK, f"{text} SELECT n FROM numbers"):
        client.run(statement)
    assert "Job ID: " in capsys.readouterr().out


def test_compiled_plan_starts_a_job(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    client, insert = new_client(), "INSERT INTO nothing SELECT n FROM numbers"
    for statement in (SOURCE, SINK, f"COMPILE PLAN '{tmp_path}/plan' FOR {insert}"):
        client.run(statement)
    assert "Job ID: " not in capsys.readouterr().out
    client.run(f"EXECUTE PLAN '{tmp_path}/plan'")
    client.run(f"COMPILE AND EXECUTE PLAN '{tmp_path}/plan' FOR {insert}")
    assert capsys.readouterr().out.count("Job ID: ") == 2


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
    assert "At line 4, column 8: " in str(raised.value)
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
        ("SELECT 1; -- done\n", True),
        ("-- nothing yet\n", True),
        ("/* a comment\n", False),
        ("SELECT 1; SELECT 2\n", False),
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


def test_prompt_survives_what_is_no_error_of_ours(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("PYRITE_SQL_HISTORY", str(tmp_path / "history"))
    client = new_client()
    run = client.run

    def broken(text: str) -> bool:
        return 1 // 0 == 0 if text == "SHOW TABLES" else run(text)

    monkeypatch.setattr(client, "run", broken)
    lines = iter(["SHOW TABLES;", "SELECT 1 AS x;", "QUIT;"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    run_prompt(client)
    output = capsys.readouterr().out
    assert "ZeroDivisionError" in output and "| +I |           1 |" in output


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("a_broken_module.f", "RuntimeError: no module today"),
        ("a_sound_module.shuot", "the module 'a_sound_module' has no 'shuot'. Did you mean 'shout'?"),
        ("no_module_at_all.f", "No module named 'no_module_at_all'. Python searches the script's folder"),
        ("shout", "expected a module and a name in it"),
        ("a_sound_module.shout", "'a_sound_module.shout' is not a function of SQL: decorate it with @udf or @udtf"),
    ],
)
def test_function_that_cannot_be_imported_says_why(
    name: str, message: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "a_broken_module.py").write_text("raise RuntimeError('no module today')\n")
    (tmp_path / "a_sound_module.py").write_text("def shout(text): ...\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ValidationException) as raised:
        new_client().run(f"CREATE FUNCTION f AS '{name}' LANGUAGE PYTHON")
    assert message in str(raised.value)


def test_quit_ends_a_script(capsys: pytest.CaptureFixture[str]) -> None:
    assert new_client(is_interactive=False).run_script("SHOW CATALOGS; QUIT; SELECT 1;") is False
    assert "default_catalog" in capsys.readouterr().out


def test_init_script_has_lines_of_its_own(tmp_path: Path) -> None:
    init, main = tmp_path / "init.sql", tmp_path / "main.sql"
    init.write_text(f"{SOURCE};\n{SINK};\n")
    main.write_text("SHOW TABLES;\nSELECT nn FROM numbers;\n")
    scripts = [SqlScript.of_file(str(path)) for path in (init, main)]
    with pytest.raises(ValidationException, match=f"in the statement at line 2 of {main}"):
        run_sql_scripts(scripts, ExecutionContext({"parallelism.default": "1"}, SimulationExecutor()))


def test_script_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidProgramError, match=r"nothing\.sql' cannot be read: .*No such file"):
        SqlScript.of_file(str(tmp_path / "nothing.sql"))


def test_functions_and_connectors_are_imported_from_the_folder_of_the_script(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "beside_the_script.py").write_text(
        "from pyrite.table.udf import udf\n"
        "from pyrite.connectors.builtin.terminal_tables import BlackHoleTableFactory as Nothing\n\n"
        "@udf(result_type='STRING')\ndef shout(text):\n    return text.upper() + '!'\n"
    )
    script = tmp_path / "script.sql"
    script.write_text(
        "CREATE TEMPORARY FUNCTION shout AS 'beside_the_script.shout' LANGUAGE PYTHON;\n"
        "CREATE TABLE nothing (s STRING) WITH ('connector' = 'beside_the_script.Nothing');\n"
        "INSERT INTO nothing VALUES ('a');\n"
        "SELECT shout('hey') AS said;\n"
    )
    context = ExecutionContext({"parallelism.default": "1"}, SimulationExecutor())
    run_sql_scripts([SqlScript.of_file(str(script))], context)
    assert "HEY!" in capsys.readouterr().out
