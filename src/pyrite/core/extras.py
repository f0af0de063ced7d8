"""Packages that a connector needs and the core does not: without one, the error names the pip line."""

from __future__ import annotations

import importlib
from types import ModuleType

from pyrite.core.errors import MissingDependencyError


def load(module: str, extra: str, needed_by: str) -> ModuleType:
    """A module of an extra's package."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        if error.name is not None and error.name.partition(".")[0] != package:
            raise  # the package is there, but something of its own is not
        raise MissingDependencyError(
            f"{needed_by} needs the package {package}, which is not installed: pip install 'pyrite[{extra}]'"
        ) from None
