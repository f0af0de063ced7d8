"""JSON paths of SQL/JSON: `lax $.a[0]`. The default mode is strict."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from pyrite.expressions.json_path.errors import PathError
from pyrite.expressions.json_path.evaluation import Path
from pyrite.expressions.json_path.path_reader import compiled_path

_MODE: Final = re.compile(r"\s*(strict|lax)\s+(.+)", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True)
class JsonPath:
    """A path and its mode. A definite path has one value, other paths have a list of values."""

    is_lax: bool
    path: Path

    def read(self, document: Any) -> Any:
        """Returns the value or values. If missing: None in lax mode, PathError in strict mode."""
        try:
            value = self.path.evaluate(document, document, self.is_lax)
        except (IndexError, RecursionError) as error:
            raise PathError(str(error)) from None
        if value is None and not self.is_lax:
            raise PathError("Strict jsonpath mode requires a non empty returned value, but is null")
        return value


def is_lax_path(text: str) -> bool:
    match = _MODE.fullmatch(text)
    return match is not None and match[1].lower() == "lax"


@lru_cache(maxsize=1024)
def json_path(text: str) -> JsonPath:
    """Parses a path. IllegalPathError if it is invalid."""
    match = _MODE.fullmatch(text)
    return JsonPath(is_lax_path(text), compiled_path(text if match is None else match[2]))
