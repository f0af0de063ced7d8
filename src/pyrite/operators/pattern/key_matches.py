"""KeyMatches: what is held of one key: events that wait for the watermark, partial matches, matches that wait.

Partial matches share their events. What one has taken is a chain of nodes, each of which knows the one before it, so
one that continues in two ways adds two nodes to one chain, and none is copied. A node has one predecessor, so it needs
no version to tell whose it is, and Python counts its references: what no partial match reaches is gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Optional

from pyrite.core.persistence.persisted import persisted


@persisted("cep-event/1")
class Node(NamedTuple):
    """An event that was taken."""

    before: Optional[Node]
    name: str
    number: int
    """Events are numbered in the order in which they were first taken."""
    value: Any


@persisted("cep-partial-match/1")
class Run(NamedTuple):
    """A partial match."""

    code: int
    """What it waits for, as the automaton counts."""
    node: Node
    """What it took last."""
    first: int
    """The number of its first event."""
    first_ms: int
    last_ms: int


@persisted("cep-match/1")
class Match(NamedTuple):
    """A match that waits for partial matches that began earlier."""

    first: int
    node: Node


@persisted("cep-key-matches/1")
class KeyMatches:
    """What is held of one key. Empty, it is not held at all."""

    __slots__ = ("due_ms", "matches", "next_number", "queue", "runs", "shape")

    def __init__(self, shape: str) -> None:
        self.shape = shape
        """That of the automaton: with another, the codes mean nothing."""
        self.queue: list[tuple[int, Any]] = []
        """Events with their times, which wait for the watermark."""
        self.runs: list[Run] = []
        """In the order of their first events."""
        self.matches: list[Match] = []
        """In the order of their first events."""
        self.next_number = 0
        self.due_ms: Optional[int] = None
        """When its timer fires."""

    def is_empty(self) -> bool:
        return not (self.queue or self.runs or self.matches)

    def node_count(self) -> int:
        return len(_nodes(self._last_nodes()))

    def _last_nodes(self) -> Iterator[Node]:
        yield from (run.node for run in self.runs)
        yield from (match.node for match in self.matches)

    # A chain is as long as a match: pickled as it is, it would be too deep. So nodes are written in a row.

    def __getstate__(self) -> tuple[Any, ...]:
        nodes = _nodes(self._last_nodes())
        places = {id(node): place for place, node in enumerate(nodes)}
        rows = [
            (None if node.before is None else places[id(node.before)], node.name, node.number, node.value)
            for node in nodes
        ]
        runs = [(run.code, places[id(run.node)], *run[2:]) for run in self.runs]
        matches = [(match.first, places[id(match.node)]) for match in self.matches]
        return self.shape, self.queue, rows, runs, matches, self.next_number, self.due_ms

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.shape, self.queue, rows, runs, matches, self.next_number, self.due_ms = state
        nodes: list[Node] = []
        for before, name, number, value in rows:
            nodes.append(Node(None if before is None else nodes[before], name, number, value))
        self.runs = [Run(code, nodes[place], *rest) for code, place, *rest in runs]
        self.matches = [Match(first, nodes[place]) for first, place in matches]


def _nodes(last: Iterable[Node]) -> list[Node]:
    """All nodes that these can be reached from, each after its predecessor."""
    nodes: dict[int, Node] = {}
    for node in last:
        chain: list[Node] = []
        here: Optional[Node] = node
        while here is not None and id(here) not in nodes:
            chain.append(here)
            here = here.before
        nodes.update((id(link), link) for link in reversed(chain))
    return list(nodes.values())


def taken(node: Optional[Node]) -> list[Node]:
    """What a partial match has taken, the first first."""
    chain: list[Node] = []
    while node is not None:
        chain.append(node)
        node = node.before
    return chain[::-1]


def events_by_name(node: Optional[Node]) -> dict[str, list[Any]]:
    """What a partial match has taken, by the names of the patterns."""
    events: dict[str, list[Any]] = {}
    for link in taken(node):
        events.setdefault(link.name, []).append(link.value)
    return events
