"""Printer of functions with a special syntax."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pyrite.core.types import NullType
from pyrite.expressions.expression_tree import Call, Expression, Literal, Symbol

Print = Callable[[Expression], str]
Form = Callable[[Call, Print], str]


def _bracketed(call: Call, text: Print) -> str:
    return f"{call.function}[{', '.join(map(text, call.arguments))}]"


def _row(call: Call, text: Print) -> str:
    return f"ROW({', '.join(map(text, call.arguments))})" if call.arguments else "()"


def _case(call: Call, text: Print) -> str:
    *branches, otherwise = map(text, call.arguments)
    whens = "".join(f" WHEN {when} THEN {then}" for when, then in zip(branches[::2], branches[1::2], strict=True))
    return f"CASE{whens} ELSE {otherwise} END"


def _extract(call: Call, text: Print) -> str:
    return f"EXTRACT({text(call.arguments[0])} FROM {text(call.arguments[1])})"


def _trim(call: Call, text: Print) -> str:
    side, characters, operand = map(text, call.arguments)
    return f"TRIM({side} {characters} FROM {operand})"


def _position(call: Call, text: Print) -> str:
    part, *rest = call.arguments
    return f"POSITION(({text(part)}) IN {' FROM '.join(map(text, rest))})"


def _overlay(call: Call, text: Print) -> str:
    words = ("", " PLACING ", " FROM ", " FOR ")
    parts = (f"{word}{text(argument)}" for word, argument in zip(words, call.arguments, strict=False))
    return f"OVERLAY({''.join(parts)})"


def _plain(call: Call, text: Print) -> str:
    return f"{call.function}({', '.join(map(text, call.arguments))})"


def _rounded(call: Call, text: Print) -> str:
    return f"{call.function}({' TO '.join(map(text, call.arguments))})"


def _measure(call: Call, text: Print) -> str:
    return f"{call.function}({text(call.arguments[0])})"


def _value_for(call: Call, text: Print) -> str:
    return f"{call.function} FOR {text(call.arguments[0])}"


def _interval(call: Call, text: Print) -> str:
    amount, kind = call.arguments
    return f"INTERVAL ({text(amount)}) {text(kind).removeprefix('INTERVAL ')}"


def _minus_date(call: Call, text: Print) -> str:
    left, right, kind = call.arguments
    return f"(({text(left)}) - ({text(right)})) {text(kind).removeprefix('INTERVAL ')}"


def _json_exists(call: Call, text: Print) -> str:
    document, path, on_error = map(text, call.arguments)
    return f"JSON_EXISTS({document}, {path} {on_error} ON ERROR)"


def _json_value(call: Call, text: Print) -> str:
    document, path, kind, *rest = call.arguments
    behaviors = []
    for symbol, default, event in ((rest[0], rest[1], "EMPTY"), (rest[2], rest[3], "ERROR")):
        is_null = isinstance(default, Literal) and isinstance(default.type, NullType)
        word = "DEFAULT" if isinstance(symbol, Symbol) and symbol.name == "DEFAULT" else text(symbol)
        behaviors.append(f"{word}{'' if is_null and word != 'DEFAULT' else f' {text(default)}'} ON {event}")
    return f"JSON_VALUE({text(document)}, {text(path)} RETURNING {text(kind)} {' '.join(behaviors)})"


def _json_query(call: Call, text: Print) -> str:
    document, path, kind, wrapper, on_empty, on_error = map(text, call.arguments)
    return f"JSON_QUERY({document}, {path} RETURNING {kind} {wrapper} WRAPPER {on_empty} ON EMPTY {on_error} ON ERROR)"


def _json_object(call: Call, text: Print) -> str:
    on_null, *parts = map(text, call.arguments)
    pairs = ", ".join(f"{key} VALUE {value}" for key, value in zip(parts[::2], parts[1::2], strict=True))
    return f"{call.function}({f'{pairs} ' if pairs else ''}{on_null} ON NULL)"


def _json_array(call: Call, text: Print) -> str:
    on_null, *items = map(text, call.arguments)
    order = f" ORDER BY {', '.join(map(text, call.order_by))}" if call.order_by else ""
    return f"{call.function}({', '.join(items)}{order}{' ' if items else ''}{on_null} ON NULL)"


FUNCTIONS: Final[dict[str, Form]] = {
    "ARRAY": _bracketed,
    "MAP": _bracketed,
    "MULTISET": _bracketed,
    "ROW": _row,
    "CASE": _case,
    "EXTRACT": _extract,
    "TRIM": _trim,
    "POSITION": _position,
    "OVERLAY": _overlay,
    "SUBSTRING": _plain,
    "TIMESTAMPADD": _plain,
    "TIMESTAMPDIFF": _plain,
    "DATE_DIFF": _plain,
    "DATETIME_DIFF": _plain,
    "TIMESTAMP_DIFF": _plain,
    "TIME_DIFF": _plain,
    "DATE_TRUNC": _plain,
    "DATETIME_TRUNC": _plain,
    "TIMESTAMP_TRUNC": _plain,
    "TIME_TRUNC": _plain,
    "CEIL": _rounded,
    "FLOOR": _rounded,
    "RUNNING": _measure,
    "FINAL": _measure,
    "NEXT VALUE": _value_for,
    "CURRENT VALUE": _value_for,
    "INTERVAL": _interval,
    "MINUS_DATE": _minus_date,
    "JSON_EXISTS": _json_exists,
    "JSON_VALUE": _json_value,
    "JSON_QUERY": _json_query,
    "JSON_OBJECT": _json_object,
    "JSON_OBJECTAGG": _json_object,
    "JSON_ARRAY": _json_array,
    "JSON_ARRAYAGG": _json_array,
}
