"""Constructors and access to parts: ARRAY, MAP and ROW, `a[1]`, `m['k']`, `(r).f`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Optional

import pyarrow.compute as pc

from pyrite.core.types import (
    ArrayType,
    IntegerNumericType,
    LogicalType,
    MapType,
    NullType,
    RowType,
    StructuredType,
)
from pyrite.core.types.casting import supports_implicit_cast
from pyrite.core.types.common_type import common_type
from pyrite.expressions.column_forms import constant
from pyrite.expressions.function import Argument, Function, Kernel, Nulls, Resolution, Scope, calls
from pyrite.expressions.resolved import FunctionCall

_OF_ONE_TYPE: Final = "Parameters must be of the same type"

# Constructors ---------------------------------------------------------------------------------------------------------


def _argument_types(arguments: Sequence[Argument]) -> list[LogicalType]:
    """Returns the types of the arguments. A bare NULL has the type of the first one."""
    types = [argument.type for argument in arguments]
    return [types[0].copy(nullable=True) if isinstance(kind, NullType) else kind for kind in types]


def _array_types(arguments: Sequence[Argument]) -> Optional[Resolution]:
    if not arguments:
        return None
    element = common_type(_argument_types(arguments))
    if element is None:
        return None
    return Resolution((element,) * len(arguments), ArrayType(element, nullable=False))


def _map_types(arguments: Sequence[Argument]) -> Optional[Resolution]:
    if not arguments or len(arguments) % 2:
        return None
    types = _argument_types(arguments)
    key, value = common_type(types[::2]), common_type(types[1::2])
    if key is None or value is None:
        return None
    return Resolution((key, value) * (len(arguments) // 2), MapType(key, value, nullable=False))


def _map_refusal(arguments: Sequence[Argument]) -> str:
    if not arguments:
        return "Map requires at least 2 arguments"
    return "Map requires an even number of arguments" if len(arguments) % 2 else _OF_ONE_TYPE


def _row_types(arguments: Sequence[Argument]) -> Optional[Resolution]:
    kinds = tuple(argument.type for argument in arguments)
    names = [f"EXPR${index}" for index in range(len(kinds))]
    return Resolution(kinds, RowType.of(kinds, names).not_null())


def _tuple(call: FunctionCall, arguments: Sequence[str], scope: Scope) -> str:
    return "(" + "".join(f"{argument}, " for argument in arguments) + ")"


def _map(call: FunctionCall, arguments: Sequence[str], scope: Scope) -> str:
    pairs = zip(arguments[::2], arguments[1::2], strict=True)
    return "{" + ", ".join(f"{key}: {value}" for key, value in pairs) + "}"


# Access ---------------------------------------------------------------------------------------------------------------


def _item_types(arguments: Sequence[Argument]) -> Optional[Resolution]:
    """Accepts an array and a position from 1, or a map and a key. The result is NULL if the element does not exist."""
    if len(arguments) != 2:
        return None
    whole, index = arguments[0].type, arguments[1].type
    match whole:
        case ArrayType() if isinstance(index, IntegerNumericType):
            return Resolution((whole, index), whole.element_type.copy(nullable=True))
        case MapType() if isinstance(index, NullType) or supports_implicit_cast(index, whole.key_type):
            return Resolution(
                (whole, whole.key_type.copy(nullable=index.nullable)), whole.value_type.copy(nullable=True)
            )
    return None


def item(whole: Any, index: Any) -> Any:
    if isinstance(whole, dict):
        return whole.get(index)
    return whole[index - 1] if 1 <= index <= len(whole) else None


def fields_of(kind: LogicalType) -> tuple[tuple[str, LogicalType], ...]:
    """Returns the names and types of the fields of a row, or of the attributes of a structured type."""
    if isinstance(kind, RowType):
        return tuple((field.name, field.type) for field in kind.fields)
    if isinstance(kind, StructuredType):
        return tuple((field.name, field.type) for field in kind.attributes)
    return ()


def _dot_types(arguments: Sequence[Argument]) -> Optional[Resolution]:
    if len(arguments) != 2 or not isinstance(arguments[1].value, str):
        return None
    whole = arguments[0].type
    for name, kind in fields_of(whole):
        if name == arguments[1].value:
            result = kind.copy(nullable=kind.nullable or whole.nullable)
            return Resolution((whole, arguments[1].type), result)
    return None


def _field_index(call: FunctionCall) -> int:
    return [name for name, _ in fields_of(call.arguments[0].type)].index(str(constant(call, 1)))


def _dot_kernel(call: FunctionCall) -> Optional[Kernel]:
    index = _field_index(call)
    return lambda columns: pc.struct_field(columns[0], [index])


def _dot_row(call: FunctionCall, arguments: Sequence[str], scope: Scope) -> str:
    return f"{arguments[0]}[{_field_index(call)}]"


FUNCTIONS: Final = (
    Function(
        "ARRAY",
        _array_types,
        row=_tuple,
        nulls=Nulls.OWN,
        takes_null=True,
        refuse=lambda arguments: _OF_ONE_TYPE if arguments else "Require at least 1 argument",
        forms=("'ARRAY[<ANY>, ...]'",),
        group="valueconstruction",
        documented_as=("ARRAY '[' value1 [, value2 ]* ']'",),
    ),
    Function(
        "MAP",
        _map_types,
        row=_map,
        nulls=Nulls.OWN,
        takes_null=True,
        refuse=_map_refusal,
        forms=("'MAP[<ANY>, <ANY>, ...]'",),
        group="valueconstruction",
        documented_as=("MAP '[' value1, value2 [, value3, value4 ]* ']'",),
    ),
    Function(
        "ROW",
        _row_types,
        row=_tuple,
        nulls=Nulls.OWN,
        forms=("'ROW(<ANY>, ...)'",),
        group="valueconstruction",
        documented_as=(
            "**implicit** constructor with parenthesis \n\n(value1 [, value2]*)\n\n"
            "**explicit** ROW constructor with \n\nROW(value1 [, value2]*)",
        ),
    ),
    Function(
        "ITEM",
        _item_types,
        row=calls(item),
        forms=("'<ARRAY>[<INTEGER>]'", "'<MAP>[<ANY>]'"),
        group="collection",
        documented_as=("array '[' INT ']'", "map '[' value ']'"),
    ),
    Function(
        "DOT",
        _dot_types,
        row=_dot_row,
        kernel=_dot_kernel,
        forms=("'<A>.<B>'",),
        group="valueaccess",
        documented_as=("tableName.compositeType.field", "tableName.compositeType.*"),
    ),
)
