"""Configuration: string keys and values, read through declared options."""

from __future__ import annotations

import ast
import builtins
import json
import re
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, TypeVar

from pyrite.core.config.config_options import ConfigOption, parse_bool, parse_list
from pyrite.core.config.former_names import former_name
from pyrite.core.errors import InvalidProgramError
from pyrite.core.persisted import persisted

T = TypeVar("T")


@persisted("configuration/1", was=("pyrite.common.configuration:Configuration",))
class Configuration:
    """A set of keys with values. Keys are Flink's; those that begin with `spark.` go to Spark as they are.

    >>> Configuration().set_string("parallelism.default", "2").get_integer("parallelism.default", 1)
    2
    """

    def __init__(self, other: Configuration | Mapping[str, Any] | None = None) -> None:
        values = other.to_dict() if isinstance(other, Configuration) else other or {}
        self._values: dict[str, str] = {key: as_text(value) for key, value in values.items()}

    def get(self, option: ConfigOption[T]) -> T:
        """The option's value, or its default. A value that cannot be read is an error that names the key."""
        for key in (option.key, *option.former_keys):
            if key in self._values:
                if key != option.key:
                    former_name(f"configuration key '{key}'", f"'{option.key}'")
                return self._parsed(key, option.parse)
        return option.default if option.fallback is None else self.get(option.fallback)

    def contains(self, option: ConfigOption[Any]) -> bool:
        """Whether the option is set, by its key or a former one."""
        return any(key in self._values for key in (option.key, *option.former_keys))

    def _parsed(self, key: str, parse: Callable[[str], T]) -> T:
        try:
            return parse(self._values[key])
        except ValueError as error:
            raise InvalidProgramError(f"{key} = {self._values[key]!r}: {error}") from None

    def set(self, option: ConfigOption[T], value: T) -> Configuration:
        """Sets an option and returns this configuration. The value is kept as text."""
        self._values[option.key] = as_text(value)
        return self

    def get_string(self, key: str, default_value: str) -> str:
        """The text under a key, or the default."""
        return self._values.get(key, default_value)

    def set_string(self, key: str, value: str) -> Configuration:
        """Sets the text under a key."""
        self._values[key] = value
        return self

    def get_integer(self, key: str, default_value: int) -> int:
        """The value under a key as an int, or the default. InvalidProgramError if it is not a number."""
        return self._parsed(key, int) if key in self._values else default_value

    def set_integer(self, key: str, value: int) -> Configuration:
        """Sets the value under a key to a whole number."""
        return self.set_string(key, str(value))

    def get_boolean(self, key: str, default_value: bool) -> bool:
        """The value under a key as a bool, or the default. InvalidProgramError if it is neither true nor false."""
        return self._parsed(key, parse_bool) if key in self._values else default_value

    def set_boolean(self, key: str, value: bool) -> Configuration:
        """Sets the value under a key to `true` or `false`."""
        return self.set_string(key, as_text(value))

    def get_float(self, key: str, default_value: float) -> float:
        """The value under a key as a float, or the default. InvalidProgramError if it is not a number."""
        return self._parsed(key, float) if key in self._values else default_value

    def set_float(self, key: str, value: float) -> Configuration:
        """Sets the value under a key to a floating-point number."""
        return self.set_string(key, str(value))

    def get_bytearray(self, key: str, default_value: bytearray) -> bytearray:
        """The value under a key as bytes, or the default."""
        return bytearray(self._parsed(key, ast.literal_eval)) if key in self._values else default_value

    def set_bytearray(self, key: str, value: bytearray) -> Configuration:
        """Sets the value under a key to bytes."""
        return self.set_string(key, repr(bytes(value)))

    @staticmethod
    def parse_list_value(value: str) -> list[str]:
        """The parts of a value that is a list: `a;b`, or `[a, b]`."""
        return parse_list(value)

    def key_set(self) -> builtins.set[str]:
        """All keys that are set."""
        return builtins.set(self._values)

    def contains_key(self, key: str) -> bool:
        """Whether this key is set."""
        return key in self._values

    def remove_config(self, key: str) -> bool:
        """Removes a key; returns whether it was set."""
        return self._values.pop(key, None) is not None

    def add_all(self, other: Configuration, prefix: str | None = None) -> Configuration:
        """Takes over all keys of another configuration, each with the prefix, if there is one, in front."""
        self._values.update({(prefix or "") + key: value for key, value in other._values.items()})
        return self

    def add_all_to_dict(self, target_dict: dict[str, Any]) -> None:
        """Writes all keys and their values, as text, into a dict."""
        target_dict.update(self._values)

    def to_dict(self) -> dict[str, str]:
        """All keys and their values, as text, in a new dict."""
        return dict(self._values)

    @staticmethod
    def from_dict(map: dict[str, str]) -> Configuration:
        """A configuration with these keys and values."""
        return Configuration(map)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Configuration) and other._values == self._values

    def __hash__(self) -> int:
        return hash(frozenset(self._values.items()))

    def __repr__(self) -> str:
        return f"Configuration({self._values})"


def as_text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        parts = list(map(as_text, value))
        return json.dumps(parts) if any(re.search("[;,]", part) for part in parts) else ";".join(parts)
    if isinstance(value, Mapping):
        return json.dumps({str(key): as_text(entry) for key, entry in value.items()})
    return value.name if isinstance(value, Enum) else str(value)
