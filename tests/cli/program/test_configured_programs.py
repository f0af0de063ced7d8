"""Every way of running a program sees the configuration's file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pyrite.cli.main import main
from pyrite.cli.program.info import take_plan
from pyrite.core.config.options import DEFAULT_PARALLELISM

JOB = """\
from pyrite.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
print("parallelism", env.get_parallelism())
env.from_collection([1]).print()
"""
SQL = "SELECT * FROM (VALUES (1)) AS t (n);\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Programs with a configuration beside them, and a user who has none."""
    monkeypatch.delenv("PYRITE_CONF_DIR")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "conf").mkdir()
    (tmp_path / "conf" / "config.yaml").write_text("parallelism.default: 3\n")
    (tmp_path / "job.py").write_text(JOB)
    (tmp_path / "job.sql").write_text(SQL)
    return tmp_path


def test_python_sees_the_file(folder: Path) -> None:
    command = [sys.executable, str(folder / "job.py")]
    printed = subprocess.run(command, env=dict(os.environ), cwd="/", capture_output=True, text=True, check=True).stdout
    assert printed == "parallelism 3\n"


def test_run_sees_the_file_and_its_options_are_stronger(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", str(folder / "job.py")]) == 0
    assert main(["run", "-p", "2", str(folder / "job.py")]) == 0
    assert capsys.readouterr().out == "parallelism 3\nparallelism 2\n"


def test_sql_sees_the_file(folder: Path) -> None:
    plan = take_plan(str(folder / "job.sql"), [], {})
    assert plan.configuration.get(DEFAULT_PARALLELISM) == 3


def test_statement_of_the_command_line_sees_the_file_of_the_current_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    assert main(["sql", "-q", "SET;"]) == 0
    assert "parallelism.default" in capsys.readouterr().out
