"""JSON paths of SQL/JSON as Jayway's JsonPath reads them: `lax $.a[0]`, strict without the word.

Properties, positions, wildcards, lists of them, slices and `..` are here; filters and functions are refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Optional

from pyrite.core.errors import InvalidProgramError

_MODE: Final = re.compile(r"\s*(strict|lax)\s+(.+)", re.IGNORECASE | re.DOTALL)
_STEP: Final = re.compile(
    r"(?P<deep>\.\.)?(?:"
    r"\[\s*(?P<numbers>-?\d+(?:\s*,\s*-?\d+)*)\s*\]"
    r"|\[\s*(?P<start>-?\d+)?\s*:\s*(?P<end>-?\d+)?\s*\]"
    r"|\[\s*(?P<names>'(?:[^'\\]|\\.)*'(?:\s*,\s*'(?:[^'\\]|\\.)*')*|\"(?:[^\"\\]|\\.)*\")\s*\]"
    r"|(?P<all>\[\s*\*\s*\]|(?(deep)|\.)\*)"
    r"|(?(deep)|\.)(?P<name>[^.\[\]()*?\s'\"]+)(?P<call>\()?"
    r")"
)
_NAME: Final = re.compile(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"")


class PathError(ValueError):
    """The path does not lead to a value, or is none."""


@dataclass(frozen=True)
class Step:
    """One step: names or positions, a slice, or all children (neither); `deep` takes all below, too."""

    names: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    bounds: Optional[tuple[Optional[int], Optional[int]]] = None
    deep: bool = False

    @property
    def is_definite(self) -> bool:
        return not self.deep and len(self.names) + len(self.numbers) == 1


@dataclass(frozen=True)
class JsonPath:
    """A path and its mode. A definite path leads to one value, another one to a list of values."""

    is_lax: bool
    steps: tuple[Step, ...]

    def read(self, document: Any) -> Any:
        """The value or values; where there is none, None in lax mode and a PathError in strict mode."""
        is_definite = all(step.is_definite for step in self.steps)
        try:
            values = self._walk(document)
        except PathError:
            if self.is_lax:
                return None if is_definite else []
            raise
        return values[0] if is_definite else values

    def _walk(self, document: Any) -> list[Any]:
        values, must_exist = [document], True
        for step in self.steps:
            following: list[Any] = []
            for value in values:
                parts = _parts(step, value)
                if not parts and must_exist and step.is_definite:
                    raise PathError(f"No results for path: {step}")
                following += parts
            values, must_exist = following, must_exist and step.is_definite
        return values


@lru_cache(maxsize=1024)
def json_path(text: str) -> JsonPath:
    """Raises PathError for a text that is no path, and InvalidProgramError for what is not supported here."""
    match = _MODE.fullmatch(text)
    is_lax, spec = (match[1].lower() == "lax", match[2]) if match is not None else (False, text)
    spec = spec.strip()
    if "?(" in spec or "()" in spec:
        raise InvalidProgramError(f"the JSON path {text!r} has a filter or a function, which Pyrite does not have")
    if not spec.startswith("$"):
        spec = f"$.{spec}"
    steps: list[Step] = []
    place = 1
    while place < len(spec):
        step = _STEP.match(spec, place)
        if step is None or step["call"]:
            raise PathError(f"Illegal jsonpath spec: {text}")
        steps.append(_step(step))
        place = step.end()
    return JsonPath(is_lax, tuple(steps))


def _step(match: re.Match[str]) -> Step:
    deep = match["deep"] is not None
    if match["numbers"] is not None:
        return Step(numbers=tuple(int(part) for part in match["numbers"].split(",")), deep=deep)
    if match["names"] is not None:
        names = (one or other for one, other in _NAME.findall(match["names"]))
        return Step(names=tuple(re.sub(r"\\(.)", r"\1", name) for name in names), deep=deep)
    if match["name"] is not None:
        return Step(names=(match["name"],), deep=deep)
    if match["all"] is not None:
        return Step(deep=deep)
    bounds = tuple(None if part is None else int(part) for part in (match["start"], match["end"]))
    return Step(bounds=(bounds[0], bounds[1]), deep=deep)


def _parts(step: Step, value: Any) -> list[Any]:
    """The values that a step leads to from one value."""
    if not step.deep:
        return _children(step, value)
    parts = _children(step, value)
    below = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    for child in below:
        parts += _parts(step, child)
    return parts


def _children(step: Step, value: Any) -> list[Any]:
    if isinstance(value, dict):
        if step.names:
            return [value[name] for name in step.names if name in value]
        return [] if step.numbers or step.bounds is not None else list(value.values())
    if not isinstance(value, list) or step.names:
        return []
    if step.bounds is not None:
        return value[step.bounds[0] : step.bounds[1]]
    if step.numbers:
        return [value[number] for number in step.numbers if -len(value) <= number < len(value)]
    return list(value)
