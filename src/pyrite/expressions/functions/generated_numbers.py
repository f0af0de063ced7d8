"""Constants, random numbers and UUIDs, and integers in other bases."""

from __future__ import annotations

import math
import random
import re
import uuid
from collections.abc import Callable, Sequence
from typing import Any, Final, Optional

from pyrite.core.types import (
    BigIntType,
    CharacterStringType,
    CharType,
    DoubleType,
    IntegerNumericType,
    IntType,
    LogicalType,
    NumericType,
    bytes_type,
    string_type,
)
from pyrite.core.types.calcite_names import family_name
from pyrite.expressions.function import Argument, Function, calls, calls_for
from pyrite.expressions.java.random import JavaRandom
from pyrite.expressions.resolved import FunctionCall, ValueLiteral
from pyrite.expressions.result_types import nullable_result
from pyrite.expressions.signatures import CHARACTER, always, takes


def _integer_argument(argument: Argument) -> Optional[LogicalType]:
    return IntType() if isinstance(argument.type, NumericType) else None


def _constant(name: str, value: float) -> Function:
    return Function(
        name,
        takes(result=always(DoubleType())),
        row=lambda call, arguments, scope: scope.bind(value),
        forms=(f"'{name}()'",),
        refuse=_no_pi if name == "PI" else None,
        group="arithmetic",
        documented_as=(f"{name}()",),
    )


def _no_pi(arguments: Sequence[Argument]) -> str:
    """Calcite has another PI, without parentheses, beside Flink's."""
    return f"No match found for function signature PI({', '.join(f'<{family_name(part.type)}>' for part in arguments)})"


# Random numbers -------------------------------------------------------------------------------------------------------


def _random(call: FunctionCall) -> Callable[..., float]:
    """With a constant seed, a task has one sequence; with a column as the seed, the first number of each seed."""
    if not call.arguments:
        return lambda: random.random()
    seed = call.arguments[0]
    if isinstance(seed, ValueLiteral):
        source = JavaRandom(seed.value)
        return lambda _: source.next_double()
    return lambda number: JavaRandom(number).next_double()


def _random_integer(call: FunctionCall) -> Callable[..., int]:
    if len(call.arguments) == 1:
        return _below
    seed = call.arguments[0]
    if isinstance(seed, ValueLiteral):
        source = JavaRandom(seed.value)
        return lambda _, bound: source.next_int(bound)
    return lambda number, bound: JavaRandom(number).next_int(bound)


def _below(bound: int) -> int:
    if bound <= 0:
        raise ArithmeticError("bound must be positive")
    return random.randrange(bound)


# Bases ----------------------------------------------------------------------------------------------------------------


def _as_long(argument: Argument) -> Optional[LogicalType]:
    return BigIntType() if isinstance(argument.type, IntegerNumericType) else None


def _long_or_text(argument: Argument) -> Optional[LogicalType]:
    return argument.type if isinstance(argument.type, CharacterStringType) else _as_long(argument)


def _binary(number: int) -> str:
    return format(number & (1 << 64) - 1, "b")


def _hexadecimal(value: Any) -> str:
    if isinstance(value, str):
        return value.encode("utf-8", "surrogatepass").hex().upper()
    return format(value & (1 << 64) - 1, "X")


def _from_hexadecimal(text: str) -> Optional[bytes]:
    """Returns None for invalid characters.

    As in Flink, the first of an odd number of digits is skipped, leaving a zero byte.
    """
    if not re.fullmatch(r"[0-9a-fA-F]*", text):
        return None
    return b"\0" + bytes.fromhex(text[1:]) if len(text) % 2 else bytes.fromhex(text)


FUNCTIONS: Final = (
    _constant("PI", math.pi),
    _constant("E", math.e),
    Function(
        "RAND",
        takes(_integer_argument, least=0, result=always(DoubleType())),
        row=calls_for(_random),
        is_deterministic=False,
        forms=("'RAND()'", "'RAND(<NUMERIC>)'"),
        group="arithmetic",
        documented_as=("RAND()", "RAND(INT)"),
    ),
    Function(
        "RAND_INTEGER",
        takes(_integer_argument, _integer_argument, least=1, result=always(IntType())),
        row=calls_for(_random_integer),
        is_deterministic=False,
        can_fail=True,
        forms=("'RAND_INTEGER(<NUMERIC>)'", "'RAND_INTEGER(<NUMERIC>, <NUMERIC>)'"),
        group="arithmetic",
        documented_as=("RAND_INTEGER(INT)", "RAND_INTEGER(INT1, INT2)"),
    ),
    Function(
        "UUID",
        takes(result=always(CharType(36))),
        row=calls(lambda: str(uuid.uuid4())),
        is_deterministic=False,
        forms=("'UUID()'",),
        group="arithmetic",
        documented_as=("UUID()",),
    ),
    Function(
        "BIN",
        takes(_as_long, result=always(string_type())),
        row=calls(_binary),
        forms=("'BIN(<INTEGER>)'",),
        group="arithmetic",
        documented_as=("BIN(INT)",),
    ),
    Function(
        "HEX",
        takes(_long_or_text, result=always(string_type())),
        row=calls(_hexadecimal),
        forms=("'HEX(<INTEGER>)'", "'HEX(<CHARACTER>)'"),
        group="arithmetic",
        documented_as=("HEX(numeric)\nHEX(string)",),
    ),
    Function(
        "UNHEX",
        nullable_result(takes(CHARACTER, result=always(bytes_type()))),
        row=calls(_from_hexadecimal),
        forms=("UNHEX(expr <CHARACTER_STRING>)",),
        group="arithmetic",
        documented_as=("UNHEX(expr)",),
    ),
)
