"""UnresolvedUserDefinedType: the name of a type that a catalog resolves."""

from __future__ import annotations

from dataclasses import dataclass

from pyrite.core.types import LogicalType
from pyrite.core.types.quoting import quoted_identifier


@dataclass(frozen=True)
class UnresolvedUserDefinedType(LogicalType):
    """A type by name, as in text. The binder replaces it. It may be inside of another type."""

    path: tuple[str, ...]

    def _sql(self) -> str:
        return ".".join(map(quoted_identifier, self.path))
