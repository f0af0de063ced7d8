"""RelationalSpec: what specs of relational operators have in common; those of operators that keep rows by key."""

from __future__ import annotations

from dataclasses import dataclass

from pyrite.core.operator_spec import OperatorSpec


@dataclass(frozen=True, kw_only=True)
class RelationalSpec(OperatorSpec):
    """The spec of an operator that `text` describes in plans."""

    text: str

    @property
    def description(self) -> str:
        return self.text


@dataclass(frozen=True, kw_only=True)
class KeyedRelationalSpec(RelationalSpec):
    """The spec of an operator whose state of a key may expire."""

    ttl_ms: int = 0
    """How long the state of a key is kept after it was last written; 0: always."""
