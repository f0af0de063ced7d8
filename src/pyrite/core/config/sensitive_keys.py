"""Which configuration keys hold secrets: their values are shown to nobody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

MASK: Final = "******"
_PARTS: Final = (
    "password",
    "passwd",
    "secret",
    "fs.azure.account.key",
    "apikey",
    "api-key",
    "auth-params",
    "service-key",
    "token",
    "basic-auth",
    "jaas.config",
    "http-headers",
    "access-key",
    "access.key",
    "credential",
)
"""Flink's list and what Spark and S3 call theirs."""


def is_sensitive(key: str) -> bool:
    """Whether the value of a key is a secret."""
    lowered = key.lower()
    return any(part in lowered for part in _PARTS)


def masked(values: Mapping[str, str]) -> dict[str, str]:
    """The values with secrets replaced."""
    return {key: MASK if is_sensitive(key) else value for key, value in values.items()}
