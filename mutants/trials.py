"""Trials: the tests that reach a mutant run in a copy of the project, so that the work tree stays as it is."""

from __future__ import annotations

import compileall
import os
import py_compile
import shutil
import subprocess
import sys
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import Final

from mutants.mutations import Mutation
from mutants.recordings import ENVIRONMENT

FIRST_TESTS: Final = 20
"""Tests that run first: they execute the fewest branches, so they look closest, and few files are imported for them."""
MOST_TESTS: Final = 150
"""Tests that run for one mutant, and then as many again of the others in their files."""
TIMEOUT_S: Final = 300
_TEST_TIMEOUT_S: Final = 120
_NOT_COPIED: Final = (".venv", ".git", "build", ".peers", "__pycache__", ".mypy_cache", ".ruff_cache", ".hypothesis")
_PASSED: Final = (0, 5)
"""pytest's exit codes if all tests pass, and if there are none."""
_USAGE_ERROR: Final = 4


class Outcome(Enum):
    """How the tests end with a mutant."""

    NOTICED = "noticed"
    SURVIVED = "survived"
    UNCLEAR = "unclear"
    """The tests hang, but without the mutant they take as long."""
    EQUIVALENT = "equivalent"
    """Listed as one that no test can notice."""


class Trials:
    """A copy of a project, in which one module at a time is mutated."""

    def __init__(self, root: Path, scratch: Path) -> None:
        self._root = root
        self._folder = scratch / "project"
        self._ids = scratch / "tests.txt"
        shutil.copytree(root, self._folder, ignore=shutil.ignore_patterns(*_NOT_COPIED))
        # A compiled module counts if its text is the same: times of files do not tell one mutant from the next.
        source = self._folder / "src"
        compileall.compile_dir(source, quiet=1, invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH)

    def outcome(self, path: Path, mutation: Mutation, tests: Sequence[str], others: Sequence[str] = ()) -> Outcome:
        """Runs the first tests with a mutation of the module at `path`, a path below the root, then some others."""
        parts = (tests[:FIRST_TESTS], tests[FIRST_TESTS:MOST_TESTS], others[:MOST_TESTS])
        for part in filter(None, parts):
            outcome = self._outcome(path, mutation, part)
            if outcome is not Outcome.SURVIVED:
                return outcome
        return Outcome.SURVIVED

    def _outcome(self, path: Path, mutation: Mutation, tests: Sequence[str]) -> Outcome:
        target = self._folder / path
        target.write_text(mutation.text, encoding="utf-8")
        try:
            passes, hangs = self._run(tests)
        finally:
            shutil.copyfile(self._root / path, target)
        if hangs and self._run(tests)[1]:
            return Outcome.UNCLEAR
        return Outcome.SURVIVED if passes else Outcome.NOTICED

    def _run(self, tests: Sequence[str]) -> tuple[bool, bool]:
        """Whether all tests pass, and whether one of them hangs."""
        self._ids.write_text("\0".join(tests), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-x", "--timeout", str(_TEST_TIMEOUT_S), "-p", "no:cacheprovider"]
        command += ["-p", "mutants.selected_tests", *dict.fromkeys(test.partition("::")[0] for test in tests)]
        environment = {**os.environ, **ENVIRONMENT, "MUTANTS_TESTS": str(self._ids)}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        environment["PYTHONPATH"] = os.pathsep.join((str(self._folder / "src"), str(Path(__file__).parents[1])))
        try:
            done = subprocess.run(
                command,
                cwd=self._folder,
                env=environment,
                capture_output=True,
                text=True,
                timeout=TIMEOUT_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return False, True
        if done.returncode == _USAGE_ERROR:
            raise RuntimeError(f"pytest refuses its arguments:\n{done.stderr}")
        return done.returncode in _PASSED, "Timeout (>" in done.stdout
