"""Steps to parts of a value: properties, elements, slices, wildcards, filtered elements, and `..`."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Optional

from pyrite.expressions.java.json_documents import java_text
from pyrite.expressions.json_path.errors import IllegalPathError, NoValueError, PathError
from pyrite.expressions.json_path.evaluation import Evaluation, Step
from pyrite.expressions.json_path.filters import Filter


@dataclass(frozen=True)
class Properties(Step):
    """`.a` or `['a', 'b']`. As the last step, several names have one object as their result."""

    names: tuple[str, ...]
    quote: str = "'"

    @property
    def fragment(self) -> str:  # type: ignore[override]
        return f"[{','.join(self.quote + name + self.quote for name in self.names)}]"

    def is_definite(self, is_last: bool) -> bool:
        return is_last or len(self.names) == 1

    def evaluate(self, evaluation: Evaluation, place: int, value: Any) -> None:
        if not isinstance(value, dict):
            if evaluation.must_exist(place):
                raise NoValueError(
                    f"Expected to find an object with property {self.fragment} in path {evaluation.path.text(place)} "
                    f"but found {'null' if value is None else type(value).__name__}"
                )
        elif len(self.names) > 1 and evaluation.is_last(place):
            evaluation.proceed(place + 1, {name: value[name] for name in self.names if name in value})
        else:
            for name in self.names:
                self._follow(evaluation, place, value, name)

    def _follow(self, evaluation: Evaluation, place: int, value: dict[str, Any], name: str) -> None:
        if name in value:
            follow_property(evaluation, place, value[name])
        elif evaluation.is_last(place):
            if evaluation.is_required:
                raise NoValueError(f"No results for path: {evaluation.path.text(place)}['{name}']")
        elif evaluation.is_required or (evaluation.must_exist(place) and len(self.names) == 1):
            raise NoValueError(f"Missing property in path {evaluation.path.text(place)}['{name}']")


def follow_property(evaluation: Evaluation, place: int, value: Any) -> None:
    """Proceeds to a property's value. After `..` over an array, only the last element counts."""
    element = evaluation.element_of.get(place)
    steps = evaluation.path.steps
    if element is None or not evaluation.is_last(place) or steps[place - 1].fragment == f"[{element}]":
        evaluation.proceed(place + 1, value)


def follow_element(evaluation: Evaluation, place: int, array: list[Any], index: int) -> None:
    """Proceeds to an element, if it exists. A negative index counts from the end."""
    effective = index + len(array) if index < 0 else index
    if 0 <= effective < len(array):
        with suppress(IndexError):  # raised by a later function, as in Jayway
            evaluation.proceed(place + 1, array[effective])


def _is_array(step: Step, evaluation: Evaluation, place: int, value: Any) -> bool:
    if isinstance(value, list):
        return True
    if evaluation.must_exist(place):
        if value is None:
            raise NoValueError(f"The path {evaluation.path.text(place)} is null")
        rest = "".join(each.fragment for each in evaluation.path.steps[place:])
        raise NoValueError(f"Filter: {rest} can only be applied to arrays. Current context is: {java_text(value)}")
    return False


@dataclass(frozen=True)
class Elements(Step):
    """`[0]` or `[0, 2]`."""

    indexes: tuple[int, ...]

    @property
    def fragment(self) -> str:  # type: ignore[override]
        return f"[{','.join(map(str, self.indexes))}]"

    def is_definite(self, is_last: bool) -> bool:
        return len(self.indexes) == 1

    def evaluate(self, evaluation: Evaluation, place: int, value: Any) -> None:
        if _is_array(self, evaluation, place, value):
            for index in self.indexes:
                follow_element(evaluation, place, value, index)


@dataclass(frozen=True)
class Slice(Step):
    """`[1:]`, `[:2]` or `[1:2]`. Bounds count from the end only if there is one bound, or both are negative."""

    start: Optional[int]
    stop: Optional[int]

    @property
    def fragment(self) -> str:  # type: ignore[override]
        return f"[{'' if self.start is None else self.start}:{'' if self.stop is None else self.stop}]"

    def evaluate(self, evaluation: Evaluation, place: int, value: Any) -> None:
        if _is_array(self, evaluation, place, value):
            for index in self._indexes(len(value)):
                follow_element(evaluation, place, value, index)

    def _indexes(self, length: int) -> range:
        if self.stop is None:
            assert self.start is not None
            return range(max(0, self.start + length if self.start < 0 else self.start), length)
        if self.start is None:
            return range(min(length, self.stop + length if self.stop < 0 else self.stop))
        return range(self.start, min(length, self.stop)) if length else range(0)


@dataclass(frozen=True)
class Wildcard(Step):
    """`.*` or `[*]`."""

    fragment = "[*]"

    def evaluate(self, evaluation: Evaluation, place: int, value: Any) -> None:
        if isinstance(value, dict):
            for part in value.values():
                follow_property(evaluation, place, part)
        elif isinstance(value, list):
            for index in range(len(value)):
                try:
                    follow_element(evaluation, place, value, index)
                except NoValueError:
                    if evaluation.is_required:
                        raise


@dataclass(frozen=True)
class Filtered(Step):
    """`[?(...)]`: the elements of an array that match the filter, or a matching object."""

    filter: Filter
    fragment = "[?]"

    def evaluate(self, evaluation: Evaluation, place: int, value: Any) -> None:
        if isinstance(value, dict):
            if self.takes(evaluation, value):
                evaluation.proceed(place + 1, value)
        elif isinstance(value, list):
            for index, element in enumerate(value):
                if self.takes(evaluation, element):
                    follow_element(evaluation, place, value, index)
        elif evaluation.path.definite_until[place]:
            rest = "".join(each.fragment for each in evaluation.path.steps[place:])
            raise IllegalPathError(
                f"Filter: {rest} can not be applied to primitives. Current context is: {java_text(value)}"
            )

    def takes(self, evaluation: Evaluation, value: Any) -> bool:
        try:
            return self.filter.holds(value, evaluation.document, evaluation.is_lax)
        except IllegalPathError:
            return False


@dataclass(frozen=True)
class Descendants(Step):
    """`..`: applies the next step to the value and all its descendants."""

    fragment = ".."

    def evaluate(self, evaluation: Evaluation, place: int, value: Any) -> None:
        if evaluation.is_last(place):
            raise PathError("Current path token is a leaf")
        self._walk(evaluation, place + 1, value)

    def _walk(self, evaluation: Evaluation, place: int, value: Any) -> None:
        step = evaluation.path.steps[place]
        if isinstance(value, dict):
            if _suits(step, evaluation, place, value):
                step.evaluate(evaluation, place, value)
            for part in value.values():
                self._walk(evaluation, place, part)
        elif isinstance(value, list):
            if _suits(step, evaluation, place, value):
                self._over_array(evaluation, place, value)
            for part in value:
                self._walk(evaluation, place, part)

    def _over_array(self, evaluation: Evaluation, place: int, array: list[Any]) -> None:
        """Passes all elements to the step after the next one, regardless of the next one."""
        if evaluation.is_last(place):
            evaluation.path.steps[place].evaluate(evaluation, place, array)
            return
        for index, element in enumerate(array):
            evaluation.element_of[place + 1] = index
            evaluation.path.steps[place + 1].evaluate(evaluation, place + 1, element)


def _suits(step: Step, evaluation: Evaluation, place: int, value: Any) -> bool:
    """Returns whether the step after `..` applies to an object or array."""
    match step:
        case Properties():
            if not isinstance(value, dict):
                return False
            return not step.is_definite(evaluation.is_last(place)) or all(name in value for name in step.names)
        case Elements() | Slice():
            return isinstance(value, list)
        case Wildcard():
            return True
        case Filtered():
            return step.takes(evaluation, value)
    return False
