"""Finding what in a file of state cannot be read: it is loaded with holes, which raise when pickled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, Optional

from pyrite.core.errors import StateUnreadableError
from pyrite.state.evolution import by_field
from pyrite.state.evolution.loading import StateUnpickler
from pyrite.state.evolution.migrations import Migrations


class Hole:
    """Stands where something could not be read. Whatever an unpickler does to it, it takes."""

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
        return (
            _or_hole(target) if by_field.is_of_fields(getattr(target, "func", target)) or module == "pyrite" else target
        )


def _or_hole(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, also of makers that it gives, which makes holes of what it cannot make."""

    def call(*args: Any) -> Any:
        try:
            result = function(*args)
        except StateUnreadableError as error:
            return _hole(error)()
        return _or_hole(result) if callable(result) and not isinstance(result, type) else result

    return call


def loads_with_holes(data: bytes, migrations: Migrations) -> Optional[Any]:
    """What `loads` would give, with holes in it; None where that is not enough to read it."""
    try:
        return _HoledUnpickler(data, migrations).load()
    except Exception:
        return None
