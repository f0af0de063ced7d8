"""Rules for result types that several groups of functions share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Optional

from pyrite.core.types import (
    MAX_LENGTH,
    BigIntType,
    BooleanType,
    CharacterStringType,
    CharType,
    IntType,
    LogicalType,
    VarCharType,
    string_type,
)
from pyrite.expressions.function import Argument, Resolution, Signature
from pyrite.expressions.signatures import ResultRule, always

STRING: Final[ResultRule] = always(string_type())
BOOLEAN_RESULT: Final[ResultRule] = always(BooleanType())
INT_RESULT: Final[ResultRule] = always(IntType())
BIGINT_RESULT: Final[ResultRule] = always(BigIntType())


def first(types: Sequence[LogicalType]) -> LogicalType:
    """The type of the first argument."""
    return types[0]


def first_varying(types: Sequence[LogicalType]) -> LogicalType:
    """VARCHAR of the first argument's length."""
    return varying(types[0])


def last_varying(types: Sequence[LogicalType]) -> LogicalType:
    """VARCHAR of the last argument's length."""
    return varying(types[-1])


def varying(kind: LogicalType) -> VarCharType:
    """VARCHAR of the length of a CHAR or VARCHAR."""
    return VarCharType(kind.length if isinstance(kind, CharacterStringType) else MAX_LENGTH)


def joined_text(types: Sequence[LogicalType]) -> LogicalType:
    """As long as all arguments together; CHAR if all are CHAR."""
    length = min(sum(kind.length for kind in types if isinstance(kind, CharacterStringType)), MAX_LENGTH)
    return CharType(length) if all(isinstance(kind, CharType) for kind in types) else VarCharType(length)


def joined_varying(types: Sequence[LogicalType]) -> LogicalType:
    """VARCHAR as long as all arguments together."""
    return varying(joined_text(types))


def nullable_result(signature: Signature) -> Signature:
    """Returns the signature with a nullable result."""

    def changed(arguments: Sequence[Argument]) -> Optional[Resolution]:
        resolution = signature(arguments)
        return None if resolution is None else Resolution(resolution.arguments, resolution.result.copy(nullable=True))

    return changed
