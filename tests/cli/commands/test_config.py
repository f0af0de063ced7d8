"""`pyrite config`: which settings apply, and where they came from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pyrite.cli.main import main

JOB = """\
from pyrite.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_max_parallelism(64)
env.from_collection([1]).print()
env.execute("shown")
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a configuration and a job."""
    (tmp_path / "config.yaml").write_text("rest:\n  port: 9000\nparallelism.default: 3\ns3.secret-key: x\n")
    (tmp_path / "job.py").write_text(JOB)
    monkeypatch.setenv("PYRITE_CONF_DIR", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, tuple[str, str]]:
    assert main(["config", "--json", *words]) == 0
    return {each["key"]: (each["value"], each["source"]) for each in json.loads(capsys.readouterr().out)}


def test_values_come_with_their_sources(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYRITE_PROPERTIES", "heartbeat.interval: 2 s")
    values = shown(capsys, "-Dpipeline.name=a", "-p", "2")
    assert values["rest.port"] == ("9000", str(folder / "config.yaml"))
    assert values["rest.bind-port"] == ("9000", "rest.port")
    assert values["heartbeat.interval"] == ("2 s", "PYRITE_PROPERTIES")
    assert values["parallelism.default"] == ("2", "command line")
    assert values["pipeline.name"] == ("a", "command line")
    assert values["pipeline.max-parallelism"] == ("128", "default")
    assert values["s3.secret-key"] == ("******", str(folder / "config.yaml"))


def test_program_is_a_source_when_it_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    values = shown(capsys, "job.py")
    assert values["pipeline.max-parallelism"] == ("64", "the program")
    assert values["parallelism.default"] == ("3", str(folder / "config.yaml"))


def test_table_can_leave_out_defaults(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "--set"]) == 0
    lines = capsys.readouterr().out.splitlines()
    keys = ["key", "parallelism.default", "rest.bind-port", "rest.port", "s3.secret-key"]
    assert [line.split()[0] for line in lines] == keys


def test_keys_without_effect_are_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "-Dparalelism.default=1", "-Dtaskmanager.host=a"]) == 0
    assert capsys.readouterr().err.splitlines() == [
        "without effect: paralelism.default: did you mean parallelism.default?",
        "without effect: taskmanager.host: an option of Flink only",
    ]


def test_memory_is_shown_as_a_table(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "--memory", "-Dtaskmanager.memory.process.size=1728m"]) == 0
    assert "      Managed                         512.0 mb  taskmanager.memory.managed.size" in capsys.readouterr().out


def test_contradiction_in_memory_is_an_error(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "--memory", "-Dtaskmanager.memory.process.size=100m"]) == 1
    assert "error: TaskManager memory configuration failed: Sum of configured JVM" in capsys.readouterr().err


def test_file_that_is_no_yaml_is_an_error(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "config.yaml").write_text("a: [")
    assert main(["config"]) == 1
    assert "config.yaml is not YAML" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["jobmanager start", "cluster start --workers 1"])
def test_contradiction_in_memory_is_an_error_when_processes_are_started(
    folder: Path, command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYRITE_PROPERTIES", "taskmanager.memory.process.size: 100m")
    assert main(command.split()) == 1
    assert "error: TaskManager memory configuration failed" in capsys.readouterr().err


def test_values_that_cannot_be_used_are_an_error(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "--set", "-Drest.port=high", "-Dheartbeat.interval=2 fortnights"]) == 1
    out, err = capsys.readouterr()
    assert "2 fortnights" in out
    assert [line.partition(":")[0] for line in err.splitlines()] == [
        "error",
        "  heartbeat.interval = '2 fortnights'",
        "  rest.port = 'high'",
    ]
