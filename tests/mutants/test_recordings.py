"""Recordings: which tests execute a line, also after the module or the tests have changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from mutants.recordings import Reach, reach_of
from tests.mutants.project import make_project

FILE = "tests/state/test_numbers.py"
ONE, OTHER, NOTE = (f"{FILE}::{name}" for name in ("test_larger[1|2]", "test_larger[2::1 [x]]", "test_note"))
RETURN_B, RETURN_A, APPEND = 3, 4, 8


def reach(root: Path) -> Reach:
    return reach_of(root, ("state",), root / "build", processes=1)


def reaching(root: Path, line: int) -> list[str]:
    return reach(root).tests("state/numbers.py", (root / "src/pyrite/state/numbers.py").read_text(), line)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = make_project(tmp_path_factory.mktemp("recorded"))
    reach(root)
    return root


def test_tests_of_a_line_are_those_that_execute_it_the_most_specific_first(recorded: Path) -> None:
    assert reaching(recorded, RETURN_B) == [ONE]
    assert reaching(recorded, RETURN_A) == [OTHER, NOTE]
    assert reaching(recorded, APPEND) == [NOTE]


def test_other_tests_of_the_files_are_those_that_do_not_execute_the_line(recorded: Path) -> None:
    assert set(reach(recorded).others([ONE])) == {OTHER, NOTE}
    assert reach(recorded).others([]) == []


def test_line_that_runs_at_import_has_all_tests_of_the_module(recorded: Path, tmp_path: Path) -> None:
    root = shutil.copytree(recorded, tmp_path / "root")
    shutil.rmtree(root / "build")
    path = root / "src/pyrite/state/numbers.py"
    path.write_text(f"{path.read_text()}\n\ndef table():\n    return [1]\n\n\nTABLE = table()\n")
    assert sorted(reaching(root, APPEND + 5)) == [ONE, OTHER, NOTE]


def test_line_that_has_moved_is_found_by_its_text(recorded: Path) -> None:
    path = recorded / "src/pyrite/state/numbers.py"
    text = path.read_text()
    moved = text.replace("def larger(a, b):", '"""Numbers."""\n\n\ndef larger(a, b):\n    """The larger one."""')
    assert reach(recorded).tests("state/numbers.py", moved, RETURN_B + 4) == [ONE]
    assert reach(recorded).tests("state/numbers.py", moved, APPEND + 4) == [NOTE]


def test_new_line_has_the_tests_of_the_line_before_it(recorded: Path) -> None:
    text = (recorded / "src/pyrite/state/numbers.py").read_text()
    changed = text.replace("        return b\n", "        assert a != b\n        return b\n")
    assert set(reach(recorded).tests("state/numbers.py", changed, RETURN_B)) == {ONE, OTHER, NOTE}  # of `if a < b`
    assert reach(recorded).tests("state/numbers.py", changed, RETURN_B + 1) == [ONE]


def test_line_that_no_test_executes_has_the_tests_in_its_place(recorded: Path, tmp_path: Path) -> None:
    root = shutil.copytree(recorded, tmp_path / "root")
    more = "from pyrite.state.numbers import note\n\n\ndef test_process():\n    note([], 2)\n"
    (root / "tests/state/test_texts.py").write_text(more)
    new = "def f():\n    return 1\n"
    assert reach(root).tests("state/texts.py", new, 2) == ["tests/state/test_texts.py::test_process"]
    assert len(reach(root).tests("state/others.py", new, 2)) == 4
    assert reach(root).tests("storage/texts.py", new, 2) == []


def test_only_test_files_that_have_changed_run_again(recorded: Path, tmp_path: Path) -> None:
    root = shutil.copytree(recorded, tmp_path / "root")
    (root / FILE).write_text("def test_nothing():\n    pass\n")
    more = "from pyrite.state.numbers import note\n\n\ndef test_more():\n    note([], 2)\n"
    (root / "tests/state/test_more.py").write_text(more)
    for _ in range(2):
        assert reaching(root, APPEND) == ["tests/state/test_more.py::test_more"]
        assert OTHER not in reaching(root, RETURN_A)
        assert sorted(path.name for path in (root / "build").iterdir()) == ["1", "2"]


def test_test_file_that_was_removed_counts_no_more(recorded: Path, tmp_path: Path) -> None:
    root = shutil.copytree(recorded, tmp_path / "root")
    (root / FILE).unlink()
    assert reaching(root, APPEND) == []


def test_file_with_a_failing_test_does_not_count_and_runs_again(recorded: Path, tmp_path: Path) -> None:
    root = shutil.copytree(recorded, tmp_path / "root")
    text = (root / FILE).read_text()
    (root / FILE).write_text(f"{text}\n\ndef test_broken():\n    assert larger(1, 2) == 1\n")
    assert reaching(root, APPEND) == []
    (root / FILE).write_text(text)
    assert reaching(root, APPEND) == [NOTE]
