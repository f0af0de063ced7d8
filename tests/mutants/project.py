"""A project of one module with two functions, of which the tests look at one closely."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

MODULE = """
def larger(a, b):
    if a < b:
        return b
    return a


def note(log, a):
    log.append(a)
    return len(log) > 0
"""
TESTS = """
import pytest

from pyrite.state.numbers import larger, note


@pytest.mark.parametrize("pair", [(1, 2), (2, 1)], ids=["1|2", "2::1 [x]"])
def test_larger(pair):
    assert larger(*pair) == 2


def test_note():
    assert larger(1, 1) == 1
    note([], 1)
"""


def make_project(root: Path) -> Path:
    """The project in a folder."""
    for name, text in (("src/pyrite/state/numbers.py", MODULE), ("tests/state/test_numbers.py", TESTS)):
        path = root / name
        path.parent.mkdir(parents=True)
        path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    for folder in ("src/pyrite", "src/pyrite/state"):
        (root / folder / "__init__.py").touch()
    return root
