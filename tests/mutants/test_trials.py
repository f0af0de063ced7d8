"""Trials: the tests that are named run with the mutant, in a copy of the project."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mutants.mutations import Mutation, mutations
from mutants.trials import Outcome, Trials
from tests.mutants.project import make_project

MODULE = Path("src/pyrite/state/numbers.py")
LARGER = [f"tests/state/test_numbers.py::test_larger[{name}]" for name in ("1|2", "2::1 [x]")]
NOTE = ["tests/state/test_numbers.py::test_note"]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return make_project(tmp_path / "root")


@pytest.fixture
def trials(project: Path, tmp_path: Path) -> Trials:
    (tmp_path / "scratch").mkdir()
    return Trials(project, tmp_path / "scratch")


def mutation(project: Path, kind: str) -> Mutation:
    return next(each for each in mutations((project / MODULE).read_text()) if each.kind == kind)


def test_mutant_is_noticed_by_a_test_with_any_id(project: Path, trials: Trials) -> None:
    before = (project / MODULE).read_text()
    assert trials.outcome(MODULE, mutation(project, "negated comparison"), LARGER) is Outcome.NOTICED
    assert [path.read_text() for path in project.parent.rglob("numbers.py")] == [before, before]


def test_mutant_survives_tests_that_do_not_look_at_it(project: Path, trials: Trials) -> None:
    assert trials.outcome(MODULE, mutation(project, "dropped call"), [*LARGER, *NOTE]) is Outcome.SURVIVED


def test_mutant_that_no_test_reaches_survives(project: Path, trials: Trials) -> None:
    assert trials.outcome(MODULE, mutation(project, "dropped call"), []) is Outcome.SURVIVED


@pytest.mark.parametrize(("is_slow", "outcome"), [(False, Outcome.NOTICED), (True, Outcome.UNCLEAR)])
def test_mutant_that_hangs_is_noticed_unless_the_tests_hang_without_it(
    project: Path, trials: Trials, monkeypatch: pytest.MonkeyPatch, is_slow: bool, outcome: Outcome
) -> None:
    change = mutation(project, "dropped call")

    def run(command: list[str], *, cwd: Path, timeout: int, **_: Any) -> subprocess.CompletedProcess[str]:
        if is_slow or (cwd / MODULE).read_text() == change.text:
            raise subprocess.TimeoutExpired(command, timeout)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", run)
    assert trials.outcome(MODULE, change, NOTE) is outcome


def test_arguments_that_pytest_refuses_are_an_error(
    project: Path, trials: Trials, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = subprocess.CompletedProcess([], 4, "", "file or directory not found")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: refused)
    with pytest.raises(RuntimeError, match="file or directory not found"):
        trials.outcome(MODULE, mutation(project, "dropped call"), NOTE)


def test_mutant_is_noticed_by_another_test_of_the_file(project: Path, trials: Trials) -> None:
    assert trials.outcome(MODULE, mutation(project, "negated comparison"), NOTE) is Outcome.SURVIVED
    assert trials.outcome(MODULE, mutation(project, "negated comparison"), NOTE, LARGER) is Outcome.NOTICED


def test_mutant_is_noticed_by_a_test_beyond_the_first(
    project: Path, trials: Trials, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mutants.trials.FIRST_TESTS", 1)
    assert trials.outcome(MODULE, mutation(project, "negated comparison"), [*NOTE, *LARGER]) is Outcome.NOTICED
    monkeypatch.setattr("mutants.trials.MOST_TESTS", 1)
    assert trials.outcome(MODULE, mutation(project, "negated comparison"), [*NOTE, *LARGER]) is Outcome.SURVIVED


def test_mutants_of_one_length_are_compiled_one_by_one(project: Path, trials: Trials) -> None:
    shifted = mutation(project, "shifted comparison")
    same_length = replace(shifted, text=shifted.text.replace("(a <= b)", "(a >= b)"))
    for _ in range(2):
        assert trials.outcome(MODULE, shifted, LARGER) is Outcome.SURVIVED
        assert trials.outcome(MODULE, same_length, LARGER) is Outcome.NOTICED
