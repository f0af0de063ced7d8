"""Evaluation: one run of a path over a document, and Step, what a path consists of."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pyrite.expressions.json_path.errors import NoValueError


class Step:
    """One step of a path. Steps are shared by evaluations and keep nothing of them."""

    fragment: str
    """Its text in messages."""

    def is_definite(self, is_last: bool) -> bool:
        """Whether it leads to one value at most."""
        return False

    def evaluate(self, evaluation: Evaluation, place: int, value: Any) -> None:
        """Calls `evaluation.proceed(place + 1, part)` for each part of the value that it leads to."""
        raise NotImplementedError


@dataclass(frozen=True)
class Path:
    """`$`, the document, or `@`, the value that a filter looks at, and the steps from there."""

    root: str
    steps: tuple[Step, ...]

    @cached_property
    def definite_until(self) -> tuple[bool, ...]:
        """For each place between steps, whether all steps before it are definite."""
        until, last = [True], len(self.steps) - 1
        for place, step in enumerate(self.steps):
            until.append(until[-1] and step.is_definite(place == last))
        return tuple(until)

    @property
    def is_definite(self) -> bool:
        """Whether the path leads to one value; another one has a list of values."""
        return self.definite_until[-1]

    def text(self, end: int) -> str:
        """The path up to a step."""
        return self.root + "".join(step.fragment for step in self.steps[:end])

    def evaluate(self, value: Any, document: Any, is_lax: bool = False, is_required: bool = False) -> Any:
        """The value or list of values. In lax mode a missing value is None, else it raises NoValueError.

        `is_required`: also a last property that is missing below an indefinite step raises.
        """
        evaluation = Evaluation(self, document, is_lax, is_required)
        evaluation.proceed(0, value)
        if not self.is_definite:
            return evaluation.results
        if evaluation.results:
            return evaluation.results[-1]
        if is_lax:
            return None
        raise NoValueError(f"No results for path: {self.text(len(self.steps))}")


@dataclass
class Evaluation:
    """What steps know of the run, and its results."""

    path: Path
    document: Any
    is_lax: bool
    is_required: bool
    results: list[Any] = field(default_factory=list)
    element_of: dict[int, int] = field(default_factory=dict)
    """By the place of the step after the one that `..` looks for: the last element of an array that it was given."""

    def proceed(self, place: int, value: Any) -> None:
        """The value is a result if there are no further steps."""
        if place == len(self.path.steps):
            self.results.append(value)
        else:
            self.path.steps[place].evaluate(self, place, value)

    def is_last(self, place: int) -> bool:
        return place == len(self.path.steps) - 1

    def must_exist(self, place: int) -> bool:
        """Whether a value that the step at this place cannot be applied to is an error."""
        return self.path.definite_until[place] and not self.is_lax
