"""Evaluation: the evaluation of a path over a document, and Step, the base class of a path's steps."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pyrite.expressions.json_path.errors import NoValueError


class Step:
    """One step of a path. Steps are stateless, since evaluations share them."""

    fragment: str
    """Its text in messages."""

    def is_definite(self, is_last: bool) -> bool:
        """Returns whether it has at most one value."""
        return False

    def evaluate(self, evaluation: Evaluation, place: int, value: Any) -> None:
        """Calls `evaluation.proceed(place + 1, part)` for each part of the value that it selects."""
        raise NotImplementedError


@dataclass(frozen=True)
class Path:
    """The root, `$` for the document or `@` for the current value of a filter, and the steps from it."""

    root: str
    steps: tuple[Step, ...]

    @cached_property
    def definite_until(self) -> tuple[bool, ...]:
        """For each position between steps: whether all previous steps are definite."""
        until, last = [True], len(self.steps) - 1
        for place, step in enumerate(self.steps):
            until.append(until[-1] and step.is_definite(place == last))
        return tuple(until)

    @property
    def is_definite(self) -> bool:
        """Whether the path has a single value; otherwise it has a list of values."""
        return self.definite_until[-1]

    def text(self, end: int) -> str:
        """Returns the text of the path up to a step."""
        return self.root + "".join(step.fragment for step in self.steps[:end])

    def evaluate(self, value: Any, document: Any, is_lax: bool = False, is_required: bool = False) -> Any:
        """Returns the value or list of values. A missing value is None in lax mode, otherwise it raises NoValueError.

        With `is_required`, a missing last property below an indefinite step raises as well.
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
    """The state of an evaluation, and its results."""

    path: Path
    document: Any
    is_lax: bool
    is_required: bool
    results: list[Any] = field(default_factory=list)
    element_of: dict[int, int] = field(default_factory=dict)
    """By the position after the step that follows `..`: the last array element that it received."""

    def proceed(self, place: int, value: Any) -> None:
        """Continues with the next step, or adds the value to the results after the last one."""
        if place == len(self.path.steps):
            self.results.append(value)
        else:
            self.path.steps[place].evaluate(self, place, value)

    def is_last(self, place: int) -> bool:
        return place == len(self.path.steps) - 1

    def must_exist(self, place: int) -> bool:
        """Returns whether a value that the step at this position does not apply to is an error."""
        return self.path.definite_until[place] and not self.is_lax
