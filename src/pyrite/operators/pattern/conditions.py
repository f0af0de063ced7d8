"""Conditions: which events a pattern takes, by the event alone or also by what was taken before it."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from pyrite.core.errors import ArgumentTypeError, InvalidProgramError
from pyrite.core.functions.functions import Function
from pyrite.core.functions.user_function import describe


class TimeContext(ABC):
    """The clocks, as conditions and functions see them."""

    @abstractmethod
    def timestamp(self) -> int:
        """The event's timestamp or, in processing time, the time at which it came."""

    @abstractmethod
    def current_processing_time(self) -> int:
        """The clock, in milliseconds since the epoch."""


class ConditionContext(TimeContext):
    """What an iterative condition may ask about the partial match that wants the event."""

    @abstractmethod
    def get_events_for_pattern(self, name: str) -> Iterable[Any]:
        """The events that the partial match has accepted for the pattern of this name, in order. Costs a walk."""


class SimpleCondition(Function):
    """A condition on the event alone. It is evaluated at most once for an event and key."""

    @abstractmethod
    def filter(self, value: Any) -> bool:
        """Whether the event is one that the pattern takes."""

    @staticmethod
    def of(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """The function itself: `where` takes it as it is."""
        return function


class IterativeCondition(Function):
    """A condition on the event and on what the partial match has taken so far."""

    @abstractmethod
    def filter(self, value: Any, context: ConditionContext) -> bool:
        """Whether the event is one that the pattern takes."""


AnyCondition: TypeAlias = SimpleCondition | IterativeCondition | Callable[..., Any]
"""What `where` takes: a condition, or a function of the event, or of the event and a ConditionContext."""


@dataclass(frozen=True, eq=False)
class Condition:
    """A condition as it is evaluated: `call(value)` if it is simple, `call(value, context)` if not."""

    call: Callable[..., Any]
    is_simple: bool
    originals: tuple[Any, ...]
    """What the user gave; more than one where conditions were combined."""

    @staticmethod
    def of(condition: AnyCondition, where: str) -> Condition:
        """The condition that was given to the method `where`."""
        if inspect.iscoroutinefunction(getattr(condition, "filter", condition)):
            raise InvalidProgramError(
                f"{where}() takes no `async def`, as {describe(condition)} is: AsyncDataStream does"
            )
        if isinstance(condition, (SimpleCondition, IterativeCondition)):
            return Condition(condition.filter, isinstance(condition, SimpleCondition), (condition,))
        if not callable(condition) or (isinstance(condition, type) and issubclass(condition, Function)):
            hint = f": give an instance, {condition.__name__}()" if isinstance(condition, type) else ""
            raise InvalidProgramError(
                f"{where}() takes a condition or a function of the event, not {condition!r}{hint}"
            )
        return Condition(condition, _arguments(condition, where) == 1, (condition,))

    def and_(self, other: Condition) -> Condition:
        """Holds where both do; the other is asked only if this one holds."""
        originals = (*self.originals, *other.originals)
        if self.is_simple and other.is_simple:
            one, two = self.call, other.call
            return Condition(lambda value: one(value) and two(value), True, originals)
        first, second = self.with_context(), other.with_context()
        return Condition(lambda value, context: first(value, context) and second(value, context), False, originals)

    def or_(self, other: Condition) -> Condition:
        """Holds where one of the two does; the other is asked only if this one does not hold."""
        originals = (*self.originals, *other.originals)
        if self.is_simple and other.is_simple:
            one, two = self.call, other.call
            return Condition(lambda value: one(value) or two(value), True, originals)
        first, second = self.with_context(), other.with_context()
        return Condition(lambda value, context: first(value, context) or second(value, context), False, originals)

    def with_context(self) -> Callable[[Any, Any], Any]:
        """The call as one with a context."""
        call = self.call
        return (lambda value, context: call(value)) if self.is_simple else call

    @property
    def functions(self) -> Iterable[Function]:
        """What is to be opened and closed."""
        return [original for original in self.originals if isinstance(original, Function)]


ALWAYS = Condition(lambda value: True, True, ())
"""The condition of a pattern without any."""


def subtype_of(kind: type, where: str) -> Condition:
    """Holds for instances of a class."""
    if not isinstance(kind, type):
        raise ArgumentTypeError(f"{where}() takes a class, not {kind!r}")
    return Condition(lambda value: isinstance(value, kind), True, (kind,))


def _arguments(function: Callable[..., Any], where: str) -> int:
    """With how many arguments a function wants to be called: 1 or 2."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 1  # built in: a function of the event
    places = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    needed = [p for p in places if p.default is p.empty]
    if len(needed) > 2 or (not places and not any(p.kind is p.VAR_POSITIONAL for p in parameters)):
        raise InvalidProgramError(
            f"{where}() takes a function of the event, or of the event and a context, not {describe(function)}"
        )
    return max(len(needed), 1)
