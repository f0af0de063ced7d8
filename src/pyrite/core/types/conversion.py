"""What the adapters share: where in a type they are, and the error for a type that another system does not have."""

from __future__ import annotations

from pyrite.core.errors import InvalidProgramError


class UnsupportedTypeError(InvalidProgramError):
    """A type that another system has no equivalent for. Names the type, the field and what to use instead."""


def unsupported(system: str, kind: object, path: str, instead: str) -> UnsupportedTypeError:
    """The error for a type at a path such as `orders[].at`; the path is empty for the type itself."""
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
