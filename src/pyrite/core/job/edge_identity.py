"""EdgeIdentity: the edge of a program to which in-flight data belongs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional


@dataclass(frozen=True)
class EdgeIdentity:
    """The identity of an edge across versions of a program, independent of chaining and numbering."""

    source: str
    """The id of the operator that sends its records."""
    side_output: Optional[str]
    target: str
    """The id of the operator that receives them."""
    input_index: int
    twin: int = 0
    """Distinguishes otherwise equal edges, as in `stream.union(stream)`."""
