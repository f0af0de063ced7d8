"""EdgeIdentity: which edge of a program in-flight data belongs to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional


@dataclass(frozen=True)
class EdgeIdentity:
    """What an edge is in every version of a program, however its operators are chained and numbered."""

    source: str
    """The id of the operator whose records it carries."""
    side_output: Optional[str]
    target: str
    """The id of the operator that takes them."""
    input_index: int
    twin: int = 0
    """Tells edges apart that are otherwise the same, as in `stream.union(stream)`."""
