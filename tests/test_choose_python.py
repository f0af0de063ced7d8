"""`make setup` takes an optimized Python where the machine has one, and the one that PYTHON names in any case."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[1] / "scripts"


@pytest.fixture
def path(tmp_path: Path) -> list[Path]:
    """Two folders of the PATH, the second of them after the first."""
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder in folders:
        folder.mkdir()
    return folders


def python(folder: Path, name: str, build: str) -> str:
    """A program in the folder that says what build it is; "" fails, as a Python that is too old does."""
    file = folder / name
    file.write_text(f"#!/bin/sh\n[ -n '{build}' ] && echo '{build}'\n")
    file.chmod(0o755)
    return str(file)


def choose(path: list[Path], **variables: str) -> subprocess.CompletedProcess[str]:
    variables["PATH"] = os.pathsep.join(map(str, path))
    command = ["/bin/sh", str(SCRIPTS / "choose_python")]
    return subprocess.run(command, env=variables, capture_output=True, text=True)


def test_first_optimized_python_of_the_path_is_chosen(path: list[Path]) -> None:
    python(path[0], "python3", "3.13.0, not optimized")
    python(path[0], "python3.12", "")
    optimized = python(path[1], "python3", "3.11.2, optimized")
    python(path[1], "python3.13", "3.13.0, optimized")
    assert choose(path).stdout.strip() == optimized


def test_first_python_that_will_do_is_chosen_where_none_is_optimized(path: list[Path]) -> None:
    python(path[0], "python3", "")
    first = python(path[0], "python3.12", "3.12.1, not optimized")
    python(path[1], "python3", "3.11.7, not optimized")
    assert choose(path).stdout.strip() == first


def test_python_that_the_user_names_is_chosen_whatever_its_build(path: list[Path]) -> None:
    named = python(path[0], "python3.12", "3.12.1, not optimized")
    python(path[1], "python3", "3.11.2, optimized")
    assert choose(path, PYTHON=named).stdout.strip() == named


def test_named_python_that_will_not_do_is_an_error(path: list[Path]) -> None:
    old = python(path[0], "python3.9", "")
    python(path[1], "python3", "3.11.2, optimized")
    chosen = choose(path, PYTHON=old)
    assert (chosen.returncode, chosen.stdout) == (1, "")
    assert "PYTHON=" in chosen.stderr and "3.11 or newer" in chosen.stderr


def test_no_python_that_will_do_is_an_error_that_says_how_to_name_one(path: list[Path]) -> None:
    python(path[0], "python3", "")
    chosen = choose(path)
    assert (chosen.returncode, chosen.stdout) == (1, "")
    assert "make PYTHON=" in chosen.stderr


def test_build_of_this_python_has_its_version() -> None:
    script = SCRIPTS / "python_build.py"
    shown = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True).stdout
    version = "{}.{}.{}".format(*sys.version_info[:3])
    assert shown.strip() in (f"{version}, optimized", f"{version}, not optimized")
