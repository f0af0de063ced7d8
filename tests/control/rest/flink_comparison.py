"""Our answers against those that `benchmarks/peers/record_rest.py` has recorded: fields, and types of values."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

RECORDED: Final[dict[str, Any]] = json.loads((Path(__file__).parent / "flink_answers.json").read_text())

_TYPES: Final = {bool: "boolean", int: "integer", float: "number", str: "string", type(None): "null"}


def differences(recorded: Any, ours: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """Where an answer of ours is not of a recorded shape: the place and what differs.

    A field that ends in `?` may be missing; `<id>` stands for any id. What was an empty list or object when it was
    recorded may hold anything.
    """
    kinds = recorded["anyOf"] if isinstance(recorded, dict) and set(recorded) == {"anyOf"} else [recorded]
    if isinstance(ours, dict):
        shape = next((kind for kind in kinds if isinstance(kind, dict)), None)
        if shape is None:
            yield where, f"an object, not {recorded}"
        elif shape:
            yield from _objects(shape, ours, where)
    elif isinstance(ours, list):
        elements = next((kind for kind in kinds if isinstance(kind, list)), None)
        if elements is None:
            yield where, f"a list, not {recorded}"
        for element in ours if elements else ():
            yield from differences(elements[0] if elements else None, element, f"{where}[]")
    elif not _fits(_TYPES[type(ours)], ours, kinds):
        yield where, f"{_TYPES[type(ours)]}, not {recorded}"


def _fits(own: str, value: Any, kinds: list[Any]) -> bool:
    if own in kinds or (own == "integer" and "number" in kinds):
        return True
    return (own == "number" and value == int(value) and "integer" in kinds) or (value == "NaN" and "number" in kinds)


def _objects(shape: dict[str, Any], ours: dict[str, Any], where: str) -> Iterator[tuple[str, str]]:
    known = {name.rstrip("?"): kind for name, kind in shape.items()}
    for name, kind in shape.items():
        if name == "<id>":
            for inner in ours.values():
                yield from differences(kind, inner, f"{where}.<id>")
        elif name in ours or name.rstrip("?") in ours:
            yield from differences(kind, ours[name.rstrip("?")], f"{where}.{name.rstrip('?')}")
        elif not name.endswith("?"):
            yield f"{where}.{name}", "missing"
    if "<id>" not in shape:
        yield from ((f"{where}.{name}", "not in Flink's") for name in ours if name not in known)
