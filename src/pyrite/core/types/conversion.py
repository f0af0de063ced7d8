"""Shared by the adapters: paths into types, and the error for types that another system does not have."""

from __future__ import annotations

from pyrite.core.errors import InvalidProgramError


class UnsupportedTypeError(InvalidProgramError):
    """A type without an equivalent in another system. The text has the type, the field and an alternative."""


def unsupported(system: str, kind: object, path: str, instead: str) -> UnsupportedTypeError:
    """The error for a type at a path such as `orders[].at`; the path of the type itself is empty."""
    where = f"column '{path}', " if path else ""
    return UnsupportedTypeError(f"{system} has no type for {where}{kind}: {instead}")


def field_path(path: str, name: str) -> str:
    """The path of a field of a row."""
    return f"{path}.{name}" if path else name


def element_path(path: str) -> str:
    """The path of an array's or a multiset's elements."""
    return f"{path}[]"


def key_path(path: str) -> str:
    """The path of a map's keys."""
    return f"{path}{{key}}"


def value_path(path: str) -> str:
    """The path of a map's values."""
    return f"{path}{{value}}"
