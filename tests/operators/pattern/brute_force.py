"""What a pattern means, said without an automaton: all ways to write it out, tried on all choices of events.

A pattern is written out as a row of slots, one for each event: every number of rounds of every step, and with or
without each optional one. Events are then chosen for the slots in every way, and each choice is checked against the
rules, which are written down here one by one. It is slow, and shares nothing with the matcher but the patterns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, Optional

from pyrite.cep import AfterMatchSkipStrategy, ConditionContext, Pattern
from pyrite.operators.pattern.after_match_skip_strategy import (
    SkipPastLastStrategy,
    SkipToElementStrategy,
    SkipToNextStrategy,
)
from pyrite.operators.pattern.conditions import Condition
from pyrite.operators.pattern.quantifier import ConsumingStrategy

Content = tuple[tuple[str, int], ...]
"""Names and the indexes of the events that they took."""
Moment = tuple[float, int]
"""A time and, at that time: 0 when limits run out, 1 and up for the events in their order."""
NEVER: Moment = (inf, 0)

# Writing a pattern out ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Round:
    """A round of a step begins."""

    step: Pattern
    number: int


@dataclass(frozen=True)
class Left:
    """A step is over, or was left out."""

    step: Pattern
    skipped: bool


@dataclass(frozen=True)
class Slot:
    """An event of a step. `kills`: not patterns that hold after it, with whether only directly after it."""

    step: Pattern
    kills: tuple[tuple[Pattern, bool], ...]


Token = Round | Left | Slot | Pattern
"""A Pattern stands for itself: a not pattern."""


def may_be_empty(step: Pattern) -> bool:
    return step.quantifier.is_optional or (step.group is not None and all(map(may_be_empty, step.group.steps())))


def written_out(steps: Sequence[Pattern], most: int, outer: tuple[tuple[Pattern, bool], ...]) -> Iterator[list[Token]]:
    """All ways to write steps out, each up to so many slots. `outer` are the kills after the last of the steps."""
    if not steps:
        yield []
        return
    step, rest = steps[0], steps[1:]
    if step.strategy.is_not:
        yield from ([step, *more] for more in written_out(rest, most, outer))
        return
    nots = [other for index, other in enumerate(rest) if all(before.strategy.is_not for before in rest[: index + 1])]
    can_end = all(other.strategy.is_not or may_be_empty(other) for other in rest)
    for head in rounds_of(step, most, nots, outer if can_end else ()):
        left = most - _slots(head)
        yield from ([*head, *more] for more in written_out(rest if left else (), left, outer))


def _slots(tokens: Iterable[Token]) -> int:
    return sum(isinstance(token, Slot) for token in tokens)


def rows(pattern: Pattern, slots: int) -> Iterable[tuple[Token, ...]]:
    """The pattern written out in all ways, each up to its last slot of so many: there are fewer events."""
    actual: dict[tuple[Token, ...], None] = {}
    for tokens in written_out(pattern.steps(), slots, ()):
        places = [place for place, token in enumerate(tokens) if isinstance(token, Slot)]
        if places:
            actual[tuple(tokens[: places[slots - 1] + 1] if len(places) >= slots else tokens)] = None
    return actual


def rounds_of(
    step: Pattern, most: int, nots: list[Pattern], outer: tuple[tuple[Pattern, bool], ...]
) -> Iterator[list[Token]]:
    """A step in every number of rounds, or left out. Rounds of a group may be empty, and then are the last ones."""
    empty = empty_round(step)
    if empty is not None or step.quantifier.is_optional:
        yield [*(empty or ()), Left(step, skipped=True)]
    quantifier = step.quantifier
    least = quantifier.least if empty is None else 1
    for count in range(least, 1 + max(least, min(most, quantifier.most or most))):
        passed = empty if empty is not None and count < quantifier.least else ()
        for rows in _several(step, count, most, nots, outer, least):
            yield [*rows, *passed, Left(step, skipped=False)]


def empty_round(step: Pattern) -> Optional[tuple[Token, ...]]:
    """A round of a group in which all its steps are left out, one by one; None if there is no such."""
    tokens: list[Token] = []
    for inner in () if step.group is None else step.group.steps():
        if not may_be_empty(inner):
            return None
        tokens += [*(empty_round(inner) or ()), Left(inner, skipped=True)]
    return tuple(tokens) or None


def _several(
    step: Pattern, count: int, most: int, nots: list[Pattern], outer: tuple[tuple[Pattern, bool], ...], least: int
) -> Iterator[list[Token]]:
    def kills(number: int) -> tuple[tuple[Pattern, bool], ...]:
        own = [(other, other.strategy is ConsumingStrategy.NOT_NEXT) for other in nots]
        return (
            *((other, directly) for other, directly in own if not directly or number >= least),
            *(outer if number >= least else ()),
        )

    def from_round(number: int, left: int) -> Iterator[list[Token]]:
        if number > count:
            yield []
            return
        bodies: Iterable[list[Token]] = [[Slot(step, kills(number))]]
        if step.group is not None:
            bodies = written_out(step.group.steps(), left, kills(number))
        for body in bodies:
            used = _slots(body)
            if used:
                mores = from_round(number + 1, left - used) if used < left else iter([[]])
                yield from ([Round(step, number), *body, *more] for more in mores)

    yield from from_round(1, most)


# The rules ------------------------------------------------------------------------------------------------------------


@dataclass
class Context(ConditionContext):
    """What iterative conditions see."""

    content: Content
    events: Sequence[tuple[Any, int]]
    time_ms: int

    def get_events_for_pattern(self, name: str) -> Iterable[Any]:
        return [self.events[index][0] for item, index in self.content if item == name]

    def timestamp(self) -> int:
        return self.time_ms

    def current_processing_time(self) -> int:
        return 0


@dataclass
class Way:
    """What is said between one slot and the next one, or the end."""

    slot: Optional[Slot]
    strategy: Optional[ConsumingStrategy] = None
    gap_ms: Optional[int] = None
    stops: list[Condition] = field(default_factory=list)
    """Until conditions of steps that continue: none may hold until the next event, nor for it."""
    own_stops: list[Condition] = field(default_factory=list)
    """Those of steps that begin: none may hold for the next event."""
    greedy: list[Pattern] = field(default_factory=list)
    """Greedy steps that were left: they could not have taken any event until the next one, nor it."""
    ending: Optional[ConsumingStrategy] = None
    """At the end: the not pattern that the match waits for."""


def ways(tokens: Sequence[Token]) -> list[Way]:
    """One for each slot, and one for the end."""
    actual: list[Way] = []
    way = Way(None)
    opened: list[Pattern] = []
    before: list[Pattern] = []
    for token in tokens:
        match token:
            case Round(step, number):
                if number == 1:
                    opened.append(step)
                if way.strategy is None:
                    way.strategy = step.strategy if number == 1 else step.quantifier.inner
                    way.gap_ms = step.gap_ms if number == 1 else step.quantifier.gap_ms
            case Left(step, skipped):
                if not skipped:
                    opened.remove(step)
                    before = [other for other in before if other is not step]
                else:
                    way.ending, way.gap_ms = None, None if way.strategy is None else way.gap_ms
                if step.quantifier.is_greedy and step.quantifier.least != step.quantifier.most:
                    way.greedy.append(step)
            case Slot():
                way.slot, way.ending = token, None
                untils = [(step, step.until_condition) for step in opened if step.until_condition is not None]
                way.stops = [until for step, until in untils if step in before]
                way.own_stops = [until for step, until in untils if step not in before]
                actual.append(way)
                way, before = Way(None), list(opened)
            case Pattern():
                way.ending, way.gap_ms = token.strategy, token.gap_ms
    return [*actual, way]


@dataclass
class Partial:
    """A choice of events for the first slots, and how it ends."""

    content: Content
    closed: dict[int, Moment] = field(default_factory=dict)
    """For each way on that was looked at, when it closed."""
    by_time: set[int] = field(default_factory=set)
    completes_at: set[Moment] = field(default_factory=set)
    """When it became a match although it took no event."""


class BruteForce:
    """All that there is to find in the events of one key, which are given with their times."""

    def __init__(self, pattern: Pattern, events: Sequence[tuple[Any, int]]) -> None:
        self._pattern = pattern
        self._events = events
        self._within_ms = min((step.within_ms for step in _every_step(pattern) if step.within_ms), default=None)
        self.partials: dict[Content, Partial] = {}
        self.matches: dict[tuple[Content, Moment], None] = {}
        self._number = 0
        for tokens in rows(pattern, len(events) + 1):
            self._try((), ways(tokens), None)
        for partial in self.partials.values():
            for moment in partial.completes_at:
                self.matches[partial.content, moment] = None

    def _moment(self, index: int) -> Moment:
        return (self._events[index][1], index + 1)

    def _holds(self, condition: Optional[Condition], index: int, content: Content) -> bool:
        if condition is None:
            return True
        value, time_ms = self._events[index]
        if condition.is_simple:
            return bool(condition.call(value))
        return bool(condition.call(value, Context(content, self._events, time_ms)))

    def _try(self, content: Content, rest: list[Way], slot: Optional[Slot]) -> None:
        """Chooses events for the slots that are left."""
        way, more = rest[0], rest[1:]
        if content:
            assert slot is not None
            if not more and way.ending is None:
                self.matches[content, self._moment(content[-1][1])] = None
                return
            self._follow(content, way, more, slot)
            return
        assert way.slot is not None
        for index in range(len(self._events)):
            greedy = any(self._could_take(step, index, content) for step in way.greedy)
            if not greedy and self._takes(way, index, content):
                self._chosen(content, way, more, index)

    def _could_take(self, step: Pattern, index: int, content: Content) -> bool:
        stopped = step.until_condition is not None and self._holds(step.until_condition, index, content)
        return not stopped and self._holds(step.condition, index, content)

    def _takes(self, way: Way, index: int, content: Content) -> bool:
        assert way.slot is not None
        stopped = any(self._holds(until, index, content) for until in way.own_stops)
        return not stopped and self._holds(way.slot.step.condition, index, content)

    def _chosen(self, content: Content, way: Way, more: list[Way], index: int) -> None:
        assert way.slot is not None
        longer = (*content, (way.slot.step.name, index))
        if len(more) > 1 or more[0].ending is not None:
            self.partials.setdefault(longer, Partial(longer))
        self._try(longer, more, way.slot)

    def _follow(self, content: Content, way: Way, more: list[Way], slot: Slot) -> None:
        """Goes through the events behind the last one that was chosen, until the way on is closed."""
        partial, last = self.partials[content], content[-1][1]
        self._number += 1
        number, greedy = self._number, list(way.greedy)
        limit = self._limit(content, way)
        for index in range(last + 1, len(self._events)):
            if limit <= (self._events[index][1], 0):
                break
            greedy = [step for step in greedy if not self._stopped(step, index, content)]
            if self._closes(content, way, slot, greedy, index):
                partial.closed[number] = self._moment(index)
                return
            if way.ending is ConsumingStrategy.NOT_NEXT:
                partial.completes_at.add(self._moment(index))
                partial.closed[number] = self._moment(index)
                return
            if way.slot is not None and self._takes(way, index, content):
                self._chosen(content, way, more, index)
            if not self._stays_open(way, index, content):
                partial.closed[number] = self._moment(index)
                return
        partial.closed[number] = limit
        if limit != NEVER:
            partial.by_time.add(number)
            if way.ending is ConsumingStrategy.NOT_FOLLOW:
                partial.completes_at.add(limit)

    def _stopped(self, step: Pattern, index: int, content: Content) -> bool:
        return step.until_condition is not None and self._holds(step.until_condition, index, content)

    def _limit(self, content: Content, way: Way) -> Moment:
        times = [] if way.gap_ms is None else [self._events[content[-1][1]][1] + way.gap_ms]
        if self._within_ms is not None:
            times.append(self._events[content[0][1]][1] + self._within_ms)
        return (min(times), 0) if times else NEVER

    def _closes(self, content: Content, way: Way, slot: Slot, greedy: list[Pattern], index: int) -> bool:
        directly = index == content[-1][1] + 1
        return (
            any(self._holds(step.condition, index, content) for step, first in slot.kills if directly or not first)
            or any(self._holds(until, index, content) for until in way.stops)
            or any(self._holds(step.condition, index, content) for step in greedy)
        )

    def _stays_open(self, way: Way, index: int, content: Content) -> bool:
        if way.slot is None or way.strategy is ConsumingStrategy.SKIP_TILL_ANY:
            return True
        if way.strategy is ConsumingStrategy.STRICT:
            return False
        return not self._holds(way.slot.step.condition, index, content)

    # What comes out ---------------------------------------------------------------------------------------------------

    def lost(self) -> list[tuple[Content, float]]:
        """Partial matches whose last way on was closed by time, and when; not those that then were a match."""
        actual = []
        for partial in self.partials.values():
            last = max(partial.closed.values(), default=NEVER)
            ended = {number for number, moment in partial.closed.items() if moment == last}
            if last != NEVER and ended <= partial.by_time and last not in partial.completes_at:
                actual.append((partial.content, last[0]))
        return actual

    def given_out(self) -> list[Content]:
        """The matches that the skip strategy leaves, in order."""
        skip = self._pattern.skip_strategy
        rank = {step.name: number for number, step in enumerate(_every_step(self._pattern))}
        moments = sorted({moment for _, moment in self.matches} | self._ends())
        waiting: list[Content] = []
        out: list[Content] = []
        bound = 0
        for moment in moments:
            new = [content for content, item in self.matches if item == moment and content[0][1] >= bound]
            new.sort(key=lambda content: [*((rank[name], index) for name, index in content), (inf, 0)])
            waiting = sorted([*waiting, *new], key=lambda content: content[0][1])
            while waiting and not (skip.skips and self._is_open(moment, bound, waiting[0][0][1])):
                match = waiting.pop(0)
                out.append(match)
                bound = max(bound, _bound(skip, match))
                waiting = [content for content in waiting if content[0][1] >= bound]
        return out

    def _ends(self) -> set[Moment]:
        """When partial matches end: one that waits may then be given out."""
        return {max(partial.closed.values(), default=NEVER) for partial in self.partials.values()} - {NEVER}

    def _is_open(self, now: Moment, bound: int, first: int) -> bool:
        """Whether a partial match that began earlier is open after this moment."""
        return any(
            bound <= partial.content[0][1] < first
            and self._moment(partial.content[-1][1]) <= now < max(partial.closed.values(), default=NEVER)
            for partial in self.partials.values()
        )


def _bound(skip: AfterMatchSkipStrategy, actual: Content) -> int:
    """What began before this event is skipped."""
    match skip:
        case SkipToNextStrategy():
            return actual[0][1] + 1
        case SkipPastLastStrategy():
            return actual[-1][1] + 1
        case SkipToElementStrategy(pattern_name=name, first=first):
            indexes = [index for taker, index in actual if taker == name]
            return 0 if not indexes else min(indexes) if first else max(indexes)
    return 0


def _every_step(pattern: Pattern) -> Iterator[Pattern]:
    for step in pattern.steps():
        yield step
        if step.group is not None:
            yield from _every_step(step.group)
