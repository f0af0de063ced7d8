"""Mutations: each changes one place of a function, and gives text that is Python."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from mutants.mutations import mutations

SOURCE = dedent(
    """
    def f(self, a, b):
        if a < b and not self.done:
            self.count += 1
            g(a)
        else:
            self.done = True
            return
        return True
    """
)


def changes(source: str) -> set[tuple[str, str, str]]:
    return {(mutation.kind, mutation.before, mutation.after) for mutation in mutations(source)}


@pytest.mark.parametrize(
    "change",
    [
        ("shifted comparison", "a < b", "(a <= b)"),
        ("negated comparison", "a < b", "(a >= b)"),
        ("and/or", "a < b and not self.done", "(a < b or not self.done)"),
        ("dropped not", "not self.done", "(self.done)"),
        ("dropped assignment", "self.count += 1", "pass"),
        ("opposite operator", "self.count += 1", "self.count -= 1"),
        ("dropped call", "g(a)", "pass"),
        ("dropped assignment", "self.done = True", "pass"),
        ("dropped return", "return", "pass"),
        ("replaced result", "return True", "return False"),
    ],
)
def test_place_is_changed(change: tuple[str, str, str]) -> None:
    assert change in changes(SOURCE)


def test_branches_are_swapped() -> None:
    (swapped,) = [mutation for mutation in mutations(SOURCE) if mutation.kind == "swapped branches"]
    assert "    if a < b and (not self.done):\n        self.done = True\n        return\n    else:" in swapped.text


def test_every_mutation_is_python_and_differs() -> None:
    for mutation in mutations(SOURCE):
        assert ast.dump(ast.parse(mutation.text)) != ast.dump(ast.parse(SOURCE))


def test_code_outside_of_functions_stays() -> None:
    assert changes("x = 1 if y < 2 else 3\n") == set()
