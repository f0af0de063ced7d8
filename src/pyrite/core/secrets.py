"""Secrets: what no message may show, by its text or by the name of its setting."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import unquote_plus

MASK: Final = "******"
"""What is shown in place of a secret, as in Flink."""
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
"""Parts of keys whose values nobody may see, as in Flink's GlobalConfiguration."""
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
"""And those of connectors' clients that Flink's list lacks."""
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
"""The value of a secret option in a statement, also where a sign is missing or wrong."""


def is_sensitive(key: str) -> bool:
    """Whether the value of a setting is a secret, by the setting's name."""
    return _SENSITIVE_KEY.search(key) is not None


def masked(key: str, value: str) -> str:
    """The value of a setting as it may be shown."""
    return MASK if is_sensitive(key) else value


def all_masked(settings: Mapping[str, str]) -> dict[str, str]:
    """Settings as they may be shown."""
    return {key: masked(key, value) for key, value in settings.items()}


def masked_statement(text: str, at: int) -> tuple[str, int]:
    """A statement for people to read, and where the character at that offset is in it."""
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
    """Texts to be taken out of messages, as they are and as a URL has them. They are not in its own text either."""

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
        """A text without the secrets. Of an error: its class and its text."""
        shown = f"{type(text).__name__}: {text}" if isinstance(text, BaseException) else str(text)
        for secret in self._longest_first:
            shown = shown.replace(secret, MASK)
        return shown

    @property
    def longest_bytes(self) -> int:
        """The size of the longest secret, in UTF-8."""
        return max((len(secret.encode()) for secret in self._longest_first), default=0)

    def masked_beginning(self, data: bytes, length: int, is_cut: bool) -> str:
        """The first characters of a text, masked. If `data` is cut off, what may be a part of a secret is left out."""
        shown = self.masked(data.decode(errors="replace"))
        return shown[: max(0, min(length, len(shown) - self.longest_bytes))] if is_cut else shown[:length]
