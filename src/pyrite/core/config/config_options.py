"""Options of a configuration: declared with a key, a type and a default."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, Generic, Optional, TypeVar

T = TypeVar("T")
E = TypeVar("E", bound=Enum)

_NANOS: Final = {
    label: nanos
    for labels, nanos in (
        ("ns nano nanos nanosecond nanoseconds", 1),
        ("µs micro micros microsecond microseconds", 1000),
        ("ms milli millis millisecond milliseconds", 1_000_000),
        ("s sec secs second seconds", 1_000_000_000),
        ("m min minute minutes", 60_000_000_000),
        ("h hour hours", 3_600_000_000_000),
        ("d day days", 86_400_000_000_000),
    )
    for label in labels.split()
} | {"": 1_000_000}


def parse_bool(text: str) -> bool:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    raise ValueError("expected true or false")


def parse_duration_ms(text: str) -> int:
    """Parses Flink's durations: `5 s`, `200ms`, `1 min`, `2 hours`, `1 d`; a bare number is milliseconds."""
    match = re.fullmatch(r"\s*(\d+)\s*([a-zµ]*)\s*", text.lower())
    if match is None or match.group(2) not in _NANOS:
        raise ValueError("expected a duration such as '200 ms', '5 s' or '1 min'")
    return int(match.group(1)) * _NANOS[match.group(2)] // 1_000_000


def parse_memory_bytes(text: str) -> int:
    """Parses Flink's memory sizes: `64m`, `1 gb`, `512 kb`; a bare number is bytes."""
    match = re.fullmatch(r"\s*(\d+)\s*(?:bytes|([kmgt]?)(?:i?b|(?:ibi|ebi)bytes)?)\s*", text.lower())
    if match is None:
        raise ValueError("expected a size such as '64m', '512 kb' or '1g'")
    return int(match.group(1)) << {"": 0, "k": 10, "m": 20, "g": 30, "t": 40}[match.group(2) or ""]


def parse_list(text: str) -> list[str]:
    """Parses Flink's lists: `a;b`, also with commas, also in brackets; or JSON."""
    with contextlib.suppress(json.JSONDecodeError):
        if text.lstrip().startswith('["'):
            return [str(part) for part in json.loads(text)]
    inner = text.strip().removeprefix("[").removesuffix("]")
    return [part.strip().strip("'\"") for part in re.split("[;,]", inner) if part.strip()]


def parse_map(text: str) -> dict[str, str]:
    """Parses Flink's maps, `a:1,b:2`, or JSON."""
    if text.lstrip().startswith("{"):
        try:
            return {str(key): str(value) for key, value in json.loads(text).items()}
        except json.JSONDecodeError as error:
            raise ValueError(f"expected a map as JSON: {error}") from None
    pairs = [part.partition(":") for part in parse_list(text)]
    if not all(separator for _, separator, _ in pairs):
        raise ValueError("expected a map such as 'key:value,other:value'")
    return {key.strip(): value.strip() for key, _, value in pairs}


def whole_number(least: int, most: Optional[int] = None) -> Callable[[str], int]:
    """A parser of whole numbers within bounds."""
    bounds = f"of at least {least}" if most is None else f"from {least} to {most}"

    def parse(text: str) -> int:
        with contextlib.suppress(ValueError):
            number = int(text)
            if number >= least and (most is None or number <= most):
                return number
        raise ValueError(f"expected a whole number {bounds}")

    return parse


def fraction(text: str) -> float:
    """Parses a number from 0 to 1."""
    with contextlib.suppress(ValueError):
        if 0 <= float(text) <= 1:
            return float(text)
    raise ValueError("expected a number from 0 to 1")


def duration_of_at_least(least_ms: int, or_zero: bool = False) -> Callable[[str], int]:
    """A parser of durations with a minimum."""

    def parse(text: str) -> int:
        duration_ms = parse_duration_ms(text)
        if duration_ms < least_ms and not (or_zero and duration_ms == 0):
            raise ValueError(f"expected {'0, or ' if or_zero else ''}a duration of at least {least_ms} ms")
        return duration_ms

    return parse


def member_of(enum: type[E]) -> Callable[[str], E]:
    """A parser of the names of an enum's members, in any case, with `-` or `_`."""
    names = list(enum.__members__)

    def parse(text: str) -> E:
        name = text.strip().upper().replace("-", "_")
        if name not in names:
            raise ValueError(f"expected {_listed(names)}")
        return enum[name]

    return parse


def one_of(choices: Mapping[str, str], hint: str = "") -> Callable[[str], str]:
    """A parser of one of several words, in any case. `choices`: each word with its value, often the word itself."""

    def parse(text: str) -> str:
        word = text.strip().lower()
        if word not in choices:
            own = [meaning for word, meaning in choices.items() if word and word == meaning.lower()]
            raise ValueError(f"expected {_listed(own)}{hint}")
        return choices[word]

    return parse


def _listed(words: list[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


@dataclass(frozen=True)
class ConfigOption(Generic[T]):
    """A declared option: its key, parser, default and description.

    `former_keys` are its names in earlier versions of Flink: they still work, with a warning that has the new name. If
    an option is not set, its `fallback` option is read, if it has one.
    """

    key: str
    parse: Callable[[str], T]
    default: T
    description: str = ""
    former_keys: tuple[str, ...] = ()
    fallback: Optional[ConfigOption[T]] = None


class ConfigOptions:
    """Declares user-defined options.

    >>> retries = ConfigOptions.key("shop.retries").int_type().default_value(3)
    >>> Configuration({"shop.retries": "5"}).get(retries)
    5
    """

    def __init__(self, key: str) -> None:
        self._key = key

    @staticmethod
    def key(key: str) -> ConfigOptions.OptionBuilder:
        """Starts the declaration of an option with this key."""
        return ConfigOptions.OptionBuilder(key)

    class OptionBuilder:
        """An option with a key; its type comes next."""

        def __init__(self, key: str) -> None:
            self._key = key

        def boolean_type(self) -> ConfigOptions.TypedConfigOptionBuilder[bool]:
            """A boolean: `true` or `false`."""
            return ConfigOptions.TypedConfigOptionBuilder(self._key, parse_bool)

        def int_type(self) -> ConfigOptions.TypedConfigOptionBuilder[int]:
            """A whole number."""
            return ConfigOptions.TypedConfigOptionBuilder(self._key, int)

        def long_type(self) -> ConfigOptions.TypedConfigOptionBuilder[int]:
            """A whole number."""
            return ConfigOptions.TypedConfigOptionBuilder(self._key, int)

        def float_type(self) -> ConfigOptions.TypedConfigOptionBuilder[float]:
            """A floating-point number."""
            return ConfigOptions.TypedConfigOptionBuilder(self._key, float)

        def double_type(self) -> ConfigOptions.TypedConfigOptionBuilder[float]:
            """A floating-point number."""
            return ConfigOptions.TypedConfigOptionBuilder(self._key, float)

        def string_type(self) -> ConfigOptions.TypedConfigOptionBuilder[str]:
            """Any text."""
            return ConfigOptions.TypedConfigOptionBuilder(self._key, str)

    class TypedConfigOptionBuilder(Generic[T]):
        """An option with a key and a type; its default comes next."""

        def __init__(self, key: str, parse: Callable[[str], T]) -> None:
            self._key = key
            self._parse = parse

        def default_value(self, value: T) -> ConfigOption[T]:
            """Completes the option, with the value to use when it is not set."""
            return ConfigOption(self._key, self._parse, value)

        def no_default_value(self) -> ConfigOption[Optional[T]]:
            """Completes the option; it is None when it is not set."""
            return ConfigOption(self._key, self._parse, None)
