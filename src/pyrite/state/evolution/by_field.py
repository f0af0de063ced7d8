"""Rebuilds values that were written by field. State files refer to the functions here by persisted names.

Fields that a class no longer has are dropped; new fields get their defaults. No code of the class is called, neither
`__init__` nor `__post_init__`: as with `pickle`, an instance is restored with its attributes.
"""

from __future__ import annotations

import dataclasses
import functools
import importlib
import sys
from collections.abc import Callable
from typing import Any, Final, Optional

from pyrite.core.errors import StateUnreadableError
from pyrite.core.job.migration import Migration
from pyrite.core.persistence.persisted import PersistedNameError, find_former, persisted
from pyrite.core.persistence.persisted import find as find_name
from pyrite.core.types.rows import Row
from pyrite.state.evolution.migrations import NO_MIGRATIONS, Migrations

Maker = Callable[..., Any]
"""Creates an instance from the values of its fields."""

BY_FIELD: Final = "by-field/1"
HOW: Final = "see docs/guide/evolving_state.md"
_set: Final = object.__setattr__


@persisted("by-field/1")
def maker_of(
    module: str, name: str, fields: tuple[str, ...], more: bool = False, migrations: Migrations = NO_MIGRATIONS
) -> Maker:
    """Creates instances of a class. `more`: the fields are followed by a dict of the instance's other attributes."""
    try:
        kind = _current_class(module, name, migrations)
        maker = _maker(kind, fields) if isinstance(kind, type) else _by_function(kind, f"{module}.{name}", fields, more)
    except StateUnreadableError:
        if not migrations.without_code:
            raise
        return functools.partial(_row, fields)
    return functools.partial(_with_more, maker) if more and isinstance(kind, type) else maker


@persisted("empty-by-field/1")
def empty(module: str, name: str, migrations: Migrations = NO_MIGRATIONS) -> Any:
    """An instance whose fields are set later by `fill`, for values that contain themselves indirectly."""
    kind = _current_class(module, name, migrations)
    if not isinstance(kind, type) or not dataclasses.is_dataclass(kind):
        raise StateUnreadableError(
            f"a {module}.{name} contains itself indirectly: it can only be read as a dataclass; {HOW}"
        )
    return object.__new__(kind)


@persisted("fill-by-field/1")
def fill(obj: Any, state: tuple[tuple[str, ...], tuple[Any, ...], dict[str, Any]]) -> None:
    """Sets the fields and other attributes of an empty instance."""
    fields, values, more = state
    kind: type = type(obj)
    instance = _maker(kind, fields)(*values)
    for field in dataclasses.fields(obj):
        _set(obj, field.name, getattr(instance, field.name))
    for name, value in more.items():
        _set(obj, name, value)


def find(module: str, name: str) -> Any:
    """Finds a class or function by name; imports its module. Raises StateUnreadableError if it is missing.

    Pyrite's classes are also found by former locations, and by their persisted names, in module `pyrite`.
    """
    own = _find_own(module, name) if module.startswith("pyrite") else None
    if own is not None:
        return own
    try:
        target: Any = sys.modules[module] if module in sys.modules else importlib.import_module(module)
    except ImportError as error:
        raise _missing(module, name, f"the module {module} cannot be imported: {error}") from error
    for part in name.split("."):
        target = getattr(target, part, None)
        if target is None:
            raise _missing(module, name, f"the module {module} has no {name}")
    return target


def _find_own(module: str, name: str) -> Optional[Any]:
    try:
        return find_name(name) if module == "pyrite" else find_former(module, name)
    except PersistedNameError as error:
        raise StateUnreadableError(str(error)) from error


def _missing(module: str, name: str, why: str) -> StateUnreadableError:
    return StateUnreadableError(
        f"it contains a {module}.{name}, but {why}. If the class was renamed or moved, declare it: "
        f"Migrations({{'{module}.{name}': NewClass}}); {HOW}"
    )


def _current_class(module: str, name: str, migrations: Migrations) -> Migration:
    migration: Migration = migrations.of(module, name) or find(module, name)
    return migration


def is_named_tuple(kind: type) -> bool:
    return issubclass(kind, tuple) and isinstance(getattr(kind, "_fields", None), tuple) and hasattr(kind, "_make")


@functools.lru_cache(maxsize=1024)
def _maker(kind: type, fields: tuple[str, ...]) -> Maker:
    if is_named_tuple(kind):
        return _named_tuple(kind, fields)
    if dataclasses.is_dataclass(kind):
        return _dataclass(kind, fields)
    raise StateUnreadableError(
        f"{_name(kind)} is no longer a dataclass or NamedTuple, so it cannot be created from fields {list(fields)}: "
        f"pass a function that creates it, Migrations({{'{_name(kind)}': function}}); {HOW}"
    )


def _named_tuple(kind: Any, fields: tuple[str, ...]) -> Maker:
    if kind._fields == fields:
        return lambda *values: tuple.__new__(kind, values)
    defaults: dict[str, Any] = kind._field_defaults
    _refuse_without_default(kind, [name for name in kind._fields if name not in fields and name not in defaults])
    positions = [(fields.index(name) if name in fields else None, defaults.get(name)) for name in kind._fields]
    return lambda *values: tuple.__new__(
        kind, [default if position is None else values[position] for position, default in positions]
    )


def _dataclass(kind: Any, fields: tuple[str, ...]) -> Maker:
    current = {field.name: field for field in dataclasses.fields(kind)}
    gained = [field for name, field in current.items() if name not in fields]
    plain = {field.name: field.default for field in gained if field.default is not dataclasses.MISSING}
    factories = {field.name: f for field in gained if (f := field.default_factory) is not dataclasses.MISSING}
    _refuse_without_default(
        kind, [field.name for field in gained if field.name not in plain and field.name not in factories]
    )
    new, current_names = object.__new__, [name if name in current else None for name in fields]

    def make_unchanged(*values: Any) -> Any:
        instance = new(kind)
        for name, value in zip(fields, values, strict=True):
            _set(instance, name, value)
        return instance

    def make(*values: Any) -> Any:
        instance = new(kind)
        for name, value in zip(current_names, values, strict=True):
            if name is not None:
                _set(instance, name, value)
        for name, value in plain.items():
            _set(instance, name, value)
        for name, factory in factories.items():
            _set(instance, name, factory())
        return instance

    return make if gained or None in current_names else make_unchanged


def _refuse_without_default(kind: type, names: list[str]) -> None:
    if names:
        raise StateUnreadableError(
            f"{_name(kind)} has new fields without a default: "
            f"{', '.join(names)}. Add defaults, or pass a function that creates it from its former fields: "
            f"Migrations({{'{_name(kind)}': function}}); {HOW}"
        )


def _name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def _with_more(maker: Maker, *values: Any) -> Any:
    instance = maker(*values[:-1])
    for name, value in values[-1].items():
        _set(instance, name, value)
    return instance


def _by_function(function: Callable[[dict[str, Any]], Any], name: str, fields: tuple[str, ...], more: bool) -> Maker:
    def make(*values: Any) -> Any:
        by_name = dict(zip(fields, values, strict=False))
        if more:
            by_name.update(values[-1])
        try:
            return function(by_name)
        except Exception as error:  # user code
            raise StateUnreadableError(
                f"the migration of {name} raised {type(error).__name__}: {error}, for the fields {_shorten(by_name)}"
            ) from error

    return make


def _shorten(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 200 else text[:197] + "..."


def _row(fields: tuple[str, ...], *values: Any) -> Row:
    row = Row(*values[: len(fields)])
    row.set_field_names(fields)
    return row


def bound(function: Any, migrations: Migrations) -> Any:
    """A function or class of Pyrite named in a file, bound to these migrations."""
    if function is maker_of or function is empty:
        return functools.partial(function, migrations=migrations)
    return function
