"""Partitions as folders, `dt=2024-01-01/hour=7`, with Flink's escapes, and conversion of values to text and back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Optional

from pyrite.connectors.builtin.external_text import text_of
from pyrite.core.connector.table import ValidationException
from pyrite.core.types import (
    BooleanType,
    CharacterStringType,
    DateType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    LogicalType,
    TimestampType,
)

_UNSAFE: Final = re.compile("[\x00-\x1f\"#%'*/:=?\\\\\x7f{}\\[\\]^]")
_ESCAPED: Final = re.compile("%([0-9A-Fa-f]{2})")
_FOLDER: Final = re.compile("([^/]+)=([^/]+)")


def escaped(text: str) -> str:
    """Escapes a key or a value for a folder name."""
    return _UNSAFE.sub(lambda sign: f"%{ord(sign[0]):02X}", text)


def unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda code: chr(int(code[1], 16)), text)


def partition_path(spec: Mapping[str, str], keys: Sequence[str]) -> str:
    """The folder of a partition below the table's path."""
    return "/".join(f"{escaped(key)}={escaped(spec[key])}" for key in keys)


def partition_of(path: str, keys: Sequence[str]) -> Optional[dict[str, str]]:
    """The partition of a file or a folder, by its path below the table's path. None if a key is missing."""
    spec = {}
    for folder in path.split("/"):
        if match := _FOLDER.fullmatch(folder):
            spec[unescaped(match[1])] = unescaped(match[2])
    return {key: spec[key] for key in keys} if all(key in spec for key in keys) else None


def check_partition_types(kinds: Mapping[str, LogicalType]) -> None:
    """ValidationException for a partition column whose values cannot be converted to text and back."""
    for name, kind in kinds.items():
        if not isinstance(
            kind,
            (CharacterStringType, BooleanType, IntegerNumericType, FloatType, DoubleType, DateType, TimestampType),
        ):
            raise ValidationException(f"Can not convert values of type {kind} for partition column '{name}'.")


def partition_text(kind: LogicalType, default_name: str) -> Any:
    """A function that converts values to partition text. Null and empty text have the default name."""
    text = text_of(kind)
    return lambda value: default_name if value is None else text(value) or default_name
