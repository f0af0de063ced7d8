"""JSON_OBJECTAGG and JSON_ARRAYAGG. Their values are JSON text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Optional

from pyrite.core.errors import ValidationException
from pyrite.core.types import CharacterStringType, VarCharType
from pyrite.expressions.aggregates.aggregate import Accumulator, AggregateCall, AggregateFunction
from pyrite.expressions.function import Argument, Resolution
from pyrite.expressions.java.json_documents import quoted

ABSENT_ON_NULL: Final = "ABSENT"
"""The option that omits NULLs."""


_LENGTH: Final = 2000
"""The length of the result type, which does not limit the text, as in Flink."""


class JsonObject(Accumulator):
    """The state is the text of each key's value, in the order of the keys' first rows."""

    def __init__(self, skips_nulls: bool) -> None:
        self._skips_nulls = skips_nulls

    def create(self) -> Any:
        return {}

    def accumulate(self, state: Any, *arguments: Any) -> Any:
        key, text = arguments
        self._check_new(state, key)
        if text is not None or not self._skips_nulls:
            state[key] = text
        return state

    def retract(self, state: Any, *arguments: Any) -> Any:
        state.pop(arguments[0], None)
        return state

    def merge(self, state: Any, other: Any) -> Any:
        for key, text in other.items():
            self._check_new(state, key)
            state[key] = text
        return state

    def _check_new(self, state: Any, key: Optional[str]) -> None:
        if key is None:
            raise ValidationException("Map views don't support null keys.")
        if key in state:
            raise ValidationException(
                f"Key '{key}' is already present. Duplicate keys are not allowed in JSON_OBJECTAGG. Please ensure that "
                "keys are unique."
            )

    def value(self, state: Any) -> str:
        entries = [f"{quoted(key)}:{'null' if text is None else text}" for key, text in state.items()]
        return f"{{{','.join(entries)}}}"


class JsonArray(Accumulator):
    """The state is the texts of the items."""

    def __init__(self, skips_nulls: bool) -> None:
        self._skips_nulls = skips_nulls

    def create(self) -> Any:
        return []

    def accumulate(self, state: Any, *arguments: Any) -> Any:
        (text,) = arguments
        if text is not None or not self._skips_nulls:
            state.append("null" if text is None else text)
        return state

    def retract(self, state: Any, *arguments: Any) -> Any:
        text = "null" if arguments[0] is None else arguments[0]
        if text in state:
            state.remove(text)
        return state

    def merge(self, state: Any, other: Any) -> Any:
        return [*state, *other]

    def value(self, state: Any) -> str:
        return f"[{','.join(state)}]"


def _object_signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
    types = tuple(argument.type for argument in arguments)
    if len(types) != 2 or not isinstance(types[0], CharacterStringType):
        return None
    return Resolution(types, VarCharType(_LENGTH, nullable=False))


def _array_signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
    return Resolution((arguments[0].type,), VarCharType(_LENGTH, nullable=False)) if len(arguments) == 1 else None


def _skips(call: AggregateCall) -> bool:
    return call.option == ABSENT_ON_NULL


AGGREGATES: Final = (
    AggregateFunction(
        "JSON_OBJECTAGG", _object_signature, lambda call, retracts: JsonObject(_skips(call)), is_never_null=True
    ),
    AggregateFunction(
        "JSON_ARRAYAGG", _array_signature, lambda call, retracts: JsonArray(_skips(call)), is_never_null=True
    ),
)
