"""What a window holds for each key: an accumulator, a reduced value, or its records. Pure, over plain tables."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, MutableMapping
from enum import Enum
from typing import Any, Final

from pyrite.common.block import StateKey
from pyrite.common.functions import AggregateFunction, ReduceFunction
from pyrite.operators.isolation import isolated
from pyrite.operators.user_function import bound_method

Table = MutableMapping[StateKey, Any]
"""What one window holds, by key."""


class Missing(Enum):
    """Stands for nothing where None may be a value."""

    MISSING = 0


MISSING: Final = Missing.MISSING


class WindowContents(ABC):
    """How records become what a window holds, and that the elements its function gets."""

    kind: str
    """What a window holds, in words. Checkpoints have it: it stays."""
    func: Any = None
    """The user's function in it."""
    keeps_records = False
    """Whether the window holds its records, and not one value made of them."""
    shared = False
    """Whether a record may be in several windows: then each holds a record of its own, if that can be changed."""

    @abstractmethod
    def add_all(self, table: Table, keys: list[StateKey], values: list[Any]) -> None:
        """Adds each value to what its key holds."""

    @abstractmethod
    def add(self, held: Any, value: Any) -> Any:
        """What is held with the value in it; `held` may be MISSING."""

    @abstractmethod
    def merge(self, first: Any, second: Any) -> Any:
        """One held thing of two, for windows that merge."""

    @abstractmethod
    def elements(self, held: Any) -> list[Any]:
        """What the window's function gets, or what is emitted without one."""

    def no_elements(self) -> list[Any]:
        """The elements of a window whose records were all evicted."""
        return []

    def results(self, held: Iterable[Any]) -> list[Any]:
        """What many keys' windows emit when there is no window function, one after the other."""
        return [element for one in held for element in self.elements(one)]


class ReducedContents(WindowContents):
    """One value, reduced of all."""

    kind = "a reduced value"

    def __init__(self, func: ReduceFunction | Callable[[Any, Any], Any]) -> None:
        self.func = func
        self._reduce = bound_method(func, ReduceFunction, "reduce")

    def add_all(self, table: Table, keys: list[StateKey], values: list[Any]) -> None:
        get, reduce = table.get, self._reduce
        if self.shared:
            values = list(map(isolated, values))
        for key, value in zip(keys, values, strict=True):
            held = get(key, MISSING)
            table[key] = value if held is MISSING else reduce(held, value)

    def add(self, held: Any, value: Any) -> Any:
        if self.shared:
            value = isolated(value)
        return value if held is MISSING else self._reduce(held, value)

    def merge(self, first: Any, second: Any) -> Any:
        return self._reduce(first, second)

    def elements(self, held: Any) -> list[Any]:
        return [held]

    def results(self, held: Iterable[Any]) -> list[Any]:
        return list(held)


class AggregatedContents(WindowContents):
    """An accumulator of an AggregateFunction."""

    kind = "an accumulator"

    def __init__(self, func: AggregateFunction) -> None:
        self.func = func

    def add_all(self, table: Table, keys: list[StateKey], values: list[Any]) -> None:
        add, create = self.func.add, self.func.create_accumulator
        for key, value in zip(keys, values, strict=True):
            try:
                held = table[key]
            except KeyError:
                held = create()
            table[key] = add(value, held)

    def add(self, held: Any, value: Any) -> Any:
        return self.func.add(value, self.func.create_accumulator() if held is MISSING else held)

    def merge(self, first: Any, second: Any) -> Any:
        return self.func.merge(first, second)

    def elements(self, held: Any) -> list[Any]:
        return [self.func.get_result(held)]

    def no_elements(self) -> list[Any]:
        return [self.func.get_result(self.func.create_accumulator())]

    def results(self, held: Iterable[Any]) -> list[Any]:
        get_result = self.func.get_result
        return [get_result(one) for one in held]


class ListedContents(WindowContents):
    """All records, in the order in which they came."""

    kind = "records"
    keeps_records = True

    def add_all(self, table: Table, keys: list[StateKey], values: list[Any]) -> None:
        get = table.get
        for key, value in zip(keys, values, strict=True):
            held = get(key, MISSING)
            if held is MISSING:
                table[key] = [value]
            else:
                held.append(value)

    def add(self, held: Any, value: Any) -> Any:
        if held is MISSING:
            return [value]
        held.append(value)
        return held

    def merge(self, first: Any, second: Any) -> Any:
        return first + second

    def elements(self, held: Any) -> list[Any]:
        return list(map(isolated, held)) if self.shared else list(held)
