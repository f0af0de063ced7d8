"""Functions of JSON paths: `$.a.length()`, `$.sum($.a, 10)`. Numbers are computed as doubles."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, Optional, Union

from pyrite.expressions.java.json_documents import JsonKeys, java_text, read_json
from pyrite.expressions.json_path.errors import IllegalPathError, PathError
from pyrite.expressions.json_path.evaluation import Evaluation, Path, Step
from pyrite.expressions.json_path.steps import Wildcard

_LEAST_POSITIVE: Final = 5e-324
_GREATEST: Final = 1.7976931348623157e308
_EMPTY: Final = "Aggregation function attempted to calculate value using empty array"

Argument = Union[Path, str]
"""A path from the document, or JSON text."""


@dataclass(frozen=True)
class Function(Step):
    """A call on the value of the preceding path. Steps over its result may follow."""

    name: str
    arguments: tuple[Argument, ...] = ()

    @property
    def fragment(self) -> str:  # type: ignore[override]
        return f".{self.name}({'...' if self.arguments else ''})"

    def is_definite(self, is_last: bool) -> bool:
        return True

    def evaluate(self, evaluation: Evaluation, place: int, value: Any) -> None:
        compute = _FUNCTIONS.get(self.name)
        if compute is None and self.name not in _LENGTHS:
            raise IllegalPathError(f"Function with name: {self.name} does not exist.")
        values = [_value_of(argument, evaluation) for argument in self.arguments]
        result = self._length(value, evaluation) if compute is None else compute(value, values)
        evaluation.results.append(result)
        if not evaluation.is_last(place):
            evaluation.proceed(place + 1, result)

    def _length(self, value: Any, evaluation: Evaluation) -> Optional[int]:
        """With an argument, returns the length of the array at that path from the value."""
        if self.arguments:
            first = self.arguments[0]
            if isinstance(first, str):
                raise PathError(f"{self.name}() expects a path, not {first}")
            steps = first.steps if _is_call(first) or not first.steps else (*first.steps, Wildcard())
            parts = Evaluation(Path(first.root, steps), value, evaluation.is_lax, evaluation.is_required)
            parts.proceed(0, value)
            inner = parts.results[-1:] if first.is_definite else [parts.results]
            if not inner and not evaluation.is_lax:
                raise PathError(f"No results for path: {parts.path.text(len(steps))}")
            if inner and isinstance(inner[0], list):
                return len(inner[0])
        return len(value) if isinstance(value, (list, dict)) else None


def _is_call(path: Path) -> bool:
    return bool(path.steps) and isinstance(path.steps[-1], Function)


def _value_of(argument: Argument, evaluation: Evaluation) -> Any:
    if isinstance(argument, str):
        return read_json(argument)
    return argument.evaluate(evaluation.document, evaluation.document, evaluation.is_lax)


def ends_in_function(steps: Sequence[Step]) -> bool:
    return bool(steps) and isinstance(steps[-1], Function)


# Numbers --------------------------------------------------------------------------------------------------------------

Compute = Callable[[Any, list[Any]], Any]


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, Decimal)) and not isinstance(value, bool)


def _double(number: Any) -> float:
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def _flat(values: Sequence[Any]) -> list[Any]:
    """Returns the values, with arrays replaced by their elements."""
    return [part for value in values for part in (value if isinstance(value, list) else [value])]


def _of_numbers(compute: Callable[[list[float]], float]) -> Compute:
    """Computes over the numbers in an array and in the arguments."""

    def computed(value: Any, arguments: list[Any]) -> float:
        parts = [*(value if isinstance(value, list) else ()), *_flat(arguments)]
        numbers = [_double(part) for part in parts if _is_number(part)]
        if not numbers:
            raise PathError(_EMPTY)
        return compute(numbers)

    return computed


def _sum(numbers: list[float]) -> float:
    total = 0.0
    for number in numbers:
        total += number
    return total


def _deviation(numbers: list[float]) -> float:
    count, total = float(len(numbers)), _sum(numbers)
    square = _sum([number * number for number in numbers]) / count - total * total / count / count
    return math.sqrt(square) if square >= 0 else math.nan


# Sequences and texts --------------------------------------------------------------------------------------------------


def _element(index_of: Callable[[list[Any]], int]) -> Compute:
    """Returns an element of an array. A negative index cannot select the first element, as in Jayway."""

    def computed(value: Any, arguments: list[Any]) -> Any:
        if not isinstance(value, list):
            raise PathError(_EMPTY)
        index = index_of(arguments)
        if index >= 0:
            return value[index]
        if index + len(value) <= 0:
            raise PathError(f"Target index:{index} larger than object count:{len(value)}")
        return value[index]

    return computed


def _first_number(arguments: list[Any]) -> int:
    numbers = [part for part in _flat(arguments) if _is_number(part)]
    return int(numbers[0])


def _concatenated(value: Any, arguments: list[Any]) -> str:
    texts = [part for part in value if isinstance(part, str)] if isinstance(value, list) else []
    return "".join([*texts, *(java_text(part) for part in _flat(arguments) if part is not None)])


def _appended(value: Any, arguments: list[Any]) -> Any:
    return [*value, *arguments] if isinstance(value, list) else value


def _keys(value: Any, arguments: list[Any]) -> Optional[JsonKeys]:
    return JsonKeys(value) if isinstance(value, dict) else None


_LENGTHS: Final = ("length", "size")
_FUNCTIONS: Final[dict[str, Compute]] = {
    "sum": _of_numbers(_sum),
    "avg": _of_numbers(lambda numbers: _sum(numbers) / len(numbers)),
    "min": _of_numbers(lambda numbers: min([_GREATEST, *numbers])),
    "max": _of_numbers(lambda numbers: max([_LEAST_POSITIVE, *numbers])),
    "stddev": _of_numbers(_deviation),
    "first": _element(lambda arguments: 0),
    "last": _element(lambda arguments: -1),
    "index": _element(_first_number),
    "concat": _concatenated,
    "append": _appended,
    "keys": _keys,
}
