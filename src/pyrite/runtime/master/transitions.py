"""Transitions: the table of a state machine, as flat rows, and the edges between its phases. Pure.

A row lists the method that handles an event in some phases. An edge states that a phase may follow another, and why.
Tables are built at import, compared with the drawing in the guide by a test, and checked after every simulated event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

P = TypeVar("P", bound=Enum)
Handler = Callable[..., Any]


@dataclass(frozen=True)
class Row(Generic[P]):
    """The method that handles an event in any of these phases."""

    phases: tuple[P, ...]
    event: type[Any]
    handler: Handler


Table = Mapping[tuple[P, type[Any]], Handler]
Edges = Mapping[tuple[P, P], str]


def table(rows: Iterable[Row[P]]) -> Table[P]:
    """The handler of each pair of a phase and an event. Raises where two rows have the same pair."""
    handlers: dict[tuple[P, type[Any]], Handler] = {}
    for row in rows:
        for phase in row.phases:
            pair = phase, row.event
            if pair in handlers:
                raise ValueError(f"two rows handle {row.event.__name__} in {phase}")
            handlers[pair] = row.handler
    return handlers


class PhaseLog(Generic[P]):
    """The transitions that a state machine has made, for the checks of the simulation."""

    def __init__(self) -> None:
        self._edges: set[tuple[P, P]] = set()

    def note(self, before: P, after: P) -> None:
        if before is not after:
            self._edges.add((before, after))

    def validate(self, edges: Edges[P]) -> None:
        """Raises AssertionError for a transition that is not among the declared edges."""
        undeclared = self._edges - edges.keys()
        assert not undeclared, f"no edge is declared for {sorted(map(str, undeclared))}"
