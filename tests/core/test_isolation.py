"""Isolation: what cannot be changed is handed on, what can is copied; which functions hold something changeable."""

from __future__ import annotations

import pickle
import threading
from collections import deque, namedtuple
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from enum import Enum
from functools import partial
from typing import Any

import pytest

from pyrite.common import Row
from pyrite.core.functions.functions import MapFunction, RuntimeContext
from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.isolation import all_frozen, holds_changeable, isolated

Point = namedtuple("Point", "x y")


class Colour(Enum):
    RED = 1


@dataclass(frozen=True)
class Frozen:
    number: int
    more: Any = ()


@dataclass
class Changeable:
    number: int
    items: list[int] = field(default_factory=list)


class Plain:
    def __init__(self) -> None:
        self.items = [1]


class Slotted:
    __slots__ = ("items",)

    def __init__(self) -> None:
        self.items = [1]


@pytest.mark.parametrize(
    "value",
    [
        *(1, 1.5, True, None, "a", b"a", (1, "a"), (1, (2, None)), Decimal(1), datetime(2020, 1, 1), Colour.RED),
        *(Point(1, 2), Frozen(1), (OutputTag("t"), 1), range(3)),
    ],
    ids=repr,
)
def test_what_cannot_be_changed_is_handed_on_itself(value: Any) -> None:
    assert isolated(value) is value


@pytest.mark.parametrize(
    "value",
    [
        *([1], {"a": 1}, {1}, bytearray(b"a"), [[1]], {"a": [1]}, (1, [2]), Point(1, [2]), Frozen(1, [2])),
        *(Row(1, [2]), Row(a=1), deque([1]), Changeable(1), (OutputTag("t"), [1])),
    ],
    ids=repr,
)
def test_what_can_be_changed_is_copied_and_equal(value: Any) -> None:
    copied = isolated(value)
    assert copied == value and copied is not value and type(copied) is type(value)


@pytest.mark.parametrize("made", [Plain, Slotted])
def test_objects_parts_are_copied_too(made: Callable[[], Any]) -> None:
    value = made()
    copied = isolated(value)
    value.items.append(2)
    assert copied.items == [1]


@pytest.mark.parametrize(
    ("value", "inner"),
    [
        ([[1]], lambda v: v[0]),
        ({"a": [1]}, lambda v: v["a"]),
        ((1, [1]), lambda v: v[1]),
        (Row(1, [1]), lambda v: v[1]),
    ],
)
def test_copy_shares_nothing_changeable(value: Any, inner: Callable[[Any], list[int]]) -> None:
    copied = isolated(value)
    inner(value).append(2)
    assert inner(copied) == [1]


def cyclic_list() -> Any:
    value: list[Any] = [1]
    value.append(value)
    return value


def cyclic_dict() -> Any:
    value: dict[str, Any] = {}
    value["self"] = [value]
    return value


def cyclic_tuple() -> Any:
    value: tuple[list[Any], ...] = ([],)
    value[0].append(value)
    return value


def cyclic_named_tuple() -> Any:
    value = Point(1, [])
    value.y.append(value)
    return value


def cyclic_row() -> Any:
    value = Row(1, None)
    value[1] = [value]
    return value


def cyclic_object() -> Any:
    parent, child = Plain(), Plain()
    parent.child, child.parent = child, parent  # type: ignore[attr-defined]
    return parent


def cyclic_frozen_dataclass() -> Any:
    items: list[Any] = []
    items.append(Frozen(1, items))
    return items[0]


def cyclic_deep_copied_object() -> Any:
    value = deque([1])
    value.append([value])  # type: ignore[arg-type]
    return value


CYCLES = [
    *(cyclic_list, cyclic_dict, cyclic_tuple, cyclic_named_tuple, cyclic_row, cyclic_object),
    *(cyclic_frozen_dataclass, cyclic_deep_copied_object),
]


@pytest.mark.parametrize("made", CYCLES)
@pytest.mark.parametrize("wrap", [lambda value: value, lambda value: [value], lambda value: {"a": (value, 1)}])
def test_cycles_are_copied_as_cycles(made: Callable[[], Any], wrap: Callable[[Any], Any]) -> None:
    value = wrap(made())
    copied = isolated(value)
    assert shape(copied) == shape(value)
    assert not changeable_ids(copied) & changeable_ids(value)


@pytest.mark.parametrize("part", [[1], {"a": 1}, Row(1, [2]), Plain(), Slotted(), Point(1, [2]), Frozen(1, [2])])
def test_shared_parts_stay_shared(part: Any) -> None:
    copied = isolated({"first": part, "rest": [part, (part, 1)]})
    assert copied["first"] is copied["rest"][0] is copied["rest"][1][0] is not part


@pytest.mark.parametrize("join", [lambda one: [one, one], lambda one: (one, one), lambda one: {1: one, 2: one}])
def test_record_of_shared_parts_keeps_its_size(join: Callable[[Any], Any]) -> None:
    value: Any = [1]
    for _ in range(100):
        value = join(value)
    assert len(pickle.dumps(isolated(value))) == len(pickle.dumps(value))


def test_records_of_a_block_share_nothing_that_was_emitted_twice() -> None:
    value = [[1]]
    first, second = isolated(value), isolated(value)
    first[0].append(2)
    assert second == [[1]]


def parts_of(value: Any) -> list[Any]:
    match value:
        case dict():
            return list(value.values())
        case list() | tuple() | deque() | Row():
            return list(value)
        case Frozen():
            return [value.number, value.more]
        case Plain():
            return list(vars(value).values())
    return []


def reached(value: Any) -> list[Any]:
    """A value and all that it holds, each object once, in the order in which they are met."""
    objects, waiting = {id(value): value}, [value]
    while waiting:
        for part in parts_of(waiting.pop()):
            if id(part) not in objects:
                objects[id(part)] = part
                waiting.append(part)
    return list(objects.values())


def shape(value: Any) -> list[Any]:
    """What a value is made of, with numbers for identities."""
    numbers = {id(one): number for number, one in enumerate(reached(value))}
    return [(type(one), [numbers[id(part)] for part in parts_of(one)]) for one in reached(value)]


def changeable_ids(value: Any) -> set[int]:
    return {id(one) for one in reached(value) if parts_of(one)}


def test_what_cannot_be_copied_is_handed_on() -> None:
    lock = threading.Lock()
    assert isolated(lock) is lock


def test_all_frozen_looks_into_tuples() -> None:
    assert all_frozen([1, "a", (1, None)]) and all_frozen([(1, 2), (3, 4)]) and all_frozen([])
    assert not all_frozen([1, [1]]) and not all_frozen([(1, [2])])


# What functions hold --------------------------------------------------------------------------------------------------

NAMES = ["a"]
LIMIT = 5


def reads_a_constant(value: int) -> bool:
    return value > LIMIT


def reads_a_list(value: int) -> list[str]:
    return NAMES


def calls_one_that_reads_a_list(value: int) -> Any:
    return reads_a_list(value)


def has_a_default(value: int, seen: list[int] = []) -> list[int]:  # noqa: B006
    return seen


class Adds(MapFunction):
    def __init__(self, addend: Any) -> None:
        self._addend = addend

    def open(self, runtime_context: RuntimeContext) -> None:
        self._context = runtime_context

    def map(self, value: Any) -> Any:
        return value + self._addend


class Shared(MapFunction):
    seen: list[int] = []

    def map(self, value: Any) -> Any:
        return self.seen


def closed_over(contents: Any) -> Callable[[Any], Any]:
    return lambda value: (value, contents)


@pytest.mark.parametrize(
    "func",
    [lambda value: value + 1, reads_a_constant, str.upper, len, int, Adds(1), closed_over((1, "a")), partial(pow, 2)],
)
def test_function_that_holds_nothing_changeable(func: Any) -> None:
    assert not holds_changeable(func)


@pytest.mark.parametrize(
    "func",
    [
        *(reads_a_list, calls_one_that_reads_a_list, has_a_default, Adds([1]), Adds(Plain()), Shared()),
        *(closed_over([1]), partial(pow, [1]), [1].append, lambda value: NAMES),
    ],
)
def test_function_that_holds_something_changeable(func: Any) -> None:
    assert holds_changeable(func)
