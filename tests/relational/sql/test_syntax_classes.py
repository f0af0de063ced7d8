"""Every class of `sql_tree` means something to the binder or the session, or is listed with the reason why not."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pyrite

SRC: Final = Path(pyrite.__file__).parent
PARSER: Final = SRC / "relational" / "sql"

_PART = "a part of a class that is used: the value of one of its fields"
_MATCH = "MATCH_RECOGNIZE is planned"
_ROWS = "statements that change single rows: Flink has them for few connectors, and Pyrite for none"
_MODELS = "models and connections are refused; a mistake in the statement is shown as in Flink"
_MATERIALIZED = "materialized tables are refused: no scheduler refreshes them"
_MODULES = "modules and jars are of Java: refused; a mistake in the statement is shown as in Flink"
REASONS: Final = {
    **dict.fromkeys(["Assignment", "Update", "Delete", "Merge", "TruncateTable"], _ROWS),
    **dict.fromkeys(["CallProcedure", "AnalyzeTable"], "refused: no catalog has procedures or statistics"),
    **dict.fromkeys(["CreateModel", "AlterModel", "CreateConnection", "AlterConnection"], _MODELS),
    **dict.fromkeys(["UseModules", "LoadModule", "UnloadModule", "AddJar", "RemoveJar"], _MODULES),
    **dict.fromkeys(["RowPattern", "PatternVariable", "PatternSequence", "PatternAlternatives"], _MATCH),
    **dict.fromkeys(["PatternRepeat", "PatternPermutation", "PatternExclusion"], _MATCH),
    **dict.fromkeys(["AfterMatchKind", "AfterMatch", "Subset"], _MATCH),
    **dict.fromkeys(["RefreshMode", "StartKind", "StartMode", "CreateMaterializedTable"], _MATERIALIZED),
    **dict.fromkeys(["Suspend", "Resume", "Refresh", "SetFreshness", "SetRefreshMode"], _MATERIALIZED),
    "AlterMaterializedTable": _MATERIALIZED,
    "StopJob": "refused: a SQL session starts jobs, and `pyrite stop` stops them",
    **dict.fromkeys(["Option", "PartitionValue", "Resource", "SampleMethod"], _PART),
}
"""Why a class is not used outside of the parser."""


def test_every_class_is_used_or_listed() -> None:
    assert set(classes()) - names_used() == set(REASONS)


def test_every_listed_class_is_made_by_the_parser() -> None:
    """Syntax that nothing makes would be dead on both sides."""
    made = {name for path in (PARSER / "parsing").glob("*.py") for name in _names(path)}
    used_by_others = {name for path in (PARSER / "sql_tree").glob("*.py") for name in _names(path)}
    assert set(REASONS) <= made | used_by_others


def classes() -> Iterator[str]:
    for path in (PARSER / "sql_tree").glob("*.py"):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef):
                yield node.name


def names_used() -> set[str]:
    """The names that modules outside of the parser take from `sql_tree`."""
    paths = (path for path in SRC.rglob("*.py") if PARSER not in path.parents)
    return {name for path in paths if "sql_tree" in (text := path.read_text()) for name in _of_tree(ast.parse(text))}


def _of_tree(module: ast.Module) -> Iterator[str]:
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom) and node.module and "sql_tree" in node.module:
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "sql_tree":
            yield node.attr


def _names(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Name):
            yield node.id
