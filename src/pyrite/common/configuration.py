"""Configuration: string keys and values, read through declared options."""

from __future__ import annotations

import builtins
import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Generic, TypeVar

from pyrite.common.errors import InvalidProgramError

T = TypeVar("T")
_log = logging.getLogger(__name__)

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


@dataclass(frozen=True)
class ConfigOption(Generic[T]):
    """A declared option: its key, how its text is read, its default, what it means, and its former keys."""

    key: str
    parse: Callable[[str], T]
    default: T
    description: str
    former_keys: tuple[str, ...] = ()


class Configuration:
    """A set of keys with values. Keys are Flink's; those that begin with `spark.` go to Spark as they are."""

    def __init__(self, values: Mapping[str, Any] | None = None) -> None:
        self._values: dict[str, str] = {key: _as_text(value) for key, value in (values or {}).items()}

    def get(self, option: ConfigOption[T]) -> T:
        """The option's value, or its default. A value that cannot be read is an error that names the key."""
        for key in (option.key, *option.former_keys):
            if key in self._values:
                if key != option.key:
                    _log.warning("configuration key '%s' is now called '%s'", key, option.key)
                return self._parsed(key, option.parse)
        return option.default

    def _parsed(self, key: str, parse: Callable[[str], T]) -> T:
        try:
            return parse(self._values[key])
        except ValueError as error:
            raise InvalidProgramError(f"{key} = {self._values[key]!r}: {error}") from None

    def set(self, option: ConfigOption[T], value: T) -> Configuration:
        self._values[option.key] = _as_text(value)
        return self

    def get_string(self, key: str, default_value: str) -> str:
        return self._values.get(key, default_value)

    def set_string(self, key: str, value: str) -> Configuration:
        self._values[key] = value
        return self

    def get_integer(self, key: str, default_value: int) -> int:
        return self._parsed(key, int) if key in self._values else default_value

    def set_integer(self, key: str, value: int) -> Configuration:
        return self.set_string(key, str(value))

    def get_boolean(self, key: str, default_value: bool) -> bool:
        return self._parsed(key, parse_bool) if key in self._values else default_value

    def set_boolean(self, key: str, value: bool) -> Configuration:
        return self.set_string(key, _as_text(value))

    def get_float(self, key: str, default_value: float) -> float:
        return self._parsed(key, float) if key in self._values else default_value

    def set_float(self, key: str, value: float) -> Configuration:
        return self.set_string(key, str(value))

    def key_set(self) -> builtins.set[str]:
        return builtins.set(self._values)

    def contains_key(self, key: str) -> bool:
        return key in self._values

    def remove_config(self, key: str) -> bool:
        return self._values.pop(key, None) is not None

    def add_all(self, other: Configuration, prefix: str | None = None) -> Configuration:
        self._values.update({(prefix or "") + key: value for key, value in other._values.items()})
        return self

    def add_all_to_dict(self, target_dict: dict[str, Any]) -> None:
        target_dict.update(self._values)

    def to_dict(self) -> dict[str, str]:
        return dict(self._values)

    @staticmethod
    def from_dict(map: dict[str, str]) -> Configuration:
        return Configuration(map)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Configuration) and other._values == self._values

    def __hash__(self) -> int:
        return hash(frozenset(self._values.items()))

    def __repr__(self) -> str:
        return f"Configuration({self._values})"


def _as_text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return value.name if isinstance(value, Enum) else str(value)
