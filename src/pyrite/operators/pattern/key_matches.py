"""KeyMatches: the state of one key: events that wait for the watermark, partial matches, waiting matches.

Partial matches share their events. The events of a match are a chain of nodes, each with a reference to the previous
one, so a match that continues in two ways adds two nodes to one chain, and nothing is copied. A node has a single
predecessor, so it needs no version to identify its owner, and unreachable nodes are freed by Python.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Optional

from pyrite.core.persistence.persisted import persisted


@persisted("cep-event/1")
class Node(NamedTuple):
    """An event taken by a partial match."""

    before: Optional[Node]
    name: str
    number: int
    """The number of the event, in the order in which events were first taken."""
    value: Any


@persisted("cep-partial-match/1")
class Run(NamedTuple):
    """A partial match."""

    code: int
    """The code of its wait in the automaton."""
    node: Node
    """The event that it took last."""
    first: int
    """The number of its first event."""
    first_ms: int
    last_ms: int


@persisted("cep-match/1")
class Match(NamedTuple):
    """A match that waits for earlier partial matches."""

    first: int
    node: Node


@persisted("cep-key-matches/1")
class KeyMatches:
    """The state of one key. Removed when it is empty."""

    __slots__ = ("due_ms", "matches", "next_number", "queue", "runs", "shape")

    def __init__(self, shape: str) -> None:
        self.shape = shape
        """The shape of the automaton: with another shape, the codes are invalid."""
        self.queue: list[tuple[int, Any]] = []
        """Events and their times, which wait for the watermark."""
        self.runs: list[Run] = []
        """Partial matches, in the order of their first events."""
        self.matches: list[Match] = []
        """Waiting matches, in the order of their first events."""
        self.next_number = 0
        self.due_ms: Optional[int] = None
        """The time of the key's timer."""

    def is_empty(self) -> bool:
        return not (self.queue or self.runs or self.matches)

    def node_count(self) -> int:
        return len(_nodes(self._last_nodes()))

    def _last_nodes(self) -> Iterator[Node]:
        yield from (run.node for run in self.runs)
        yield from (match.node for match in self.matches)

    # A chain is as long as its match, and too deep for pickle. So nodes are written as a flat list.

    def __getstate__(self) -> tuple[Any, ...]:
        nodes = _nodes(self._last_nodes())
        indexes = {id(node): index for index, node in enumerate(nodes)}
        rows = [
            (None if node.before is None else indexes[id(node.before)], node.name, node.number, node.value)
            for node in nodes
        ]
        runs = [(run.code, indexes[id(run.node)], *run[2:]) for run in self.runs]
        matches = [(match.first, indexes[id(match.node)]) for match in self.matches]
        return self.shape, self.queue, rows, runs, matches, self.next_number, self.due_ms

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.shape, self.queue, rows, runs, matches, self.next_number, self.due_ms = state
        nodes: list[Node] = []
        for before, name, number, value in rows:
            nodes.append(Node(None if before is None else nodes[before], name, number, value))
        self.runs = [Run(code, nodes[index], *rest) for code, index, *rest in runs]
        self.matches = [Match(first, nodes[index]) for first, index in matches]


def _nodes(last: Iterable[Node]) -> list[Node]:
    """All nodes of the chains that end with these, each after its predecessor."""
    nodes: dict[int, Node] = {}
    for node in last:
        chain: list[Node] = []
        here: Optional[Node] = node
        while here is not None and id(here) not in nodes:
            chain.append(here)
            here = here.before
        nodes.update((id(link), link) for link in reversed(chain))
    return list(nodes.values())


def taken_nodes(node: Optional[Node]) -> list[Node]:
    """The events of a partial match, in order."""
    chain: list[Node] = []
    while node is not None:
        chain.append(node)
        node = node.before
    return chain[::-1]


def events_by_name(node: Optional[Node]) -> dict[str, list[Any]]:
    """The events of a partial match, by pattern name."""
    events: dict[str, list[Any]] = {}
    for link in taken_nodes(node):
        events.setdefault(link.name, []).append(link.value)
    return events
