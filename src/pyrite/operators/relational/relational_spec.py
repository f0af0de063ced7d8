"""Base classes of the specs of relational operators."""

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
    """The spec of an operator with keyed state and a time to live."""

    ttl_ms: int = 0
    """How long the state of a key is kept after its last write; 0: permanently."""
