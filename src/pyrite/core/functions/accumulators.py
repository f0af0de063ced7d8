"""Accumulators: small results to which every subtask adds values; the job's result has the merged values."""

from __future__ import annotations

import copy
import logging
from abc import ABC, abstractmethod
from collections import Counter as Tally
from collections.abc import Iterable, Mapping
from typing import Any, Generic, Optional, TypeVar

from pyrite.core.persistence.persisted import persisted

V = TypeVar("V")
R = TypeVar("R")
_log = logging.getLogger(__name__)


@persisted("accumulator/1")
class Accumulator(ABC, Generic[V, R]):
    """Adds up values in each subtask; the driver merges the subtasks' accumulators. Must pickle."""

    @abstractmethod
    def add(self, value: V) -> None:
        """Adds a value."""

    @abstractmethod
    def get_local_value(self) -> R:
        """The current result in this subtask."""

    @abstractmethod
    def merge(self, other: Any) -> None:
        """Merges another subtask's accumulator of the same kind into this one."""


@persisted("long-counter/1")
class LongCounter(Accumulator[int, int]):
    """A sum of ints."""

    def __init__(self, value: int = 0) -> None:
        self._value = value

    def add(self, value: int = 1) -> None:
        self._value += value

    def get_local_value(self) -> int:
        return self._value

    def merge(self, other: LongCounter) -> None:
        self._value += other._value


@persisted("int-counter/1")
class IntCounter(LongCounter):
    """A sum of ints, under Flink's other name for it."""


@persisted("double-counter/1")
class DoubleCounter(Accumulator[float, float]):
    """A sum of floats."""

    def __init__(self, value: float = 0.0) -> None:
        self._value = value

    def add(self, value: float) -> None:
        self._value += value

    def get_local_value(self) -> float:
        return self._value

    def merge(self, other: DoubleCounter) -> None:
        self._value += other._value


@persisted("histogram/1")
class Histogram(Accumulator[int, dict[int, int]]):
    """Counts each int."""

    def __init__(self) -> None:
        self._counts: Tally[int] = Tally()

    def add(self, value: int) -> None:
        self._counts[value] += 1

    def get_local_value(self) -> dict[int, int]:
        return dict(sorted(self._counts.items()))

    def merge(self, other: Histogram) -> None:
        self._counts.update(other._counts)


@persisted("average-accumulator/1")
class AverageAccumulator(Accumulator[float, float]):
    """The mean of the added values; 0 without any."""

    def __init__(self) -> None:
        self._sum = 0.0
        self._count = 0

    def add(self, value: float) -> None:
        self._sum += value
        self._count += 1

    def get_local_value(self) -> float:
        return self._sum / self._count if self._count else 0.0

    def merge(self, other: AverageAccumulator) -> None:
        self._sum += other._sum
        self._count += other._count


@persisted("list-accumulator/1")
class ListAccumulator(Accumulator[Any, list[Any]]):
    """All added values. For small numbers of values, since every report of a task contains them."""

    def __init__(self) -> None:
        self._values: list[Any] = []

    def add(self, value: Any) -> None:
        self._values.append(value)

    def get_local_value(self) -> list[Any]:
        return list(self._values)

    def merge(self, other: ListAccumulator) -> None:
        self._values.extend(other._values)


@persisted("minimum/1")
class Minimum(Accumulator[Any, Any]):
    """The minimum of the added values; None without any."""

    def __init__(self) -> None:
        self._value: Optional[Any] = None

    def add(self, value: Any) -> None:
        if self._value is None or value < self._value:
            self._value = value

    def get_local_value(self) -> Any:
        return self._value

    def merge(self, other: Minimum) -> None:
        if other._value is not None:
            self.add(other._value)


@persisted("maximum/1")
class Maximum(Accumulator[Any, Any]):
    """The maximum of the added values; None without any."""

    def __init__(self) -> None:
        self._value: Optional[Any] = None

    def add(self, value: Any) -> None:
        if self._value is None or value > self._value:
            self._value = value

    def get_local_value(self) -> Any:
        return self._value

    def merge(self, other: Maximum) -> None:
        if other._value is not None:
            self.add(other._value)


def merged_values(parts: Iterable[Mapping[str, Accumulator[Any, Any]]]) -> dict[str, Any]:
    """The value of every accumulator over all subtasks. Accumulators that cannot be merged cause a warning."""
    totals: dict[str, Accumulator[Any, Any]] = {}
    broken: set[str] = set()
    for part in parts:
        for name, accumulator in part.items():
            try:
                if name not in totals:
                    totals[name] = copy.deepcopy(accumulator)
                elif type(totals[name]) is not type(accumulator):
                    raise TypeError(f"one is a {type(totals[name]).__name__}, one a {type(accumulator).__name__}")
                else:
                    totals[name].merge(accumulator)
            except Exception as error:  # user classes may raise anything
                if name not in broken:
                    _log.warning("accumulator '%s' cannot be merged: %s", name, error)
                broken.add(name)
    values: dict[str, Any] = {}
    for name in totals.keys() - broken:
        try:
            values[name] = totals[name].get_local_value()
        except Exception as error:
            _log.warning("accumulator '%s' cannot be read: %s", name, error)
    return dict(sorted(values.items()))
