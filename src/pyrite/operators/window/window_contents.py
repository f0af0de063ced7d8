"""The contents of a window for each key: an accumulator, a reduced value, or its records. Pure, over plain tables."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, MutableMapping
from enum import Enum
from typing import Any, Final

from pyrite.core.functions.functions import AggregateFunction, ReduceFunction
from pyrite.core.functions.user_function import bound_method
from pyrite.core.isolation import isolated
from pyrite.core.persistence.persisted import persisted
from pyrite.core.state_key import StateKey

Table = MutableMapping[StateKey, Any]
"""The contents of one window, by key."""


@persisted("missing-contents/1")
class Missing(Enum):
    """A marker for missing contents, since None may be a value."""

    MISSING = 0


MISSING: Final = Missing.MISSING


_WITHOUT_KEYED_STATE: Final = (
    "a ReduceFunction or AggregateFunction of windows cannot use keyed state, as in Flink: it is called without a "
    "current key. Use the state in a process or window function"
)


class WindowContents(ABC):
    """How records are added to a window's contents, and how these become elements for its function."""

    kind: str
    """A description of the contents. Part of checkpoints, so it must not change."""
    func: Any = None
    """The user function of the contents."""
    without_keyed_state = ""
    """The reason if the function may not use keyed state; empty if it may."""
    keeps_records = False
    """Whether the window keeps its records, and not a single value."""
    shared = False
    """Whether a record may be in several windows: then each keeps its own copy of a changeable record."""

    @abstractmethod
    def add_all(self, table: Table, keys: list[StateKey], values: list[Any]) -> None:
        """Adds each value to the contents of its key."""

    @abstractmethod
    def add(self, accumulator: Any, value: Any) -> Any:
        """The accumulator with the value added; `accumulator` may be MISSING."""

    @abstractmethod
    def merge(self, first: Any, second: Any) -> Any:
        """Merges the accumulators of two windows."""

    @abstractmethod
    def elements(self, accumulator: Any) -> list[Any]:
        """The elements for the window's function, or for emitting without a function."""

    def no_elements(self) -> list[Any]:
        """The elements of a window whose records were all evicted."""
        return []

    def results(self, accumulators: Iterable[Any]) -> list[Any]:
        """The results of many keys' windows without a window function, one after another."""
        return [element for one in accumulators for element in self.elements(one)]


class ReducedContents(WindowContents):
    """A single value, reduced from all records."""

    kind = "a reduced value"
    without_keyed_state = _WITHOUT_KEYED_STATE

    def __init__(self, func: ReduceFunction | Callable[[Any, Any], Any]) -> None:
        self.func = func
        self._reduce = bound_method(func, ReduceFunction, "reduce")

    def add_all(self, table: Table, keys: list[StateKey], values: list[Any]) -> None:
        get, reduce = table.get, self._reduce
        if self.shared:
            values = list(map(isolated, values))
        for key, value in zip(keys, values, strict=True):
            accumulator = get(key, MISSING)
            table[key] = value if accumulator is MISSING else reduce(accumulator, value)

    def add(self, accumulator: Any, value: Any) -> Any:
        if self.shared:
            value = isolated(value)
        return value if accumulator is MISSING else self._reduce(accumulator, value)

    def merge(self, first: Any, second: Any) -> Any:
        return self._reduce(first, second)

    def elements(self, accumulator: Any) -> list[Any]:
        return [accumulator]

    def results(self, accumulators: Iterable[Any]) -> list[Any]:
        return list(accumulators)


class AggregatedContents(WindowContents):
    """An accumulator of an AggregateFunction."""

    kind = "an accumulator"
    without_keyed_state = _WITHOUT_KEYED_STATE

    def __init__(self, func: AggregateFunction) -> None:
        self.func = func

    def add_all(self, table: Table, keys: list[StateKey], values: list[Any]) -> None:
        add, create = self.func.add, self.func.create_accumulator
        for key, value in zip(keys, values, strict=True):
            try:
                accumulator = table[key]
            except KeyError:
                accumulator = create()
            table[key] = add(value, accumulator)

    def add(self, accumulator: Any, value: Any) -> Any:
        return self.func.add(value, self.func.create_accumulator() if accumulator is MISSING else accumulator)

    def merge(self, first: Any, second: Any) -> Any:
        return self.func.merge(first, second)

    def elements(self, accumulator: Any) -> list[Any]:
        return [self.func.get_result(accumulator)]

    def no_elements(self) -> list[Any]:
        return [self.func.get_result(self.func.create_accumulator())]

    def results(self, accumulators: Iterable[Any]) -> list[Any]:
        get_result = self.func.get_result
        return [get_result(one) for one in accumulators]


class ListedContents(WindowContents):
    """All records, in the order of arrival."""

    kind = "records"
    keeps_records = True

    def add_all(self, table: Table, keys: list[StateKey], values: list[Any]) -> None:
        get = table.get
        for key, value in zip(keys, values, strict=True):
            accumulator = get(key, MISSING)
            if accumulator is MISSING:
                table[key] = [value]
            else:
                accumulator.append(value)

    def add(self, accumulator: Any, value: Any) -> Any:
        if accumulator is MISSING:
            return [value]
        accumulator.append(value)
        return accumulator

    def merge(self, first: Any, second: Any) -> Any:
        return first + second

    def elements(self, accumulator: Any) -> list[Any]:
        return list(map(isolated, accumulator)) if self.shared else list(accumulator)
