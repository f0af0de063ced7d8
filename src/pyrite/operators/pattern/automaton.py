"""Automaton: the compiled form of a pattern.

A position is an event that the pattern may take: a step, or one of the events of a repeated step. A partial match is at
the position of the event that it took last, and waits at those edges of the position that are still open: each leads to
a position that may follow. An event closes edges, and may be taken along some. Its effect depends only on the truth of
the conditions, so it is looked up: a wait has a table from truths, as bits, to outcomes, which is filled as truths
occur.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, NamedTuple, Optional

from pyrite.operators.pattern.after_match_skip_strategy import AfterMatchSkipStrategy
from pyrite.operators.pattern.conditions import Condition

START: Final = 0
"""The position before the first event, which is always kept."""
END: Final = -1
"""The target of edges that take no event but end the match."""
GONE: Final = -1
"""The code of a partial match without open edges."""


class Contiguity(Enum):
    """The effect on an edge of an event that is not taken along it, or of time."""

    STRICT = "next"
    RELAXED = "followed by"
    ANY = "followed by any"
    AT_NEXT_EVENT = "with the next event"
    AT_TIMEOUT = "when the time is up"


@dataclass(frozen=True)
class Guard:
    """A greedy step that was left: an event that it could take closes the edge, until the step is over."""

    condition: int
    until: int


@dataclass(frozen=True)
class Edge:
    """A transition from a position. Conditions are bits.

    An event that satisfies one of `closes`, or a guard's condition, closes it. Otherwise, if it satisfies `condition`
    and none of `unless`, the event is taken.
    """

    target: int
    contiguity: Contiguity
    condition: int = 0
    unless: int = 0
    closes: int = 0
    guards: tuple[Guard, ...] = ()
    gap_ms: Optional[int] = None
    """The time since the last event after which the edge closes."""

    @property
    def needs(self) -> int:
        bits = self.condition | self.unless | self.closes
        for guard in self.guards:
            bits |= guard.condition | guard.until
        return bits

    def seeing(self, truths: int) -> Optional[Edge]:
        """The edge during and after an event; None if the event closes it before it can be taken."""
        remaining = tuple(guard for guard in self.guards if not guard.until & truths)
        if self.closes & truths or any(guard.condition & truths for guard in remaining):
            return None
        return self if len(remaining) == len(self.guards) else replace(self, guards=remaining)

    def takes(self, truths: int) -> bool:
        return self.target != END and bool(self.condition & truths) and not self.unless & truths

    def stays_open(self, truths: int) -> bool:
        match self.contiguity:
            case Contiguity.RELAXED:
                return not self.condition & truths
            case Contiguity.ANY | Contiguity.AT_TIMEOUT:
                return True
        return False


@dataclass
class Position:
    """An event that may be taken."""

    number: int
    name: str
    copy: int = 1
    """The index of the position within its step."""
    accepts: bool = False
    """Whether a match may end with it."""
    kills: int = 0
    """Conditions of events that end the partial match, regardless of open edges."""
    kills_first: int = 0
    """Conditions of events that end it only directly after this event."""
    edges: list[Edge] = field(default_factory=list)

    def all_edges(self) -> list[Edge]:
        """The edges, including their forms after greedy steps have ended."""
        edges = list(self.edges)
        for edge in edges:
            for guard in edge.guards:
                if guard.until:
                    remaining = replace(edge, guards=tuple(other for other in edge.guards if other != guard))
                    edges.extend([] if remaining in edges else [remaining])
        return edges


class Take(NamedTuple):
    """An event is taken under a name; `codes` are the waits that begin."""

    name: str
    codes: tuple[int, ...]
    accepts: bool


class Outcome(NamedTuple):
    """The effect of an event on a partial match."""

    takes: tuple[Take, ...]
    stays: int
    """The code of the edges that stay open without the event, or GONE."""
    completes: bool
    """Whether the partial match is now a match, without the event."""


class Wait:
    """A position with its open edges: the events that a partial match waits for."""

    __slots__ = ("code", "edges", "first", "gaps", "iterative", "needs", "outcomes", "position", "simple")

    def __init__(self, code: int, position: Position, edges: list[Edge], first: bool, iterative: int) -> None:
        self.code = code
        self.position = position
        self.edges = edges
        self.first = first
        needs = position.kills | (position.kills_first if first else 0)
        for edge in edges:
            needs |= edge.needs
        self.needs = needs
        self.simple = needs & ~iterative
        self.iterative = needs & iterative
        self.outcomes: dict[int, Outcome] = {}
        self.gaps = sorted({edge.gap_ms for edge in edges if edge.gap_ms is not None})

    def waits_for_timeout(self, elapsed_ms: Optional[int]) -> bool:
        """Whether the time since the last event makes it a match; None: the whole time limit has passed."""
        return any(
            edge.contiguity is Contiguity.AT_TIMEOUT
            and (elapsed_ms is None or (edge.gap_ms is not None and edge.gap_ms <= elapsed_ms))
            for edge in self.edges
        )


class Automaton:
    """The positions of a pattern and its conditions. A code identifies a wait, equally in every process."""

    def __init__(
        self,
        positions: list[Position],
        conditions: dict[Condition, str],
        within_ms: Optional[int],
        skip: AfterMatchSkipStrategy,
    ) -> None:
        self.positions = positions
        self.conditions = list(conditions)
        self.roles = list(conditions.values())
        """The description of each condition."""
        self.within_ms = within_ms
        self.skip = skip
        self.iterative = sum(1 << index for index, condition in enumerate(self.conditions) if not condition.is_simple)
        self.has_gaps = any(edge.gap_ms is not None for position in positions for edge in position.edges)
        self.is_ambiguous = any(_forks(position, positions) for position in positions)
        """Whether a match may be reached in two ways."""
        self.rank = {position.name: position.number for position in reversed(positions)}
        """The order of the steps, by name."""
        self.shape = f"{zlib.crc32(repr(list(self._shape_parts())).encode()):08x}"
        """Identifies this automaton: codes are invalid in the automaton of another pattern."""
        self._edges = [position.all_edges() for position in positions]
        self.waits: dict[int, Wait] = {}
        """The waits used so far, by code."""
        self.start = self.wait(self.code(START))

    def _shape_parts(self) -> Iterator[object]:
        yield self.within_ms
        for position in self.positions:
            yield position.name, position.copy, position.accepts, position.kills, position.kills_first
            for edge in position.edges:
                guards = [(guard.condition, guard.until) for guard in edge.guards]
                yield edge.target, edge.contiguity.name, edge.condition, edge.unless, edge.closes, guards, edge.gap_ms

    # Codes ------------------------------------------------------------------------------------------------------------

    def code(self, position: int) -> int:
        """The wait that begins when an event is taken at a position."""
        origin = self.positions[position]
        return self._code(origin, origin.edges, first=bool(origin.kills_first))

    def _code(self, position: Position, edges: list[Edge], first: bool) -> int:
        if not edges:
            return GONE
        mask, all_edges = int(first), self._edges[position.number]
        for edge in edges:
            mask |= 2 << all_edges.index(edge)
        return mask * len(self.positions) + position.number

    def wait(self, code: int) -> Wait:
        """The wait of a code."""
        wait = self.waits.get(code)
        if wait is None:
            mask, number = divmod(code, len(self.positions))
            position = self.positions[number]
            edges = [edge for index, edge in enumerate(self._edges[number]) if mask & (2 << index)]
            wait = self.waits[code] = Wait(code, position, edges, bool(mask & 1), self.iterative)
        return wait

    # Steps ------------------------------------------------------------------------------------------------------------

    def outcome(self, wait: Wait, truths: int) -> Outcome:
        """The effect of an event that satisfies these conditions; computed once for each wait and truths."""
        outcome = wait.outcomes[truths] = self._work_out(wait, truths)
        return outcome

    def _work_out(self, wait: Wait, truths: int) -> Outcome:
        position = wait.position
        kills = position.kills | (position.kills_first if wait.first else 0)
        if kills & truths:
            return Outcome((), GONE, completes=False)
        codes: dict[str, list[int]] = {}
        accepted: set[str] = set()
        open_edges: list[Edge] = []
        completes = False
        for edge in wait.edges:
            seen = edge.seeing(truths)
            if seen is None:
                continue
            if seen.takes(truths):
                target = self.positions[seen.target]
                codes.setdefault(target.name, []).append(self.code(seen.target))
                if target.accepts:
                    accepted.add(target.name)
            if seen.stays_open(truths):
                open_edges.append(seen)
            completes = completes or seen.contiguity is Contiguity.AT_NEXT_EVENT
        takes = tuple(
            Take(name, tuple(code for code in dict.fromkeys(next_codes) if code != GONE), name in accepted)
            for name, next_codes in codes.items()
        )
        return Outcome(takes, self._code(position, open_edges, first=False), completes)

    def after(self, wait: Wait, elapsed_ms: int) -> int:
        """The code of the edges that are open when this much time has passed since the last event."""
        open_edges = [edge for edge in wait.edges if edge.gap_ms is None or edge.gap_ms > elapsed_ms]
        return self._code(wait.position, open_edges, wait.first)


def _forks(position: Position, positions: list[Position]) -> bool:
    """Whether an event can be taken from here under one name at two positions."""
    targets = {edge.target for edge in position.edges if edge.target != END}
    return len({positions[target].name for target in targets}) < len(targets)
