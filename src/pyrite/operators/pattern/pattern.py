"""Pattern: a sequence of events to look for, defined step by step.

    Pattern.begin("small").where(lambda payment: payment.amount < 1)
        .followed_by("large").where(lambda payment: payment.amount > 500)
        .within(Time.minutes(1))

Patterns are immutable: every method returns a new one. The guide explains the steps (`docs/guide/patterns.md`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Optional, TypeVar

from pyrite.core.errors import ArgumentTypeError, MalformedPatternError
from pyrite.core.windows.windows import Span, positive_count, span_ms
from pyrite.operators.pattern.after_match_skip_strategy import AfterMatchSkipStrategy
from pyrite.operators.pattern.compiler import compile_pattern
from pyrite.operators.pattern.conditions import AnyCondition, Condition, subtype_of
from pyrite.operators.pattern.explain import as_text
from pyrite.operators.pattern.explain_svg import as_svg
from pyrite.operators.pattern.quantifier import ConsumingStrategy, Quantifier, WithinType

P = TypeVar("P", bound="Pattern")


@dataclass(frozen=True, eq=False)
class Pattern:
    """The last step of a pattern sequence, with a reference to the previous step. Each step has a name, and takes
    events.

    Patterns are immutable: every method returns a new one.

    >>> rising = Pattern.begin("low").where(lambda n: n < 10).one_or_more().followed_by("high").where(lambda n: n > 100)
    >>> [step.name for step in rising.steps()]
    ['low', 'high']
    """

    name: str
    previous: Optional[Pattern]
    strategy: ConsumingStrategy
    skip_strategy: AfterMatchSkipStrategy
    group: Optional[Pattern] = None
    """The sequence of a group step."""
    condition: Optional[Condition] = None
    until_condition: Optional[Condition] = None
    quantifier: Quantifier = field(default_factory=Quantifier)
    within_ms: Optional[int] = None
    gap_ms: Optional[int] = None
    """The exclusive time limit between the previous event and the first event of this step."""

    # Steps ------------------------------------------------------------------------------------------------------------

    @staticmethod
    def begin(name: str | Pattern, after_match_skip_strategy: Optional[AfterMatchSkipStrategy] = None) -> Pattern:
        """The first step: a name, or a sequence as a group."""
        return _step(name, None, ConsumingStrategy.STRICT, after_match_skip_strategy)

    def next(self, name: str | Pattern) -> Pattern:
        """The next event must be an event of this step."""
        return _step(name, self, ConsumingStrategy.STRICT)

    def followed_by(self, name: str | Pattern) -> Pattern:
        """The next event that this step takes; others may come in between."""
        return _step(name, self, ConsumingStrategy.SKIP_TILL_NEXT)

    def followed_by_any(self, name: str | Pattern) -> Pattern:
        """Any later event that this step takes: a match for each."""
        return _step(name, self, ConsumingStrategy.SKIP_TILL_ANY)

    def not_next(self, name: str) -> Pattern:
        """The next event must not be an event of this step."""
        return _not_step(name, self, ConsumingStrategy.NOT_NEXT)

    def not_followed_by(self, name: str) -> Pattern:
        """No event of this step may occur before the next step or, if this is the last step, within the time limit."""
        return _not_step(name, self, ConsumingStrategy.NOT_FOLLOW)

    # Conditions -------------------------------------------------------------------------------------------------------

    def where(self: P, condition: AnyCondition) -> P:
        """A condition that an event must meet; with several, all. A function of the event, or of it and a context."""
        added = Condition.of(condition, "where")
        return replace(self, condition=added if self.condition is None else self.condition.and_(added))

    def or_where(self: P, condition: AnyCondition) -> P:
        """Adds an alternative to all conditions so far."""
        added = Condition.of(condition, "or_where")
        return replace(self, condition=added if self.condition is None else self.condition.or_(added))

    def subtype(self: P, kind: type) -> P:
        """An event must be an instance of the class."""
        added = subtype_of(kind, "subtype")
        return replace(self, condition=added if self.condition is None else self.condition.and_(added))

    def until(self: P, condition: AnyCondition) -> P:
        """Ends a step with any number of events: after an event that meets the condition, it takes no more."""
        if self.until_condition is not None:
            raise self._malformed("already has an until condition")
        if not self.quantifier.is_looping:
            raise self._malformed("takes a limited number of events: until() is for one_or_more() and times_or_more()")
        return replace(self, until_condition=Condition.of(condition, "until"))

    def within(self: P, time: Span, within_type: WithinType = WithinType.FIRST_AND_LAST) -> P:
        """A match must take less than this, from its first event to its last; the shortest of several limits applies.

        With PREVIOUS_AND_CURRENT: from the event before this step to the first one of this step.
        """
        time_ms = span_ms(time, "the time of within()")
        if time_ms <= 0:
            raise self._malformed(f"must have more time than {time_ms} ms")
        if within_type is WithinType.FIRST_AND_LAST:
            return replace(self, within_ms=time_ms)
        return replace(self, gap_ms=time_ms)

    # Quantifiers ------------------------------------------------------------------------------------------------------

    def times(self: P, times: int, to_times: Optional[int] = None, window_time: Optional[Span] = None) -> P:
        """Exactly `times` events, or from `times` to `to_times`; less than the window time between any two of them."""
        if times == 0 and to_times is not None:
            return self._repeated(1, to_times, window_time).optional()
        return self._repeated(times, times if to_times is None else to_times, window_time)

    def times_or_more(self: P, times: int, window_time: Optional[Span] = None) -> P:
        """At least `times` events; less than the window time between any two of them."""
        return self._repeated(times, None, window_time)

    def one_or_more(self: P, window_time: Optional[Span] = None) -> P:
        """One event or more; less than the window time between any two of them."""
        return self._repeated(1, None, window_time)

    def _repeated(self: P, least: int, most: Optional[int], window_time: Optional[Span]) -> P:
        self._refuse_not("be repeated")
        if self.quantifier.is_explicit:
            raise self._malformed(f"already has a quantifier: {self.quantifier}")
        positive_count(least, f"how often pattern '{self.name}' occurs")
        if most is not None and positive_count(most, f"how often pattern '{self.name}' occurs") < least:
            raise self._malformed(f"cannot occur {least} to {most} times")
        gap_ms = None if window_time is None else span_ms(window_time, "the window time between events")
        return self._quantified(least=least, most=most, gap_ms=gap_ms, is_explicit=True)

    def optional(self: P) -> P:
        """The step may also take no event."""
        self._refuse_not("be optional")
        if self.quantifier.is_optional:
            raise self._malformed("is already optional")
        if self.previous is not None and self.previous.quantifier.is_greedy:
            raise self._malformed(f"cannot be optional after '{self.previous.name}', which is greedy")
        return self._quantified(is_optional=True)

    def greedy(self: P) -> P:
        """Takes as many events as possible: the match does not advance while this step could take the event."""
        self._refuse_not("be greedy")
        if not self.quantifier.is_explicit:
            raise self._malformed("takes one event: greedy() needs a repeated pattern")
        if self.quantifier.inner is ConsumingStrategy.SKIP_TILL_ANY:
            raise self._malformed("takes any combination of events, and cannot be greedy")
        return self._quantified(is_greedy=True)

    def consecutive(self: P) -> P:
        """The events of this step must follow each other directly, as with `next`."""
        return self._inner(ConsumingStrategy.STRICT, "consecutive")

    def allow_combinations(self: P) -> P:
        """The events of this step may follow each other in any way, as with `followed_by_any`."""
        if self.quantifier.is_greedy:
            raise self._malformed("is greedy, and cannot take any combination of events")
        return self._inner(ConsumingStrategy.SKIP_TILL_ANY, "allow_combinations")

    def _inner(self: P, strategy: ConsumingStrategy, method: str) -> P:
        if not self.quantifier.is_explicit:
            raise self._malformed(f"takes one event: {method}() needs a repeated pattern")
        if self.quantifier.inner is not ConsumingStrategy.SKIP_TILL_NEXT:
            raise self._malformed("is already consecutive or takes combinations: it can only be one of them")
        return self._quantified(inner=strategy)

    def _quantified(self: P, **changes: Any) -> P:
        return replace(self, quantifier=replace(self.quantifier, **changes))

    # Queries ----------------------------------------------------------------------------------------------------------

    def steps(self) -> list[Pattern]:
        """The steps of this sequence, the first one first; groups are not expanded."""
        steps: list[Pattern] = []
        step: Optional[Pattern] = self
        while step is not None:
            steps.append(step)
            step = step.previous
        return steps[::-1]

    def explain(self) -> str:
        """The automaton that looks for the pattern, as text."""
        return as_text(compile_pattern(self))

    def explain_svg(self) -> str:
        """The automaton that looks for the pattern, as a picture."""
        return as_svg(compile_pattern(self))

    def _refuse_not(self, what: str) -> None:
        if self.strategy.is_not:
            raise self._malformed(f"is a not pattern, which cannot {what}")

    def _malformed(self, what: str) -> MalformedPatternError:
        return MalformedPatternError(f"pattern '{self.name}' {what}")


class GroupPattern(Pattern):
    """A sequence as a single step, which can be repeated and optional like any other step."""

    def where(self: P, condition: AnyCondition) -> P:
        raise self._malformed("cannot have a condition: add it to its steps")

    def or_where(self: P, condition: AnyCondition) -> P:
        raise self._malformed("cannot have a condition: add it to its steps")

    def subtype(self: P, kind: type) -> P:
        raise self._malformed("cannot have a condition: add it to its steps")

    def greedy(self: P) -> P:
        raise self._malformed("cannot be greedy")


def _step(
    what: str | Pattern,
    previous: Optional[Pattern],
    strategy: ConsumingStrategy,
    skip: Optional[AfterMatchSkipStrategy] = None,
) -> Pattern:
    if previous is not None:
        skip = previous.skip_strategy
    if skip is not None and not isinstance(skip, AfterMatchSkipStrategy):
        raise ArgumentTypeError(f"expected an AfterMatchSkipStrategy, got {skip!r}")
    skip = skip or AfterMatchSkipStrategy.no_skip()
    if isinstance(what, Pattern):
        name = "(" + " ".join(step.name for step in what.steps()) + ")"
        return GroupPattern(name, previous, strategy, skip, group=what)
    if not isinstance(what, str) or not what:
        raise ArgumentTypeError(f"expected the name of a pattern, or a Pattern as a group; got {what!r}")
    return Pattern(what, previous, strategy, skip)


def _not_step(name: str, previous: Pattern, strategy: ConsumingStrategy) -> Pattern:
    if not isinstance(name, str):
        raise MalformedPatternError(f"{strategy.value} takes the name of one pattern, not a group")
    if previous.quantifier.is_optional:
        raise MalformedPatternError(
            f"'{name}' must not follow '{previous.name}', which is optional: use two patterns, with it and without"
        )
    return _step(name, previous, strategy)
