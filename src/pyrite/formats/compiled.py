"""Compiled: what a schema makes of its settings, once in each process."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from pyrite.core.persistence.persisted import persisted


@persisted("compiled-schema/1")
class Compiled:
    """A schema whose `cached_property`s hold functions or clients: not pickled, each process makes its own."""

    def __getstate__(self) -> dict[str, Any]:
        kind = type(self)
        return {
            name: value
            for name, value in self.__dict__.items()
            if not isinstance(getattr(kind, name, None), cached_property)
        }
