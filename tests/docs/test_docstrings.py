"""Public names have docstrings, and the examples in docstrings run.

The examples share one namespace: `env`, an environment of parallelism 1, and public names of the modules below;
examples of tables also `t_env`, a StreamTableEnvironment over `env`, and the names of `pyrite.table` and its modules.
They run in this process, in the simulation, so that all of them together take seconds.
"""

from __future__ import annotations

import ast
import asyncio
import doctest
import inspect
import runpy
from collections.abc import Iterator, Sequence
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import pyrite.datastream as datastream
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.table import StreamTableEnvironment
from pyrite.testing import SimulationExecutor

ROOT = Path(__file__).resolve().parents[2]
_REFERENCE: dict[str, Any] = runpy.run_path(str(ROOT / "docs" / "make_reference.py"))
DOCUMENTED = tuple(
    name
    for name in _REFERENCE["MODULES"]
    if name.startswith(
        (
            "pyrite.common",
            "pyrite.datastream",
            "pyrite.cep",
            "pyrite.metrics",
            "pyrite.core",
            "pyrite.table",
            "pyrite.testing",
        )
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
TABLES = ("pyrite.table", "pyrite.table.connector", "pyrite.table.expressions", "pyrite.table.udf")
IN_SCOPE_OF_TABLES = ("pyrite.table", "pyrite.table.udf", "pyrite.table.window", "pyrite.table.expressions")
"""The modules whose names an example of tables may use, besides."""
LEAST_EXAMPLES = {"streams": 60, "tables": 60}
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


def doc_tests(of_tables: bool) -> list[doctest.DocTest]:
    """One for each docstring with an example, wherever its name is exported."""
    parser, tests = doctest.DocTestParser(), {}
    for name, value in public_members():
        text = documentation(value)
        if ">>>" in text and text not in tests and name.startswith(TABLES) is of_tables:
            title = getattr(_REFERENCE["unwrapped"](value), "__qualname__", name)
            tests[text] = parser.get_doctest(text, {}, title, title, 0)
    return list(tests.values())


def namespace(modules: Sequence[str]) -> dict[str, Any]:
    names: dict[str, Any] = {"asyncio": asyncio}
    for module_name in modules:
        names |= _REFERENCE["public_names"](import_module(module_name))
    return names


def table_namespace() -> dict[str, Any]:
    names = namespace((*IN_SCOPE, *IN_SCOPE_OF_TABLES))
    expressions = import_module("pyrite.table.expressions")
    return {
        **names,
        **{name: getattr(expressions, name) for name in expressions.__all__},
        "JsonOnNull": expressions.JsonOnNull,
        "TimePointUnit": expressions.TimePointUnit,
        "timedelta": timedelta,
    }


def environment() -> datastream.StreamExecutionEnvironment:
    return datastream.StreamExecutionEnvironment().set_parallelism(1)


def failures(example: doctest.DocTest, names: dict[str, Any]) -> int:
    example.globs = names
    return doctest.DocTestRunner(verbose=False).run(example).failed


STREAM_TESTS, TABLE_TESTS = doc_tests(of_tables=False), doc_tests(of_tables=True)


def test_every_public_name_has_a_docstring() -> None:
    missing = sorted({name for name, value in public_members() if not documentation(value)})
    assert missing == [], "say what it does and what its callers may rely on"


def test_every_public_method_of_the_room_of_tables_has_a_docstring() -> None:
    missing = [
        f"{path.name}:{method.lineno} {cls.name}.{method.name}"
        for path in sorted((ROOT / "src" / "pyrite" / "table").rglob("*.py"))
        for cls in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(cls, ast.ClassDef) and not cls.name.startswith("_")
        for method in cls.body
        if isinstance(method, ast.FunctionDef) and not method.name.startswith("_")
        if ast.get_docstring(method) is None
    ]
    assert missing == [], "say what it does and what its callers may rely on"


def test_names_that_a_beginner_meets_first_have_an_example() -> None:
    assert len(STREAM_TESTS) >= LEAST_EXAMPLES["streams"]
    assert len(TABLE_TESTS) >= LEAST_EXAMPLES["tables"]


@pytest.mark.parametrize("example", STREAM_TESTS, ids=lambda example: example.name)
def test_example_of_a_docstring_runs(example: doctest.DocTest, capsys: pytest.CaptureFixture[str]) -> None:
    with use_context(ExecutionContext(executor=SimulationExecutor(seed=1))):
        failed = failures(example, {**namespace(IN_SCOPE), "env": environment()})
    assert failed == 0, capsys.readouterr().out


@pytest.mark.parametrize("example", TABLE_TESTS, ids=lambda example: example.name)
def test_example_of_tables_runs(example: doctest.DocTest, capsys: pytest.CaptureFixture[str]) -> None:
    with use_context(ExecutionContext(executor=SimulationExecutor(seed=1))):
        env = environment()
        names = {**table_namespace(), "env": env, "t_env": StreamTableEnvironment.create(env)}
        failed = failures(example, names)
    assert failed == 0, capsys.readouterr().out
