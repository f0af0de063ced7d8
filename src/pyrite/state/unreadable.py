"""Finding what in a file of state cannot be read: it is loaded with holes, which tell of themselves when pickled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, Optional

from pyrite.common.errors import StateUnreadableError
from pyrite.state import by_field
from pyrite.state.evolution import StateUnpickler
from pyrite.state.migrations import Migrations


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
            found = super().find_class(module, name)
        except StateUnreadableError as error:
            return _hole(error)
        return _or_hole(found) if module == by_field.__name__ else found


def _or_hole(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, also of makers that it gives, which makes holes of what it cannot make."""

    def call(*args: Any) -> Any:
        try:
            made = function(*args)
        except StateUnreadableError as error:
            return _hole(error)()
        return _or_hole(made) if callable(made) and not isinstance(made, type) else made

    return call


def loads_with_holes(data: bytes, migrations: Migrations) -> Optional[Any]:
    """What `loads` would give, with holes in it; None where that is not enough to read it."""
    try:
        return _HoledUnpickler(data, migrations).load()
    except Exception:
        return None
