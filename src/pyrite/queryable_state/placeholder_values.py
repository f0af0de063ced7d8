"""Reads values of missing classes as placeholders with their attributes."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from pyrite.core.errors import StateUnreadableError
from pyrite.state.evolution.loading import StateUnpickler
from pyrite.state.evolution.migrations import Migrations

_PLAIN: Final = Migrations.plain()


class StandIn:
    """A value of a class that cannot be imported here, and is not a dataclass or NamedTuple, which are read as rows.

    It has the attributes, but not the methods. To get the value itself, make its class importable or, if it is defined
    in the job's main script, define it in the main script of the querying program.
    """

    def __new__(cls, *arguments: Any, **_: Any) -> StandIn:
        instance = super().__new__(cls)
        instance.__dict__.update({f"argument_{number}": argument for number, argument in enumerate(arguments)})
        return instance

    def __init__(self, *arguments: Any, **attributes: Any) -> None:
        self.__dict__.update(attributes)

    def __setstate__(self, state: Any) -> None:
        parts = state if isinstance(state, tuple) and len(state) == 2 else (state,)
        for part in parts:
            self.__dict__.update(part if isinstance(part, dict) else {} if part is None else {"state": part})

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(type(self))


@cache
def _class_for(module: str, name: str) -> type[StandIn]:
    return type(name.rpartition(".")[2], (StandIn,), {"__module__": module, "__qualname__": name})


def _attribute(owner: Any, name: str) -> Any:
    """Early releases of Python 3.11 and 3.12 pickle members of an Enum as attributes of its class."""
    return owner(name) if isinstance(owner, type) and issubclass(owner, StandIn) else getattr(owner, name)


class _Unpickler(StateUnpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("builtins", "getattr"):
            return _attribute
        try:
            return super().find_class(module, name)
        except StateUnreadableError:
            return _class_for(module, name)


def loads(data: bytes) -> Any:
    """Unpickles a value. Anyone with write access to checkpoint storage can run code here, as in the job itself."""
    return _Unpickler(data, _PLAIN).load()
