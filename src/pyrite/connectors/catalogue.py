"""The catalogue: every source and sink that comes with Pyrite, as it declares itself."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType

from pyrite import connectors
from pyrite.core.connector.guarantee import Declaration
from pyrite.core.connector.sink import Sink
from pyrite.core.connector.source import Source


def declared(kind: type[Source] | type[Sink]) -> dict[type, Declaration]:  # type: ignore[type-arg]
    """The sources, or the sinks, by name. What an optional package is missing for is declared all the same."""
    declarations = {
        value: value.__dict__["declared"]
        for module in _modules()
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, kind) and "declared" in value.__dict__
    }
    return dict(sorted(declarations.items(), key=lambda item: item[1].name))


def _modules() -> Iterator[ModuleType]:
    for module in pkgutil.walk_packages(connectors.__path__, f"{connectors.__name__}."):
        yield importlib.import_module(module.name)
