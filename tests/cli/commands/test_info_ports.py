"""`pyrite info --ports`: all listeners with the values of the configuration, or of a program."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrite.cli.main import main

JOB = """\
from pyrite.common import Configuration
from pyrite.datastream import StreamExecutionEnvironment

settings = Configuration({"pyrite.driver.bind-port": "7100-7109"})
env = StreamExecutionEnvironment.get_execution_environment(settings)
env.from_collection([1]).print()
env.execute("shown")
"""


def control_line(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["info", "--ports", *words]) == 0
    (line,) = (line for line in capsys.readouterr().out.splitlines() if "control connections of tasks" in line)
    return line


def test_ports_need_no_program(capsys: pytest.CaptureFixture[str]) -> None:
    assert "any free port" in control_line(capsys)
    line = control_line(capsys, "-D", "pyrite.driver.bind-port=7000-7009")
    assert "7000 to 7009" in line and "pyrite.driver.bind-host" in line and "the secret of the attempt" in line


def test_ports_of_a_program_have_its_settings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "job.py").write_text(JOB)
    assert "7100 to 7109" in control_line(capsys, str(tmp_path / "job.py"))


def test_info_without_ports_needs_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["info"]) == 2
    assert "Missing argument 'JOB'" in capsys.readouterr().err
