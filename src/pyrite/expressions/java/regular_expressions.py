r"""Translation of Java's regular expressions to Python's. Unsupported constructs are rejected by name.

Java's classes `\d`, `\w`, `\s` and `\p{Alpha}` are ASCII; `.`, `$` and `^` recognize six line terminators; classes
have unions and intersections; flags apply from their position to the end of their group. Possessive quantifiers and
atomic groups exist in Python, too. Look-behind of variable width, `\G` and `\X` have no counterpart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NoReturn, Optional

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
_ANCHORS: Final = {"A": r"\A", "z": r"\Z", "Z": _END, "b": r"(?u:\b)", "B": r"(?u:\B)"}
_LINE_BREAK: Final = r"(?:\r\n|[\n\x0b\f\r\x85\u2028\u2029])"


class PatternSyntaxError(ValueError):
    """The pattern is invalid in Java: functions return NULL or FALSE, as Flink's do."""


@lru_cache(maxsize=1024)
def java_pattern(pattern: str) -> re.Pattern[str]:
    """Translates a pattern.

    PatternSyntaxError if it is invalid in Java, InvalidProgramError if Python does not support it.
    """
    text = _Translation(pattern).translated()
    try:
        return re.compile(text, re.ASCII)
    except re.error as error:
        if "look-behind" in error.msg:
            _refuse(pattern, "look-behind of variable width")
        if "invalid group reference" in error.msg or "cannot refer to" in error.msg:
            _refuse(pattern, "a reference to a group that is not closed before it")
        raise PatternSyntaxError(f"{error} in {pattern!r}") from None


def java_pattern_or_none(pattern: str) -> Optional[re.Pattern[str]]:
    """Translates a pattern. None if it is invalid in Java."""
    try:
        return java_pattern(pattern)
    except PatternSyntaxError:
        return None


def java_matches(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Iterates over all matches as Matcher.find does: after an empty match, from the next character."""
    place = 0
    while place <= len(text):
        match = pattern.search(text, place)
        if match is None:
            return
        yield match
        place = match.end() + (match.end() == match.start())


def java_replaced(pattern: re.Pattern[str], text: str, replacement: str) -> str:
    """Replaces all matches, as String.replaceAll does."""
    parts: list[str] = []
    place = 0
    for match in java_matches(pattern, text):
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
        before, scopes, parts = self.flags, list[str](), list[str]()
        while self.at < len(self.pattern) and self._peek() != ")":
            scope = self._flag_change()
            if scope:
                scopes.append(scope)
                parts.append(scope)
            elif scope is None:
                atom = self._atom()
                parts.append(")" * len(scopes) + "|" + "".join(scopes) if atom == "|" else atom)
        self.flags = before
        return "".join(parts) + ")" * len(scopes)

    def _flag_change(self) -> Optional[str]:
        """Translates `(?ims-x)`, if it is next, to the start of a scope with the flags that Python supports."""
        match = re.compile(r"\(\?([a-zA-Z]*)(?:-([a-zA-Z]*))?\)").match(self.pattern, self.at)
        if match is None:
            return None
        self.at = match.end()
        former = self.flags
        self.flags = self._changed(match[1], match[2] or "")
        return _scope(former, self.flags)

    def _changed(self, on: str, off: str) -> frozenset[str]:
        for flag in on + off:
            if flag not in "idmsuxU":
                self._fail("unknown inline modifier")
            if flag in "dxU":
                _refuse(self.pattern, f"the flag {flag}")
        return (self.flags | frozenset(on)) - frozenset(off)

    def _atom(self) -> str:
        char = self._next()
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
                return "|"
            case "*" | "+" | "?":
                self._fail(f"dangling meta character '{char}'")
            case "{":
                self._fail("illegal repetition")
            case _:
                text = re.escape(char)
        return text + self._quantifier()

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
            prefix = _scope(before, self.flags) or "(?:"
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
        if char == "R":
            return _LINE_BREAK
        if char in "GX":
            _refuse(self.pattern, f"\\{char}")
        if char == "Q":
            return self._quoted()
        if char == "k":
            if self._next() != "<":
                self._fail("\\k is not followed by '<' for named capturing group")
            return f"(?P={self._named()})"
        if char in "123456789":
            return self._back_reference(char)
        if char.lower() in _CLASSES or char in "pP":
            return self._class_escape(char)
        return self._character_escape(char)

    def _class_escape(self, char: str) -> str:
        """Translates a class escape to a class."""
        if char in "pP":
            return _bracketed(self._property(), char == "P")
        return _bracketed(_CLASSES[char.lower()], char.isupper())

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
        return f"(?:\\{digits})"

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
                operands.append(_union(members, subclasses))
                members, subclasses = "", []
                continue
            first = False
            if self._peek() == "[":
                self.at += 1
                subclasses.append(self._class())
            else:
                members += self._member()
        if members or subclasses or not operands:
            operands.append(_union(members, subclasses))
        if len(operands) == 1 and not subclasses:
            return _bracketed(members, negated)
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


def _scope(former: frozenset[str], flags: frozenset[str]) -> str:
    """Opens a group in which Python ignores case as Java does. Other flags are part of the translation."""
    if (former & {"i", "u"}) == (flags & {"i", "u"}):
        return ""
    if "i" not in flags:
        return "(?-i:"
    return "(?iu:" if "u" in flags else "(?ai:"


def _bracketed(members: str, negated: bool) -> str:
    return f"[{'^' if negated else ''}{members}]"


def _union(members: str, subclasses: list[str]) -> str:
    own = [f"[{members}]"] if members else []
    return "(?:" + "|".join([*own, *subclasses]) + ")"


def _code_point(number: int) -> str:
    return re.escape(chr(number))


@lru_cache(maxsize=64)
def _complement(members: str) -> str:
    """Returns the members of the complement of a class."""
    outside, ranges = re.compile(f"[^{members}]"), []
    start = None
    for code in range(0x110001):
        inside = code <= 0x10FFFF and outside.match(chr(code)) is not None
        if inside and start is None:
            start = code
        elif not inside and start is not None:
            ranges.append((start, code - 1))
            start = None
    return "".join(f"\\U{low:08x}-\\U{high:08x}" for low, high in ranges)
