"""The compiler: from a pattern to its automaton.

It visits the steps in order and keeps the open ends: the positions at which a partial match may be after the visited
steps, and the constraints since then. A step adds its positions, with an edge from every open end to its first
position; its last positions are the open ends after it, together with the earlier ones if the step is optional.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Optional

from pyrite.core.errors import MalformedPatternError
from pyrite.operators.pattern.automaton import END, START, Automaton, Contiguity, Edge, Guard, Position
from pyrite.operators.pattern.conditions import ALWAYS, Condition
from pyrite.operators.pattern.quantifier import ConsumingStrategy

if TYPE_CHECKING:
    from pyrite.operators.pattern.pattern import Pattern

_CONTIGUITY: Final = {
    ConsumingStrategy.STRICT: Contiguity.STRICT,
    ConsumingStrategy.SKIP_TILL_NEXT: Contiguity.RELAXED,
    ConsumingStrategy.SKIP_TILL_ANY: Contiguity.ANY,
}


@dataclass(frozen=True)
class _Entry:
    """How the first event of a step must follow the previous event."""

    contiguity: Contiguity
    gap_ms: Optional[int] = None


@dataclass(frozen=True)
class _OpenEnd:
    """A position at which a partial match may be, and the constraints since its event was taken."""

    position: int
    """The position; if negative, the ends of a round, from which the next round begins."""
    depth: int
    """The number of steps being visited to which its event belongs."""
    guards: tuple[Guard, ...] = ()
    entries: tuple[_Entry, ...] = ()
    """How the next event must follow, by the groups that begin here and the step. The outermost entry counts."""
    ending: Optional[Contiguity] = None
    """What ends the match here after a not pattern, if nothing follows. None: it ends with its event."""
    gap_ms: Optional[int] = None


@dataclass(frozen=True)
class _StepResult:
    """The result of visiting a step."""

    ends: list[_OpenEnd]
    rounds: frozenset[int]
    """The positions at which one round of the step may end, even if more rounds must follow."""


def compile_pattern(pattern: Pattern) -> Automaton:
    """Compiles a pattern. Raises MalformedPatternError for invalid patterns."""
    return _Compiler(pattern).compile()


class _Compiler:
    def __init__(self, pattern: Pattern) -> None:
        self._pattern = pattern
        self._positions = [Position(START, "")]
        self._conditions: dict[Condition, str] = {}
        self._untils: list[int] = []
        self._again: list[list[Edge]] = []
        """For each loop being visited, the edges that lead from the end of a round into the next."""

    def compile(self) -> Automaton:
        steps = list(_all_steps(self._pattern))
        within_ms = min((step.within_ms for step in steps if step.within_ms is not None), default=None)
        self._check(steps, within_ms)
        result = self._sequence(self._pattern, [_OpenEnd(START, 0)])
        for end in result.ends:
            if end.position != START:
                self._end(end, within_ms)
        return Automaton(self._positions, self._conditions, within_ms, self._pattern.skip_strategy)

    def _check(self, steps: list[Pattern], within_ms: Optional[int]) -> None:
        names: set[str] = set()
        for step in steps:
            if step.name in names and step.group is None:
                raise MalformedPatternError(f"two patterns have the name '{step.name}': names must be unique")
            names.add(step.name)
            if step.strategy.is_not and step.gap_ms is not None and step is not self._pattern:
                raise MalformedPatternError(
                    f"'{step.name}' has a time limit since the previous event, but is not the last step"
                )
            gaps = [gap for gap in (step.gap_ms, step.quantifier.gap_ms) if gap is not None]
            if within_ms is not None and max(gaps, default=0) > within_ms:
                raise MalformedPatternError(
                    f"'{step.name}' may take {max(gaps)} ms between two events, but the whole pattern {within_ms} ms"
                )
        skipped_to = self._pattern.skip_strategy.skips_to
        if skipped_to is not None and skipped_to not in names:
            pattern_names = ", ".join(step.name for step in steps if step.group is None)
            raise MalformedPatternError(f"cannot skip to '{skipped_to}': the patterns are {pattern_names}")

    def _end(self, end: _OpenEnd, within_ms: Optional[int]) -> None:
        """The pattern may end here."""
        position = self._positions[end.position]
        if end.ending is None:
            position.accepts = True
            return
        if end.ending is Contiguity.AT_TIMEOUT and end.gap_ms is None and within_ms is None:
            raise MalformedPatternError("a pattern that ends with not_followed_by() needs a time limit: call within()")
        edge = Edge(END, end.ending, guards=end.guards, gap_ms=end.gap_ms)
        if edge not in position.edges:
            position.edges.append(edge)

    # Steps ------------------------------------------------------------------------------------------------------------

    def _sequence(self, pattern: Pattern, ends: list[_OpenEnd]) -> _StepResult:
        result = _StepResult(ends, frozenset())
        for step in pattern.steps():
            if step.strategy.is_not:
                result = replace(result, ends=self._not(step, result))
            else:
                result = self._step(step, result.ends)
        return result

    def _not(self, step: Pattern, result: _StepResult) -> list[_OpenEnd]:
        """Adds a not pattern: its event ends the partial match, directly after an event or at any time."""
        bit = self._bit(step.condition, step.name)
        after_step = {end.position for end in result.ends}
        at_next = step.strategy is ConsumingStrategy.NOT_NEXT
        for number in after_step if at_next else after_step | result.rounds:
            if number > START:
                position = self._positions[number]
                if at_next:
                    position.kills_first |= bit
                else:
                    position.kills |= bit
        ending = Contiguity.AT_NEXT_EVENT if at_next else Contiguity.AT_TIMEOUT
        return [replace(end, ending=ending, gap_ms=step.gap_ms) for end in result.ends]

    def _step(self, step: Pattern, before: list[_OpenEnd]) -> _StepResult:
        """Adds a step, in the given number of rounds; the last round repeats if there is no limit."""
        quantifier = step.quantifier
        until = 0 if step.until_condition is None else self._bit(step.until_condition, f"until {step.name}")
        self._untils.append(until)
        entry = _Entry(_CONTIGUITY[step.strategy], step.gap_ms)
        again = _Entry(_CONTIGUITY[quantifier.inner], quantifier.gap_ms)
        rounds = quantifier.least if quantifier.most is None else quantifier.most
        ends, skipping = self._round(step, before, entry, None if rounds > 1 else again)
        round_ends, after_step = {end.position for end in ends}, list(ends) if quantifier.least == 1 else []
        for count in range(2, rounds + 1):
            round_end_list, skipping_ends = self._round(step, ends, again, None if rounds > count else again)
            ends = [*round_end_list, *skipping_ends]
            round_ends |= {end.position for end in ends}
            if count >= quantifier.least:
                after_step += [end for end in ends if end not in after_step]
        self._untils.pop()
        if quantifier.is_optional and not skipping:
            skipping = [replace(end, ending=None, gap_ms=None) for end in before]
        after_step += skipping
        if quantifier.is_greedy and quantifier.least != quantifier.most:
            guard = Guard(self._bit(step.condition, step.name), until)
            after_step = [replace(end, guards=(*end.guards, guard)) for end in after_step]
        depth = len(self._untils)
        return _StepResult([replace(end, depth=min(end.depth, depth)) for end in after_step], frozenset(round_ends))

    def _round(
        self, step: Pattern, before: list[_OpenEnd], entry: _Entry, again: Optional[_Entry]
    ) -> tuple[list[_OpenEnd], list[_OpenEnd]]:
        """Adds one round of a step; without a limit, the last round leads to itself, by `again`.

        Returns the open ends of the round, and the open ends that skip it, if all of its parts are optional.
        """
        first = len(self._positions)
        ends = [replace(end, entries=(*end.entries, entry)) for end in before]
        loops = again is not None and step.quantifier.is_looping
        if again is not None and loops:
            self._again.append([])
            ends.insert(0, _OpenEnd(-len(self._again), len(self._untils), entries=(again,)))
        after_step = [self._event(step, ends)] if step.group is None else self._sequence(step.group, ends).ends
        round_end_list = [end for end in after_step if end.position >= first]
        skipping_ends = [end for end in after_step if end.position < first]
        if loops:
            skipping_ends = [end for end in skipping_ends if end.position != -len(self._again)]
            self._loop(round_end_list)
        return round_end_list, [replace(end, entries=end.entries[:-1]) for end in skipping_ends]

    def _event(self, step: Pattern, ends: list[_OpenEnd]) -> _OpenEnd:
        """Adds one event, which may follow any of the open ends."""
        number = len(self._positions)
        bit = self._bit(step.condition, step.name)
        copy = 1 + sum(position.name == step.name for position in self._positions)
        self._positions.append(Position(number, step.name, copy))
        for end in ends:
            entry = end.entries[0]
            edge = Edge(number, entry.contiguity, bit, guards=end.guards, gap_ms=entry.gap_ms)
            edge = replace(edge, closes=self._until(0, end.depth), unless=self._until(end.depth, None))
            if end.position == START:
                edge = replace(edge, contiguity=Contiguity.ANY, gap_ms=None)
            self._connect(end.position, edge)
        return _OpenEnd(number, len(self._untils))

    def _until(self, first: int, last: Optional[int]) -> int:
        bits = 0
        for bit in self._untils[first:last]:
            bits |= bit
        return bits

    def _connect(self, source: int, edge: Edge) -> None:
        edges = self._positions[source].edges if source >= START else self._again[-source - 1]
        if edge not in edges:
            edges.append(edge)

    def _loop(self, ends: list[_OpenEnd]) -> None:
        """Connects the ends of a round to its beginning."""
        firsts = self._again.pop()
        for end in ends:
            for edge in firsts:
                self._connect(end.position, replace(edge, guards=(*end.guards, *edge.guards)))

    def _bit(self, condition: Optional[Condition], role: str) -> int:
        effective = condition or ALWAYS
        self._conditions.setdefault(effective, role)
        return 1 << list(self._conditions).index(effective)


def _all_steps(pattern: Pattern) -> Iterable[Pattern]:
    for step in pattern.steps():
        yield step
        if step.group is not None:
            yield from _all_steps(step.group)
