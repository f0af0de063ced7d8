"""Optional packages of connectors: if a package is missing, the error has the pip command."""

from __future__ import annotations

import importlib
from types import ModuleType

from pyrite.core.errors import MissingDependencyError


def load(module: str, extra: str, needed_by: str) -> ModuleType:
    """Imports a module of an extra's package."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        if error.name is not None and error.name.partition(".")[0] != package:
            raise  # the package is installed, but one of its imports is missing
        raise MissingDependencyError(
            f"{needed_by} needs the package {package}, which is not installed: pip install 'pyrite[{extra}]'"
        ) from None
