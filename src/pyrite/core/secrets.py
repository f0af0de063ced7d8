"""Secrets: values that messages must not show, found by their text or by the key of their setting."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import unquote_plus

MASK: Final = "******"
"""Replaces a secret, as in Flink."""
_SENSITIVE: Final = (
    "password",
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
    "accesskey",
)
"""Parts of keys with secret values, as in Flink's GlobalConfiguration."""
_SENSITIVE_OF_CLIENTS: Final = (
    "passwd",
    "pwd",
    "jaas",
    "auth_params",
    "authparams",
    "ssl.key.pem",
    "ssl.keystore.key",
    "oauthbearer.config",
    "user.info",
)
"""Parts of keys of connectors' clients with secret values, which Flink's list lacks."""
_SENSITIVE_PARTS: Final = "|".join(map(re.escape, (*_SENSITIVE, *_SENSITIVE_OF_CLIENTS)))
_SENSITIVE_KEY: Final = re.compile(_SENSITIVE_PARTS, re.IGNORECASE)
_SECRET: Final = re.compile(
    rf"""
    (?: (?P<quote>['"`])[^'"`\n]*(?:{_SENSITIVE_PARTS})[^'"`\n]*(?P=quote)
      | \bSET\s+[\w.\-]*(?:{_SENSITIVE_PARTS})[\w.\-]*
    )
    \s* (?: =\s* | (?=['"]) )
    (?P<value>'(?:[^']|'')*(?:'|\Z) | "[^"]*(?:"|\Z) | [^\s'",;()=]+)
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""The value of a secret option in a statement, also with a missing or wrong delimiter."""


def is_sensitive(key: str) -> bool:
    """Whether the value of a setting is a secret, by its key."""
    return _SENSITIVE_KEY.search(key) is not None


def masked(key: str, value: str) -> str:
    """The value of a setting for display."""
    return MASK if is_sensitive(key) else value


def all_masked(settings: Mapping[str, str]) -> dict[str, str]:
    """Settings for display."""
    return {key: masked(key, value) for key, value in settings.items()}


def masked_statement(text: str, at: int) -> tuple[str, int]:
    """A statement for display, and the position of the character at `at` in it."""
    parts: list[str] = []
    copied, moved = 0, at
    for match in _SECRET.finditer(text):
        begin, end = match.span("value")
        parts += [text[copied:begin], f"'{MASK}'"]
        if at >= end:
            moved += len(parts[-1]) - (end - begin)
        elif at > begin:
            moved -= at - begin
        copied = end
    return "".join([*parts, text[copied:]]), moved


class Secrets:
    """Texts to remove from messages, in plain and URL-encoded form. Not part of the repr."""

    def __init__(self, *texts: str) -> None:
        forms = {form for text in texts for form in (text, unquote_plus(text)) if form}
        self._longest_first = sorted(forms, key=len, reverse=True)

    @staticmethod
    def of_settings(settings: Mapping[str, Any]) -> Secrets:
        """The values of sensitive settings."""
        return Secrets(*(value for key, value in settings.items() if isinstance(value, str) and is_sensitive(key)))

    def __repr__(self) -> str:
        return f"Secrets({MASK})"

    def masked(self, text: object) -> str:
        """A text, or the class and text of an error, without the secrets."""
        masked_text = f"{type(text).__name__}: {text}" if isinstance(text, BaseException) else str(text)
        for secret in self._longest_first:
            masked_text = masked_text.replace(secret, MASK)
        return masked_text

    @property
    def longest_bytes(self) -> int:
        """The size of the longest secret, in UTF-8."""
        return max((len(secret.encode()) for secret in self._longest_first), default=0)

    def masked_beginning(self, data: bytes, length: int, is_cut: bool) -> str:
        """The first characters of a text, masked. If `data` is truncated, a possible part of a secret is left out."""
        masked_text = self.masked(data.decode(errors="replace"))
        return (
            masked_text[: max(0, min(length, len(masked_text) - self.longest_bytes))]
            if is_cut
            else masked_text[:length]
        )
