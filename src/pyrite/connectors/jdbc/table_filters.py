"""Conditions of a query in the database's words, where they cannot leave out more rows there than here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, Optional

from pyrite.connectors.jdbc.table_writer import quoted
from pyrite.core.types import CharacterStringType, IntegerNumericType
from pyrite.expressions.resolved import FieldReference, FunctionCall, ValueLiteral

_COMPARISONS: Final = {"=": "=", "<>": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_TURNED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_TESTS: Final = {"IS NULL": "IS NULL", "IS NOT NULL": "IS NOT NULL"}
_NUMBER: Final = re.compile(r"-?\d+(\.\d+)?(e[+-]\d+)?", re.ASCII)


def condition_of(tree: Any, names: Sequence[str], is_typed: bool = True) -> Optional[str]:
    """A comparison of a column of integers with a constant, of text by equality, or a test for NULL; else None.

    Order of texts, decimals and times stays here: it depends on collations and, in SQLite, on how they were written.
    Where columns need no type, as in SQLite, one that is read as text may hold numbers.
    """
    if not isinstance(tree, FunctionCall):
        return None
    match tree.function, tree.arguments:
        case ("AND", parts):
            known = [each for each in (condition_of(part, names, is_typed) for part in parts) if each]
            return " AND ".join(known) or None
        case (test, (FieldReference() as column,)) if test in _TESTS:
            return f"{quoted(names[column.index])} {_TESTS[test]}"
        case (sign, (FieldReference() as column, ValueLiteral() as literal)) if sign in _COMPARISONS:
            return _compared(column, sign, literal, names, is_typed)
        case (sign, (ValueLiteral() as literal, FieldReference() as column)) if sign in _COMPARISONS:
            return _compared(column, _TURNED.get(sign, sign), literal, names, is_typed)
    return None


def _compared(
    column: FieldReference, sign: str, literal: ValueLiteral, names: Sequence[str], is_typed: bool
) -> Optional[str]:
    name, value = quoted(names[column.index]), literal.value
    if isinstance(column.type, IntegerNumericType) and type(value) is int:
        return f"{name} {sign} {value}"
    if isinstance(column.type, CharacterStringType) and isinstance(value, str) and sign == "=" and "\0" not in value:
        text = "'" + value.replace("'", "''") + "'"
        may_be_number = not is_typed and _NUMBER.fullmatch(value)
        return f"{name} IN ({text}, {value})" if may_be_number else f"{name} = {text}"
    return None
