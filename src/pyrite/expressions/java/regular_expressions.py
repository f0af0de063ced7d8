r"""Java's regular expressions in Python. Unsupported constructs are rejected by name.

Java's classes `\d`, `\w`, `\s` and `\p{Alpha}` are ASCII; `.`, `$` and `^` recognize six line terminators; classes
have unions and intersections; flags apply from their position to the end of their group. Possessive quantifiers and
atomic groups exist in Python, too. Look-behind of variable width, `\G` and `\X` have no counterpart.

Texts are matched by `regex`, which can end a search after a time: with some patterns, the steps of a search grow
exponentially with the text. The translation depends on none of the differences between `regex` and `re`.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NoReturn, Optional

import regex

from pyrite.core.errors import InvalidProgramError
from pyrite.expressions.java.character_classes import property_class

_TERMINATORS: Final = "\n\r\u0085\u2028\u2029"
_END: Final = r"(?:(?=\r\n\Z)|(?=[\r\u0085\u2028\u2029]\Z)|(?<!\r)(?=\n\Z)|\Z)"
_LINE_END: Final = r"(?:(?=[\r\u0085\u2028\u2029])|(?<!\r)(?=\n)|\Z)"
_LINE_START: Final = r"(?!\Z)(?:\A|(?<=[\n\u0085\u2028\u2029])|(?<=\r)(?!\n))"
_CLASSES: Final = {
    "d": "0-9",
    "w": "a-zA-Z_0-9",
    "s": r" \t\n\x0b\f\r",
    "h": r" \t\xa0\u1680\u180e\u2000-\u200a\u202f\u205f\u3000",
    "v": r"\n\x0b\f\r\x85\u2028\u2029",
}
_PLAIN_ESCAPES: Final = {"t": r"\t", "n": r"\n", "r": r"\r", "f": r"\f", "a": r"\x07", "e": r"\x1b"}
_ANCHORS: Final = {"A": r"\A", "z": r"\Z", "Z": _END}
_LINE_BREAK: Final = r"(?:\r\n|[\n\x0b\f\r\x85\u2028\u2029])"
_ASCII_LETTERS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MOST_SECONDS: Final = 5.0
"""CPU seconds after which a search ends with an error."""
_MOST_STEPS: Final = 10_000_000
"""A search that surely has fewer steps is not timed: reading the clock takes longer than most searches."""


class PatternSyntaxError(ValueError):
    """The pattern is invalid in Java: functions return NULL or FALSE, as Flink's do."""


@dataclass(frozen=True)
class JavaPattern:
    """A pattern whose searches take a limited time."""

    source: str
    """The pattern in Java's syntax."""
    compiled: regex.Pattern[str]
    repetitions: Optional[int]
    """The number of quantifiers; None if one of them repeats a group with quantifiers or alternatives."""
    alternatives: int

    @property
    def groups(self) -> int:
        return int(self.compiled.groups)

    def search(self, text: str) -> Optional[regex.Match[str]]:
        """The first match. InvalidProgramError: the search takes too long."""
        with self._limit(text) as seconds:
            return self.compiled.search(text, timeout=seconds)

    def fullmatch(self, text: str) -> Optional[regex.Match[str]]:
        """The match of the whole text. InvalidProgramError: the search takes too long."""
        with self._limit(text) as seconds:
            return self.compiled.fullmatch(text, timeout=seconds)

    def matches(self, text: str) -> Iterator[regex.Match[str]]:
        """All matches, as Matcher.find finds them: after an empty match, from the next character."""
        place, end = 0, time.process_time() + _MOST_SECONDS
        while place <= len(text):
            with self._limit(text) as seconds:
                match = self.compiled.search(text, place, timeout=seconds and max(end - time.process_time(), 0.001))
            if match is None:
                return
            yield match
            place = match.end() + (match.end() == match.start())

    @contextmanager
    def _limit(self, text: str) -> Iterator[Optional[float]]:
        try:
            yield None if self._is_short(text) else _MOST_SECONDS
        except TimeoutError:
            raise InvalidProgramError(
                f"the regular expression {self.source[:200]!r} takes more than {_MOST_SECONDS:.0f} s on the text "
                f"{text[:200]!r} ({len(text)} characters): avoid quantifiers within quantifiers, such as (a+)+, or "
                "make them possessive: (a++)+"
            ) from None

    def _is_short(self, text: str) -> bool:
        """Whether each search in the text surely is. A pattern may be data, too."""
        if self.repetitions is None or self.repetitions > 10 or self.alternatives > 20:
            return False
        steps: int = (len(text) + 1) ** (self.repetitions + 1)
        return steps << self.alternatives <= _MOST_STEPS


@lru_cache(maxsize=1024)
def java_pattern(pattern: str) -> JavaPattern:
    """Translates a pattern.

    PatternSyntaxError if it is invalid in Java, InvalidProgramError if Python does not support it.
    """
    translation = _Translation(pattern)
    text = translation.translated()
    try:
        re.compile(text, re.ASCII)  # `regex` accepts more than Java
    except re.error as error:
        if "look-behind" in error.msg:
            _refuse(pattern, "look-behind of variable width")
        if "invalid group reference" in error.msg or "cannot refer to" in error.msg:
            _refuse(pattern, "a reference to a group that is not closed before it")
        raise PatternSyntaxError(f"{error} in {pattern!r}") from None
    flags = regex.VERSION0 | (regex.UNICODE if translation.has_unicode_reference else regex.ASCII)
    repetitions = None if translation.is_nested else translation.repetitions
    return JavaPattern(pattern, regex.compile(text, flags), repetitions, translation.alternatives)


def java_pattern_or_none(pattern: str) -> Optional[JavaPattern]:
    """Translates a pattern. None if it is invalid in Java."""
    try:
        return java_pattern(pattern)
    except PatternSyntaxError:
        return None


def java_replaced(pattern: JavaPattern, text: str, replacement: str) -> str:
    """Replaces all matches, as String.replaceAll does."""
    parts: list[str] = []
    place = 0
    for match in pattern.matches(text):
        parts += (text[place : match.start()], replacement)
        place = match.end()
    return "".join(parts) + text[place:]


def _refuse(pattern: str, what: str) -> NoReturn:
    raise InvalidProgramError(
        f"the regular expression {pattern!r} has {what}, which Python's `re` does not support: rewrite it"
    )


class _Translation:
    """One pass over a pattern, from left to right."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0
        self.flags = frozenset[str]()
        self.groups = 0
        self.repetitions = 0
        self.alternatives = 0
        self.is_nested = False
        """Whether a quantifier repeats a group with quantifiers or alternatives."""
        self.has_unicode_reference = False

    def translated(self) -> str:
        text = self._alternatives()
        if self.at < len(self.pattern):
            self._fail("unmatched closing ')'")
        return text

    # Parts of a group ---------------------------------------------------------------------------------------------

    def _alternatives(self) -> str:
        """Translates up to the end of the group.

        Flags that are set in it end with it, and apply to later alternatives.
        """
        before, parts = self.flags, list[str]()
        while self.at < len(self.pattern) and self._peek() != ")":
            if not self._changes_flags():
                parts.append(self._atom())
        self.flags = before
        return "".join(parts)

    def _changes_flags(self) -> bool:
        """Reads `(?ims-x)`, if it is next. The flags are part of the translation of what follows."""
        match = re.compile(r"\(\?([a-zA-Z]*)(?:-([a-zA-Z]*))?\)").match(self.pattern, self.at)
        if match is None:
            return False
        self.at = match.end()
        self.flags = self._changed(match[1], match[2] or "")
        return True

    def _changed(self, on: str, off: str) -> frozenset[str]:
        for flag in on + off:
            if flag not in "idmsuxU":
                self._fail("unknown inline modifier")
            if flag in "dxU":
                _refuse(self.pattern, f"the flag {flag}")
        return (self.flags | frozenset(on)) - frozenset(off)

    def _atom(self) -> str:
        char = self._next()
        choices = self.repetitions + self.alternatives
        match char:
            case "(":
                text = self._group()
            case "[":
                text = self._class()
            case "\\":
                text = self._escape()
            case ".":
                text = r"[\s\S]" if "s" in self.flags else f"[^{_TERMINATORS}]"
            case "$":
                text = _LINE_END if "m" in self.flags else _END
            case "^":
                text = _LINE_START if "m" in self.flags else r"\A"
            case "|":
                self.alternatives += 1
                return "|"
            case "*" | "+" | "?":
                self._fail(f"dangling meta character '{char}'")
            case "{":
                self._fail("illegal repetition")
            case _:
                text = self._literal(char)
        quantifier = self._quantifier()
        if quantifier:
            self.is_nested = self.is_nested or self.repetitions + self.alternatives > choices
            self.repetitions += 1
        return text + quantifier

    def _literal(self, char: str) -> str:
        """Translates a character that stands for itself."""
        has_cases = "i" in self.flags and char.lower() != char.upper()
        return self._bracketed(char, False) if has_cases else re.escape(char)

    def _quantifier(self) -> str:
        match = re.compile(r"(?:[*+?]|\{\d+(?:,\d*)?\})[+?]?").match(self.pattern, self.at)
        if match is None:
            return ""
        self.at = match.end()
        return match[0]

    def _group(self) -> str:
        prefix = self._group_prefix()
        before = self.flags
        match = re.compile(r"\?([a-zA-Z]*)(?:-([a-zA-Z]*))?:").match(self.pattern, self.at)
        if prefix == "(" and match is not None:
            self.at = match.end()
            self.flags = self._changed(match[1], match[2] or "")
            prefix = "(?:"
        elif prefix in ("(", "(?P<"):
            self.groups += 1
        if prefix == "(?P<":
            prefix += self._named() + ">"
        text = self._alternatives()
        if self._next() != ")":
            self._fail("unclosed group")
        self.flags = before
        return prefix + text + ")"

    def _group_prefix(self) -> str:
        for mark in ("?=", "?!", "?<=", "?<!", "?>"):
            if self.pattern.startswith(mark, self.at):
                self.at += len(mark)
                return "(" + mark
        if self.pattern.startswith("?<", self.at):
            self.at += 2
            return "(?P<"
        return "("

    def _named(self) -> str:
        match = re.compile(r"([a-zA-Z][a-zA-Z0-9]*)>").match(self.pattern, self.at)
        if match is None:
            self._fail("named capturing group is missing trailing '>'")
        self.at = match.end()
        return match[1]

    # Escapes ------------------------------------------------------------------------------------------------------

    def _escape(self) -> str:
        char = self._next()
        if char in _ANCHORS:
            return _ANCHORS[char]
        if char in "bB":
            return _word_boundary(char == "B")
        if char == "R":
            return _LINE_BREAK
        if char in "GX":
            _refuse(self.pattern, f"\\{char}")
        if char == "Q":
            return self._quoted()
        if char == "k":
            if self._next() != "<":
                self._fail("\\k is not followed by '<' for named capturing group")
            return self._reference(f"(?P={self._named()})")
        if char in "123456789":
            return self._back_reference(char)
        if char.lower() in _CLASSES or char in "pP":
            return self._class_escape(char)
        return self._character_escape(char)

    def _class_escape(self, char: str) -> str:
        """Translates a class escape to a class."""
        if char in "pP":
            return self._bracketed(self._property(), char == "P")
        return self._bracketed(_CLASSES[char.lower()], char.isupper())

    def _property(self) -> str:
        if self._peek() == "{":
            end = self.pattern.find("}", self.at)
            if end < 0:
                self._fail("unclosed character family")
            name, self.at = self.pattern[self.at + 1 : end], end + 1
        else:
            name = self._next()
        members = property_class(name)
        if members is None:
            _refuse(self.pattern, f"\\p{{{name}}}")
        return members

    def _character_escape(self, char: str) -> str:
        if char in _PLAIN_ESCAPES:
            return _PLAIN_ESCAPES[char]
        match char:
            case "0":
                return re.escape(chr(int(self._read(r"[0-3]?[0-7]{1,2}", "illegal octal escape sequence"), 8)))
            case "x":
                digits = self._read(r"[0-9a-fA-F]{2}|\{[0-9a-fA-F]+\}", "illegal hexadecimal escape sequence")
                return _code_point(int(digits.strip("{}"), 16))
            case "u":
                return _code_point(int(self._read(r"[0-9a-fA-F]{4}", "illegal Unicode escape sequence"), 16))
            case "c":
                return _code_point(ord(self._next()) ^ 64)
        if char.isascii() and char.isalpha():
            self._fail("illegal/unsupported escape sequence")
        return re.escape(char)

    def _quoted(self) -> str:
        end = self.pattern.find("\\E", self.at)
        text = self.pattern[self.at :] if end < 0 else self.pattern[self.at : end]
        self.at = len(self.pattern) if end < 0 else end + 2
        if not text:
            return ""
        return re.escape(text[:-1]) + re.escape(text[-1])

    def _back_reference(self, digits: str) -> str:
        """Reads the longest number of an existing group. Java reads the remaining digits as characters."""
        while self.at < len(self.pattern) and self._peek().isdigit() and int(digits + self._peek()) <= self.groups:
            digits += self._next()
        return self._reference(f"(?:\\{digits})")

    def _reference(self, text: str) -> str:
        if "i" not in self.flags:
            return text
        self.has_unicode_reference = self.has_unicode_reference or "u" in self.flags
        return f"(?i:{text})"

    # Classes ------------------------------------------------------------------------------------------------------

    def _class(self) -> str:
        """Translates a class in brackets, with a look-ahead for each intersection."""
        negated = self._peek() == "^"
        if negated:
            self.at += 1
        operands: list[str] = []
        members, subclasses, first = "", list[str](), True
        while True:
            if self.at >= len(self.pattern):
                self._fail("unclosed character class")
            if self._peek() == "]" and not first:
                self.at += 1
                break
            if self.pattern.startswith("&&", self.at):
                self.at += 2
                operands.append(self._union(members, subclasses))
                members, subclasses = "", []
                continue
            first = False
            if self._peek() == "[":
                self.at += 1
                subclasses.append(self._class())
            else:
                members += self._member()
        if members or subclasses or not operands:
            operands.append(self._union(members, subclasses))
        if len(operands) == 1 and not subclasses:
            return self._bracketed(members, negated)
        text = "".join(f"(?={operand})" for operand in operands[:-1]) + operands[-1]
        return f"(?:(?!{text})[\\s\\S])" if negated else f"(?:{text})"

    def _member(self) -> str:
        low = self._one_member()
        if self._peek() == "-" and self.pattern[self.at + 1 : self.at + 2] not in ("]", "[", ""):
            self.at += 1
            high = self._one_member()
            if len(low) > 6 or len(high) > 6:
                self._fail("illegal character range")
            return f"{low}-{high}"
        return low

    def _one_member(self) -> str:
        char = self._next()
        if char != "\\":
            return re.escape(char) if char in "\\]^[-&~|" else char
        char = self._next()
        if char in "pP" or char.lower() in _CLASSES:
            members = self._property() if char in "pP" else _CLASSES[char.lower()]
            return members if char.islower() else _complement(members)
        if char == "Q":
            return self._quoted()
        return self._character_escape(char)

    def _bracketed(self, members: str, negated: bool) -> str:
        members += _other_cases(members, "u" in self.flags) if "i" in self.flags else ""
        return f"[{'^' if negated else ''}{members}]"

    def _union(self, members: str, subclasses: list[str]) -> str:
        own = [self._bracketed(members, False)] if members else []
        return "(?:" + "|".join([*own, *subclasses]) + ")"

    # Characters ---------------------------------------------------------------------------------------------------

    def _peek(self) -> str:
        return self.pattern[self.at : self.at + 1]

    def _next(self) -> str:
        if self.at >= len(self.pattern):
            self._fail("unexpected end of the pattern")
        self.at += 1
        return self.pattern[self.at - 1]

    def _read(self, form: str, otherwise: str) -> str:
        match = re.compile(form).match(self.pattern, self.at)
        if match is None:
            self._fail(otherwise)
        self.at = match.end()
        return match[0]

    def _fail(self, why: str) -> NoReturn:
        raise PatternSyntaxError(f"{why} near index {self.at} of {self.pattern!r}")


def _code_point(number: int) -> str:
    return re.escape(chr(number))


@lru_cache(maxsize=1024)
def _other_cases(members: str, is_unicode: bool) -> str:
    """The letters that belong to a class only if case is ignored."""
    flags = re.IGNORECASE | (re.UNICODE if is_unicode else re.ASCII)
    exact, inexact = re.compile(f"[{members}]", re.ASCII), re.compile(f"[{members}]", flags)
    letters = _cased_letters() if is_unicode else _ASCII_LETTERS
    return "".join(letter for letter in letters if inexact.match(letter) and not exact.match(letter))


@lru_cache(maxsize=1)
def _cased_letters() -> str:
    chars = map(chr, range(0x110000))
    return "".join(char for char in chars if char.isalpha() and (char.lower() != char or char.upper() != char))


@lru_cache(maxsize=64)
def _complement(members: str) -> str:
    """Returns the members of the complement of a class."""
    outside = re.compile(f"[^{members}]")
    return _ranges(lambda char: outside.match(char) is not None)


@lru_cache(maxsize=2)
def _word_boundary(negated: bool) -> str:
    """Letters, digits and `_` are parts of words. ASCII is decided first, since the class of the others is long."""
    others = _ranges(lambda char: char > "\x7f" and char.isalnum())
    word = f"(?:[a-zA-Z_0-9]|(?![\\x00-\\x7f])[{others}])"
    before, after = f"(?<={word})", f"(?={word})"
    no_before, no_after = f"(?<!{word})", f"(?!{word})"
    if negated:
        return f"(?:{before}{after}|{no_before}{no_after})"
    return f"(?:{before}{no_after}|{no_before}{after})"


def _ranges(is_member: Callable[[str], bool]) -> str:
    """The characters with a property, as ranges of a class."""
    ranges, start = list[tuple[int, int]](), None
    for code in range(0x110001):
        inside = code <= 0x10FFFF and is_member(chr(code))
        if inside and start is None:
            start = code
        elif not inside and start is not None:
            ranges.append((start, code - 1))
            start = None
    return "".join(f"\\U{low:08x}-\\U{high:08x}" for low, high in ranges)
