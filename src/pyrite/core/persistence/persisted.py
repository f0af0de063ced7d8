"""Persisted names: what Pyrite's own classes and functions are called in checkpoints, savepoints and committables.

    @persisted("kafka-split/2", was=("kafka-split/1",))
    @dataclass(frozen=True)
    class KafkaPartitionSplit: ...

What is persisted refers to the class as `pyrite.persisted("kafka-split/2")`, never by module and class name, so that
it can be moved and renamed. `was` lists, oldest first, the names that it had before this one, if it can still be made
from what was written under them, and where it was before it had a name (`module:qualname`). All stay readable: once a
release has written a name, it stays here or in `was`. Keys are encoded with the first name (see `key_path`).

The number after the slash is the version of what is written. Give a class the next one when an earlier Pyrite could
not read it any more.

Write the decorator outermost: `dataclass(slots=True)` makes another class. A module is imported when a name of it is
first read: `persisted_names.py` says which, and is made by `scripts/list_persisted_names.py`.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from functools import cache
from types import FunctionType, ModuleType
from typing import Any, Final, Optional, TypeVar

from pyrite.core.persistence.persisted_names import PERSISTED

T = TypeVar("T")

ENTRY_POINT: Final = ("pyrite", "persisted")
"""The module and name by which pickles refer to `entry_point`."""
PATH: Final = b"pyrite."
"""In a pickle that refers to something of ours by its module. The entry point is of `pyrite` itself."""
_BY_NAME: Final[dict[str, Any]] = {}
_NAMES: Final[dict[int, str]] = {}
"""By id: what is registered stays, and a class of the user's need not be hashable."""
_WAS: Final[dict[str, tuple[str, ...]]] = {}
_FORMER: Final[dict[str, str]] = {}
"""The name now of what had another name or none."""


class PersistedNameError(Exception):
    """Something refers to a class of Pyrite's by a name that this version does not know."""


def persisted(name: str, *, was: tuple[str, ...] = ()) -> Callable[[T], T]:
    """Registers a class or a function of Pyrite's under a name with a version."""
    base, _, version = name.rpartition("/")
    if not base or not version.isdigit():
        raise ValueError(f"a persisted name has a version, as 'kafka-split/1', not {name!r}")

    def register(named: T) -> T:
        known = _BY_NAME.get(name)
        if known is not None and place_of(known) != place_of(named):
            raise ValueError(f"{place_of(named)} cannot be '{name}': {place_of(known)} has that name")
        _BY_NAME[name], _NAMES[id(named)], _WAS[name] = named, name, was
        _FORMER.update(dict.fromkeys(was, name))
        return named

    return register


def place_of(named: Any) -> str:
    """Where a class or function is now: `module:qualname`."""
    return f"{named.__module__}:{named.__qualname__}"


def name_of(named: Any) -> Optional[str]:
    """The name of a class or function, if it is registered."""
    return _NAMES.get(id(named))


def find(name: str) -> Any:
    """What has, or had, a name; imports its module."""
    if name not in _BY_NAME:
        name = _name_now(name) or name
        _import_module_of(name)
    if name not in _BY_NAME:
        raise _unknown(name)
    return _BY_NAME[name]


def find_former(module: str, qualname: str) -> Optional[Any]:
    """What was at a place before it had a name; None if that is nothing of ours, or has no name."""
    name = _name_now(f"{module}:{qualname}") if module.startswith("pyrite") else None
    return None if name is None else find(name)


def restore_path(module: str, qualname: str, target: Any) -> None:
    """Lets something be imported from where it was, so that plain `pickle` reads the next reference in C."""
    if "." not in qualname:
        place = sys.modules.setdefault(module, ModuleType(module))
        if not hasattr(place, qualname):
            setattr(place, qualname, target)


def key_path(named: Any) -> tuple[str, str]:
    """The module and name that encoded keys have for a class or function: they are a key's identity, and never change.

    For one of ours that is `pyrite` and the first name that it had.
    """
    name = name_of(named)
    return (named.__module__, named.__qualname__) if name is None else (ENTRY_POINT[0], _first_name(name))


def entry_point(name: str, *arguments: Any) -> Any:
    """A class or function of Pyrite's by its persisted name; with arguments, what it makes of them.

    Everything in storage refers to it as `pyrite.persisted`: neither that path nor what it takes may change.
    """
    target = _BY_NAME.get(name) or find(name)
    return target(*arguments) if arguments else target


entry_point.__module__, entry_point.__qualname__ = ENTRY_POINT


def by_name(named: Any) -> Any:
    """For `reducer_override` of a pickler: how a class or function is referred to. NotImplemented: by its module."""
    name = _NAMES.get(id(named))
    return NotImplemented if name is None else (entry_point, (name,))


def by_first_name(named: Any) -> Any:
    """As `by_name`, for what is compared by its bytes: the name does not change when the class gets another."""
    name = _NAMES.get(id(named))
    return NotImplemented if name is None else (entry_point, (_first_name(name),))


def _first_name(name: str) -> str:
    return next((former for former in _WAS[name] if ":" not in former), name)


def is_nameable(kind: type) -> bool:
    """Whether things of this type, classes and functions, can be registered."""
    return kind is FunctionType or issubclass(kind, type)


def _name_now(former: str) -> Optional[str]:
    return _FORMER.get(former) or _listed_formers().get(former)


@cache
def _listed_formers() -> dict[str, str]:
    return {former: name for name, (_, *was) in PERSISTED.items() for former in was}


def _import_module_of(name: str) -> None:
    module, *_ = PERSISTED.get(name, ("",))
    if module:
        importlib.import_module(module)


def _unknown(name: str) -> PersistedNameError:
    base = name.rpartition("/")[0]
    known = sorted(other for other in {*PERSISTED, *_BY_NAME} if other.rpartition("/")[0] == base)
    has = f"this one knows {', '.join(map(repr, known))}" if known else "this one knows nothing of that name"
    return PersistedNameError(
        f"it holds {name!r}, which another version of Pyrite wrote, and {has}: read it with that version or a later one"
    )
