"""JSON in filters of paths: with single quotes, unquoted words and superfluous commas."""

from __future__ import annotations

import re
from typing import Any, Final

_TOKEN: Final = re.compile(
    r"""\s*(?:(?P<sign>[\[\]{},:])|'(?P<single>(?:[^'\\]|\\.)*)'|"(?P<double>(?:[^"\\]|\\.)*)"|(?P<word>[^\[\]{},:'"]+))"""
)
_WORDS: Final[dict[str, Any]] = {"true": True, "false": False, "null": None}
_INTEGER: Final = re.compile(r"[+-]?\d+", re.ASCII)
_DOUBLE: Final = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_ESCAPES: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def lenient_json(text: str) -> Any:
    """Parses JSON. Numbers with a decimal point are floats. ValueError for invalid text."""
    tokens: list[tuple[str, str]] = []
    place = 0
    while text[place:].strip():
        match = _TOKEN.match(text, place)
        if match is None or match.lastgroup is None:
            raise ValueError(f"cannot read {text[place:]!r}")
        tokens.append((match.lastgroup, match[match.lastgroup]))
        place = match.end()
    value, rest = _value(tokens)
    if rest:
        raise ValueError(f"cannot read {rest[0][1]!r} after the value")
    return value


def _value(tokens: list[tuple[str, str]]) -> tuple[Any, list[tuple[str, str]]]:
    if not tokens:
        raise ValueError("unexpected end of the text")
    (kind, text), *rest = tokens
    if kind != "sign":
        return _scalar(kind, text), rest
    if text == "[":
        return _array(rest)
    if text == "{":
        return _object(rest)
    raise ValueError(f"cannot read {text!r}")


def _array(tokens: list[tuple[str, str]]) -> tuple[list[Any], list[tuple[str, str]]]:
    values: list[Any] = []
    while tokens and tokens[0] != ("sign", "]"):
        if tokens[0] == ("sign", ","):
            tokens = tokens[1:]
        else:
            value, tokens = _value(tokens)
            values.append(value)
    if not tokens:
        raise ValueError("unterminated array")
    return values, tokens[1:]


def _object(tokens: list[tuple[str, str]]) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    values: dict[str, Any] = {}
    while tokens and tokens[0] != ("sign", "}"):
        if tokens[0] == ("sign", ","):
            tokens = tokens[1:]
            continue
        kind, key = tokens[0]
        if kind == "sign" or tokens[1:2] != [("sign", ":")]:
            raise ValueError(f"cannot read {key!r} as a key")
        values[key.strip() if kind == "word" else _plain(key)], tokens = _value(tokens[2:])
    if not tokens:
        raise ValueError("unterminated object")
    return values, tokens[1:]


def _scalar(kind: str, text: str) -> Any:
    if kind != "word":
        return _plain(text)
    word = text.strip()
    if word in _WORDS:
        return _WORDS[word]
    if _INTEGER.fullmatch(word):
        return int(word)
    return float(word) if _DOUBLE.fullmatch(word) else word


def _plain(text: str) -> str:
    def char(match: re.Match[str]) -> str:
        return chr(int(match[1], 16)) if match[1] else _ESCAPES.get(match[2], match[2])

    return re.sub(r"\\(?:u([0-9a-fA-F]{4})|(.))", char, text, flags=re.DOTALL)
