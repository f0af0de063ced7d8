"""JSON paths of SQL/JSON: `lax $.a[0]`, strict without the word."""

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
    """A path and its mode. A definite path leads to one value, another one to a list of values."""

    is_lax: bool
    path: Path

    def read(self, document: Any) -> Any:
        """The value or values; where there is none, None in lax mode and a PathError in strict mode."""
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
    """Raises IllegalPathError for a text that is no path."""
    match = _MODE.fullmatch(text)
    return JsonPath(is_lax_path(text), compiled_path(text if match is None else match[2]))
