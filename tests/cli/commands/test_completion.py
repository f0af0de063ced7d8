"""Completion in shells: what `pyrite completion` prints, and what it answers when a shell asks."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pyrite.cli.main import main
from pyrite.control import control_socket
from pyrite.control.job_control import serve_job
from pyrite.control.job_directory import FOLDER_VARIABLE
from tests.control.fake_job import FakeJob

Captured = pytest.CaptureFixture[str]
SHELLS = ["bash", "zsh", "fish"]


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A running job, abc123, whose name is words."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "control"))
    job = FakeJob()
    serve_job(job, "")
    yield
    job.end()
    control_socket.close_all()


class Asked:
    """What pyrite answers to a shell, as the words that it offers."""

    def __init__(self, shell: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
        self._shell, self._monkeypatch, self._capsys = shell, monkeypatch, capsys

    def __call__(self, *words: str) -> list[str]:
        line = " ".join(["pyrite", *words])
        self._monkeypatch.setenv("_PYRITE_COMPLETE", f"{self._shell}_complete")
        self._monkeypatch.setenv("COMP_WORDS", line)
        self._monkeypatch.setenv("COMP_CWORD", words[-1] if self._shell == "fish" else str(len(words)))
        assert main([]) == 0
        answer = self._capsys.readouterr().out
        if self._shell == "zsh":
            return [value.replace("\\:", ":") for value in answer.splitlines()[1::3]]
        return [re.split(r"[,\t]", line)[1] for line in answer.splitlines() if line]


@pytest.fixture(params=SHELLS)
def asked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> Asked:
    return Asked(request.param, monkeypatch, capsys)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["sav"], ["savepoint"]),
        (["cluster", "st"], ["start", "stop", "status"]),
        (["run", "--cl"], ["--claim-mode"]),
        (["run", "--claim-mode", "N"], ["NO_CLAIM"]),
        (["run", "-D", "execution.checkpointing.interval"], ["execution.checkpointing.interval="]),
        (["info", "-D", "parallelism.d"], ["parallelism.default="]),
        (["completion", "z"], ["zsh"]),
    ],
)
def test_commands_options_and_values_are_completed(asked: Asked, words: list[str], expected: list[str]) -> None:
    actual = asked(*words)
    assert [word for word in actual if word.startswith(expected[0])] == expected[:1]
    assert actual == expected or set(expected) <= set(actual)


@pytest.mark.parametrize("command", [["stop"], ["cancel"], ["savepoint"], ["rescale", "-p", "2"], ["state", "get"]])
def test_running_jobs_are_completed(job: None, asked: Asked, command: list[str]) -> None:
    assert asked(*command, "ab") == ["abc123"]
    assert asked(*command, "wor") == ["words"]


def test_no_job_is_offered_when_the_folder_cannot_be_used(
    asked: Asked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    tmp_path.chmod(0o777)
    assert asked("stop", "ab") == []


@pytest.mark.parametrize("shell", SHELLS)
def test_completion_prints_a_script_for_the_shell(shell: str, capsys: Captured) -> None:
    assert main(["completion", shell]) == 0
    assert f"_PYRITE_COMPLETE={shell}_complete" in capsys.readouterr().out


def test_completion_of_another_shell_is_refused(capsys: Captured) -> None:
    assert main(["completion", "csh"]) == 2
    assert "'csh' is not one of 'bash', 'zsh', 'fish'" in capsys.readouterr().err


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_script_adds_no_blank_after_the_key_of_a_setting(shell: str, capsys: Captured) -> None:
    main(["completion", shell])
    assert "== *= ]]" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "expected"),
    [("pyrite clus", "cluster"), ("pyrite run -D parallelism.d", "parallelism.default= without a blank")],
)
def test_bash_completes_with_the_script(words: str, expected: str) -> None:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    code = (
        'compopt() { noted="without a blank"; }; eval "$(pyrite completion bash)"; '
        f"COMP_WORDS=({words}); COMP_CWORD={words.count(' ')}; "
        '_pyrite_completion pyrite; echo "${COMPREPLY[@]}" $noted'
    )
    done = subprocess.run(
        ["bash", "-c", code], env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == f"{expected}\n"
