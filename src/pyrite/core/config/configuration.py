"""Configuration: string keys and values, read through declared options."""

from __future__ import annotations

import ast
import builtins
import json
import math
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from enum import Enum
from typing import Any, Optional, TypeAlias, TypeVar

from pyrite.core.config.config_options import ConfigOption, parse_bool
from pyrite.core.config.former_names import former_name
from pyrite.core.errors import ArgumentTypeError, InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.secrets import Secrets, all_masked, masked, with_secrets

T = TypeVar("T")
_Value: TypeAlias = str | bool | int | float | bytes


@persisted("configuration/1")
class Configuration:
    """A set of keys with values. Keys are Flink's; keys that begin with `spark.` are passed to Spark.

    A value, or a part of it, may be outside: `${env:NAME}` is an environment variable, `${file:PATH}` a file. The
    methods `get...` read it; `to_dict` and displays have the reference.

    >>> Configuration().set_string("parallelism.default", "2").get_integer("parallelism.default", 1)
    2
    """

    def __init__(self, other: Configuration | Mapping[str, Any] | None = None) -> None:
        self._values: dict[str, _Value] = {}
        if isinstance(other, Configuration):
            self._values.update(other._values)
        elif other is not None:
            self._values.update({key: as_text(value) for key, value in other.items()})

    def get(self, option: ConfigOption[T]) -> T:
        """The option's value, or its default. A value that cannot be parsed is an error with the key."""
        for key in (option.key, *option.former_keys):
            if key in self._values:
                if key != option.key:
                    former_name(f"configuration key '{key}'", f"'{option.key}'")
                return self._parsed(key, option.parse)
        return option.default if option.fallback is None else self.get(option.fallback)

    def contains(self, option: ConfigOption[Any]) -> bool:
        """Whether the option is set, by its key or a former key."""
        return any(key in self._values for key in (option.key, *option.former_keys))

    def _parsed(self, key: str, parse: Callable[[str], T]) -> T:
        text, secrets = as_text(self._values[key]), Secrets()
        try:
            resolved = with_secrets(text)
            if resolved != text:
                secrets = Secrets(resolved)
            return parse(resolved)
        except ValueError as error:
            reason = secrets.masked(str(error))
            raise InvalidProgramError(f"{key} = {masked(key, text)!r}: {reason}") from None

    def set(self, option: ConfigOption[T], value: T) -> Configuration:
        """Sets an option and returns this configuration. The value is stored as text."""
        self._values[option.key] = as_text(value)
        return self

    def get_string(self, key: str, default_value: str) -> str:
        """The text under a key, or the default."""
        return self._parsed(key, str) if key in self._values else default_value

    def set_string(self, key: str, value: str) -> Configuration:
        """Sets the text under a key."""
        if not isinstance(key, str) or not isinstance(value, str):
            raise ArgumentTypeError(f"set_string() takes a key and a value that are str, not {key!r} and {value!r}")
        return self._set(key, value)

    def get_integer(self, key: str, default_value: int) -> int:
        """The value under a key as an int, or the default. InvalidProgramError if it is not a number."""
        return self._parsed(key, int) if key in self._values else default_value

    def set_integer(self, key: str, value: int) -> Configuration:
        """Sets the value under a key to a whole number."""
        return self._set(key, value)

    def get_boolean(self, key: str, default_value: bool) -> bool:
        """The value under a key as a bool, or the default. InvalidProgramError if it is neither true nor false."""
        return self._parsed(key, parse_bool) if key in self._values else default_value

    def set_boolean(self, key: str, value: bool) -> Configuration:
        """Sets the value under a key to `true` or `false`."""
        return self._set(key, value)

    def get_float(self, key: str, default_value: float) -> float:
        """The value under a key as a float, or the default. InvalidProgramError if it is not a number."""
        return self._parsed(key, float) if key in self._values else float(default_value)

    def set_float(self, key: str, value: float) -> Configuration:
        """Sets the value under a key to a floating-point number."""
        return self._set(key, float(value))

    def get_bytearray(self, key: str, default_value: bytearray) -> bytearray:
        """The value under a key as bytes, or the default. InvalidProgramError if it was not set as bytes."""
        return bytearray(self._parsed(key, _bytes_of) if key in self._values else default_value)

    def set_bytearray(self, key: str, value: bytearray) -> Configuration:
        """Sets the value under a key to bytes."""
        return self._set(key, bytes(value))

    def _set(self, key: str, value: _Value) -> Configuration:
        self._values[key] = value
        return self

    @staticmethod
    def parse_list_value(value: Optional[str]) -> list[Any]:
        """The parts of a list value: `a;b`, or a YAML list."""
        if not value:
            return []
        import yaml

        parts = yaml.safe_load(value) if value.lstrip().startswith(("[", "-")) else None
        return parts if isinstance(parts, list) else value.split(";")

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
        """Adds all keys of another configuration, each with the prefix in front, if there is one."""
        self._values.update({(prefix or "") + key: value for key, value in other._values.items()})
        return self

    def add_all_to_dict(self, target_dict: dict[str, Any]) -> None:
        """Writes all keys and values into a dict. Values have the setter's type: text, number, bool or bytes."""
        target_dict.update(self._values)

    def to_dict(self) -> dict[str, str]:
        """All keys and their values, as text, in a new dict."""
        return {key: as_text(value) for key, value in self._values.items()}

    @staticmethod
    def from_dict(map: dict[str, str]) -> Configuration:
        """A configuration with these keys and values."""
        return Configuration(map)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Configuration) and other._values == self._values

    def __hash__(self) -> int:
        return hash(frozenset(self._values.items()))

    def __str__(self) -> str:
        return f"{{{', '.join(f'{key}={value}' for key, value in all_masked(self.to_dict()).items())}}}"

    def __repr__(self) -> str:
        return f"Configuration({all_masked(self.to_dict())})"


def as_text(value: Any) -> str:
    """A value as configuration text, in Flink's notation."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return _float_text(value)
    if isinstance(value, (list, tuple)):
        parts = list(map(as_text, value))
        return json.dumps(parts) if any(re.search("[;,]", part) for part in parts) else ";".join(parts)
    if isinstance(value, Mapping):
        return json.dumps({str(key): as_text(entry) for key, entry in value.items()})
    return value.name if isinstance(value, Enum) else str(value)


def _float_text(value: float) -> str:
    """Like `Double.toString`: 10000000.0 is 1.0E7."""
    if value == 0 or not math.isfinite(value) or 1e-3 <= abs(value) < 1e7:
        return str(value)
    mantissa, exponent = f"{Decimal(repr(value)).normalize():E}".split("E")
    return f"{mantissa if '.' in mantissa else mantissa + '.0'}E{int(exponent)}"


def _bytes_of(text: str) -> bytes:
    try:
        value = ast.literal_eval(text)
    except (SyntaxError, ValueError):
        value = None
    if not isinstance(value, bytes):
        raise ValueError("expected bytes, set by set_bytearray()")
    return value
