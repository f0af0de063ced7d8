"""Secrets: values that messages must not show, found by their text, by the key of their setting, or in a URL.

All lists, messages, logs and REST answers mask with this module. `${env:NAME}` and `${file:PATH}` in a setting's value
refer to secrets outside of it; references are displayed as they are.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
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
    "passphrase",
    "private-key",
    "private.key",
    "private_key",
    "access_key",
    "api_key",
    "authorization",
)
"""Parts of keys of connectors' clients with secret values, which Flink's list lacks."""
_SENSITIVE_PARTS: Final = "|".join(map(re.escape, (*_SENSITIVE, *_SENSITIVE_OF_CLIENTS)))
_SENSITIVE_KEY: Final = re.compile(_SENSITIVE_PARTS, re.IGNORECASE)
_REFERENCE: Final = re.compile(r"\$\{(env|file):([^{}\n]+)\}")
_CREDENTIALS: Final = r"(?<=://)[^\s/?#]*@|(?<=://)[^\s:/@]*:(?:(?!,\w+://)\S)*@"
"""User and password of a URL. The second form is for passwords with characters that the URL should have escaped."""
_PARAMETER: Final = rf"""[\w.\-]*(?:{_SENSITIVE_PARTS})[\w.\-]*["']?\s*[=:]\s*["']?"""
"""The name of a secret parameter and its delimiter, in a URL's query, a connection string, JSON or Flink's maps."""
_IN_VALUE: Final = re.compile(rf"(?P<name>{_PARAMETER})[^\s&;,'\"}}]+|{_CREDENTIALS}", re.IGNORECASE)
_IN_STATEMENT: Final = re.compile(
    rf"""
    (?: (?P<quote>['"`])[\w.\-\ ]*(?:{_SENSITIVE_PARTS})[\w.\-\ ]*(?P=quote)
      | \bSET\s+[\w.\-]*(?:{_SENSITIVE_PARTS})[\w.\-]*
    )
    \s* (?: =\s* | (?=['"]) )
    (?P<value>'(?:[^']|'')*(?:'|\Z) | "[^"]*(?:"|\Z) | [^\s'",;()=]+)
    | (?<=://)(?P<credentials>(?:[^\s']|\'\')*)(?=@)
    | [?&;][\w.\-]*(?:{_SENSITIVE_PARTS})[\w.\-]*=(?P<parameter>(?:[^\s&;']|\'\')+)
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""The secret value of an option in a statement, also with a missing or wrong delimiter; or a part of a URL."""


def is_sensitive(key: str) -> bool:
    """Whether the value of a setting is a secret, by its key."""
    return _SENSITIVE_KEY.search(key) is not None


def masked(key: str, value: str) -> str:
    """The value of a setting for display: without secrets, also if only a part of the value is one."""
    if not value or _REFERENCE.fullmatch(value):
        return value
    return MASK if is_sensitive(key) else masked_value(value)


def masked_value(value: str) -> str:
    """A value for display, without the passwords of URLs and of parameters in it."""
    return _IN_VALUE.sub(lambda match: f"{match['name']}{MASK}" if match["name"] else f"{MASK}@", value)


def all_masked(settings: Mapping[str, str]) -> dict[str, str]:
    """Settings for display."""
    return {key: masked(key, value) for key, value in settings.items()}


def masked_words(words: Iterable[str]) -> list[str]:
    """The words of a command line for display. A secret is in `KEY=VALUE`, or follows a word like `--password`."""
    texts: list[str] = []
    after_secret = False
    for word in words:
        key, equals, value = word.partition("=")
        if equals:
            texts.append(f"{key}={masked(key, value)}")
        else:
            texts.append(MASK if after_secret else masked_value(word))
        after_secret = not equals and word.startswith("-") and is_sensitive(word)
    return texts


def masked_statement(text: str, at: int) -> tuple[str, int]:
    """A statement for display, and the position of the character at `at` in it."""
    parts: list[str] = []
    copied, moved = 0, at
    for match in _IN_STATEMENT.finditer(text):
        group = next(name for name in ("value", "credentials", "parameter") if match[name] is not None)
        begin, end = match.span(group)
        parts += [text[copied:begin], f"'{MASK}'" if group == "value" else MASK]
        if at >= end:
            moved += len(parts[-1]) - (end - begin)
        elif at > begin:
            moved -= at - begin
        copied = end
    return "".join([*parts, text[copied:]]), moved


def with_secrets(text: str) -> str:
    """A text with the secrets to which it refers: variables by `${env:NAME}`, files by `${file:PATH}`.

    ValueError: the variable is not set, or the file cannot be read. The line break at a file's end is not part of it.
    """
    return _REFERENCE.sub(lambda match: _referred(match[1], match[2].strip()), text) if "${" in text else text


def _referred(kind: str, name: str) -> str:
    if kind == "env":
        if name not in os.environ:
            raise ValueError(f"the environment variable {name} is not set")
        return os.environ[name]
    try:
        return Path(name).expanduser().read_text(encoding="utf-8").removesuffix("\n").removesuffix("\r")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"the file {name} cannot be read: {getattr(error, 'strerror', error)}") from None


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
