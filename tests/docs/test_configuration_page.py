"""The commands on the page of the configuration run, and print what the page shows."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from pyrite.cli.main import main

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "guide" / "configuration.md").read_text()
COMMANDS = [line.strip() for line in TEXT.splitlines() if line.startswith("    ") and " config" in line]
JOB = """\
from pyrite.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.from_collection([1]).print()
env.execute()
"""


def test_page_shows_commands() -> None:
    assert len(COMMANDS) == 7


@pytest.mark.parametrize("command", COMMANDS)
def test_command_of_the_page_prints_what_the_page_shows(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("job.py").write_text(JOB)
    variables, _, words = command.rpartition("pyrite config")
    for variable in shlex.split(variables):
        monkeypatch.setenv(*variable.split("=", 1))
    assert main(["config", *shlex.split(words)]) == 0
    printed = capsys.readouterr()
    assert printed.out.strip()
    if "--memory" in command:
        assert printed.out in TEXT
    assert all(f"    {line}\n" in TEXT for line in printed.err.splitlines())


def test_file_of_the_page_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "config.yaml").write_text(TEXT.partition("```yaml\n")[2].partition("```")[0])
    monkeypatch.setenv("PYRITE_CONF_DIR", str(tmp_path))
    assert main(["config", "--set"]) == 0
    printed = capsys.readouterr().out
    assert "execution.checkpointing.interval  10 s" in printed and "rest.port" in printed
