"""Modules of PyFlink's that are not here yet: importing one says so."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from types import ModuleType
from typing import Final, Optional

TO_COME: Final = {
    "pyrite.table.data_view": "Table API",
    "pyrite.table.model_descriptor": "Table API",
    "pyrite.table.resolved_expression": "Table API",
}
"""Modules, and packages of which further modules are to come, with the part of Pyrite that will bring them."""


class _Finder(MetaPathFinder):
    """Asked last, when no other finder has a module."""

    def find_spec(self, fullname: str, path: Optional[Sequence[str]], target: Optional[ModuleType] = None) -> None:
        parent = fullname.rpartition(".")[0]
        part = TO_COME.get(fullname) or TO_COME.get(parent)
        if part is not None:
            raise ModuleNotFoundError(f"{fullname} is not supported yet: it comes with Pyrite's {part}", name=fullname)


def install() -> None:
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.append(_Finder())
