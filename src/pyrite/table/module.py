"""Modules: sets of built-in functions. `core` is the only module."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Module:
    """A set of built-in functions."""

    name: str


class ModuleEntry:
    """A loaded module, and whether its functions are in use."""

    def __init__(self, name: str, used: bool) -> None:
        self._name = name
        self._used = used

    def name(self) -> str:
        """Returns the name of the module."""
        return self._name

    def used(self) -> bool:
        """Returns whether queries can use the module's functions."""
        return self._used

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ModuleEntry) and (self._name, self._used) == (other._name, other._used)

    def __hash__(self) -> int:
        return hash((self._name, self._used))

    def __repr__(self) -> str:
        return f"ModuleEntry{{name='{self._name}', used={str(self._used).lower()}}}"
