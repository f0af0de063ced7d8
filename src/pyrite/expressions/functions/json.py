"""JSON functions. Clauses are constant arguments in the parser's order; a type is a NULL of the type."""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any, Final, Optional

from pyrite.core.types import (
    AnyTimestampType,
    ArrayType,
    BinaryStringType,
    BooleanType,
    CharacterStringType,
    DoubleType,
    FloatType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    MultisetType,
    NumericType,
    RowType,
    string_type,
)
from pyrite.expressions.column_forms import constant
from pyrite.expressions.function import Argument, Function, Nulls, Resolution, RowForm, Scope, calls, calls_for
from pyrite.expressions.java.date_time_formatter import format_timestamp
from pyrite.expressions.java.json_documents import is_scalar, java_text, quoted, read_json, write_json
from pyrite.expressions.java.numbers import double_to_string, float_to_string
from pyrite.expressions.json_path.errors import IllegalPathError, NoValueError
from pyrite.expressions.json_path.path import is_lax_path, json_path
from pyrite.expressions.resolved import FunctionCall
from pyrite.expressions.signatures import CHARACTER, maybe_null, never_null, nullable_if, takes

# IS JSON --------------------------------------------------------------------------------------------------------------

_TESTS: Final[dict[str, Callable[[Any], bool]]] = {
    "": lambda value: True,
    " VALUE": lambda value: True,
    " OBJECT": lambda value: isinstance(value, dict),
    " ARRAY": lambda value: isinstance(value, list),
    " SCALAR": is_scalar,
}


def _is_json(kind: str, negated: bool) -> Function:
    test = _TESTS[kind]

    def compute(text: Optional[str]) -> bool:
        try:
            return (text is not None and test(read_json(text))) is not negated
        except ValueError:
            return negated

    name = f"IS {'NOT ' if negated else ''}JSON{kind}"
    return Function(
        name,
        never_null(takes(CHARACTER, result=lambda types: BooleanType())),
        row=calls(compute),
        nulls=Nulls.OWN,
        forms=(f"'<CHARACTER> {name}'",),
        group="json",
        documented_as=("IS JSON [ { VALUE | SCALAR | ARRAY | OBJECT } ]",) if not kind and not negated else (),
    )


# Queries --------------------------------------------------------------------------------------------------------------


def _error(behavior: str, error: Exception, defaults: dict[str, Any]) -> Any:
    if behavior == "ERROR":
        raise error
    return defaults[behavior]


def json_exists(document: str, path: str, on_error: str) -> Optional[bool]:
    answers: dict[str, Optional[bool]] = {"TRUE": True, "FALSE": False, "UNKNOWN": None}
    try:
        return _read(document, path) is not None
    except ValueError:
        if on_error == "ERROR":
            raise
        return answers[on_error]


def _read(document: str, path: str) -> Any:
    """Evaluates a path. In lax mode, a text that is not JSON has no value."""
    try:
        value = read_json(document)
    except ValueError:
        if is_lax_path(path):
            return None
        raise
    if value is None:
        raise ValueError("json object can not be null")
    try:
        return json_path(path).read(value)
    except NoValueError:
        raise
    except IllegalPathError as error:
        form = "''<lax|strict> $'{'expr'}'''"
        raise ValueError(f"Illegal jsonpath spec ''{path}'', format of the spec should be: {form}") from error


def _json_value(call: FunctionCall) -> Callable[..., Any]:
    """Arguments: document, path, type, on empty, its default, on error, its default."""
    on_empty, on_error = str(constant(call, 3)), str(constant(call, 5))
    convert = _converter(call.type)

    def compute(document: Any, path: Any, kind: Any, _: Any, if_empty: Any, __: Any, if_error: Any) -> Any:
        if document is None or path is None:
            return None
        try:
            value = _read(document, path)
            if value is not None and not is_scalar(value) and not is_lax_path(path):
                raise ValueError(
                    f"Strict jsonpath mode requires scalar value, and the actual value is: ''{java_text(value)}''"
                )
        except ValueError as error:
            return _error(on_error, error, {"NULL": None, "DEFAULT": if_error})
        if value is None or not is_scalar(value):
            empty = ValueError("Empty result of JSON_VALUE function is not allowed")
            return _error(on_empty, empty, {"NULL": None, "DEFAULT": if_empty})
        return convert(value)

    return compute


def _converter(kind: LogicalType) -> Callable[[Any], Any]:
    def checked(value: Any) -> Any:
        if isinstance(kind, DoubleType) and isinstance(value, (int, float, Decimal)) and not isinstance(value, bool):
            return float(value)
        if type(value) is not {BooleanType: bool, IntType: int}.get(type(kind)):
            raise ValueError(f"JSON_VALUE cannot return {java_text(value)} as {kind}")
        return value

    return java_text if isinstance(kind, CharacterStringType) else checked


def _value_types(arguments: Sequence[Argument]) -> Optional[Resolution]:
    if len(arguments) != 7 or not all(isinstance(part.type, CharacterStringType) for part in arguments[:2]):
        return None
    result = arguments[2].type.copy(nullable=True)
    if not isinstance(result, (CharacterStringType, BooleanType, IntType, DoubleType)):
        return None
    kinds = [argument.type for argument in arguments]
    kinds[4], kinds[6] = result, result
    return Resolution(tuple(kinds), result)


def _json_query(call: FunctionCall) -> Callable[..., Any]:
    """Arguments: document, path, type, wrapper, on empty, on error."""
    wrapper, on_empty, on_error = (str(constant(call, index)) for index in (3, 4, 5))
    as_array = isinstance(call.type, ArrayType)
    defaults: dict[str, Any] = {"NULL": None, "EMPTY ARRAY": () if as_array else "[]", "EMPTY OBJECT": "{}"}

    def compute(document: Any, path: Any, *clauses: Any) -> Any:
        if document is None or path is None:
            return None
        try:
            value = _wrapped(_read(document, path), wrapper)
            if value is not None and is_scalar(value) and not is_lax_path(path):
                raise ValueError(
                    f"Strict jsonpath mode requires array or object value, and the actual value is: "
                    f"''{java_text(value)}''"
                )
            if as_array and isinstance(value, dict):
                raise ValueError("JSON_QUERY cannot return an object as ARRAY<STRING>")
        except ValueError as error:
            return _error(on_error, error, defaults)
        if value is None or is_scalar(value):
            empty = ValueError("Empty result of JSON_QUERY function is not allowed")
            return _error(on_empty, empty, defaults)
        if not as_array:
            return write_json(value)
        return tuple(map(_element_text, value))

    return compute


def _element_text(value: Any) -> Optional[str]:
    if value is None:
        return None
    return java_text(value) if is_scalar(value) else write_json(value)


def _wrapped(value: Any, wrapper: str) -> Any:
    if value is None or wrapper == "WITHOUT ARRAY":
        return value
    return value if wrapper == "WITH CONDITIONAL ARRAY" and isinstance(value, list) else [value]


def _query_types(arguments: Sequence[Argument]) -> Optional[Resolution]:
    if len(arguments) != 6 or not all(isinstance(part.type, CharacterStringType) for part in arguments[:2]):
        return None
    result = arguments[2].type.copy(nullable=True)
    is_texts = isinstance(result, ArrayType) and isinstance(result.element_type, CharacterStringType)
    if not is_texts and not isinstance(result, CharacterStringType):
        return None
    return Resolution(tuple(argument.type for argument in arguments), result)


# Documents ------------------------------------------------------------------------------------------------------------

_RAW: Final = ("JSON", "JSON_OBJECT", "JSON_ARRAY")


def _is_writable(kind: LogicalType) -> bool:
    scalars = (CharacterStringType, BooleanType, NumericType, AnyTimestampType, BinaryStringType)
    if isinstance(kind, (ArrayType, RowType)):
        return all(_is_writable(part) for part in kind.children)
    if isinstance(kind, MapType):
        return isinstance(kind.key_type, CharacterStringType) and _is_writable(kind.value_type)
    if isinstance(kind, MultisetType):
        return isinstance(kind.element_type, CharacterStringType)
    return isinstance(kind, scalars)


def _writer(kind: LogicalType) -> Callable[[Any], str]:
    """Returns a function from values of the type, other than NULL, to JSON."""
    match kind:
        case CharacterStringType():
            return quoted
        case FloatType() | DoubleType():
            return lambda value: _number(value, isinstance(kind, FloatType))
        case AnyTimestampType():
            end = "Z" if isinstance(kind, LocalZonedTimestampType) else ""
            return lambda value: quoted(_iso_time(value) + end)
        case BinaryStringType():
            return lambda value: quoted(b64encode(value).decode())
        case ArrayType():
            element = _nullable(kind.element_type)
            return lambda value: "[" + ",".join(map(element, value)) + "]"
        case RowType():
            fields = [(field.name, _nullable(field.type)) for field in kind.fields]
            return lambda value: _object({name: write(part) for (name, write), part in zip(fields, value, strict=True)})
        case MapType():
            of_value = _nullable(kind.value_type)
            return lambda value: _object({key: of_value(part) for key, part in value.items()})
    return write_json


def _nullable(kind: LogicalType) -> Callable[[Any], str]:
    write = _writer(kind)
    return lambda value: "null" if value is None else write(value)


def _number(value: float, is_single: bool) -> str:
    """Formats a number as Java's BigDecimal of its text. NaN and Infinity are quoted."""
    text = float_to_string(value) if is_single else double_to_string(value)
    if not math.isfinite(value):
        return quoted(text)
    return str(Decimal(text)) if value else "0.0"


def _iso_time(nanos: int) -> str:
    text = format_timestamp(nanos, "yyyy-MM-dd'T'HH:mm:ss")
    fraction = f"{nanos % 1_000_000_000:09}".rstrip("0")
    return f"{text}.{fraction}" if fraction else text


def _object(entries: dict[str, str]) -> str:
    """Builds an object of JSON values, in the order of the keys."""
    ordered = sorted(entries.items(), key=lambda entry: entry[0].encode("utf-16-be", "surrogatepass"))
    return "{" + ",".join(f"{quoted(key)}:{value}" for key, value in ordered) + "}"


def _writers(call: FunctionCall, first: int, step: int) -> list[Callable[[Any], str]]:
    """Returns the writers of the arguments from `first` on. The document of another JSON call is inserted as is."""
    return [
        str if isinstance(part, FunctionCall) and part.function in _RAW else _writer(part.type)
        for part in call.arguments[first::step]
    ]


def _json_object(call: FunctionCall) -> Callable[..., str]:
    keeps_nulls, writers = constant(call, 0) == "NULL", _writers(call, 2, 2)

    def compute(_: Any, *pairs: Any) -> str:
        entries: dict[str, str] = {}
        for key, value, write in zip(pairs[::2], pairs[1::2], writers, strict=True):
            if value is not None:
                entries[key] = write(value)
            elif keeps_nulls:
                entries[key] = "null"
        return _object(entries)

    return compute


def _json_array(call: FunctionCall) -> Callable[..., str]:
    keeps_nulls, writers = constant(call, 0) == "NULL", _writers(call, 1, 1)

    def compute(_: Any, *values: Any) -> str:
        parts = (
            "null" if value is None else write(value)
            for value, write in zip(values, writers, strict=True)
            if value is not None or keeps_nulls
        )
        return "[" + ",".join(parts) + "]"

    return compute


def _object_types(arguments: Sequence[Argument]) -> Optional[Resolution]:
    kinds = tuple(argument.type for argument in arguments)
    if len(kinds) % 2 == 0 or not all(isinstance(kind, CharacterStringType) for kind in kinds[1::2]):
        return None
    return Resolution(kinds, string_type().not_null()) if all(map(_is_writable, kinds[2::2])) else None


def _array_types(arguments: Sequence[Argument]) -> Optional[Resolution]:
    kinds = tuple(argument.type for argument in arguments)
    return Resolution(kinds, string_type().not_null()) if kinds and all(map(_is_writable, kinds[1:])) else None


def _string_types(arguments: Sequence[Argument]) -> Optional[Resolution]:
    if len(arguments) != 1 or not _is_writable(arguments[0].type):
        return None
    kind = arguments[0].type
    return Resolution((kind,), nullable_if(string_type(), [kind]))


def json_text(text: str) -> Optional[str]:
    """JSON(value): marks a text as a document for JSON_OBJECT and JSON_ARRAY."""
    return write_json(read_json(text)) if text.strip() else None


def _json_string(call: FunctionCall, arguments: Sequence[str], scope: Scope) -> str:
    return f"{scope.bind(_writer(call.arguments[0].type))}({arguments[0]})"


def _json(name: str, types: Any, row: RowForm, form: str, entry: str, **more: Any) -> Function:
    return Function(name, types, row=row, forms=(form,), group="json", documented_as=(entry,), **more)


_EXISTS_ENTRY: Final = "JSON_EXISTS(jsonValue, path [ { TRUE | FALSE | UNKNOWN | ERROR } ON ERROR ])"
_VALUE_ENTRY: Final = (
    "JSON_VALUE(jsonValue, path [RETURNING <dataType>] [ { NULL | ERROR | DEFAULT <defaultExpr> } ON EMPTY ] "
    "[ { NULL | ERROR | DEFAULT <defaultExpr> } ON ERROR ])"
)
_QUERY_ENTRY: Final = (
    "JSON_QUERY(jsonValue, path [RETURNING <dataType>] [ { WITHOUT | WITH CONDITIONAL | WITH UNCONDITIONAL } "
    "[ ARRAY ] WRAPPER ] [ { NULL | EMPTY ARRAY | EMPTY OBJECT | ERROR } ON EMPTY ] "
    "[ { NULL | EMPTY ARRAY | EMPTY OBJECT | ERROR } ON ERROR ])"
)

FUNCTIONS: Final = (
    *(_is_json(kind, negated) for kind in _TESTS for negated in (False, True)),
    _json(
        "JSON_EXISTS",
        maybe_null(takes(CHARACTER, CHARACTER, CHARACTER, result=lambda types: BooleanType())),
        calls(json_exists),
        "'JSON_EXISTS(<CHARACTER>, <CHARACTER>)'",
        _EXISTS_ENTRY,
        can_fail=True,
    ),
    _json(
        "JSON_VALUE",
        _value_types,
        calls_for(_json_value),
        "'JSON_VALUE(<CHARACTER>, <CHARACTER>)'",
        _VALUE_ENTRY,
        nulls=Nulls.OWN,
        takes_null=True,
        can_fail=True,
    ),
    _json(
        "JSON_QUERY",
        _query_types,
        calls_for(_json_query),
        "'JSON_QUERY(<CHARACTER>, <CHARACTER>)'",
        _QUERY_ENTRY,
        nulls=Nulls.OWN,
        takes_null=True,
        can_fail=True,
    ),
    _json(
        "JSON_OBJECT",
        _object_types,
        calls_for(_json_object),
        "'JSON_OBJECT(<CHARACTER>, <ANY>...)'",
        "JSON_OBJECT([[KEY] key VALUE value]* [ { NULL | ABSENT } ON NULL ])",
        nulls=Nulls.OWN,
        is_lazy=True,
    ),
    _json(
        "JSON_ARRAY",
        _array_types,
        calls_for(_json_array),
        "'JSON_ARRAY(<ANY>...)'",
        "JSON_ARRAY([value]* [ { NULL | ABSENT } ON NULL ])",
        nulls=Nulls.OWN,
        is_lazy=True,
    ),
    _json("JSON_STRING", _string_types, _json_string, "'JSON_STRING(<ANY>)'", "JSON_STRING(value)"),
    _json(
        "JSON",
        takes(CHARACTER, result=lambda types: string_type()),
        calls(json_text),
        "'JSON(<CHARACTER>)'",
        "JSON(value)",
        can_fail=True,
    ),
)
