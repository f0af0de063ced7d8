"""What `pyrite config` shows: each option's value, and where it came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Optional

from pyrite.core.config.config_options import ConfigOption
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.effective_settings import Setting
from pyrite.core.config.keys_without_effect import NO_EFFECT_KEYS
from pyrite.core.config.options import ALL_OPTIONS
from pyrite.core.errors import InvalidProgramError

DEFAULT: Final = "default"
PROGRAM: Final = "the program"
_HIDDEN: Final = "******"
_SECRETS: Final = (
    "password", "secret", "fs.azure.account.key", "apikey", "api-key", "auth-params", "service-key", "token",
    "basic-auth", "jaas.config", "http-headers", "access-key", "access.key", "accesskey",
)  # fmt: skip
"""Parts of keys whose values are not shown: Flink's list."""


@dataclass(frozen=True)
class EffectiveValue:
    """A key's value and where it was set."""

    key: str
    value: str
    source: str


def effective_values_of(
    settings: Mapping[str, Setting], program: Optional[Configuration] = None
) -> list[EffectiveValue]:
    """The values of all options, and of all other keys that are set, by key.

    `program`: the configuration of a job, of which what is not in the settings was set by the program itself.
    """
    known = dict(settings)
    for key, value in ({} if program is None else program.to_dict()).items():
        if key not in known or known[key].value != value:
            known[key] = Setting(value, PROGRAM)
    for option in ALL_OPTIONS:
        if option.key not in known and option.key not in NO_EFFECT_KEYS:
            known[option.key] = _unset(option, known)
    return [EffectiveValue(key, _shown(key, each.value), each.source) for key, each in sorted(known.items())]


def invalid_values(configuration: Configuration) -> list[str]:
    """What is wrong with values that options do not accept."""
    problems = []
    for option in ALL_OPTIONS:
        try:
            configuration.get(option)
        except InvalidProgramError as error:
            if configuration.contains(option):  # else it is the problem of the option that stands in for it
                problems.append(str(error))
    return problems


def _unset(option: ConfigOption[Any], known: Mapping[str, Setting]) -> Setting:
    """What an option is that is not set: the option that stands in for it, or its default."""
    fallback = option.fallback
    if fallback is not None and fallback.key in known and known[fallback.key].source != DEFAULT:
        return Setting(known[fallback.key].value, fallback.key)
    return Setting(Configuration().set(option, option.default).to_dict()[option.key], DEFAULT)


def _shown(key: str, value: str) -> str:
    return _HIDDEN if value and any(part in key.lower() for part in _SECRETS) else value
