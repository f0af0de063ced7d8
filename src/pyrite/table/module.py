"""Modules: where built-in functions come from. There is one, `core`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Module:
    """A set of built-in functions."""

    name: str


@dataclass(frozen=True)
class ModuleEntry:
    """A module that is loaded, and whether its functions are used."""

    name: str
    used: bool

    def __repr__(self) -> str:
        return f"ModuleEntry{{name='{self.name}', used={str(self.used).lower()}}}"
