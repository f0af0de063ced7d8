"""Conditions: decide which events a pattern takes, by the event alone or also by the previously taken events."""

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
    """The clocks for conditions and functions."""

    @abstractmethod
    def timestamp(self) -> int:
        """The event's timestamp or, in processing time, the time of its arrival."""

    @abstractmethod
    def current_processing_time(self) -> int:
        """The clock, in milliseconds since the epoch."""


class ConditionContext(TimeContext):
    """The access of an iterative condition to the partial match that may take the event."""

    @abstractmethod
    def get_events_for_pattern(self, name: str) -> Iterable[Any]:
        """The events that the partial match has accepted for the named pattern, in order. Costs time."""


class SimpleCondition(Function):
    """A condition on the event alone. Evaluated at most once per event and key."""

    @abstractmethod
    def filter(self, value: Any) -> bool:
        """Whether the pattern takes the event."""

    @staticmethod
    def of(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """Returns the function itself, which `where` accepts."""
        return function


class IterativeCondition(Function):
    """A condition on the event and on the events taken so far by the partial match."""

    @abstractmethod
    def filter(self, value: Any, context: ConditionContext) -> bool:
        """Whether the pattern takes the event."""


AnyCondition: TypeAlias = SimpleCondition | IterativeCondition | Callable[..., Any]
"""The argument of `where`: a condition, or a function of the event, or of the event and a ConditionContext."""


@dataclass(frozen=True, eq=False)
class Condition:
    """A condition in the form for evaluation: `call(value)` if it is simple, otherwise `call(value, context)`."""

    call: Callable[..., Any]
    is_simple: bool
    originals: tuple[Any, ...]
    """The user's conditions; several if conditions were combined."""

    @staticmethod
    def of(condition: AnyCondition, where: str) -> Condition:
        """The condition passed to the method named `where`."""
        if inspect.iscoroutinefunction(getattr(condition, "filter", condition)):
            raise InvalidProgramError(
                f"{where}() does not accept an `async def` such as {describe(condition)}: use AsyncDataStream"
            )
        if isinstance(condition, (SimpleCondition, IterativeCondition)):
            return Condition(condition.filter, isinstance(condition, SimpleCondition), (condition,))
        if not callable(condition) or (isinstance(condition, type) and issubclass(condition, Function)):
            hint = f": pass an instance, {condition.__name__}()" if isinstance(condition, type) else ""
            raise InvalidProgramError(
                f"{where}() takes a condition or a function of the event, not {condition!r}{hint}"
            )
        return Condition(condition, _arguments(condition, where) == 1, (condition,))

    def and_(self, other: Condition) -> Condition:
        """True if both conditions are; the other is evaluated only if this one is true."""
        originals = (*self.originals, *other.originals)
        if self.is_simple and other.is_simple:
            one, two = self.call, other.call
            return Condition(lambda value: one(value) and two(value), True, originals)
        first, second = self.with_context(), other.with_context()
        return Condition(lambda value, context: first(value, context) and second(value, context), False, originals)

    def or_(self, other: Condition) -> Condition:
        """True if one of the two conditions is; the other is evaluated only if this one is false."""
        originals = (*self.originals, *other.originals)
        if self.is_simple and other.is_simple:
            one, two = self.call, other.call
            return Condition(lambda value: one(value) or two(value), True, originals)
        first, second = self.with_context(), other.with_context()
        return Condition(lambda value, context: first(value, context) or second(value, context), False, originals)

    def with_context(self) -> Callable[[Any, Any], Any]:
        """The call with a context argument."""
        call = self.call
        return (lambda value, context: call(value)) if self.is_simple else call

    @property
    def functions(self) -> Iterable[Function]:
        """The functions to open and close."""
        return [original for original in self.originals if isinstance(original, Function)]


ALWAYS = Condition(lambda value: True, True, ())
"""The condition of a pattern without conditions."""


def subtype_of(kind: type, where: str) -> Condition:
    """True for instances of a class."""
    if not isinstance(kind, type):
        raise ArgumentTypeError(f"{where}() takes a class, not {kind!r}")
    return Condition(lambda value: isinstance(value, kind), True, (kind,))


def _arguments(function: Callable[..., Any], where: str) -> int:
    """The number of arguments of a function: 1 or 2."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 1  # a built-in function of the event
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    required = [p for p in positional if p.default is p.empty]
    if len(required) > 2 or (not positional and not any(p.kind is p.VAR_POSITIONAL for p in parameters)):
        raise InvalidProgramError(
            f"{where}() takes a function of the event, or of the event and a context, not {describe(function)}"
        )
    return max(len(required), 1)
