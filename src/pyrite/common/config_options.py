"""Options of a configuration: declared with a key, a type and a default."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, Optional, TypeVar

T = TypeVar("T")

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
    """Reads Flink's durations: `5 s`, `200ms`, `1 min`, `2 hours`, `1 d`; a bare number is milliseconds."""
    match = re.fullmatch(r"\s*(\d+)\s*([a-zµ]*)\s*", text.lower())
    if match is None or match.group(2) not in _NANOS:
        raise ValueError("expected a duration such as '200 ms', '5 s' or '1 min'")
    return int(match.group(1)) * _NANOS[match.group(2)] // 1_000_000


def parse_memory_bytes(text: str) -> int:
    """Reads Flink's memory sizes: `64m`, `1 gb`, `512 kb`; a bare number is bytes."""
    match = re.fullmatch(r"\s*(\d+)\s*(?:bytes|([kmgt]?)(?:i?b|(?:ibi|ebi)bytes)?)\s*", text.lower())
    if match is None:
        raise ValueError("expected a size such as '64m', '512 kb' or '1g'")
    return int(match.group(1)) << {"": 0, "k": 10, "m": 20, "g": 30, "t": 40}[match.group(2) or ""]


def parse_list(text: str) -> list[str]:
    """Reads Flink's lists: `a;b`, also with commas, also in brackets; or JSON."""
    with contextlib.suppress(json.JSONDecodeError):
        if text.lstrip().startswith('["'):
            return [str(part) for part in json.loads(text)]
    inner = text.strip().removeprefix("[").removesuffix("]")
    return [part.strip().strip("'\"") for part in re.split("[;,]", inner) if part.strip()]


def parse_map(text: str) -> dict[str, str]:
    """Reads Flink's maps, `a:1,b:2`, or JSON."""
    if text.lstrip().startswith("{"):
        try:
            return {str(key): str(value) for key, value in json.loads(text).items()}
        except json.JSONDecodeError as error:
            raise ValueError(f"expected a map as JSON: {error}") from None
    pairs = [part.partition(":") for part in parse_list(text)]
    if not all(separator for _, separator, _ in pairs):
        raise ValueError("expected a map such as 'key:value,other:value'")
    return {key.strip(): value.strip() for key, _, value in pairs}


@dataclass(frozen=True)
class ConfigOption(Generic[T]):
    """A declared option: its key, how its text is read, its default, what it means, and its former keys."""

    key: str
    parse: Callable[[str], T]
    default: T
    description: str = ""
    former_keys: tuple[str, ...] = ()


class ConfigOptions:
    """Declares options: `ConfigOptions.key("my.option").int_type().default_value(3)`."""

    def __init__(self, key: str) -> None:
        self._key = key

    @staticmethod
    def key(key: str) -> ConfigOptions.OptionBuilder:
        return ConfigOptions.OptionBuilder(key)

    class OptionBuilder:
        """An option that has a key; a type is next."""

        def __init__(self, key: str) -> None:
            self._key = key

        def boolean_type(self) -> ConfigOptions.TypedConfigOptionBuilder[bool]:
            return ConfigOptions.TypedConfigOptionBuilder(self._key, parse_bool)

        def int_type(self) -> ConfigOptions.TypedConfigOptionBuilder[int]:
            return ConfigOptions.TypedConfigOptionBuilder(self._key, int)

        def long_type(self) -> ConfigOptions.TypedConfigOptionBuilder[int]:
            return ConfigOptions.TypedConfigOptionBuilder(self._key, int)

        def float_type(self) -> ConfigOptions.TypedConfigOptionBuilder[float]:
            return ConfigOptions.TypedConfigOptionBuilder(self._key, float)

        def double_type(self) -> ConfigOptions.TypedConfigOptionBuilder[float]:
            return ConfigOptions.TypedConfigOptionBuilder(self._key, float)

        def string_type(self) -> ConfigOptions.TypedConfigOptionBuilder[str]:
            return ConfigOptions.TypedConfigOptionBuilder(self._key, str)

    class TypedConfigOptionBuilder(Generic[T]):
        """An option that has a key and a type; a default is next."""

        def __init__(self, key: str, parse: Callable[[str], T]) -> None:
            self._key = key
            self._parse = parse

        def default_value(self, value: T) -> ConfigOption[T]:
            return ConfigOption(self._key, self._parse, value)

        def no_default_value(self) -> ConfigOption[Optional[T]]:
            return ConfigOption(self._key, self._parse, None)
