"""Parser of the SQL/JSON functions. Clauses become arguments; omitted ones have their defaults."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Optional

from pyrite.core.types import NullType, string_type
from pyrite.expressions.expression_tree import Call, Expression, Literal, Symbol, TypeArgument
from pyrite.relational.sql.parsing.call_parser import within_group
from pyrite.relational.sql.parsing.cursor import Cursor
from pyrite.relational.sql.parsing.type_parser import cast_type


def _document_and_path(cursor: Cursor) -> list[Expression]:
    cursor.index += 1
    cursor.need("(")
    document = cursor.expression()
    cursor.need(",")
    return [document, cursor.expression()]


def _returning(cursor: Cursor) -> TypeArgument:
    return TypeArgument(cast_type(cursor) if cursor.take("RETURNING") else string_type())


def _exists(cursor: Cursor) -> Expression:
    at = cursor.at
    arguments = _document_and_path(cursor)
    behavior = cursor.take_one(("TRUE", "FALSE", "UNKNOWN", "ERROR"))
    if behavior is not None:
        cursor.need("ON", "ERROR")
    cursor.need(")")
    return Call("JSON_EXISTS", (*arguments, Symbol(behavior or "FALSE")), at=at)


def _value(cursor: Cursor) -> Expression:
    at = cursor.at
    arguments = [*_document_and_path(cursor), _returning(cursor)]
    null = Literal(None, NullType())
    on: dict[str, list[Expression]] = {"EMPTY": [Symbol("NULL"), null], "ERROR": [Symbol("NULL"), null]}
    while (word := cursor.take_one(("NULL", "ERROR", "DEFAULT"))) is not None:
        default = cursor.expression() if word == "DEFAULT" else null
        cursor.need("ON")
        on[cursor.need_one(("EMPTY", "ERROR"))] = [Symbol(word), default]
    cursor.need(")")
    return Call("JSON_VALUE", (*arguments, *on["EMPTY"], *on["ERROR"]), at=at)


def _query(cursor: Cursor) -> Expression:
    at = cursor.at
    arguments = [*_document_and_path(cursor), _returning(cursor), Symbol(_wrapper(cursor))]
    on: dict[str, Expression] = {"EMPTY": Symbol("NULL"), "ERROR": Symbol("NULL")}
    while (word := cursor.take_one(("NULL", "ERROR", "EMPTY"))) is not None:
        if word == "EMPTY":
            word = f"EMPTY {cursor.need_one(('ARRAY', 'OBJECT'))}"
        cursor.need("ON")
        on[cursor.need_one(("EMPTY", "ERROR"))] = Symbol(word)
    cursor.need(")")
    return Call("JSON_QUERY", (*arguments, on["EMPTY"], on["ERROR"]), at=at)


def _wrapper(cursor: Cursor) -> str:
    """WITHOUT ARRAY, WITH CONDITIONAL ARRAY or WITH UNCONDITIONAL ARRAY."""
    if cursor.take("WITHOUT"):
        wrapper = "WITHOUT ARRAY"
    elif cursor.take("WITH"):
        kind = cursor.take_one(("CONDITIONAL", "UNCONDITIONAL")) or "UNCONDITIONAL"
        wrapper = f"WITH {kind} ARRAY"
    else:
        return "WITHOUT ARRAY"
    cursor.take("ARRAY")
    cursor.need("WRAPPER")
    return wrapper


def _null_clause(cursor: Cursor, default: str) -> Symbol:
    if cursor.take("NULL", "ON", "NULL"):
        return Symbol("NULL")
    if cursor.take("ABSENT", "ON", "NULL"):
        return Symbol("ABSENT")
    return Symbol(default)


def _sees_null_clause(cursor: Cursor) -> bool:
    return cursor.sees("NULL", "ON", "NULL") or cursor.sees("ABSENT", "ON", "NULL")


def _pair(cursor: Cursor) -> tuple[Expression, Expression]:
    if cursor.word == "KEY" and cursor.next_word() not in ("VALUE", ":", ".", "("):
        cursor.index += 1
    key = cursor.expression()
    cursor.need_one(("VALUE", ":"))
    return key, cursor.expression()


def _object(cursor: Cursor) -> Expression:
    at = cursor.at
    cursor.need("JSON_OBJECT", "(")
    pairs: tuple[tuple[Expression, Expression], ...] = ()
    if not cursor.sees(")") and not _sees_null_clause(cursor):
        pairs = cursor.listed(lambda: _pair(cursor))
    on_null = _null_clause(cursor, "NULL")
    cursor.need(")")
    return Call("JSON_OBJECT", (on_null, *(part for pair in pairs for part in pair)), at=at)


def _object_aggregate(cursor: Cursor) -> Expression:
    at = cursor.at
    cursor.need("JSON_OBJECTAGG", "(")
    pair = _pair(cursor)
    on_null = _null_clause(cursor, "NULL")
    cursor.need(")")
    return Call("JSON_OBJECTAGG", (on_null, *pair), at=at)


def _array(cursor: Cursor) -> Expression:
    at = cursor.at
    cursor.need("JSON_ARRAY", "(")
    items: tuple[Expression, ...] = ()
    if not cursor.sees(")") and not _sees_null_clause(cursor):
        items = cursor.listed(cursor.expression)
    on_null = _null_clause(cursor, "ABSENT")
    cursor.need(")")
    return Call("JSON_ARRAY", (on_null, *items), at=at)


def _array_aggregate(cursor: Cursor) -> Expression:
    at = cursor.at
    cursor.need("JSON_ARRAYAGG", "(")
    item = cursor.expression()
    order_by = within_group(cursor, closes=False)
    on_null = _null_clause(cursor, "ABSENT")
    cursor.need(")")
    return Call("JSON_ARRAYAGG", (on_null, item), order_by=order_by or within_group(cursor), at=at)


JSON_FUNCTIONS: Final[dict[str, Callable[[Cursor], Optional[Expression]]]] = {
    "JSON_EXISTS": _exists,
    "JSON_VALUE": _value,
    "JSON_QUERY": _query,
    "JSON_OBJECT": _object,
    "JSON_ARRAY": _array,
    "JSON_OBJECTAGG": _object_aggregate,
    "JSON_ARRAYAGG": _array_aggregate,
}
