"""Layers and the imports that are allowed between them. CONTRIBUTING.md shows the same table."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import pyrite

SOURCE = Path(pyrite.__file__).parent
CONTRIBUTING = SOURCE.parent.parent / "CONTRIBUTING.md"
FACADES = ("common", "datastream", "cep", "metrics")
BELOW_RUNTIME = ("core", "graph", "operators", "state", "storage", "checkpoint")
EDGES: dict[str, tuple[str, ...]] = {
    "core": (),
    "expressions": ("core",),
    "graph": ("core",),
    "storage": ("core",),
    "state": ("core", "storage"),
    "operators": ("core", "expressions", "state"),
    "relational": ("core", "expressions", "graph", "operators"),
    "checkpoint": ("core", "state", "storage"),
    "connectors.base": ("core", "state", "storage"),
    "connectors.builtin": ("core", "expressions", "storage", "connectors.base"),
    "connectors.files": ("core", "expressions", "storage", "connectors.base"),
    "formats": ("core", "expressions", "storage", "connectors.base", "connectors.files"),
    "connectors.files.table": (
        *("core", "expressions", "storage", "connectors.base", "connectors.builtin", "connectors.files", "formats"),
    ),
    "connectors": (
        *("core", "expressions", "storage", "connectors.base", "connectors.builtin", "connectors.files", "formats"),
    ),
    "common": ("core", "metrics"),
    "metrics": ("core",),
    "datastream": ("core", "graph", "operators", "connectors", "formats", "common", "metrics"),
    "table": (
        *("core", "expressions", "graph", "operators", "relational", "connectors", "formats"),
        *("common", "metrics", "datastream"),
    ),
    "cep": ("core", "graph", "operators", "common", "datastream"),
    "runtime.wire": BELOW_RUNTIME,
    "runtime.task": (*BELOW_RUNTIME, "runtime.wire"),
    "runtime.master": (*BELOW_RUNTIME, "runtime.wire"),
    "reporters": ("core",),
    "control": ("core", "graph", "storage", "checkpoint", "runtime.wire"),
    "runtime.spark": (*BELOW_RUNTIME, "runtime.wire", "runtime.task", "runtime.master", "control", "reporters"),
    "queryable_state": ("core", "state", "storage", "checkpoint", "control"),
    "state_processor": (*BELOW_RUNTIME, *FACADES, "runtime", "formats", "connectors"),
    "cli": ("everything",),
    "testing": ("everything",),
}
"""For each layer, the layers that it may import. `connectors` and `runtime` stand for their layers, too."""
KNOWS_SPARK = ("pyrite.runtime.spark.", "pyrite.state_processor.")
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
    """The layer of a module: the longest name in the table that it is in. Empty for the package itself."""
    parts = module.split(".")
    if parts[0] != "pyrite" or len(parts) < 2:
        return ""
    within = (".".join(parts[1:end]) for end in (4, 3, 2))
    return next((layer for layer in within if layer in EDGES), parts[1])


def is_allowed(here: str, there: str) -> bool:
    allowed = EDGES[here]
    return here == there or "everything" in allowed or there in allowed or there.partition(".")[0] in allowed


def wrong_imports(layer: str) -> dict[str, list[str]]:
    wrong: dict[str, list[str]] = {}
    for module in MODULES:
        if layer_of(module) == layer:
            others = [name for name in imported_by(module) if layer_of(name) in EDGES]
            if bad := [name for name in others if not is_allowed(layer, layer_of(name))]:
                wrong[module] = bad
    return wrong


def test_every_folder_is_a_room() -> None:
    folders = {path.name for path in SOURCE.iterdir() if path.is_dir() and any(path.glob("*.py"))}
    assert folders == {layer.partition(".")[0] for layer in EDGES}


@pytest.mark.parametrize("layer", EDGES)
def test_layer_imports_only_what_the_table_allows(layer: str) -> None:
    assert wrong_imports(layer) == {}


def is_part(layer: str, name: str) -> bool:
    """Whether a name in the table stands for a layer: its own, or the folder of `src/pyrite` that it is in."""
    return name in (layer, layer.partition(".")[0])


def reached(layer: str) -> set[str]:
    """All layers that a layer imports, directly or not."""
    seen: set[str] = set()
    waiting = [layer]
    while waiting:
        named = EDGES.get(waiting.pop(), ())
        below = {other for other in EDGES for name in named if is_part(other, name)}
        waiting.extend(below - seen)
        seen |= below
    return seen


@pytest.mark.parametrize("layer", EDGES)
def test_no_layer_is_imported_by_what_it_imports(layer: str) -> None:
    assert layer not in reached(layer)


def test_contributing_shows_the_table() -> None:
    rows = re.findall(r"^\| `([\w.]+)` \| (.*) \|$", CONTRIBUTING.read_text(), re.M)
    shown = {layer: tuple(re.findall(r"[\w.]+", edges)) for layer, edges in rows if layer in EDGES}
    assert shown == EDGES


def test_package_itself_imports_no_room() -> None:
    own = {name for name in imported_by("pyrite.__init__") if name.startswith("pyrite")}
    assert {name for name in own if layer_of(name) in EDGES} <= {"pyrite.core.persistence.persisted.entry_point"}


def test_pyspark_is_imported_where_spark_is_at_home_only() -> None:
    users = {
        module for module in MODULES if any(name.split(".")[0] in ("pyspark", "py4j") for name in imported_by(module))
    }
    assert {module for module in users if not module.startswith(KNOWS_SPARK)} == set()


@pytest.mark.parametrize(
    "module", ["pyrite", "pyrite.datastream", "pyrite.testing", "pyrite.cli.main", "pyrite.queryable_state"]
)
def test_import_does_not_import_pyspark(module: str) -> None:
    code = f"import {module}, sys; print([name for name in ('pyspark', 'py4j') if name in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True, timeout=60).strip() == "[]"


@pytest.mark.parametrize(
    ("module", "heavy"),
    [
        ("pyrite.cli.main", ("httpx", "pandas", "pyarrow", "pyrite.datastream", "pyrite.table", "rich", "ssl")),
        ("pyrite.datastream", ("click", "httpx", "rich")),
    ],
)
def test_import_is_quick(module: str, heavy: tuple[str, ...]) -> None:
    """Help and completion come at once: what a command does is imported when it runs. So are clients of connectors."""
    code = f"import {module}, sys; print([name for name in {heavy} if name in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True, timeout=60).strip() == "[]"
