"""Imports go downward only, and `pyspark` is met in three places only."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import pyrite

SOURCE = Path(pyrite.__file__).parent
RANKS = (
    {"common", "metrics"},
    {"graph", "operators", "state"},
    {"checkpoint", "runtime", "connectors"},
    {"datastream", "table", "cep", "state_processor", "queryable_state"},
    {"control", "testing"},
)
RANK = {layer: rank for rank, layers in enumerate(RANKS) for layer in layers}
KNOWS_SPARK = ("pyrite.runtime.spark.", "pyrite.connectors.", "pyrite.state_processor.")
MODULES = {".".join(("pyrite", *path.relative_to(SOURCE).with_suffix("").parts)): path for path in SOURCE.rglob("*.py")}


def imports(node: ast.AST) -> Iterator[str]:
    """Every module that is imported below a node, in functions too, but not for type checkers only."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING"):
            continue
        if isinstance(child, ast.Import):
            yield from (name.name for name in child.names)
        elif isinstance(child, ast.ImportFrom):
            assert child.level == 0, "imports are absolute"
            yield from (f"{child.module}.{name.name}" for name in child.names)
        yield from imports(child)


def imported_by(module: str) -> list[str]:
    return list(imports(ast.parse(MODULES[module].read_text())))


def layer_of(module: str) -> str:
    """The folder below `pyrite`; empty for the package itself."""
    parts = module.split(".")
    return parts[1] if parts[0] == "pyrite" and len(parts) > 1 else ""


def upward(module: str) -> list[str]:
    here = layer_of(module)
    found = [name for name in imported_by(module) if layer_of(name) in RANK]
    return [name for name in found if here not in RANK or RANK[layer_of(name)] > RANK[here]]


def test_every_folder_has_its_rank() -> None:
    folders = {path.name for path in SOURCE.iterdir() if path.is_dir() and any(path.glob("*.py"))}
    assert folders - set(RANK) == set()


@pytest.mark.parametrize("layer", sorted(RANK))
def test_layer_imports_downward_only(layer: str) -> None:
    assert {module: found for module in MODULES if layer_of(module) == layer and (found := upward(module))} == {}


def test_package_itself_imports_no_layer() -> None:
    own = [name for name in imported_by("pyrite.__init__") if name.startswith("pyrite")]
    assert own == ["pyrite._modules_to_come"]
    assert [name for name in imported_by("pyrite._modules_to_come") if name.startswith("pyrite")] == []


def test_pyspark_is_imported_where_spark_is_at_home_only() -> None:
    users = {
        module for module in MODULES if any(name.split(".")[0] in ("pyspark", "py4j") for name in imported_by(module))
    }
    assert {module for module in users if not module.startswith(KNOWS_SPARK)} == set()


@pytest.mark.parametrize(
    "module", ["pyrite", "pyrite.datastream", "pyrite.testing", "pyrite.control.cli", "pyrite.queryable_state"]
)
def test_import_does_not_import_pyspark(module: str) -> None:
    code = f"import {module}, sys; print([name for name in ('pyspark', 'py4j') if name in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True, timeout=60).strip() == "[]"
