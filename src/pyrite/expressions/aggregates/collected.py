"""Aggregates whose result contains input values: FIRST_VALUE, LAST_VALUE, SINGLE_VALUE, LISTAGG, ARRAY_AGG, COLLECT."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Optional

from pyrite.core.errors import ValidationException
from pyrite.core.types import ArrayType, CharacterStringType, LogicalType, MultisetType
from pyrite.expressions.aggregates.aggregate import Accumulator, AggregateCall, AggregateFunction
from pyrite.expressions.function import Argument, Resolution
from pyrite.expressions.map_keys import MapKeys

IGNORE_NULLS: Final = "IGNORE NULLS"


class _SingleValue(Accumulator):
    """The state is the value, None before the first value."""

    def create(self) -> Any:
        return None

    def retract(self, state: Any, *arguments: Any) -> Any:
        raise AssertionError("inserts are never retracted")

    def merge(self, state: Any, other: Any) -> Any:
        return self.accumulate(state, other)

    def value(self, state: Any) -> Any:
        return state


class First(_SingleValue):
    def accumulate(self, state: Any, *arguments: Any) -> Any:
        return arguments[0] if state is None else state


class Last(_SingleValue):
    def accumulate(self, state: Any, *arguments: Any) -> Any:
        return state if arguments[0] is None else arguments[0]


class Single(Accumulator):
    """SINGLE_VALUE, for a scalar subquery. The state is the value and the number of rows."""

    def create(self) -> Any:
        return None, 0

    def accumulate(self, state: Any, *arguments: Any) -> Any:
        return self._checked(arguments[0], state[1] + 1)

    def retract(self, state: Any, *arguments: Any) -> Any:
        return (None, state[1] - 1) if state[1] > 0 else state

    def merge(self, state: Any, other: Any) -> Any:
        return self._checked(other[0] if other[1] else state[0], state[1] + other[1])

    def _checked(self, value: Any, count: int) -> Any:
        if count > 1:
            raise ValidationException("SingleValueAggFunction received more than one element.")
        return value, count

    def value(self, state: Any) -> Any:
        return state[0]


class Values(Accumulator):
    """The state is the values in their order, and values that were retracted before they arrived."""

    def __init__(self, kind: LogicalType, with_nulls: bool = False) -> None:
        self._keys = MapKeys(kind)
        self._with_nulls = with_nulls

    def create(self) -> Any:
        return [], []

    def accumulate(self, state: Any, *arguments: Any) -> Any:
        if arguments[0] is not None or self._with_nulls:
            state[0].append(self._encoded(arguments[0]))
        return state

    def retract(self, state: Any, *arguments: Any) -> Any:
        if arguments[0] is not None or self._with_nulls:
            values, missing = state
            key = self._encoded(arguments[0])
            if key in values:
                values.remove(key)
            else:
                missing.append(key)
        return state

    def _encoded(self, value: Any) -> Any:
        return None if value is None else self._keys.encode(value)

    def _decoded(self, key: Any) -> Any:
        return None if key is None else self._keys.decode(key)

    def merge(self, state: Any, other: Any) -> Any:
        values, missing = [*state[0], *other[0]], []
        for key in (*state[1], *other[1]):
            if key in values:
                values.remove(key)
            else:
                missing.append(key)
        return values, missing

    def value(self, state: Any) -> Any:
        """Returns an array; NULL without values."""
        return tuple(map(self._decoded, state[0])) or None


class RetractableEnd(Values):
    """The first or the last value."""

    def __init__(self, kind: LogicalType, place: int) -> None:
        super().__init__(kind)
        self._place = place

    def retract(self, state: Any, *arguments: Any) -> Any:
        """Ignores a value that is not in the state, as Flink does."""
        key = self._encoded(arguments[0])
        if key is not None and key in state[0]:
            state[0].remove(key)
        return state

    def value(self, state: Any) -> Any:
        return self._decoded(state[0][self._place]) if state[0] else None


class ListText(Accumulator):
    """LISTAGG over inserts. The state is the text so far, and the separator of the last row."""

    def create(self) -> Any:
        return None, ","

    def accumulate(self, state: Any, *arguments: Any) -> Any:
        value, separator = arguments[0], arguments[1] if len(arguments) > 1 else ","
        text = state[0]
        if value is None:
            return text, separator
        return value if text is None else f"{text}{separator}{value}", separator

    def retract(self, state: Any, *arguments: Any) -> Any:
        raise AssertionError("inserts are never retracted")

    def merge(self, state: Any, other: Any) -> Any:
        text, separator = other
        if text is None or state[0] is None:
            return text if state[0] is None else state[0], separator
        return f"{state[0]}{separator}{text}", separator

    def value(self, state: Any) -> Any:
        return state[0]


class RetractableListText(Values):
    """The state also has the separator."""

    def create(self) -> Any:
        return [], [], ","

    def accumulate(self, state: Any, *arguments: Any) -> Any:
        return self._with_separator(super().accumulate(state[:2], arguments[0]), arguments, state)

    def retract(self, state: Any, *arguments: Any) -> Any:
        return self._with_separator(super().retract(state[:2], arguments[0]), arguments, state)

    def _with_separator(self, parts: Any, arguments: tuple[Any, ...], state: Any) -> Any:
        separator = arguments[1] if len(arguments) > 1 and arguments[0] is not None else state[2]
        return *parts, separator

    def merge(self, state: Any, other: Any) -> Any:
        return *super().merge(state[:2], other[:2]), other[2] if other[0] or other[1] else state[2]

    def value(self, state: Any) -> Any:
        return str(state[2]).join(state[0]) if state[0] else None


class Multiset(Accumulator):
    """COLLECT. The state is the number of occurrences of each value."""

    def __init__(self, kind: LogicalType) -> None:
        self._keys = MapKeys(kind)

    def create(self) -> Any:
        return {}

    def accumulate(self, state: Any, *arguments: Any) -> Any:
        return self._count(state, arguments[0], 1)

    def retract(self, state: Any, *arguments: Any) -> Any:
        return self._count(state, arguments[0], -1)

    def _count(self, state: Any, value: Any, change: int) -> Any:
        if value is not None:
            self._change(state, self._keys.encode(value), change)
        return state

    def _change(self, state: Any, key: Any, change: int) -> None:
        count = state.get(key, 0) + change
        if count:
            state[key] = count
        else:
            del state[key]

    def merge(self, state: Any, other: Any) -> Any:
        for key, count in other.items():
            self._change(state, key, count)
        return state

    def value(self, state: Any) -> Any:
        return {self._keys.decode(key): count for key, count in state.items()}


# Types ----------------------------------------------------------------------------------------------------------------


def _same(arguments: Sequence[Argument]) -> Optional[Resolution]:
    return Resolution((arguments[0].type,), arguments[0].type) if len(arguments) == 1 else None


def _list_signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
    types = [argument.type for argument in arguments]
    if len(types) not in (1, 2) or not all(isinstance(kind, CharacterStringType) for kind in types):
        return None
    if len(types) == 2 and not arguments[1].is_literal:
        return None
    return Resolution(tuple(types), types[0])


def _array_signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
    if len(arguments) != 1:
        return None
    kind = arguments[0].type
    return Resolution((kind,), ArrayType(kind, nullable=kind.nullable))


def _multiset_signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
    if len(arguments) != 1:
        return None
    return Resolution((arguments[0].type,), MultisetType(arguments[0].type, nullable=False))


def _end(place: int) -> Any:
    def accumulator(call: AggregateCall, retracts: bool) -> Accumulator:
        if retracts:
            return RetractableEnd(call.argument_types[0], place)
        return First() if place == 0 else Last()

    return accumulator


def _list(call: AggregateCall, retracts: bool) -> Accumulator:
    return RetractableListText(call.argument_types[0]) if retracts else ListText()


def _array(call: AggregateCall, retracts: bool) -> Accumulator:
    return Values(call.argument_types[0], with_nulls=call.option != IGNORE_NULLS)


AGGREGATES: Final = (
    AggregateFunction("FIRST_VALUE", _same, _end(0), ("'FIRST_VALUE(<ANY>)'",), is_ordered=True),
    AggregateFunction("LAST_VALUE", _same, _end(-1), ("'LAST_VALUE(<ANY>)'",), is_ordered=True),
    AggregateFunction("SINGLE_VALUE", _same, lambda call, retracts: Single(), ("'SINGLE_VALUE(<ANY>)'",)),
    AggregateFunction(
        "LISTAGG",
        _list_signature,
        _list,
        ("'LISTAGG(<CHARACTER>)'", "'LISTAGG(<CHARACTER>, <CHARACTER_LITERAL>)'"),
        is_never_null=True,
        is_ordered=True,
    ),
    AggregateFunction(
        "ARRAY_AGG", _array_signature, _array, ("'ARRAY_AGG(<ANY>)'",), is_never_null=True, is_ordered=True
    ),
    AggregateFunction(
        "COLLECT",
        _multiset_signature,
        lambda call, retracts: Multiset(call.argument_types[0]),
        ("'COLLECT(<ANY>)'",),
        is_never_null=True,
    ),
)
