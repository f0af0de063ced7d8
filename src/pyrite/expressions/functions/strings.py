"""String functions that change, cut, join and search text.

Most count code points. LPAD, RPAD, OVERLAY and REPLACE of an empty text operate on Java strings, in UTF-16 units.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Optional

import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.types import LogicalType
from pyrite.expressions.column_forms import by_rows, constant, if_ascii
from pyrite.expressions.function import Function, Kernel, Nulls, Scope, Signature, calls
from pyrite.expressions.java.utf16 import has_pairs, over_units
from pyrite.expressions.resolved import FunctionCall
from pyrite.expressions.result_types import (
    BOOLEAN_RESULT,
    INT_RESULT,
    STRING,
    first,
    first_varying,
    joined_text,
    joined_varying,
    last_varying,
    nullable_result,
)
from pyrite.expressions.signatures import BINARY, CHARACTER, INTEGER, any_type, one_of, takes

Compute = Callable[..., Any]
Kernels = Callable[[FunctionCall], Optional[Kernel]]


def no_kernel(call: FunctionCall) -> Optional[Kernel]:
    return None


def string_function(
    name: str,
    signature: Signature,
    compute: Compute,
    entry: str,
    kernel: Kernels = no_kernel,
    forms: tuple[str, ...] = (),
    can_fail: bool = False,
    group: str = "string",
    aliases: tuple[str, ...] = (),
) -> Function:
    """Defines a strict function that a Python function computes."""
    return Function(
        name,
        signature,
        row=calls(compute),
        kernel=kernel,
        forms=forms,
        can_fail=can_fail,
        group=group,
        aliases=aliases,
        documented_as=(entry,) if entry else (),
    )


# Upper and lower case -------------------------------------------------------------------------------------------------


def _cased(name: str, compute: Callable[[str], str], fast: Callable[[Any], Any], entry: str) -> Function:
    return string_function(
        name,
        takes(CHARACTER, result=first),
        compute,
        entry,
        kernel=lambda call: if_ascii(lambda columns: fast(columns[0]), by_rows(compute, call)),
        forms=(f"'{name}(<CHARACTER>)'",),
    )


def initcap(text: str) -> str:
    """Capitalizes words of ASCII letters and digits. Other characters end a word and stay unchanged."""
    parts, at_start = [], True
    for char in text:
        is_part = char.isascii() and char.isalnum()
        if is_part:
            char = char.upper() if at_start else char.lower()
        parts.append(char)
        at_start = not is_part
    return "".join(parts)


# Parts of text --------------------------------------------------------------------------------------------------------


def substring(text: str, start: int, length: int = 1 << 62) -> Optional[str]:
    """Returns a substring from position 1.

    A negative start counts from the end; before the text, the result is empty.
    """
    if length < 0:
        return None
    if start < 0:
        start += len(text)
        if start < 0:
            return ""
    elif start > 0:
        start -= 1
    return text[start : start + length]


def _substring_kernel(call: FunctionCall) -> Optional[Kernel]:
    """Uses Arrow for constants that count from the start of the text."""
    start, length = constant(call, 1), constant(call, 2)
    if start is None or start < 0 or (len(call.arguments) == 3 and (length is None or length < 0)):
        return None
    begin = max(start - 1, 0)
    stop = None if length is None else begin + length
    return lambda columns: pc.utf8_slice_codeunits(columns[0], begin, stop)


def left(text: str, length: int) -> str:
    return text[:length] if length > 0 else ""


def right(text: str, length: int) -> str:
    return text[-length:] if length > 0 else ""


def _left_kernel(call: FunctionCall) -> Optional[Kernel]:
    length = constant(call, 1)
    if length is None:
        return None
    return lambda columns: pc.utf8_slice_codeunits(columns[0], 0, max(length, 0))


# Blanks and padding ---------------------------------------------------------------------------------------------------


def trim(where: str, characters: str, text: str) -> str:
    """Removes leading and trailing characters that are in `characters`."""
    if not characters:
        return text
    match where:
        case "LEADING":
            return text.lstrip(characters)
        case "TRAILING":
            return text.rstrip(characters)
    return text.strip(characters)


_ARROW_TRIMS: Final = {"BOTH": pc.utf8_trim, "LEADING": pc.utf8_ltrim, "TRAILING": pc.utf8_rtrim}


def _trim_kernel(where: Optional[str], characters: Optional[str], text: int) -> Optional[Kernel]:
    if where is None or not characters:
        return None
    trimmed = _ARROW_TRIMS[where]
    return lambda columns: trimmed(columns[text], characters=characters)


def _trim_all(call: FunctionCall) -> Optional[Kernel]:
    return _trim_kernel(constant(call, 0), constant(call, 1), 2)


def _side_trim(name: str, where: str, result: Callable[[Sequence[LogicalType]], LogicalType], form: str) -> Function:
    def compute(text: str, characters: str = " ") -> str:
        return trim(where, characters, text)

    return string_function(
        name,
        takes(CHARACTER, CHARACTER, least=1, result=result),
        compute,
        f"{name}(str[, trimStr])",
        kernel=lambda call: _trim_kernel(where, " " if len(call.arguments) == 1 else constant(call, 1), 0),
        forms=(form,),
    )


@over_units
def lpad(text: str, length: int, padding: str) -> Optional[str]:
    if length < 0 or not padding:
        return None
    missing = max(length - len(text), 0)
    return _filler(padding, missing) + text[:length]


@over_units
def rpad(text: str, length: int, padding: str) -> Optional[str]:
    if length < 0 or not padding:
        return None
    return text[:length] + _filler(padding, max(length - len(text), 0))


def _filler(padding: str, length: int) -> str:
    return (padding * (length // len(padding) + 1))[:length]


# Search and replace ---------------------------------------------------------------------------------------------------


def position(needle: str, text: str, start: int = 1) -> int:
    """Returns the position of a text from 1, or 0. An empty text is at 1, regardless of `start`."""
    return text.find(needle, max(start - 1, 0)) + 1 if needle else 1


def instr(text: str, needle: str, start: int = 1, appearance: int = 1) -> int:
    """Returns the position of the n-th occurrence. A negative start searches backwards from the end."""
    if appearance <= 0:
        raise ValueError("nthAppearance must be positive!")
    if start == 0:
        return 0
    if start < 0:
        place = instr(text[::-1], needle[::-1], -start, appearance)
        return 0 if place == 0 else len(text) + 2 - place - len(needle)
    place = 0
    for _ in range(appearance):
        place = position(needle, text, start)
        if place == 0:
            return 0
        start = place + 1
    return place


_replace_units = over_units(lambda text, old, new: text.replace(old, new))


def replace(text: str, old: str, new: str) -> str:
    if not old and has_pairs(text):
        return str(_replace_units(text, old, new))
    return text.replace(old, new)


def _replace_kernel(call: FunctionCall) -> Optional[Kernel]:
    old, new = constant(call, 1), constant(call, 2)
    if not old or new is None:
        return None
    return lambda columns: pc.replace_substring(columns[0], pattern=old, replacement=new)


@over_units
def overlay(text: str, placed: str, start: int, length: Optional[int] = None) -> str:
    """Replaces part of the text by `placed`. A position outside of the text returns the text."""
    if start <= 0 or start > len(text):
        return text
    count = len(placed) if length is None else length
    rest = text[start - 1 + count :] if start + count <= len(text) and count > 0 else ""
    return text[: start - 1] + placed + rest


def translate(text: Optional[str], old: Optional[str], new: Optional[str]) -> Optional[str]:
    """Replaces characters of `old` by the characters of `new` at the same index, or removes them if `new` is short."""
    if not text or not old:
        return text
    table: dict[int, str] = {}
    for place, char in enumerate(old):
        table.setdefault(ord(char), (new or "")[place : place + 1])
    return text.translate(table)


# Joined and repeated --------------------------------------------------------------------------------------------------


def _concat_kernel(call: FunctionCall) -> Optional[Kernel]:
    blank = pa.scalar("")
    return lambda columns: pc.binary_join_element_wise(*columns, blank)


def _concat_row(call: FunctionCall, arguments: Sequence[str], scope: Scope) -> str:
    return f"({' + '.join(arguments)})"


def concat_ws(separator: Optional[str], *texts: Optional[str]) -> Optional[str]:
    if separator is None:
        return None
    return separator.join(text for text in texts if text is not None)


def _concat_ws_kernel(call: FunctionCall) -> Optional[Kernel]:
    """Arrow (pyarrow 26) ignores a NULL separator, and omits rows of only NULLs: both are handled here."""
    if constant(call, 0) is None or len(call.arguments) < 2:
        return None
    slow = by_rows(concat_ws, call, is_strict=False)

    def kernel(columns: Sequence[Any]) -> Any:
        if all(_has_nulls(column) for column in columns[1:]):
            return slow(columns)
        return pc.binary_join_element_wise(*columns[1:], columns[0], null_handling="skip")

    return kernel


def _has_nulls(column: Any) -> bool:
    return not column.is_valid if isinstance(column, pa.Scalar) else column.null_count > 0


def _prefix_test(name: str, method: str, kernel: Callable[..., Any], argument: str) -> Function:
    def kernels(call: FunctionCall) -> Optional[Kernel]:
        pattern = constant(call, 1)
        return None if pattern is None else lambda columns: kernel(columns[0], pattern=pattern)

    kinds = ("CHARACTER_STRING", "BINARY_STRING")
    return Function(
        name,
        one_of(takes(CHARACTER, CHARACTER, result=BOOLEAN_RESULT), takes(BINARY, BINARY, result=BOOLEAN_RESULT)),
        row=lambda call, arguments, scope: f"{arguments[0]}.{method}({arguments[1]})",
        kernel=kernels,
        forms=tuple(f"{name}(expr <{kind}>, {argument} <{kind}>)" for kind in kinds),
        group="string",
        documented_as=(f"{name}(expr, {argument})",),
    )


_SUBSTRING: Final = nullable_result(takes(CHARACTER, INTEGER, INTEGER, least=2, result=first_varying))
_TEXT_PAIR: Final = "<CHARACTER>, <CHARACTER>"

FUNCTIONS: Final = (
    Function(
        "||",
        takes(CHARACTER, CHARACTER, result=joined_text),
        row=_concat_row,
        kernel=_concat_kernel,
        forms=("'<STRING> || <STRING>'",),
        group="string",
        documented_as=("string1 || string2",),
    ),
    Function(
        "CONCAT",
        takes(CHARACTER, rest=CHARACTER, result=STRING),
        row=_concat_row,
        kernel=_concat_kernel,
        forms=("'CONCAT(<CHARACTER>...)'",),
        group="string",
        documented_as=("CONCAT(string1, string2,...)",),
    ),
    Function(
        "CONCAT_WS",
        takes(CHARACTER, rest=CHARACTER, result=STRING),
        row=calls(concat_ws),
        kernel=_concat_ws_kernel,
        forms=("'CONCAT_WS(<CHARACTER>...)'",),
        nulls=Nulls.OWN,
        group="string",
        documented_as=("CONCAT_WS(string1, string2, string3,...)",),
    ),
    string_function(
        "CHAR_LENGTH",
        takes(CHARACTER, result=INT_RESULT),
        len,
        "CHAR_LENGTH(string)\nCHARACTER_LENGTH(string)",
        kernel=lambda call: lambda columns: pc.utf8_length(columns[0]),
        forms=("'CHAR_LENGTH(<CHARACTER>)'",),
        aliases=("CHARACTER_LENGTH",),
    ),
    _cased("UPPER", str.upper, pc.ascii_upper, "UPPER(string)"),
    _cased("LOWER", str.lower, pc.ascii_lower, "LOWER(string)"),
    string_function(
        "INITCAP", takes(CHARACTER, result=first), initcap, "INITCAP(string)", forms=("'INITCAP(<CHARACTER>)'",)
    ),
    string_function(
        "TRIM",
        takes(any_type, CHARACTER, CHARACTER, result=last_varying),
        trim,
        "TRIM([ BOTH | LEADING | TRAILING ] string1 FROM string2)",
        kernel=_trim_all,
        forms=("'TRIM([BOTH|LEADING|TRAILING] <CHARACTER> FROM <CHARACTER>)'",),
    ),
    _side_trim("LTRIM", "LEADING", first_varying, "'LTRIM(<CHARACTER>)'"),
    _side_trim("RTRIM", "TRAILING", first_varying, "'RTRIM(<CHARACTER>)'"),
    _side_trim("BTRIM", "BOTH", STRING, "BTRIM(str <CHARACTER_STRING>, trimStr <CHARACTER_STRING>)"),
    string_function(
        "LPAD",
        nullable_result(takes(CHARACTER, INTEGER, CHARACTER, result=STRING)),
        lpad,
        "LPAD(string1, integer, string2)",
        forms=("'LPAD(<CHARACTER>, <INTEGER>, <CHARACTER>)'",),
    ),
    string_function(
        "RPAD",
        nullable_result(takes(CHARACTER, INTEGER, CHARACTER, result=STRING)),
        rpad,
        "RPAD(string1, integer, string2)",
        forms=("'RPAD(<CHARACTER>, <INTEGER>, <CHARACTER>)'",),
    ),
    string_function(
        "REPEAT",
        takes(CHARACTER, INTEGER, result=STRING),
        str.__mul__,
        "REPEAT(string, int)",
        forms=("'REPEAT(<CHARACTER>, <INTEGER>)'",),
    ),
    string_function(
        "REVERSE",
        nullable_result(takes(CHARACTER, result=STRING)),
        lambda text: text[::-1],
        "REVERSE(string)",
        kernel=lambda call: lambda columns: pc.utf8_reverse(columns[0]),
        forms=("'REVERSE(<CHARACTER>)'",),
    ),
    string_function(
        "SUBSTRING",
        _SUBSTRING,
        substring,
        "SUBSTRING(string FROM integer1 [ FOR integer2 ])",
        kernel=_substring_kernel,
        forms=("'SUBSTRING(<CHARACTER>, <INTEGER>)'", "'SUBSTRING(<CHARACTER>, <INTEGER>, <INTEGER>)'"),
    ),
    string_function(
        "SUBSTR",
        _SUBSTRING,
        substring,
        "SUBSTR(string, integer1[, integer2])",
        kernel=_substring_kernel,
        forms=("'SUBSTR(<CHARACTER>, <INTEGER>)'", "'SUBSTR(<CHARACTER>, <INTEGER>, <INTEGER>)'"),
    ),
    string_function(
        "LEFT",
        nullable_result(takes(CHARACTER, INTEGER, result=first_varying)),
        left,
        "LEFT(string, integer)",
        kernel=_left_kernel,
        forms=("'LEFT(<CHARACTER>, <INTEGER>)'",),
    ),
    string_function(
        "RIGHT",
        nullable_result(takes(CHARACTER, INTEGER, result=first_varying)),
        right,
        "RIGHT(string, integer)",
        forms=("'RIGHT(<CHARACTER>, <INTEGER>)'",),
    ),
    string_function(
        "POSITION",
        takes(CHARACTER, CHARACTER, INTEGER, least=2, result=INT_RESULT),
        position,
        "POSITION(string1 IN string2)",
        forms=("'POSITION(<CHARACTER> IN <CHARACTER>)'",),
    ),
    string_function(
        "LOCATE",
        takes(CHARACTER, CHARACTER, INTEGER, least=2, result=INT_RESULT),
        position,
        "LOCATE(string1, string2[, integer])",
        forms=(f"'LOCATE({_TEXT_PAIR})'", f"'LOCATE({_TEXT_PAIR}, <INTEGER>)'"),
    ),
    string_function(
        "INSTR",
        takes(CHARACTER, CHARACTER, INTEGER, INTEGER, least=2, result=INT_RESULT),
        instr,
        "INSTR(string1, string2)",
        forms=tuple(f"'INSTR({_TEXT_PAIR}{', <INTEGER>' * count})'" for count in range(3)),
        can_fail=True,
    ),
    string_function(
        "REPLACE",
        takes(CHARACTER, CHARACTER, CHARACTER, result=STRING),
        replace,
        "REPLACE(string1, string2, string3)",
        kernel=_replace_kernel,
        forms=(f"'REPLACE({_TEXT_PAIR}, <CHARACTER>)'",),
    ),
    string_function(
        "OVERLAY",
        takes(CHARACTER, CHARACTER, INTEGER, INTEGER, least=3, result=lambda types: joined_varying(types[:2])),
        overlay,
        "OVERLAY(string1 PLACING string2 FROM integer1 [ FOR integer2 ])",
        forms=(
            "'OVERLAY(<STRING> PLACING <STRING> FROM <INTEGER>)'",
            "'OVERLAY(<STRING> PLACING <STRING> FROM <INTEGER> FOR <INTEGER>)'",
        ),
    ),
    Function(
        "TRANSLATE3",
        takes(CHARACTER, CHARACTER, CHARACTER, result=STRING),
        row=calls(translate),
        forms=("TRANSLATE3(expr <CHARACTER_STRING>, fromStr <CHARACTER_STRING>, toStr <CHARACTER_STRING>)",),
        nulls=Nulls.OWN,
        aliases=("TRANSLATE",),
        group="string",
        documented_as=("TRANSLATE(expr, fromStr, toStr)",),
    ),
    _prefix_test("STARTSWITH", "startswith", pc.starts_with, "startExpr"),
    _prefix_test("ENDSWITH", "endswith", pc.ends_with, "endExpr"),
)
