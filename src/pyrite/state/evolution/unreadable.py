"""Finds unreadable values in a state file: it is loaded with holes, which raise when they are pickled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, Optional

from pyrite.core.errors import StateUnreadableError
from pyrite.state.evolution.loading import StateUnpickler
from pyrite.state.evolution.migrations import Migrations


class Hole:
    """A placeholder for an unreadable value. Accepts all operations of an unpickler."""

    error = StateUnreadableError()

    def __new__(cls, *args: Any) -> Hole:
        return object.__new__(cls)

    def __init__(self, *args: Any) -> None: ...

    def __setstate__(self, state: Any) -> None: ...

    def __call__(self, *args: Any) -> Hole:
        return self

    def __setitem__(self, key: Any, value: Any) -> None: ...

    def append(self, value: Any) -> None: ...

    def extend(self, values: Any) -> None: ...

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise self.error


def _hole(error: StateUnreadableError) -> type[Hole]:
    return type("Hole", (Hole,), {"error": error})


class _HoledUnpickler(StateUnpickler):
    def find_class(self, module: str, name: str) -> Any:
        try:
            target = super().find_class(module, name)
        except StateUnreadableError as error:
            return _hole(error)
        return _or_hole(target) if module == "pyrite" else target


def _or_hole(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps a function, and makers that it returns, to return holes in place of unreadable values."""

    def call(*args: Any) -> Any:
        try:
            result = function(*args)
        except StateUnreadableError as error:
            return _hole(error)()
        return _or_hole(result) if callable(result) and not isinstance(result, type) else result

    return call


def loads_with_holes(data: bytes, migrations: Migrations) -> Optional[Any]:
    """The result of `loads` with holes in it; None if it is unreadable even so."""
    try:
        return _HoledUnpickler(data, migrations).load()
    except Exception:
        return None
