"""Signatures: the arguments that a function accepts, the types that they are cast to, and the result type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Optional

from pyrite.core.types import (
    BinaryStringType,
    BooleanType,
    CharacterStringType,
    IntegerNumericType,
    LogicalType,
    NullType,
    NumericType,
    bytes_type,
    string_type,
)
from pyrite.expressions.function import Argument, Resolution, Signature

Family = Callable[[Argument], Optional[LogicalType]]
"""Returns the type that an argument is cast to, often its own; None if the argument does not fit."""
ResultRule = Callable[[Sequence[LogicalType]], LogicalType]
"""Returns the result type for the types of the cast arguments. Its nullability follows from the arguments."""


def of_kind(*kinds: type[LogicalType], null: Optional[LogicalType] = None) -> Family:
    """Accepts arguments of these kinds without a cast. A bare NULL gets the type `null`, if there is one."""

    def family(argument: Argument) -> Optional[LogicalType]:
        if isinstance(argument.type, NullType):
            return null
        return argument.type if isinstance(argument.type, kinds) else None

    return family


BOOLEAN = of_kind(BooleanType, null=BooleanType())
CHARACTER = of_kind(CharacterStringType, null=string_type())
BINARY = of_kind(BinaryStringType, null=bytes_type())
NUMERIC = of_kind(NumericType)
INTEGER = of_kind(IntegerNumericType)


def any_type(argument: Argument) -> Optional[LogicalType]:
    return argument.type


def always(kind: LogicalType) -> ResultRule:
    return lambda types: kind


def nullable_if(kind: LogicalType, types: Sequence[LogicalType]) -> LogicalType:
    """Returns the type, nullable if an argument is."""
    return kind.copy(nullable=any(part.nullable for part in types))


def takes(
    *families: Family, result: ResultRule, least: Optional[int] = None, rest: Optional[Family] = None
) -> Signature:
    """Accepts a family for each argument, of which `least` are required (None: all), then any number of `rest`.

    The result is nullable if an argument is.
    """
    fewest = len(families) if least is None else least

    def signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
        if len(arguments) < fewest or (rest is None and len(arguments) > len(families)):
            return None
        expected_families = [*families, *[rest or any_type] * (len(arguments) - len(families))][: len(arguments)]
        types = [family(argument) for family, argument in zip(expected_families, arguments, strict=True)]
        if any(kind is None for kind in types):
            return None
        targets = tuple(
            kind.copy(nullable=argument.type.nullable)
            for kind, argument in zip(types, arguments, strict=True)
            if kind is not None
        )
        return Resolution(targets, nullable_if(result(targets), targets))

    return signature


def never_null(signature: Signature) -> Signature:
    """Returns the signature with a NOT NULL result."""

    def changed(arguments: Sequence[Argument]) -> Optional[Resolution]:
        resolution = signature(arguments)
        return None if resolution is None else Resolution(resolution.arguments, resolution.result.not_null())

    return changed


def maybe_null(signature: Signature) -> Signature:
    """The same, with a result that is nullable whatever the arguments are."""

    def changed(arguments: Sequence[Argument]) -> Optional[Resolution]:
        resolution = signature(arguments)
        return resolution and Resolution(resolution.arguments, resolution.result.copy(nullable=True))

    return changed


def one_of(*signatures: Signature) -> Signature:
    """Returns the first signature that accepts the arguments."""

    def signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
        for each in signatures:
            resolution = each(arguments)
            if resolution is not None:
                return resolution
        return None

    return signature
