"""Writes src/pyrite/core/persistence/persisted_names.py: which module to import for each name that `@persisted` gives.

Run it when a persisted class was added, moved or renamed: `.venv/bin/python scripts/list_persisted_names.py`. It reads
the sources and imports none of them.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "pyrite"
TARGET = SOURCE / "core" / "persistence" / "persisted_names.py"
HEAD = '''"""Where what has a persisted name is now, and was. Made by scripts/list_persisted_names.py."""

from __future__ import annotations

from typing import Final

PERSISTED: Final[dict[str, tuple[str, ...]]] = {
'''


def names_in(module: str, tree: ast.Module) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every name that a module gives, with the module and what it was before."""
    for node in ast.walk(tree):
        for decorator in getattr(node, "decorator_list", ()):
            if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "persisted":
                (name,), was = decorator.args, [ast.literal_eval(item.value) for item in decorator.keywords]
                yield ast.literal_eval(name), (module, *(was[0] if was else ()))


def listed() -> str:
    """The file's text."""
    persisted: dict[str, tuple[str, ...]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        module = ".".join(("pyrite", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")
        for name, places in names_in(module, ast.parse(path.read_text())):
            if name in persisted:
                sys.exit(f"'{name}' is given in {persisted[name][0]} and in {module}")
            persisted[name] = places
    lines = [f'    "{name}": ({_quoted(places)}),' for name, places in sorted(persisted.items())]
    return HEAD + "\n".join(map(_fitted, lines)) + "\n}\n"


def _quoted(places: tuple[str, ...]) -> str:
    return ", ".join(f'"{place}"' for place in places) + ("," if len(places) == 1 else "")


def _fitted(line: str) -> str:
    """As ruff would format it."""
    if len(line) <= 120:
        return line
    name, _, places = line.strip().removesuffix("),").partition(": (")
    return "\n".join([f"    {name}: (", *(f"        {place}," for place in places.rstrip(",").split(", ")), "    ),"])


if __name__ == "__main__":
    TARGET.write_text(listed())
