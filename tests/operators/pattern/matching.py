"""Patterns over letters: `run(pattern, "a1 b1 b2")` gives the matches, as texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn, Optional

from pyrite.cep import Pattern
from pyrite.operators.pattern.compiler import compile_pattern
from pyrite.operators.pattern.key_matches import KeyMatches, Node, taken_nodes
from pyrite.operators.pattern.matcher import Matcher

FOREVER_MS = 1_000_000


def one_of(letters: str) -> Callable[[str], bool]:
    """Holds for events that begin with one of the letters."""
    return lambda event: event[0] in letters


@dataclass
class Found:
    """What was found, in order. A match is its events with the names that took them."""

    matches: list[tuple[tuple[str, str], ...]] = field(default_factory=list)
    times: list[int] = field(default_factory=list)
    lost: list[tuple[tuple[tuple[str, str], ...], int]] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        return [" ".join(event for _, event in match) for match in self.matches]


class Runner:
    """One key's events through a matcher."""

    def __init__(self, pattern: Pattern) -> None:
        automaton = compile_pattern(pattern)
        self.result = Found()
        self.key_matches = KeyMatches(automaton.shape)
        self._matcher = Matcher(automaton, self._match, self._timeout, lambda: 0, self._raise)

    def event(self, event: Any, time_ms: int) -> None:
        self.advance(time_ms)
        self._matcher.process(self.key_matches, event, time_ms)

    def advance(self, time_ms: int) -> None:
        self._matcher.advance(self.key_matches, time_ms)

    def _match(self, node: Node, time_ms: int) -> None:
        self.result.matches.append(content(node))
        self.result.times.append(time_ms)

    def _timeout(self, node: Node, time_ms: int) -> None:
        self.result.lost.append((content(node), time_ms))

    def _raise(self, error: Exception, func: Any, value: Any) -> NoReturn:
        raise error


def content(node: Node) -> tuple[tuple[str, Any], ...]:
    return tuple((link.name, link.value) for link in taken_nodes(node))


def find(pattern: Pattern, events: str | Sequence[Any], times: Optional[Sequence[int]] = None) -> Found:
    """Runs the events, one a millisecond if no times are given, and then lets the time run out."""
    runner = Runner(pattern)
    listed = events.split() if isinstance(events, str) else list(events)
    for event, time_ms in zip(listed, times or range(len(listed)), strict=True):
        runner.event(event, time_ms)
    runner.advance(FOREVER_MS)
    return runner.result


def run(pattern: Pattern, events: str, times: Optional[Sequence[int]] = None) -> list[str]:
    """The matches as texts, sorted."""
    return sorted(find(pattern, events, times).texts)
