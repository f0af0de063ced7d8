"""PulsarSettings: the connection to Pulsar, with the option names of Flink's Pulsar connector."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pyrite.core.config.config_options import ConfigOption, parse_bool
from pyrite.core.connector.urls import secrets_in, shown
from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.core.extras import load
from pyrite.core.persistence.persisted import persisted
from pyrite.core.secrets import Secrets

Parser = Callable[[str], Any]
AUTH_PLUGIN: Final = "pulsar.client.authPluginClassName"
AUTH_PARAMS: Final = "pulsar.client.authParams"
_ADDRESSES: Final = ("pulsar.client.serviceUrl", "pulsar.admin.adminUrl")
_CLIENT: Final[Mapping[str, tuple[str, Parser]]] = {
    "pulsar.client.connectionTimeoutMs": ("connection_timeout_ms", int),
    "pulsar.client.listenerName": ("listener_name", str),
    "pulsar.client.numIoThreads": ("io_threads", int),
    "pulsar.client.operationTimeoutMs": ("operation_timeout_seconds", lambda text: max(1, int(text) // 1000)),
    "pulsar.client.tlsAllowInsecureConnection": ("tls_allow_insecure_connection", parse_bool),
    "pulsar.client.tlsHostnameVerificationEnable": ("tls_validate_hostname", parse_bool),
    "pulsar.client.tlsTrustCertsFilePath": ("tls_trust_certs_file_path", str),
}
"""Options of the client, with the Python client's names and parsers."""


@persisted("pulsar-settings/1")
@dataclass(frozen=True)
class PulsarSettings:
    """The parameters of a client. Texts about them mask secrets."""

    service_url: str
    admin_url: str = ""
    auth_plugin: str = ""
    auth_params: str = field(default="", repr=False)
    options: Mapping[str, Any] = field(default_factory=dict)

    def client(self, needed_by: str) -> Any:
        """A pulsar.Client. It connects on first use, and reconnects automatically. Its calls raise errors."""
        pulsar = load("pulsar", "pulsar", needed_by)
        options: dict[str, Any] = {"operation_timeout_seconds": 10, "connection_timeout_ms": 5000, **self.options}
        options["logger"] = pulsar.FileLogger(pulsar.LoggerLevel.Error, os.devnull)
        if self.auth_plugin:
            options["authentication"] = pulsar.Authentication(self.auth_plugin, self.auth_params)
        try:
            return pulsar.Client(self.service_url, **options)
        except Exception as error:
            raise self.error(needed_by, "the client could not be created", error) from None

    def error(self, needed_by: str, what: str, error: BaseException) -> ConnectorError:
        text = f"{type(error).__name__}: {error}"
        if type(error).__name__ == "Timeout":
            text += f" ({self._cause()})"
        return ConnectorError(f"{needed_by}: {what} at {shown(self.service_url)}: {self.secrets().masked(text)}")

    def _cause(self) -> str:
        """The likely cause of a timeout, which the client does not report."""
        host, _, port = self.service_url.rpartition("://")[2].partition(",")[0].rstrip("/").rpartition(":")
        try:
            socket.create_connection((host, int(port)), 2).close()
        except (OSError, ValueError) as error:
            return str(error)
        return "it accepts connections, but may refuse the authentication, or may be starting"

    def secrets(self) -> Secrets:
        return Secrets(self.auth_params, *self.params().values(), *secrets_in(self.service_url))

    def params(self) -> dict[str, str]:
        """The authentication parameters by name, parsed from JSON or from name:value,name:value."""
        if self.auth_params.lstrip().startswith("{"):
            return {key: str(value) for key, value in json.loads(self.auth_params).items()}
        pairs = (pair.partition(":") for pair in self.auth_params.split(",") if ":" in pair)
        return {key: value for key, _, value in pairs}


def auth_text(params: str | Mapping[str, str]) -> str:
    """Authentication parameters in the client's format."""
    if isinstance(params, str):
        return params
    return f"token:{params['token']}" if set(params) == {"token"} else json.dumps(dict(params))


def key_of(key: str | ConfigOption[Any]) -> str:
    return key if isinstance(key, str) else key.key


class Options:
    """The options of a builder, with Flink's names. `others` are the connector's options beyond the client's.

    The value of an option is a text or a parsed value: `true` or True, `100` or 100.
    """

    def __init__(self, needed_by: str, others: Mapping[str, Parser]) -> None:
        self._needed_by = needed_by
        self._others = others
        self._values: dict[str, Any] = {}
        self._client: dict[str, Any] = {}

    def set(self, key: str, value: Any) -> None:
        try:
            if key in _CLIENT:
                name, parse = _CLIENT[key]
                self._client[name] = parse(_text(value))
            elif key in self._others:
                self._values[key] = self._others[key](_text(value))
            elif key == AUTH_PARAMS:
                self._values[key] = auth_text(value)
            elif key == AUTH_PLUGIN or key in _ADDRESSES:
                self._values[key] = str(value)
            else:
                allowed = ", ".join(sorted([*_CLIENT, *self._others, *_ADDRESSES, AUTH_PLUGIN, AUTH_PARAMS]))
                raise InvalidProgramError(f"{self._needed_by} has no option {key!r}. Its options are {allowed}")
        except ValueError as error:
            raise InvalidProgramError(f"invalid value {value!r} for {key}: {error}") from None

    def get(self, key: str, default: Any) -> Any:
        return self._values.get(key, default)

    def settings(self) -> PulsarSettings:
        service_url, admin_url = (self._values.get(key, "") for key in _ADDRESSES)
        if not service_url:
            raise InvalidProgramError(f"{self._needed_by} needs set_service_url(), such as pulsar://localhost:6650")
        plugin, params = self._values.get(AUTH_PLUGIN, ""), self._values.get(AUTH_PARAMS, "")
        if bool(plugin) != bool(params):
            raise InvalidProgramError(f"{self._needed_by}: set_authentication() requires a plugin and its parameters")
        return PulsarSettings(service_url, admin_url, plugin, params, dict(self._client))


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def positive(text: str) -> int:
    if int(text) < 1:
        raise ValueError("expected a number above 0")
    return int(text)
