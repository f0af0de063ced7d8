"""String functions between text and codes: characters, charsets, Base64, URLs, IP addresses, parts of lists."""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from typing import Any, Final, Optional

from pyrite.core.types import ArrayType, IntegerNumericType, MapType, bytes_type, string_type
from pyrite.core.types.common_type import common_type
from pyrite.expressions.function import Argument, Function, Nulls, Resolution, Signature, calls, calls_for
from pyrite.expressions.functions.strings import string_function
from pyrite.expressions.java import charsets
from pyrite.expressions.java.formatter import formatter
from pyrite.expressions.java.splitting import split_all, split_by_pattern
from pyrite.expressions.java.urls import url_decode, url_encode, url_parts
from pyrite.expressions.java.utf16 import from_units, to_units
from pyrite.expressions.result_types import BIGINT_RESULT, INT_RESULT, STRING, nullable_result
from pyrite.expressions.signatures import BINARY, CHARACTER, INTEGER, always, any_type, one_of, takes

# Characters and charsets ----------------------------------------------------------------------------------------------


def ascii_code(text: str) -> int:
    """Returns the first byte in UTF-8 as a signed number; 0 for an empty text."""
    if not text:
        return 0
    first = text[0].encode("utf-8", "replace")[0]
    return first - 256 if first > 127 else first


def character(code: int) -> str:
    """Returns the character of the lowest byte; an empty text for a negative number."""
    return "" if code < 0 else chr(code & 0xFF)


def to_base64(value: str | bytes) -> str:
    return base64.b64encode(value.encode("utf-8", "replace") if isinstance(value, str) else value).decode()


def from_base64(value: str | bytes) -> str:
    data = value.encode("utf-8", "replace") if isinstance(value, str) else value
    return charsets.from_base64(data).decode("utf-8", "replace")


# URLs and addresses ---------------------------------------------------------------------------------------------------


def parse_url(url: str, part: str, key: Optional[str] = None) -> Optional[str]:
    """Returns a part of the URL, or the value of a query parameter."""
    parts = url_parts(url)
    if parts is None:
        return None
    if key is None:
        return parts.get(part)
    query = parts["QUERY"]
    if part != "QUERY" or query is None:
        return None
    match = re.search(rf"(?:&|\A){re.escape(key)}=([^&]*)", query)
    return None if match is None else match[1]


def inet_aton(address: str) -> Optional[int]:
    """Returns the number of an IP address with one to four parts. The last part is the last byte."""
    parts = address.split(".")
    if len(parts) > 4 or not all(part.isascii() and part.isdigit() and int(part) <= 255 for part in parts):
        return None
    numbers = [int(part) for part in parts]
    *high, last = numbers
    return sum(number << shift for number, shift in zip(high, (24, 16, 8), strict=False)) | last


def inet_ntoa(number: int) -> Optional[str]:
    if not 0 <= number <= 0xFFFFFFFF:
        return None
    return ".".join(str(number >> shift & 0xFF) for shift in (24, 16, 8, 0))


# Lists in text --------------------------------------------------------------------------------------------------------


def split_index(text: str, separator: str | int, index: int) -> Optional[str]:
    """Returns the part at the index, from 0. A number is the code of a separator from 1 to 255."""
    if index < 0:
        return None
    if isinstance(separator, int):
        if not 1 <= separator <= 255:
            return None
        separator = chr(separator)
    parts = split_all(text, separator)
    return parts[index] if index < len(parts) else None


def split(text: str, separator: str) -> tuple[str, ...]:
    """Returns all parts; with an empty separator, the UTF-16 units."""
    if separator:
        return tuple(split_all(text, separator))
    return tuple(from_units(unit) for unit in to_units(text))


def str_to_map(text: str, between: str = ",", inside: str = "=") -> dict[str, Optional[str]]:
    """Returns keys and values.

    Both separators are regular expressions. A part without the second one is a key with NULL.
    """
    if not text:
        return {}
    result: dict[str, Optional[str]] = {}
    for pair in split_by_pattern(text, between):
        key, *value = split_by_pattern(pair, inside, 2)
        if value:
            result[key] = value[0]
        else:
            result[pair] = None
    return result


def elt(index: Optional[int], *values: Any) -> Any:
    return values[index - 1] if index is not None and 1 <= index <= len(values) else None


def _elt_signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
    if len(arguments) < 2 or not isinstance(arguments[0].type, IntegerNumericType):
        return None
    families = (CHARACTER, BINARY)
    if not any(all(family(argument) for argument in arguments[1:]) for family in families):
        return None
    common = common_type([argument.type for argument in arguments[1:]])
    if common is None:
        return None
    kinds = [arguments[0].type, *[common] * (len(arguments) - 1)]
    return Resolution(tuple(kinds), common.copy(nullable=True))


_TEXT_OR_BYTES: Final[Signature] = one_of(takes(CHARACTER, result=STRING), takes(BINARY, result=STRING))


def _own(name: str, compute: Any, result: Any, entry: str, argument: str, family: Any = CHARACTER) -> Function:
    """Defines a function of one argument, of Flink's own stack."""
    return string_function(
        name, nullable_result(takes(family, result=result)), compute, entry, forms=(f"{name}({argument})",)
    )


FUNCTIONS: Final = (
    string_function(
        "ASCII", takes(CHARACTER, result=INT_RESULT), ascii_code, "ASCII(string)", forms=("'ASCII(<CHARACTER>)'",)
    ),
    string_function(
        "CHR",
        nullable_result(takes(INTEGER, result=STRING)),
        character,
        "CHR(integer)",
        forms=("'CHR(<INTEGER>)'",),
    ),
    string_function(
        "ENCODE",
        takes(CHARACTER, CHARACTER, result=always(bytes_type())),
        charsets.encode,
        "ENCODE(string1, string2)",
        forms=("'ENCODE(<CHARACTER>, <CHARACTER>)'",),
        can_fail=True,
    ),
    string_function(
        "DECODE",
        takes(BINARY, CHARACTER, result=STRING),
        charsets.decode,
        "DECODE(binary, string)",
        forms=("'DECODE(<BINARY>, <CHARACTER>)'",),
        can_fail=True,
    ),
    string_function("TO_BASE64", _TEXT_OR_BYTES, to_base64, "TO_BASE64(string)", forms=("'TO_BASE64(<STRING>)'",)),
    string_function(
        "FROM_BASE64",
        _TEXT_OR_BYTES,
        from_base64,
        "FROM_BASE64(string)",
        forms=("'FROM_BASE64(<STRING>)'",),
        can_fail=True,
    ),
    _own("URL_ENCODE", url_encode, STRING, "URL_ENCODE(string)", "<CHARACTER_STRING>"),
    _own("URL_DECODE", url_decode, STRING, "URL_DECODE(string)", "<CHARACTER_STRING>"),
    _own("INET_ATON", inet_aton, BIGINT_RESULT, "INET_ATON(string)", "<CHARACTER_STRING>"),
    _own("INET_NTOA", inet_ntoa, STRING, "INET_NTOA(integer)", "<INTEGER_NUMERIC>", INTEGER),
    string_function(
        "PARSE_URL",
        nullable_result(takes(CHARACTER, CHARACTER, CHARACTER, least=2, result=STRING)),
        parse_url,
        "PARSE_URL(string1, string2[, string3])",
        forms=(
            "'PARSE_URL(<CHARACTER>, <CHARACTER>)'",
            "'PARSE_URL(<CHARACTER>, <CHARACTER>, <CHARACTER>)'",
        ),
    ),
    string_function(
        "SPLIT_INDEX",
        nullable_result(
            one_of(
                takes(CHARACTER, INTEGER, INTEGER, result=STRING),
                takes(CHARACTER, CHARACTER, INTEGER, result=STRING),
            )
        ),
        split_index,
        "SPLIT_INDEX(string1, string2, integer1)",
        forms=(
            "'SPLIT_INDEX(<CHARACTER>, <INTEGER>, <INTEGER>)'",
            "'SPLIT_INDEX(<CHARACTER>, <CHARACTER>, <INTEGER>)'",
        ),
    ),
    string_function(
        "SPLIT",
        takes(CHARACTER, CHARACTER, result=always(ArrayType(string_type()))),
        split,
        "SPLIT(string, delimiter)",
        forms=("SPLIT(<CHARACTER_STRING>, <CHARACTER_STRING>)",),
        group="collection",
    ),
    string_function(
        "STR_TO_MAP",
        takes(CHARACTER, CHARACTER, CHARACTER, least=1, result=always(MapType(string_type(), string_type()))),
        str_to_map,
        "STR_TO_MAP(string1[, string2, string3])",
        forms=("'STR_TO_MAP(<CHARACTER>)'", "'STR_TO_MAP(<CHARACTER>, <CHARACTER>, <CHARACTER>)'"),
        can_fail=True,
    ),
    Function(
        "ELT",
        _elt_signature,
        row=calls(elt),
        forms=(
            "ELT(index <INTEGER_NUMERIC>, expr <CHARACTER_STRING>, exprs <CHARACTER_STRING>...)",
            "ELT(index <INTEGER_NUMERIC>, expr <BINARY_STRING>, exprs <BINARY_STRING>...)",
        ),
        nulls=Nulls.OWN,
        is_lazy=True,
        group="string",
        documented_as=("ELT(index, expr[, exprs]*)",),
    ),
    Function(
        "PRINTF",
        nullable_result(takes(CHARACTER, rest=any_type, result=STRING)),
        row=calls_for(lambda call: formatter([argument.type for argument in call.arguments[1:]])),
        forms=("PRINTF(format <CHARACTER_STRING>, obj <ANY>...)",),
        nulls=Nulls.OWN,
        group="string",
        documented_as=("PRINTF(format[, obj]*)",),
    ),
)
