"""Recordings: which tests execute a line, from runs of the tests under coverage.

The first run takes minutes, and stays in build/mutants. Later runs are of test files that have changed since, so that a
commit costs seconds. A line of a module that has changed since is found by its text; a module that was moved counts as
new, so remove the folder after large moves.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Final, Optional

_TESTS: Final = "tests.json"
_COVERAGE: Final = "coverage"
_SOURCES: Final = "sources"
_FAILED: Final = ""
"""In the place of a file's digest, if one of its tests has failed."""


class Recording:
    """One run of tests: coverage's data, the sources of that time, and the digests of the test files."""

    def __init__(self, folder: Path) -> None:
        self.digests: dict[str, str] = json.loads((folder / _TESTS).read_text(encoding="utf-8"))
        self._sources = folder / _SOURCES
        self._connection = sqlite3.connect(folder / _COVERAGE)
        self._lines: dict[str, dict[str, set[int]]] = {}

    @staticmethod
    def make(root: Path, folder: Path, digests: Mapping[str, str], processes: int) -> None:
        """Runs test files, by their paths below the root. A file with a failing test runs again the next time."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        failed = folder / "failed.txt"
        command = [sys.executable, "-m", "pytest", "-m", "not slow and not server", "-p", "mutants.failed_files"]
        command += ["-n", str(processes)] if processes > 1 else []
        command += ["--timeout", "1200", "--cov=pyrite", "--cov-branch", "--cov-context=test", "--cov-report="]
        paths = os.pathsep.join((str(root / "src"), str(Path(__file__).parents[1])))
        environment = {**os.environ, **ENVIRONMENT, "PYTHONPATH": paths, "MUTANTS_FAILED": str(failed)}
        environment["COVERAGE_FILE"] = str(folder / _COVERAGE)
        done = subprocess.run([*command, *digests], cwd=root, env=environment, check=False)
        if done.returncode not in _TESTS_RAN:
            sys.exit("pytest could not run the tests")
        failures = set(failed.read_text(encoding="utf-8").splitlines()) if failed.exists() else set()
        for path in sorted(failures):
            print(f"a test fails without a mutant, so none of its file counts: {path}", file=sys.stderr)
        _take_relative_paths(folder / _COVERAGE, root)
        shutil.copytree(root / "src" / "pyrite", folder / _SOURCES, ignore=shutil.ignore_patterns("__pycache__"))
        passed = {path: _FAILED if path in failures else digest for path, digest in digests.items()}
        (folder / _TESTS).write_text(json.dumps(passed), encoding="utf-8")  # last: without it, nothing counts

    def breadths(self) -> Iterator[tuple[str, int]]:
        """How many branches of the whole source tests execute."""
        rows = "select context.context, count(*) from arc join context on context.id = arc.context_id group by 1"
        counts: Counter[str] = Counter()
        for context, count in self._connection.execute(rows):
            counts[_test_of(context)] += count
        yield from counts.items()

    def tests(self, module: str, text: str, line: int) -> list[str]:
        """The tests that execute a line of a module, whose text is now this one.

        A line that runs only when modules are imported has all tests that execute something in its module.
        """
        former = self._former_line(module, text, line)
        lines_by_test = self._of_module(module)
        executing = [test for test, lines in lines_by_test.items() if former in lines]
        return [test for test in (lines_by_test if executing == [_AT_IMPORT] else executing) if test != _AT_IMPORT]

    def _former_line(self, module: str, text: str, line: int) -> Optional[int]:
        """The line's number at the time of the run; for a line that is newer, the next older one before it."""
        path = self._sources / module
        if not path.exists():
            return None
        before, now = path.read_text(encoding="utf-8").splitlines(), text.splitlines()
        blocks = SequenceMatcher(None, before, now, autojunk=False).get_matching_blocks()
        older = [block for block in blocks if block.b < line]
        if not older:
            return None
        return older[-1].a + min(line - older[-1].b, older[-1].size)

    def _of_module(self, module: str) -> dict[str, set[int]]:
        """The executed lines of a module, by test. Coverage of branches stores the pairs of their ends."""
        if module not in self._lines:
            lines: defaultdict[str, set[int]] = defaultdict(set)
            rows = (
                "select context.context, arc.fromno, arc.tono from arc join file on file.id = arc.file_id "
                "join context on context.id = arc.context_id where file.path = ?"
            )
            for context, start, end in self._connection.execute(rows, (module,)):
                lines[_test_of(context)].update((start, end))
            self._lines[module] = dict(lines)
        return self._lines[module]


ENVIRONMENT: Final = {"PYRITE_SEEDS": "100"}
_AT_IMPORT: Final = ""
"""The context of lines that run while no test does."""
_TESTS_RAN: Final = (0, 1, 5)
"""pytest's exit codes if all tests pass, if some fail, and if all are slow or need a server."""


def _test_of(context: str) -> str:
    """Contexts are the ids of tests with a phase: `tests/test_one.py::test_two|run`."""
    return context.rpartition("|")[0]


def _file_of(test: str) -> str:
    return test.partition("::")[0]


def _take_relative_paths(data: Path, root: Path) -> None:
    """Modules are named by their paths in the package, so that the project's folder may be moved."""
    with sqlite3.connect(data) as connection:
        prefix = f"{root / 'src' / 'pyrite'}{os.sep}"
        connection.execute(
            "update file set path = substr(path, ?) where substr(path, 1, ?) = ?",
            (len(prefix) + 1, len(prefix), prefix),
        )


class Reach:
    """What all recordings together say: of each test file, the newest one counts."""

    def __init__(self, root: Path, recordings: Sequence[Recording]) -> None:
        """`recordings`, oldest first; they may have test files that are no longer below the root."""
        self._recordings = recordings
        newest = {path: recording for recording in recordings for path in recording.digests}
        self._newest = {
            path: recording
            for path, recording in newest.items()
            if recording.digests[path] != _FAILED and (root / path).is_file()
        }
        self._breadths = dict(pair for recording in recordings for pair in recording.breadths())
        self._by_file: defaultdict[str, list[str]] = defaultdict(list)
        for recording in recordings:
            for test, _ in recording.breadths():
                if self._newest.get(_file_of(test)) is recording:
                    self._by_file[_file_of(test)].append(test)

    def tests(self, module: str, text: str, line: int) -> list[str]:
        """The ids of tests that execute a line, the most specific ones first.

        If there are none, the tests in the module's place: they may start processes, which are not recorded.
        """
        reaching = [
            test
            for recording in self._recordings
            for test in recording.tests(module, text, line)
            if self._newest.get(_file_of(test)) is recording
        ]
        return sorted(reaching or self._beside(module), key=lambda test: (self._breadths[test], test))

    def _beside(self, module: str) -> list[str]:
        """The tests of the file that is named like a module, else of the folder."""
        folder, _, name = f"tests/{module}".rpartition("/")
        own = self._by_file.get(f"{folder}/test_{name}", [])
        files = [file for file in self._by_file if file.rpartition("/")[0] == folder]
        return own or [test for file in files for test in self._by_file[file]]

    def others(self, tests: Sequence[str]) -> list[str]:
        """The other tests of the same files, which may see what one of these has cached or set up for all of them."""
        files = dict.fromkeys(map(_file_of, tests))
        reaching = set(tests)
        return [test for file in files for test in self._by_file[file] if test not in reaching]


def reach_of(root: Path, tests: Sequence[str], folder: Path, processes: int) -> Reach:
    """The reach of the project's tests, below `tests/`, after a run of the files that are new or have changed."""
    digests = {
        path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in _test_files(root / "tests", tests)
    }
    folders = sorted((path.parent for path in folder.glob(f"*/{_TESTS}")), key=lambda each: int(each.name))
    recordings = [Recording(each) for each in folders]
    recorded = {path: digest for recording in recordings for path, digest in recording.digests.items()}
    changed = {path: digest for path, digest in digests.items() if recorded.get(path) != digest}
    if changed:
        newest = folder / str(1 + int(folders[-1].name) if folders else 1)
        print(f"{len(changed)} test files are run under coverage", file=sys.stderr)
        Recording.make(root, newest, changed, processes)
        recordings.append(Recording(newest))
    return Reach(root, recordings)


def _test_files(folder: Path, names: Sequence[str]) -> Iterator[Path]:
    for name in names:
        path = folder / name
        yield from [path] if path.is_file() else sorted(path.rglob("test_*.py"))
