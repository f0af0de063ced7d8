"""How much of PyFlink's API is here: `make api-score`.

Compares every public name of `pyflink.common`, `pyflink.metrics` and `pyflink.datastream` with ours at the same place,
`pyflink` replaced by `pyrite`, and the names of its parameters; the Table API, and connectors and formats, have scores
of their own. Names in `later.txt` belong to parts to come.
"""

from __future__ import annotations

import importlib
import inspect
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Optional

HERE = Path(__file__).parent
API = ("common", "datastream")
CONNECTORS = ("connector", "format")
TABLE = ("table",)


@dataclass(frozen=True)
class Name:
    """One public name of PyFlink's. `parameters` is None where there are none to compare."""

    module: str
    path: tuple[str, ...]
    parameters: Optional[tuple[str, ...]]

    def __str__(self) -> str:
        return ".".join((self.module, *self.path))


@dataclass(frozen=True)
class Score:
    """The names that count, those that are missing, and those that differ."""

    total: int
    missing: list[str]
    different: list[str]

    @property
    def percent(self) -> float:
        return 100.0 * (self.total - len(self.missing) - len(self.different)) / self.total


def names(layers: tuple[str, ...] = API) -> list[Name]:
    """All names of layers that are available, without those that are dead, always raise, or are about Java objects."""
    rows = json.loads((HERE / "pyflink_api.json").read_text())
    return [
        _name(row)
        for row in rows
        if row["layer"] in layers
        and not row.get("dead_on_jvm")
        and not row.get("always_raises")
        and not (row.get("java_interop") and "member" in row)
    ]


def _name(row: dict[str, Any]) -> Name:
    path = tuple(row["class"].split(".")) if "class" in row else ()
    if "member" in row:
        path += (row["member"],)
    compared = row["kind"] in ("method", "function") or (row["kind"] == "class" and not row.get("java_interop"))
    return Name(row["module"], path, _parameters(row["signature"]) if compared else None)


def _parameters(signature: str) -> Optional[tuple[str, ...]]:
    """The names in a signature such as `(a: int, *b, c=1) -> int`."""
    match = re.match(r"\((.*)\)(?: -> .*)?$", signature)
    if match is None or signature == "(inherited)":
        return None
    parts = _split(match.group(1))
    return tuple(re.split(r"[:=]", part)[0].strip() for part in parts if part.strip() not in ("", "/", "*"))


def _split(text: str) -> Iterator[str]:
    depth, start = 0, 0
    for index, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            yield text[start:index]
            start = index + 1
    yield text[start:]


def later() -> dict[str, str]:
    """Names, or whole classes and modules, that parts to come own."""
    lines = (HERE / "later.txt").read_text().splitlines()
    pairs = [line.split(None, 1) for line in lines if line.strip() and not line.startswith("#")]
    return {name: area.strip() for name, area in pairs}


def is_later(name: str, owned: dict[str, str]) -> bool:
    return any(name == prefix or name.startswith(prefix + ".") for prefix in owned)


@cache
def _module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def find(name: Name) -> Any:
    """Our object for a name of PyFlink's, or None."""
    actual = _module(name.module.replace("pyflink", "pyrite", 1))
    for part in name.path:
        actual = _attribute(actual, part)
    return actual


def _attribute(holder: Any, name: str) -> Any:
    if holder is None:
        return None
    try:
        return inspect.getattr_static(holder, name) if inspect.isclass(holder) else getattr(holder, name)
    except AttributeError:
        fields = getattr(holder, "__dataclass_fields__", {})
        return fields.get(name)


def same_parameters(name: Name, ours: Any) -> bool:
    """Whether ours takes the same parameters, in the same order; it may take more behind them."""
    if name.parameters is None:
        return True
    target = ours.__func__ if isinstance(ours, (staticmethod, classmethod)) else ours
    try:
        taken = [
            ("*" * (p.kind is p.VAR_POSITIONAL) + "**" * (p.kind is p.VAR_KEYWORD) + p.name)
            for p in inspect.signature(target).parameters.values()
        ]
    except (TypeError, ValueError):
        return True
    taken = [parameter for parameter in taken if parameter not in ("self", "cls")]
    return tuple(taken[: len(name.parameters)]) == name.parameters


def score(layers: tuple[str, ...] = API) -> Score:
    owned = later()
    counted = [name for name in names(layers) if not is_later(str(name), owned)]
    missing = [str(name) for name in counted if find(name) is None]
    gone = set(missing)
    different = [
        f"{name}({', '.join(name.parameters or ())})"
        for name in counted
        if str(name) not in gone and not same_parameters(name, find(name))
    ]
    return Score(len(counted), missing, different)


def main() -> int:
    results = {"api": score(), "table": score(TABLE), "connectors": score(CONNECTORS)}
    for result in results.values():
        for title, item in (("missing", result.missing), ("other parameters", result.different)):
            for name in item:
                print(f"{title}: {name}")
    by_area: dict[str, int] = {}
    owned = later()
    for known in map(str, names(API + TABLE + CONNECTORS)):
        area = next((owned[p] for p in owned if known == p or known.startswith(p + ".")), None)
        if area is not None:
            by_area[area] = by_area.get(area, 0) + 1
    print(f"later: {', '.join(f'{area} {count}' for area, count in sorted(by_area.items()))}")
    for what, result in reversed(results.items()):
        print(f"{what} score: {result.percent:.1f} % of {result.total} names")
    return 0


if __name__ == "__main__":
    sys.exit(main())
