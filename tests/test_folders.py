"""Folders of the source read as a table of contents: few modules in each, and no small module with one reader."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pyrite

SOURCE = Path(pyrite.__file__).parent
MOST_MODULES = 25
SMALL_LINES = 60
FACADES = ("common", "datastream", "table", "cep", "metrics", "testing")
"""Folders whose modules have PyFlink's names, or are public."""
LISTS = (
    *("expressions/functions", "expressions/aggregates", "core/types", "core/config", "core/config/memory"),
    *("graph/passes", "relational/passes", "relational/translators", "cli/commands", "control/rest/endpoints"),
    *("relational/sql/tree", "reporters"),
)
"""Folders whose modules stand in a list beside them, one for each item."""


def modules() -> dict[str, Path]:
    """The source's modules by name, without packages."""
    return {
        ".".join(("pyrite", *path.relative_to(SOURCE).with_suffix("").parts)): path
        for path in sorted(SOURCE.rglob("*.py"))
        if path.name != "__init__.py"
    }


def imports(path: Path) -> Iterator[str]:
    """The names of modules, and of what is imported from packages, that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def folder(path: Path) -> str:
    return path.parent.relative_to(SOURCE).as_posix()


def test_folder_has_few_modules() -> None:
    counts: defaultdict[str, int] = defaultdict(int)
    for path in modules().values():
        counts[folder(path)] += 1
    exceptions = (*FACADES, *LISTS)
    assert {name: n for name, n in counts.items() if n > MOST_MODULES and name not in exceptions} == {}


def test_small_module_with_one_importer_stands_apart_from_it() -> None:
    """Else the two are one: the reader of the importer needs the small one beside it."""
    known = modules()
    importers: defaultdict[str, set[Path]] = defaultdict(set)
    for path in SOURCE.rglob("*.py"):
        for name in imports(path):
            if name in known and known[name] != path:
                importers[name].add(path)
    slivers = [
        name
        for name, path in known.items()
        if len(importers[name]) == 1
        and next(iter(importers[name])).parent == path.parent
        and len(path.read_text(encoding="utf-8").splitlines()) < SMALL_LINES
        and folder(path).partition("/")[0] not in FACADES
        and folder(path) not in LISTS
    ]
    assert slivers == []
