"""Checks of arguments by type, shared by all methods of the API."""

from __future__ import annotations

from typing import Any

from pyrite.core.errors import ArgumentTypeError


def check_argument(where: str, value: Any, *kinds: type) -> None:
    """Raises ArgumentTypeError for a value of another type. `where`: the method, such as `uid()`."""
    if not isinstance(value, kinds):
        names = " or ".join(_with_article(kind.__name__) for kind in kinds)
        raise ArgumentTypeError(f"{where} takes {names}, not {value!r}")


def _with_article(name: str) -> str:
    return f"{'an' if name[0] in 'AEIOUaeio' else 'a'} {name}"
