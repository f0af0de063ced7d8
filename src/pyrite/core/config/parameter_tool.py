"""ParameterTool: a program's parameters, from its command line, a properties file or a dict."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from pyrite.core.config.config_options import parse_bool
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted

T = TypeVar("T")

_NUMBER: Final = re.compile(r"[+-]?(0[xX][0-9a-fA-F]+|(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?[lLfFdD]?)")
_ESCAPES: Final = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}


@persisted("parameter-tool/1")
class ParameterTool:
    """The parameters of a program: text by key, parsed as the requested type.

    A `get_...` without a default is an error if the key is missing; an invalid value is always an error.

    >>> parameters = ParameterTool.from_args(["--topic", "orders", "--limit", "10"])
    >>> parameters.get("topic"), parameters.get_int("limit"), parameters.get_boolean("dry-run", False)
    ('orders', 10, False)
    """

    NO_VALUE_KEY: Final = "__NO_VALUE_KEY"
    """The value of a key without a value, such as `--verbose`."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = dict(values)
        self._unrequested = set(self._values)

    @staticmethod
    def from_args(args: Sequence[str]) -> ParameterTool:
        """Parses `--key value` and `-key value`; a key may have no value, and a negative number is a value."""
        values: dict[str, str] = {}
        index = 0
        while index < len(args):
            key = _key(args, index)
            index += 1
            if index < len(args) and (_NUMBER.fullmatch(args[index]) or not args[index].startswith("-")):
                values[key] = args[index]
                index += 1
            else:
                values[key] = ParameterTool.NO_VALUE_KEY
        return ParameterTool(values)

    @staticmethod
    def from_map(map: Mapping[str, Any]) -> ParameterTool:
        """Parameters from a dict; values are stored as text."""
        return ParameterTool({str(key): str(value) for key, value in map.items()})

    @staticmethod
    def from_properties_file(path: str | Path) -> ParameterTool:
        """Parses a Java properties file, in UTF-8."""
        try:
            return ParameterTool(_properties(Path(path).read_text(encoding="utf-8")))
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidProgramError(f"cannot read the properties file {path}: {error}") from None

    def get(self, key: str, default: str | None = None) -> str | None:
        """The text under a key; the default, or None, if it is missing."""
        self._unrequested.discard(key)
        return self._values.get(key, default)

    def get_required(self, key: str) -> str:
        """The text under a required key."""
        value = self.get(key)
        if value is None:
            raise InvalidProgramError(f"no value for the required parameter '{key}'; there are {sorted(self._values)}")
        return value

    def has(self, key: str) -> bool:
        """Whether the key exists, with or without a value."""
        self._unrequested.discard(key)
        return key in self._values

    def get_int(self, key: str, default: int | None = None) -> int:
        """The value under a key as an int."""
        return self._read(key, default, lambda text: _whole(text, 32), "a whole number of 32 bits")

    def get_long(self, key: str, default: int | None = None) -> int:
        """The value under a key as an int."""
        return self._read(key, default, lambda text: _whole(text, 64), "a whole number of 64 bits")

    def get_float(self, key: str, default: float | None = None) -> float:
        """The value under a key as a float."""
        return self._read(key, default, float, "a number")

    def get_double(self, key: str, default: float | None = None) -> float:
        """The value under a key as a float."""
        return self._read(key, default, float, "a number")

    def get_boolean(self, key: str, default: bool | None = None) -> bool:
        """The value under a key as a bool."""
        return self._read(key, default, parse_bool, "true or false")

    def _read(self, key: str, default: T | None, parse: Callable[[str], T], expected: str) -> T:
        if default is not None and not self.has(key):
            return default
        text = self.get_required(key)
        if text == self.NO_VALUE_KEY:
            raise InvalidProgramError(f"--{key} has no value: expected {expected}; use has('{key}') for a flag")
        try:
            return parse(text)
        except ValueError:
            raise InvalidProgramError(f"--{key} {text}: expected {expected}") from None

    def get_number_of_parameters(self) -> int:
        """The number of keys."""
        return len(self._values)

    def get_unrequested_parameters(self) -> set[str]:
        """The keys that the program has not read yet: possibly misspelled."""
        return set(self._unrequested)

    def to_map(self) -> dict[str, str]:
        """All keys and their values, as text, in a new dict."""
        return dict(self._values)

    def get_configuration(self) -> Configuration:
        """The parameters as a Configuration."""
        return Configuration(self._values)

    def merge_with(self, other: ParameterTool) -> ParameterTool:
        """The parameters of both; if both have a key, the other's value counts."""
        merged = ParameterTool(self._values | other._values)
        requested = (set(self._values) - self._unrequested) | (set(other._values) - other._unrequested)
        merged._unrequested -= requested
        return merged

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ParameterTool) and other._values == self._values

    def __hash__(self) -> int:
        return hash(frozenset(self._values.items()))

    def __repr__(self) -> str:
        return f"ParameterTool({self._values})"


def _key(args: Sequence[str], index: int) -> str:
    text = args[index]
    if not text.startswith("-"):
        raise InvalidProgramError(f"expected a key with -- or - before it, got {text!r} in {list(args)}")
    key = text[2:] if text.startswith("--") else text[1:]
    if not key:
        raise InvalidProgramError(f"expected a key after {text!r} in {list(args)}")
    return key


def _whole(text: str, bits: int) -> int:
    if re.fullmatch(r"[+-]?\d+", text) is None:
        raise ValueError(text)
    number = int(text)
    if not -(1 << bits - 1) <= number < 1 << bits - 1:
        raise ValueError(text)
    return number


def _properties(text: str) -> dict[str, str]:
    """The entries of a properties file: `key=value`, `key: value` or `key value`; `#` and `!` begin comments."""
    lines = [line.lstrip(" \t\f") for line in re.split(r"\r\n|\r|\n", text)]
    values: dict[str, str] = {}
    index = 0
    while index < len(lines):
        line = lines[index]
        index += 1
        if not line or line[0] in "#!":
            continue
        while _is_continued(line):
            line = line[:-1] + (lines[index] if index < len(lines) else "")
            index += 1
        match = re.match(r"((?:\\.|[^\\ \t\f=:])*)[ \t\f]*[=:]?[ \t\f]*(.*)", line, re.DOTALL)
        assert match is not None, "every part of the pattern may be empty"
        values[_unescaped(match.group(1))] = _unescaped(match.group(2))
    return values


def _is_continued(line: str) -> bool:
    return (len(line) - len(line.rstrip("\\"))) % 2 == 1


def _unescaped(text: str) -> str:
    def plain(match: re.Match[str]) -> str:
        code = match.group(1)
        return chr(int(code[1:], 16)) if len(code) == 5 else _ESCAPES.get(code, code)

    return re.sub(r"\\(u[0-9a-fA-F]{4}|.)", plain, text)
