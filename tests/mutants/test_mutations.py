"""Mutations: each changes one place of a function, and gives text that is Python."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from mutants.mutations import compiles_the_same, mutations

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


def test_mutation_names_its_function() -> None:
    source = "class A:\n    def f(self):\n        def g():\n            h(1)\n        g()\n"
    assert {(each.function, each.before) for each in mutations(source)} == {("A.f.g", "h(1)"), ("A.f", "g()")}


def test_log_lines_stay_below_a_warning() -> None:
    source = "def f(a):\n    _log.info('%s', a)\n    _log.debug('%s', a)\n    _log.warning('%s', a)\n"
    assert changes(source) == {("dropped call", "_log.warning('%s', a)", "pass")}


def test_return_in_the_last_line_is_no_mutant() -> None:
    source = "def f(a):\n    a()\n    return\n"
    (last,) = [each for each in mutations(source) if each.kind == "dropped return"]
    assert compiles_the_same(source, last.text)
    assert not compiles_the_same(source, source.replace("a()", "a(1)"))
