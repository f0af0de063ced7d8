"""Random patterns over the letters a to c, and random streams over a to d."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Optional

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from pyrite.cep import AfterMatchSkipStrategy, ConditionContext, Pattern, WithinType
from tests.operators.pattern.matching import one_of

Event = tuple[str, int]
_STEPS = ("next", "followed_by", "followed_by_any")
_ROUNDS = ((1, None), (1, None), (2, None), (1, 2), (2, 2), (2, 3))


@dataclass(frozen=True)
class Kinds:
    """What a random pattern may have."""

    quantifiers: bool = True
    nots: bool = False
    groups: bool = False
    untils: bool = False
    iterative: bool = False
    gaps: bool = False
    within: bool = False
    skips: bool = False


EVERYTHING = Kinds(nots=True, groups=True, untils=True, iterative=True, gaps=True, within=True, skips=True)


def _letters() -> st.SearchStrategy[str]:
    return st.sampled_from(["a", "b", "c", "ab", "bc", "abc"])


def _fewer_than(limit: int, name: str, letters: str) -> Callable[[str, ConditionContext], bool]:
    """Holds as long as few events were taken for a name: depends on the partial match."""

    def condition(event: str, context: ConditionContext) -> bool:
        return event[0] in letters and len(list(context.get_events_for_pattern(name))) < limit

    return condition


class _Drawn:
    """Draws one pattern; its steps are p1, p2, ..."""

    def __init__(self, draw: DrawFn, kinds: Kinds) -> None:
        self._draw = draw
        self._kinds = kinds
        self.names: list[str] = []

    def sequence(self, skip: Optional[AfterMatchSkipStrategy], depth: int = 0) -> Pattern:
        pattern = self._step(None, skip, depth)
        for _ in range(self._draw(st.integers(0, 2 - depth))):
            pattern = self._step(pattern, skip, depth)
        return pattern

    def _step(self, before: Optional[Pattern], skip: Optional[AfterMatchSkipStrategy], depth: int) -> Pattern:
        draw, kinds = self._draw, self._kinds
        if before is not None and kinds.nots and not _may_be_empty(before) and draw(st.integers(0, 3)) == 0:
            method = draw(st.sampled_from(["not_next", "not_followed_by"]))
            return self._with_condition(getattr(before, method)(self._name()))
        what: Any = None
        if kinds.groups and depth < 2 and draw(st.integers(0, 3)) == 0:
            what = self.sequence(skip, depth + 1)
        begun: Pattern
        if before is None:
            begun = Pattern.begin(what or self._name(), skip)
        else:
            begun = getattr(before, draw(st.sampled_from(_STEPS)))(what or self._name())
        step = begun if what is not None else self._with_condition(begun)
        return self._quantified(step) if kinds.quantifiers else step

    def _name(self) -> str:
        self.names.append(f"p{len(self.names) + 1}")
        return self.names[-1]

    def _with_condition(self, step: Pattern) -> Pattern:
        letters = self._draw(_letters())
        if self._kinds.iterative and self._draw(st.integers(0, 4)) == 0:
            name = self._draw(st.sampled_from(self.names))
            return step.where(_fewer_than(self._draw(st.integers(1, 2)), name, letters))
        return step.where(one_of(letters))

    def _quantified(self, step: Pattern) -> Pattern:
        draw, kinds = self._draw, self._kinds
        if draw(st.booleans()):
            least, most = draw(st.sampled_from(_ROUNDS))
            gap = timedelta(milliseconds=draw(st.integers(1, 4))) if kinds.gaps and draw(st.booleans()) else None
            step = step.times_or_more(least, gap) if most is None else step.times(least, most, gap)
            inner = draw(st.sampled_from(["", "consecutive", "allow_combinations"]))
            step = getattr(step, inner)() if inner else step
            if step.group is None and inner != "allow_combinations" and draw(st.booleans()):
                step = step.greedy()
            if kinds.untils and most is None and draw(st.booleans()):
                step = step.until(one_of(draw(_letters())))
        greedy_before = step.previous is not None and step.previous.quantifier.is_greedy
        if not greedy_before and draw(st.integers(0, 3)) == 0:
            step = step.optional()
        if kinds.gaps and step.previous is not None and draw(st.integers(0, 3)) == 0:
            step = step.within(timedelta(milliseconds=draw(st.integers(1, 4))), WithinType.PREVIOUS_AND_CURRENT)
        return step


def _may_be_empty(step: Pattern) -> bool:
    return step.quantifier.is_optional or (step.group is not None and all(map(_may_be_empty, step.group.steps())))


@st.composite
def patterns(draw: DrawFn, kinds: Kinds) -> Pattern:
    """A pattern of up to three steps."""
    strategies = [AfterMatchSkipStrategy.no_skip()]
    if kinds.skips:
        strategies += [AfterMatchSkipStrategy.skip_to_next(), AfterMatchSkipStrategy.skip_past_last_event()]
        strategies += [AfterMatchSkipStrategy.skip_to_first("p1"), AfterMatchSkipStrategy.skip_to_last("p1")]
    pattern = _Drawn(draw, kinds).sequence(draw(st.sampled_from(strategies)))
    waits = pattern.strategy.is_not or pattern.group is not None
    if waits or (kinds.within and draw(st.booleans())):
        pattern = pattern.within(timedelta(milliseconds=draw(st.integers(4, 7))))
    return pattern


@st.composite
def streams(draw: DrawFn, most: int = 6) -> list[Event]:
    """Events such as b2, the second b, with their times."""
    letters = draw(st.lists(st.sampled_from("abcd"), min_size=1, max_size=most))
    seen: Counter[str] = Counter()
    events: list[Event] = []
    time_ms = 0
    for letter in letters:
        time_ms += draw(st.integers(0, 2))
        seen[letter] += 1
        events.append((f"{letter}{seen[letter]}", time_ms))
    return events
