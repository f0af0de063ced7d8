"""The catalog of connectors: the declarations of all sources and sinks of Pyrite."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType

from pyrite import connectors
from pyrite.core.connector.guarantee import Declaration
from pyrite.core.connector.sink import Sink
from pyrite.core.connector.source import Source


def declarations(kind: type[Source] | type[Sink]) -> dict[type, Declaration]:  # type: ignore[type-arg]
    """The declarations of all sources, or sinks, by name. Missing optional packages do not matter."""
    by_class = {
        value: value.__dict__["declaration"]
        for module in _modules()
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, kind) and "declaration" in value.__dict__
    }
    return dict(sorted(by_class.items(), key=lambda item: item[1].name))


def _modules() -> Iterator[ModuleType]:
    for module in pkgutil.walk_packages(connectors.__path__, f"{connectors.__name__}."):
        yield importlib.import_module(module.name)
