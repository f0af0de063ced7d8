"""LIKE, SIMILAR TO and functions with Java's regular expressions.

An invalid pattern has the result NULL or FALSE, as in Flink. A valid one that Python does not support raises.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Optional

import pyarrow.compute as pc

from pyrite.core.errors import ValidationException
from pyrite.core.types import ArrayType, string_type
from pyrite.expressions.column_forms import constant
from pyrite.expressions.function import Function, Kernel, calls
from pyrite.expressions.functions.strings import string_function
from pyrite.expressions.java.regular_expressions import (
    java_pattern,
    java_pattern_or_none,
    java_replaced,
)
from pyrite.expressions.java.similar_patterns import similar_to_java
from pyrite.expressions.java.utf16 import to_units
from pyrite.expressions.resolved import FunctionCall
from pyrite.expressions.result_types import BOOLEAN_RESULT, INT_RESULT, STRING, nullable_result
from pyrite.expressions.signatures import CHARACTER, INTEGER, always, takes

# LIKE -----------------------------------------------------------------------------------------------------------------

_ANY_BUT_TERMINATORS: Final = "[^\n\r\u0085\u2028\u2029]"
"""The meaning of `_`: Flink translates it to Java's dot, which excludes line terminators."""
LikePart = tuple[str, str]
"""The kind of a part of a pattern (`text`, `_` or `%`), and its text."""


@lru_cache(maxsize=1024)
def like_parts(pattern: str, escape: str = "") -> tuple[LikePart, ...]:
    """Splits a LIKE pattern into parts. An empty `escape` means that there is no escape character."""
    if len(escape) > 1 or escape == "\x00":
        raise ValidationException(f"Invalid escape character '{escape}'")
    parts: list[LikePart] = []
    place = 0
    while place < len(pattern):
        char = pattern[place]
        if escape and char == escape:
            following = pattern[place + 1 : place + 2]
            if not following or following not in ("_", "%", escape):
                raise ValidationException(f"Invalid escape sequence '{pattern}', {place}")
            parts.append(("text", following))
            place += 1
        else:
            parts.append((char, char) if char in "_%" else ("text", char))
        place += 1
    return tuple(parts)


@dataclass(frozen=True)
class _LikeMatcher:
    """A pattern's segments between `%`. Each is found at its first place after the one before, without backtracking."""

    segments: tuple[re.Pattern[str], ...]
    last_length: int
    """The length of the last segment, which ends the text."""

    def matches(self, text: str) -> bool:
        first, *others = self.segments
        match = first.match(text)
        if match is None or not others:
            return match is not None and match.end() == len(text)
        for segment in others[:-1]:
            match = segment.search(text, match.end())
            if match is None:
                return False
        start = len(text) - self.last_length
        return start >= match.end() and others[-1].match(text, start) is not None


@lru_cache(maxsize=1024)
def _like_matcher(pattern: str, escape: str = "") -> _LikeMatcher:
    segments, length = [""], 0
    for kind, text in like_parts(pattern, escape):
        if kind == "%":
            segments.append("")
            length = 0
        else:
            segments[-1] += _ANY_BUT_TERMINATORS if kind == "_" else re.escape(text)
            length += 1
    return _LikeMatcher(tuple(map(re.compile, segments)), length)


def like(text: str, pattern: str, escape: str = "") -> bool:
    return _like_matcher(pattern, escape).matches(text)


def _like_kernel(call: FunctionCall) -> Optional[Kernel]:
    """A kernel for a constant pattern: a prefix, suffix, substring, equality, or an RE2 expression."""
    pattern, escape = constant(call, 1), constant(call, 2)
    if pattern is None or (len(call.arguments) == 3 and escape is None):
        return None
    parts = like_parts(pattern, escape or "")
    body = "".join(text for kind, text in parts if kind == "text")
    shape = re.sub("t+", "t", "".join(kind[0] for kind, text in parts))
    match shape:
        case "t":
            return lambda columns: pc.equal(columns[0], body)
        case "t%":
            return lambda columns: pc.starts_with(columns[0], pattern=body)
        case "%t":
            return lambda columns: pc.ends_with(columns[0], pattern=body)
        case "%t%":
            return lambda columns: pc.match_substring(columns[0], pattern=body)
    forms = {"_": r"[^\n\r\x{85}\x{2028}\x{2029}]", "%": r"(?s:.*)"}
    expression = "".join(forms.get(kind) or re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text) for kind, text in parts)
    return lambda columns: pc.match_substring_regex(columns[0], pattern=rf"\A{expression}\z")


def similar(text: str, pattern: str, escape: Optional[str] = None) -> bool:
    return java_pattern(similar_to_java(pattern, escape)).fullmatch(text) is not None


# Regular expressions --------------------------------------------------------------------------------------------------


def regexp(text: str, pattern: str) -> bool:
    if not pattern:
        return False
    compiled = java_pattern_or_none(pattern)
    return compiled is not None and compiled.search(text) is not None


def regexp_replace(text: str, pattern: str, replacement: str) -> Optional[str]:
    compiled = java_pattern_or_none(pattern)
    return None if compiled is None else java_replaced(compiled, text, replacement)


def regexp_extract(text: str, pattern: str, group: int = 0) -> Optional[str]:
    compiled = java_pattern_or_none(pattern)
    match = None if compiled is None else compiled.search(text)
    if compiled is None or match is None or not 0 <= group <= compiled.groups:
        return None
    return _text(match[group])


def regexp_extract_all(text: str, pattern: str, group: int = 1) -> Optional[tuple[Optional[str], ...]]:
    compiled = java_pattern_or_none(pattern)
    if compiled is None or not 0 <= group <= compiled.groups:
        return None
    return tuple(_text(match[group]) for match in compiled.matches(text))


def regexp_count(text: str, pattern: str) -> Optional[int]:
    compiled = java_pattern_or_none(pattern)
    return None if compiled is None else sum(1 for _ in compiled.matches(text))


def regexp_instr(text: str, pattern: str) -> Optional[int]:
    """Returns the position of the first match, from 1 in UTF-16 units; 0 without a match."""
    compiled = java_pattern_or_none(pattern)
    if compiled is None:
        return None
    match = compiled.search(text)
    return 0 if match is None else len(to_units(text[: match.start()])) + 1


def regexp_substr(text: str, pattern: str) -> Optional[str]:
    return regexp_extract(text, pattern)


def _text(value: Any) -> Optional[str]:
    return None if value is None else str(value)


def _regexp(name: str, compute: Any, result: Any, entry: str) -> Function:
    """A function of Flink's own stack, whose form in errors is its documented entry."""
    pair = "str <CHARACTER_STRING>, regex <CHARACTER_STRING>"
    return string_function(
        name, nullable_result(takes(CHARACTER, CHARACTER, result=result)), compute, entry, forms=(f"{name}({pair})",)
    )


def _match_function(name: str, compute: Any, entries: tuple[str, ...], kernel: Any = lambda call: None) -> Function:
    return Function(
        name,
        takes(CHARACTER, CHARACTER, CHARACTER, least=2, result=BOOLEAN_RESULT),
        row=calls(compute),
        kernel=kernel,
        forms=(f"'<STRING> {name} <STRING>'", f"'<STRING> {name} <STRING> ESCAPE <STRING>'"),
        can_fail=True,
        group="comparison",
        documented_as=entries,
    )


FUNCTIONS: Final = (
    _match_function(
        "LIKE",
        like,
        ("string1 LIKE string2 [ ESCAPE char ]", "string1 NOT LIKE string2 [ ESCAPE char ]"),
        _like_kernel,
    ),
    _match_function(
        "SIMILAR TO",
        similar,
        ("string1 SIMILAR TO string2 [ ESCAPE char ]", "string1 NOT SIMILAR TO string2 [ ESCAPE char ]"),
    ),
    string_function(
        "REGEXP",
        takes(CHARACTER, CHARACTER, result=BOOLEAN_RESULT),
        regexp,
        "REGEXP(string1, string2)",
        forms=("'REGEXP(<CHARACTER>, <CHARACTER>)'",),
    ),
    string_function(
        "REGEXP_REPLACE",
        nullable_result(takes(CHARACTER, CHARACTER, CHARACTER, result=STRING)),
        regexp_replace,
        "REGEXP_REPLACE(string1, string2, string3)",
        forms=("'REGEXP_REPLACE(<CHARACTER>, <CHARACTER>, <CHARACTER>)'",),
    ),
    string_function(
        "REGEXP_EXTRACT",
        nullable_result(takes(CHARACTER, CHARACTER, INTEGER, least=2, result=STRING)),
        regexp_extract,
        "REGEXP_EXTRACT(string1, string2[, integer])",
        forms=(
            "'REGEXP_EXTRACT(<CHARACTER>, <CHARACTER>, <INTEGER>)'",
            "'REGEXP_EXTRACT(<CHARACTER>, <CHARACTER>)'",
        ),
    ),
    string_function(
        "REGEXP_EXTRACT_ALL",
        nullable_result(takes(CHARACTER, CHARACTER, INTEGER, least=2, result=always(ArrayType(string_type())))),
        regexp_extract_all,
        "REGEXP_EXTRACT_ALL(str, regex[, extractIndex])",
        forms=(
            "REGEXP_EXTRACT_ALL(str <CHARACTER_STRING>, regex <CHARACTER_STRING>)",
            "REGEXP_EXTRACT_ALL(str <CHARACTER_STRING>, regex <CHARACTER_STRING>, extractIndex <INTEGER_NUMERIC>)",
        ),
    ),
    _regexp("REGEXP_COUNT", regexp_count, INT_RESULT, "REGEXP_COUNT(str, regex)"),
    _regexp("REGEXP_INSTR", regexp_instr, INT_RESULT, "REGEXP_INSTR(str, regex)"),
    _regexp("REGEXP_SUBSTR", regexp_substr, STRING, "REGEXP_SUBSTR(str, regex)"),
)
