"""Compiled: functions and clients that a schema derives from its settings, once per process."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from pyrite.core.persistence.persisted import persisted


@persisted("compiled-schema/1")
class Compiled:
    """A schema whose `cached_property`s hold functions or clients. They are not pickled; each process creates them."""

    def __getstate__(self) -> dict[str, Any]:
        kind = type(self)
        return {
            name: value
            for name, value in self.__dict__.items()
            if not isinstance(getattr(kind, name, None), cached_property)
        }
