"""Calls are resolved: names, casts of arguments, types of results, and the sentences of errors."""

from __future__ import annotations

import pytest

from pyrite.core.errors import ValidationException
from pyrite.core.types import BooleanType, IntType, MapType, NullType, string_type
from pyrite.expressions.folding import fold_constants
from pyrite.expressions.resolution import resolve
from pyrite.expressions.resolved import FieldReference, FunctionCall, ValueLiteral

FLAG = FieldReference(0, "flag", BooleanType())
NUMBER = FieldReference(1, "number", IntType())


def test_resolve_makes_a_call_with_its_type() -> None:
    assert resolve("and", [FLAG, FLAG]) == FunctionCall("AND", (FLAG, FLAG), BooleanType())


def test_resolve_gives_a_bare_null_the_type_that_is_wanted() -> None:
    call = resolve("COALESCE", [FLAG, ValueLiteral(None, NullType())])

    assert call.children[1] == ValueLiteral(None, BooleanType())


def test_resolve_refuses_types_in_flinks_words() -> None:
    with pytest.raises(ValidationException) as error:
        resolve("AND", [NUMBER, FLAG])

    assert str(error.value) == (
        "Cannot apply 'AND' to arguments of type '<INTEGER> AND <BOOLEAN>'. "
        "Supported form(s): '<BOOLEAN> AND <BOOLEAN>'"
    )


def test_resolve_refuses_a_function_that_is_not_there() -> None:
    with pytest.raises(ValidationException, match=r"No match found for function signature NOPE\(<NUMERIC>\)"):
        resolve("NOPE", [NUMBER])


def test_json_exists_may_be_null_though_the_document_is_not() -> None:
    document, path, unknown = (ValueLiteral(text, string_type().not_null()) for text in ("{}", "$.a", "UNKNOWN"))
    call = resolve("JSON_EXISTS", [document, path, unknown])
    assert call.type == BooleanType()
    assert fold_constants(call) == ValueLiteral(None, BooleanType())


def test_constants_are_folded_below_a_call_that_reads_a_column() -> None:
    true = ValueLiteral(True, BooleanType(nullable=False))
    tree = resolve("AND", [FLAG, resolve("NOT", [true])])

    assert fold_constants(tree).children[1] == ValueLiteral(False, BooleanType(nullable=False))


def test_constant_map_is_a_key() -> None:
    one, other = (ValueLiteral({"a": 1}, MapType(string_type(), IntType())) for _ in range(2))
    assert one == other and len({one, other}) == 1
