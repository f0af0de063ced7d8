"""Functions of arrays and maps. Elements are compared by `=`. Functions that treat NULLs as equal say so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Optional

import pyarrow.compute as pc

from pyrite.core.types import (
    ArrayType,
    BooleanType,
    CharacterStringType,
    IntType,
    LogicalType,
    MapType,
    MultisetType,
    NullType,
    RowType,
    string_type,
)
from pyrite.core.types.common_type import common_type
from pyrite.expressions.equality import EqualValues
from pyrite.expressions.function import Argument, Function, Kernel, Nulls, Resolution, Signature, calls, calls_for
from pyrite.expressions.resolved import FunctionCall
from pyrite.expressions.signatures import BOOLEAN, CHARACTER, nullable_if, of_kind, takes

Values = tuple[Any, ...]
ARRAY: Final = of_kind(ArrayType)
MAP: Final = of_kind(MapType)
INT: Final = of_kind(IntType)


# Types ----------------------------------------------------------------------------------------------------------------


def _element(kind: LogicalType) -> LogicalType:
    assert isinstance(kind, ArrayType)
    return kind.element_type


def _with_element(result: Callable[[ArrayType, LogicalType], LogicalType], of_array: bool = False) -> Signature:
    """Accepts an array and an element. The result is nullable if one of them is, or with `of_array` if the array is."""

    def signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
        if len(arguments) != 2 or not isinstance(arguments[0].type, ArrayType):
            return None
        array, element = arguments[0].type, arguments[1].type
        element_type = array.element_type
        if not isinstance(element, NullType):
            common = common_type([element_type.copy(nullable=True), element.copy(nullable=True)])
            if common is None or common != element_type.copy(nullable=True):
                return None
        kinds = (array, element_type.copy(nullable=element.nullable))
        return Resolution(kinds, nullable_if(result(array, element), kinds[:1] if of_array else kinds))

    return signature


def _extended(array: ArrayType, element: LogicalType) -> LogicalType:
    kind = array.element_type
    return ArrayType(kind.copy(nullable=kind.nullable or element.nullable))


def _common_arrays(least: int, most: Optional[int]) -> Signature:
    """Accepts arrays, which are cast to their common type; with `least` 1, any number of them."""

    def signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
        kinds = [argument.type for argument in arguments]
        if len(kinds) < least or (most is not None and len(kinds) > most):
            return None
        if not all(isinstance(kind, ArrayType) for kind in kinds):
            return None
        common = common_type(kinds)
        return None if common is None else Resolution((common,) * len(kinds), nullable_if(common, kinds))

    return signature


def _common_maps(arguments: Sequence[Argument]) -> Optional[Resolution]:
    kinds = [argument.type for argument in arguments]
    if not kinds or not all(isinstance(kind, MapType) for kind in kinds):
        return None
    common = common_type(kinds)
    return None if common is None else Resolution((common,) * len(kinds), nullable_if(common, kinds))


def _nullable_element(types: Sequence[LogicalType]) -> LogicalType:
    return _element(types[0]).copy(nullable=True)


def _largest_types(arguments: Sequence[Argument]) -> Optional[Resolution]:
    if len(arguments) != 1 or not isinstance(arguments[0].type, ArrayType):
        return None
    kind = arguments[0].type
    return Resolution((kind,), kind.element_type.copy(nullable=True))


# Elements -------------------------------------------------------------------------------------------------------------


def _equality(call: FunctionCall) -> Callable[[Any, Any], bool]:
    """Returns the equality of elements of the first argument. NULL equals only NULL."""
    equal = EqualValues(_element(call.arguments[0].type))
    return lambda left, right: left is right if left is None or right is None else equal(left, right)


def _contains(call: FunctionCall) -> Callable[..., Any]:
    equal = _equality(call)
    return lambda array, element: None if array is None else any(equal(part, element) for part in array)


def _position(call: FunctionCall) -> Callable[..., int]:
    equal = _equality(call)
    return lambda array, element: next((n for n, part in enumerate(array, start=1) if equal(part, element)), 0)


def _remove(call: FunctionCall) -> Callable[..., Any]:
    equal = _equality(call)
    return lambda array, unwanted: None if array is None else tuple(part for part in array if not equal(part, unwanted))


def _unique(parts: Sequence[Any], equal: Callable[[Any, Any], bool]) -> list[Any]:
    distinct: list[Any] = []
    for part in parts:
        if not any(equal(part, other) for other in distinct):
            distinct.append(part)
    return distinct


def _distinct(call: FunctionCall) -> Callable[[Values], Values]:
    equal = _equality(call)
    return lambda array: tuple(_unique(array, equal))


def _union(call: FunctionCall) -> Callable[[Values, Values], Values]:
    equal = _equality(call)
    return lambda left, right: tuple(_unique((*left, *right), equal))


def _except(call: FunctionCall) -> Callable[[Values, Values], Values]:
    equal = _equality(call)

    def compute(left: Values, right: Values) -> Values:
        return tuple(part for part in _unique(left, equal) if not any(equal(part, other) for other in right))

    return compute


def _intersect(call: FunctionCall) -> Callable[[Values, Values], Values]:
    equal = _equality(call)

    def compute(left: Values, right: Values) -> Values:
        return tuple(part for part in _unique(left, equal) if any(equal(part, other) for other in right))

    return compute


def concatenated(*arrays: Values) -> Values:
    return tuple(part for array in arrays for part in array)


def array_join(array: Values, separator: str, instead_of_null: Optional[str] = None) -> str:
    parts = (instead_of_null if part is None else part for part in array)
    return separator.join(part for part in parts if part is not None)


def array_slice(array: Values, start: int, end: Optional[int] = None) -> Values:
    """Returns a slice. Positions start at 1 or, if negative, count from the end. Both ends are included."""
    size = len(array)
    if not size:
        return array
    start = max(1, start + size + 1 if start < 0 else start)
    end = size if end is None else end + size + 1 if end < 0 else end
    end = 1 if end == 0 else min(end, size)
    return array[start - 1 : end] if end >= start else ()


def array_sort(array: Values, ascending: bool = True, nulls_first: Optional[bool] = None) -> Values:
    """Sorts an array. By default, NULLs are first in ascending and last in descending order."""
    nulls = tuple(part for part in array if part is None)
    parts = tuple(sorted((part for part in array if part is not None), reverse=not ascending))
    return nulls + parts if (ascending if nulls_first is None else nulls_first) else parts + nulls


def largest(array: Values) -> Any:
    return max((part for part in array if part is not None), default=None)


def smallest(array: Values) -> Any:
    return min((part for part in array if part is not None), default=None)


def only_element(array: Values) -> Any:
    if len(array) > 1:
        raise ValueError("Array has more than one element.")
    return array[0] if array else None


# Maps -----------------------------------------------------------------------------------------------------------------


def map_from_arrays(keys: Values, values: Values) -> dict[Any, Any]:
    if len(keys) != len(values):
        raise ValueError(
            f"Invalid function MAP_FROM_ARRAYS call:\nThe length of the keys array {len(keys)} is not equal to the "
            f"length of the values array {len(values)}"
        )
    return dict(zip(keys, values, strict=True))


def map_union(*maps: dict[Any, Any]) -> dict[Any, Any]:
    """Merges maps. If several have a key, the last one wins."""
    result: dict[Any, Any] = {}
    for each in maps:
        result.update(each)
    return result


def _map_part(kind: LogicalType, part: int) -> LogicalType:
    assert isinstance(kind, MapType)
    return (kind.key_type, kind.value_type)[part]


def _entries_type(types: Sequence[LogicalType]) -> LogicalType:
    fields = RowType.of([_map_part(types[0], 0), _map_part(types[0], 1)], ["key", "value"])
    return ArrayType(fields)


def _from_arrays_type(types: Sequence[LogicalType]) -> LogicalType:
    return MapType(_element(types[0]), _element(types[1]))


def _cardinality_kernel(call: FunctionCall) -> Optional[Kernel]:
    if not isinstance(call.arguments[0].type, ArrayType):
        return None
    return lambda columns: pc.list_value_length(columns[0])


# ARRAY_JOIN -----------------------------------------------------------------------------------------------------------


def _texts(argument: Argument) -> Optional[LogicalType]:
    kind = argument.type
    return kind if isinstance(kind, ArrayType) and isinstance(kind.element_type, CharacterStringType) else None


def _collection(
    name: str, signature: Signature, row: Any, arguments: str, forms: Sequence[str], **more: Any
) -> Function:
    return Function(
        name,
        signature,
        row=row,
        forms=tuple(f"{name}({form})" for form in forms),
        group="collection",
        documented_as=(f"{name}({arguments})",),
        **more,
    )


_NEEDLE: Final = ("haystack <ARRAY>, needle <ARRAY ELEMENT>",)
_ELEMENT_FORM: Final = ("array <ARRAY>, element <ARRAY ELEMENT>",)
_COMPARABLE: Final = "<ARRAY<COMPARABLE>>"
_MANY: Final = ("<COMMON>, <COMMON>...",)
_TWO_ARRAYS: Final = ("<COMMON>, <COMMON>",)

FUNCTIONS: Final = (
    Function(
        "CARDINALITY",
        takes(of_kind(ArrayType, MapType, MultisetType), result=lambda types: IntType()),
        row=lambda call, arguments, scope: f"len({arguments[0]})",
        kernel=_cardinality_kernel,
        forms=("'CARDINALITY(<MULTISET>)'", "'CARDINALITY(<ARRAY>)'", "'CARDINALITY(<MAP>)'"),
        group="collection",
        documented_as=("CARDINALITY(array)", "CARDINALITY(map)"),
    ),
    Function(
        "ELEMENT",
        takes(of_kind(ArrayType), result=lambda types: _element(types[0])),
        row=calls(only_element),
        forms=("'ELEMENT(<ARRAY>)'",),
        can_fail=True,
        group="collection",
        documented_as=("ELEMENT(array)",),
    ),
    _collection(
        "ARRAY_APPEND",
        _with_element(_extended),
        calls(lambda array, element: None if array is None else (*array, element)),
        "array, element",
        _ELEMENT_FORM,
        nulls=Nulls.OWN,
    ),
    _collection(
        "ARRAY_PREPEND",
        _with_element(_extended),
        calls(lambda array, element: None if array is None else (element, *array)),
        "array, element",
        _ELEMENT_FORM,
        nulls=Nulls.OWN,
    ),
    _collection(
        "ARRAY_CONTAINS",
        _with_element(lambda array, element: BooleanType(), of_array=True),
        calls_for(_contains),
        "haystack, needle",
        _NEEDLE,
        nulls=Nulls.OWN,
    ),
    _collection(
        "ARRAY_POSITION",
        _with_element(lambda array, element: IntType()),
        calls_for(_position),
        "haystack, needle",
        _NEEDLE,
    ),
    _collection(
        "ARRAY_REMOVE",
        _with_element(lambda array, element: array, of_array=True),
        calls_for(_remove),
        "haystack, needle",
        _NEEDLE,
        nulls=Nulls.OWN,
    ),
    _collection(
        "ARRAY_DISTINCT",
        takes(ARRAY, result=lambda types: types[0]),
        calls_for(_distinct),
        "haystack",
        ("haystack <ARRAY>",),
    ),
    _collection(
        "ARRAY_REVERSE",
        takes(ARRAY, result=lambda types: types[0]),
        calls(lambda array: array[::-1]),
        "haystack",
        ("haystack <ARRAY>",),
    ),
    _collection(
        "ARRAY_CONCAT", _common_arrays(1, None), calls(concatenated), "array1, ...", ("<COMMON>, <COMMON>...",)
    ),
    _collection("ARRAY_UNION", _common_arrays(2, 2), calls_for(_union), "array1, array2", _TWO_ARRAYS),
    _collection("ARRAY_EXCEPT", _common_arrays(2, 2), calls_for(_except), "array1, array2", _TWO_ARRAYS),
    _collection("ARRAY_INTERSECT", _common_arrays(2, 2), calls_for(_intersect), "array1, array2", _TWO_ARRAYS),
    _collection("ARRAY_MAX", _largest_types, calls(largest), "array", (_COMPARABLE,)),
    _collection("ARRAY_MIN", _largest_types, calls(smallest), "array", (_COMPARABLE,)),
    _collection(
        "ARRAY_JOIN",
        takes(_texts, CHARACTER, CHARACTER, least=2, result=lambda types: string_type()),
        calls(array_join),
        "array, delimiter[, nullReplacement]",
        (
            "ARRAY<STRING>, <CHARACTER_STRING>",
            "ARRAY<STRING>, <CHARACTER_STRING>, <CHARACTER_STRING>",
        ),
    ),
    _collection(
        "ARRAY_SLICE",
        takes(ARRAY, INT, INT, least=2, result=lambda types: types[0]),
        calls(array_slice),
        "array, start_offset[, end_offset]",
        ("<ARRAY>, <INTEGER>, <INTEGER>", "<ARRAY>, <INTEGER>"),
    ),
    _collection(
        "ARRAY_SORT",
        takes(ARRAY, BOOLEAN, BOOLEAN, least=1, result=lambda types: types[0]),
        calls(array_sort),
        "array[, ascending_order[, null_first]]",
        (_COMPARABLE, f"{_COMPARABLE}, <BOOLEAN>", f"{_COMPARABLE}, <BOOLEAN>, <BOOLEAN>"),
    ),
    _collection(
        "MAP_KEYS",
        takes(MAP, result=lambda types: ArrayType(_map_part(types[0], 0))),
        row=lambda call, arguments, scope: f"tuple({arguments[0]})",
        arguments="map",
        forms=("input <MAP>",),
    ),
    _collection(
        "MAP_VALUES",
        takes(MAP, result=lambda types: ArrayType(_map_part(types[0], 1))),
        row=lambda call, arguments, scope: f"tuple({arguments[0]}.values())",
        arguments="map",
        forms=("input <MAP>",),
    ),
    _collection(
        "MAP_ENTRIES",
        takes(MAP, result=_entries_type),
        row=lambda call, arguments, scope: f"tuple({arguments[0]}.items())",
        arguments="map",
        forms=("input <MAP>",),
    ),
    _collection(
        "MAP_FROM_ARRAYS",
        takes(ARRAY, ARRAY, result=_from_arrays_type),
        calls(map_from_arrays),
        "array_of_keys, array_of_values",
        ("keysArray <ARRAY>, valuesArray <ARRAY>",),
        can_fail=True,
    ),
    _collection("MAP_UNION", _common_maps, calls(map_union), "map1, ...", _MANY),
)
