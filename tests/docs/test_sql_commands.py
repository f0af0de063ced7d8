"""The commands on the page of the SQL client run: in this process, so that they share one Spark.

`pyrite sql` alone is a prompt: tests/spark/test_sql_prompt.py runs it in a terminal.
"""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from pyrite.cli.main import main

PAGE = Path(__file__).resolve().parents[2] / "docs" / "guide" / "sql" / "client.md"
COMMANDS = [line.strip() for line in PAGE.read_text().splitlines() if line.startswith("    pyrite ")]
TABLES = "SET 'execution.runtime-mode' = 'BATCH';\nCREATE VIEW numbers AS SELECT * FROM (VALUES (1), (2)) AS t (n);\n"


def test_page_shows_the_prompt_and_other_commands() -> None:
    assert COMMANDS[0] == "pyrite sql" and len(COMMANDS) > 3


@pytest.mark.parametrize("command", COMMANDS[1:])
def test_command_of_the_page_runs(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tables.sql").write_text(TABLES)
    Path("queries.sql").write_text("SELECT n + 1 AS x FROM numbers WHERE n > 1;\n")
    Path("script.sql").write_text(f"{TABLES}SELECT n AS x FROM numbers;\n")
    assert main([*shlex.split(command)[1:], "-D", "parallelism.default=1"]) == 0
    printed = capsys.readouterr()
    assert " x |" in printed.out or "stream graph" in printed.out.lower(), printed.err
