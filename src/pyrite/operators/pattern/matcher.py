"""Matcher: advances the partial matches of a key through its events, one by one, in order of time.

It has no state, clock or output: the caller passes a key's KeyMatches, and receives the matches.
"""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, NoReturn, Optional, Protocol

from pyrite.core.functions.user_function import raised_by
from pyrite.operators.pattern.automaton import GONE, Automaton
from pyrite.operators.pattern.conditions import Condition, ConditionContext
from pyrite.operators.pattern.key_matches import KeyMatches, Match, Node, Run, events_by_name, taken_nodes

_first = attrgetter("first")
OnMatch = Callable[[Node, int], None]
"""Called with a match or partial match, and its time."""


class Blame(Protocol):
    """Raises an error of a condition to the user, with the event."""

    def __call__(self, error: Exception, func: Any, value: Any) -> NoReturn: ...


class RunContext(ConditionContext):
    """The context of one matcher's iterative conditions, which moves it from partial match to partial match."""

    __slots__ = ("_events", "_node", "_now_ms", "_time_ms")

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self.move(None, 0)

    def move(self, node: Optional[Node], time_ms: int) -> None:
        self._node = node
        self._time_ms = time_ms
        self._events: Optional[dict[str, list[Any]]] = None

    def get_events_for_pattern(self, name: str) -> Iterable[Any]:
        if self._events is None:
            self._events = events_by_name(self._node)
        return iter(self._events.get(name, ()))

    def timestamp(self) -> int:
        return self._time_ms

    def current_processing_time(self) -> int:
        return self._now_ms()


class Matcher:
    """Runs an automaton: calls `on_match` with each match, and `on_timeout` with each timed-out partial match."""

    def __init__(
        self, automaton: Automaton, on_match: OnMatch, on_timeout: OnMatch, now_ms: Callable[[], int], blame: Blame
    ) -> None:
        self._automaton = automaton
        self._on_match = on_match
        self._on_timeout = on_timeout
        self._blame = blame
        self._context = RunContext(now_ms)
        self._conditions = [(1 << index, condition) for index, condition in enumerate(automaton.conditions)]
        self._conditions_by_bits: dict[int, list[tuple[int, Condition]]] = {}
        """The conditions by set of bits."""
        needs = automaton.start.needs
        self._begins = needs if needs.bit_count() == 1 and not needs & automaton.iterative else 0
        """The condition that every match must begin with, if it is a single one."""
        within_ms = math.inf if automaton.within_ms is None else automaton.within_ms
        self._quiet_ms = -math.inf if automaton.has_gaps else within_ms
        """The time after the first event of the oldest partial match in which time has no effect."""

    # Events -----------------------------------------------------------------------------------------------------------

    def process_all(self, key_matches: KeyMatches, events: Iterable[tuple[int, Any]]) -> None:
        """Processes the key's next events, with their times, in order."""
        begins, quiet_ms = self._begins, self._quiet_ms
        for time_ms, value in events:
            if key_matches.runs:
                if key_matches.runs[0].first_ms + quiet_ms <= time_ms:
                    self.advance(key_matches, time_ms)
                self.process(key_matches, value, time_ms)
            elif not begins:
                self.process(key_matches, value, time_ms)
            elif self._truths(begins, value):
                self.process(key_matches, value, time_ms, begins)

    def process(self, key_matches: KeyMatches, value: Any, time_ms: int, evaluated: int = 0) -> None:
        """Processes the key's next event, which satisfies the conditions `evaluated`. Time has been advanced to it."""
        automaton, number, truths = self._automaton, key_matches.next_number, evaluated
        key_matches.next_number = number + 1
        waits, start = automaton.waits, automaton.start.code
        runs: list[Run] = []
        completed: list[Match] = []
        for run in (*key_matches.runs, None):
            before: Optional[Node]
            code, before, first, first_ms, _ = run or (start, None, number, time_ms, time_ms)
            wait = waits.get(code) or automaton.wait(code)
            simple = wait.simple
            unknown = simple & ~evaluated
            if unknown:
                evaluated |= unknown
                truths |= self._truths(unknown, value)
            seen = truths & simple
            if wait.iterative:
                self._context.move(before, time_ms)
                seen |= self._truths(wait.iterative, value)
            takes, stays, completes = wait.outcomes.get(seen) or automaton.outcome(wait, seen)
            for name, codes, accepts in takes:
                node = Node(before, name, number, value)
                for begun in codes:
                    runs.append(Run(begun, node, first, first_ms, time_ms))
                if accepts:
                    completed.append(Match(first, node))
            if run is not None:
                if stays != GONE:
                    runs.append(run if stays == code else run._replace(code=stays))
                if completes:
                    completed.append(Match(first, run.node))
        if automaton.is_ambiguous:
            runs, completed = _merged(runs, completed, number)
        key_matches.runs = runs
        if completed or key_matches.matches:
            self._emit_matches(key_matches, completed, time_ms)

    def _truths(self, bits: int, value: Any) -> int:
        """Evaluates conditions; returns the bits of the true ones."""
        conditions = self._conditions_by_bits.get(bits)
        if conditions is None:
            conditions = self._conditions_by_bits[bits] = [pair for pair in self._conditions if pair[0] & bits]
        truths = 0
        for bit, condition in conditions:
            try:
                if condition.call(value) if condition.is_simple else condition.call(value, self._context):
                    truths |= bit
            except Exception as error:
                self._blame(error, raised_by(error, condition.originals), value)
        return truths

    # Time -------------------------------------------------------------------------------------------------------------

    def due_ms(self, key_matches: KeyMatches) -> Optional[int]:
        """The next time at which something changes without an event."""
        within_ms = self._automaton.within_ms
        if not key_matches.runs or not self._automaton.has_gaps:
            return key_matches.runs[0].first_ms + within_ms if key_matches.runs and within_ms is not None else None
        return min((due_ms for run in key_matches.runs for due_ms in self._due(run)), default=None)

    def _due(self, run: Run) -> Iterable[int]:
        if self._automaton.within_ms is not None:
            yield run.first_ms + self._automaton.within_ms
        for gap_ms in self._automaton.wait(run.code).gaps[:1]:
            yield run.last_ms + gap_ms

    def advance(self, key_matches: KeyMatches, time_ms: int) -> None:
        """No event before this time will come: ends timed-out partial matches, in the order of their time limits."""
        due_ms = self.due_ms(key_matches)
        while due_ms is not None and due_ms <= time_ms:
            self._expire(key_matches, due_ms)
            due_ms = self.due_ms(key_matches)

    def _expire(self, key_matches: KeyMatches, time_ms: int) -> None:
        runs: list[Run] = []
        completed: list[Match] = []
        lost: list[Node] = []
        for run in key_matches.runs:
            if min(self._due(run), default=time_ms + 1) > time_ms:
                runs.append(run)
                continue
            stays, completes = self._out_of_time(run, time_ms)
            if stays != GONE:
                runs.append(run._replace(code=stays))
            if completes:
                completed.append(Match(run.first, run.node))
            elif stays == GONE:
                lost.append(run.node)
        if self._automaton.is_ambiguous:
            completed = list({id(match.node): match for match in completed}.values())
            surviving = {id(run.node) for run in runs} | {id(match.node) for match in completed}
            lost = [node for node_id, node in {id(node): node for node in lost}.items() if node_id not in surviving]
        key_matches.runs = runs
        self._emit_matches(key_matches, completed, time_ms)
        for node in lost:
            self._on_timeout(node, time_ms)

    def _out_of_time(self, run: Run, time_ms: int) -> tuple[int, bool]:
        """The code of a timed-out partial match, and whether the timeout makes it a match."""
        automaton = self._automaton
        wait = automaton.wait(run.code)
        if automaton.within_ms is not None and run.first_ms + automaton.within_ms <= time_ms:
            return GONE, wait.waits_for_timeout(None)
        elapsed_ms = time_ms - run.last_ms
        return automaton.after(wait, elapsed_ms), wait.waits_for_timeout(elapsed_ms)

    # Matches ----------------------------------------------------------------------------------------------------------

    def _emit_matches(self, key_matches: KeyMatches, completed: list[Match], time_ms: int) -> None:
        if not self._automaton.skip.skips:
            for match in completed:
                self._on_match(match.node, time_ms)
            return
        for match in sorted(completed, key=self._preference) if len(completed) > 1 else completed:
            insort(key_matches.matches, match, key=_first)
        while key_matches.matches and not (
            key_matches.runs and key_matches.runs[0].first < key_matches.matches[0].first
        ):
            match = key_matches.matches.pop(0)
            self._on_match(match.node, time_ms)
            before = self._automaton.skip.ends_before([(node.name, node.number) for node in taken_nodes(match.node)])
            key_matches.runs = [run for run in key_matches.runs if run.first >= before]
            key_matches.matches = [other for other in key_matches.matches if other.first >= before]

    def _preference(self, match: Match) -> list[tuple[float, int]]:
        """Orders matches that begin and end together: first the match that stays in earlier steps for longer."""
        rank = self._automaton.rank
        return [*((rank[node.name], node.number) for node in taken_nodes(match.node)), (math.inf, 0)]


def _merged(runs: list[Run], completed: list[Match], number: int) -> tuple[list[Run], list[Match]]:
    """Removes duplicates of matches reached in two ways. `number` is the number of the processed event."""
    nodes: dict[tuple[int, str], Node] = {}

    def one(node: Node) -> Node:
        return nodes.setdefault((id(node.before), node.name), node) if node.number == number else node

    runs = [run._replace(node=one(run.node)) for run in runs]
    matches = [match._replace(node=one(match.node)) for match in completed]
    return (
        list({(run.code, id(run.node)): run for run in runs}.values()),
        list({id(match.node): match for match in matches}.values()),
    )
