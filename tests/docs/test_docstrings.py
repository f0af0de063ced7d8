"""Public names have docstrings, and the examples in docstrings run.

The examples share one namespace: `env`, an environment of parallelism 1, and public names of the modules below. They
run in this process, in the simulation, so that all of them together take seconds.
"""

from __future__ import annotations

import asyncio
import doctest
import inspect
import runpy
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import pyrite.datastream as datastream
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.testing import SimulationExecutor

ROOT = Path(__file__).resolve().parents[2]
_REFERENCE: dict[str, Any] = runpy.run_path(str(ROOT / "docs" / "make_reference.py"))
DOCUMENTED = tuple(
    name
    for name in _REFERENCE["MODULES"]
    if name.startswith(
        ("pyrite.common", "pyrite.datastream", "pyrite.cep", "pyrite.metrics", "pyrite.core", "pyrite.testing")
    )
)
IN_SCOPE = (
    "pyrite.common",
    "pyrite.datastream",
    "pyrite.datastream.state",
    "pyrite.datastream.window",
    "pyrite.datastream.connectors",
    "pyrite.datastream.connectors.file_system",
    "pyrite.datastream.connectors.kafka",
    "pyrite.datastream.formats.csv",
    "pyrite.datastream.formats.json",
    "pyrite.metrics",
    "pyrite.cep",
)
"""The modules whose names an example may use."""
MET_FIRST = 60
"""A beginner's first names have an example: at least so many."""


def public_members() -> Iterator[tuple[str, Any]]:
    """Every public class, function and member, as the reference lists them, by its full name."""
    for module_name in DOCUMENTED:
        for name, value in _REFERENCE["public_names"](import_module(module_name)).items():
            yield f"{module_name}.{name}", value
            if inspect.isclass(value):
                yield from _members_of(f"{module_name}.{name}", value)


def _members_of(name: str, cls: type) -> Iterator[tuple[str, Any]]:
    outside = [base for base in cls.__mro__[1:] if not _REFERENCE["is_ours"](base)]
    for member, value in _REFERENCE["members"](cls, outside):
        yield f"{name}.{member}", value
        if inspect.isclass(value) and value is not cls:
            yield from _members_of(f"{name}.{member}", value)


def documentation(value: Any) -> str:
    text: str = _REFERENCE["doc"](value if isinstance(value, property) else _REFERENCE["unwrapped"](value))
    return text


def doc_tests() -> list[doctest.DocTest]:
    """One for each docstring with an example, wherever its name is exported."""
    parser, tests = doctest.DocTestParser(), {}
    for name, value in public_members():
        text = documentation(value)
        if ">>>" in text and text not in tests:
            shown = getattr(_REFERENCE["unwrapped"](value), "__qualname__", name)
            tests[text] = parser.get_doctest(text, {}, shown, shown, 0)
    return list(tests.values())


def namespace() -> dict[str, Any]:
    names: dict[str, Any] = {"asyncio": asyncio}
    for module_name in IN_SCOPE:
        names |= _REFERENCE["public_names"](import_module(module_name))
    return names


DOC_TESTS = doc_tests()


def test_every_public_name_has_a_docstring() -> None:
    missing = sorted({name for name, value in public_members() if not documentation(value)})
    assert missing == [], "say what it does and what its callers may rely on"


def test_names_that_a_beginner_meets_first_have_an_example() -> None:
    assert len(DOC_TESTS) >= MET_FIRST


@pytest.mark.parametrize("example", DOC_TESTS, ids=lambda example: example.name)
def test_example_of_a_docstring_runs(example: doctest.DocTest, capsys: pytest.CaptureFixture[str]) -> None:
    with use_context(ExecutionContext(executor=SimulationExecutor(seed=1))):
        environment = datastream.StreamExecutionEnvironment().set_parallelism(1)
        example.globs = {**namespace(), "env": environment}
        failed = doctest.DocTestRunner(verbose=False).run(example).failed
    assert failed == 0, capsys.readouterr().out
