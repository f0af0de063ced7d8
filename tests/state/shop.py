"""A module of a user's, in which classes come and go."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest


class Shop:
    """The module `shop`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._module = ModuleType("shop")
        monkeypatch.setitem(sys.modules, "shop", self._module)

    def has(self, kind: Any) -> Any:
        """Puts a class into it, under its own name."""
        kind.__module__, kind.__qualname__ = "shop", kind.__name__
        setattr(self._module, kind.__name__, kind)
        return kind

    def lacks(self, name: str) -> None:
        delattr(self._module, name)
