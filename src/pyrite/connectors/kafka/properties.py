"""Translates properties of Kafka's Java client, as in Flink, into settings of librdkafka.

Most names are equal in both. Properties that only Java supports raise an error with the property to use instead.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from pyrite.core.errors import InvalidProgramError
from pyrite.core.secrets import Secrets

_RENAMED: Final = {
    "fetch.max.wait.ms": "fetch.wait.max.ms",
    "receive.buffer.bytes": "socket.receive.buffer.bytes",
    "send.buffer.bytes": "socket.send.buffer.bytes",
    "ssl.keystore.certificate.chain": "ssl.certificate.pem",
    "ssl.keystore.key": "ssl.key.pem",
    "ssl.truststore.certificates": "ssl.ca.pem",
}

_LEFT_OUT: Final = frozenset(
    {
        *("key.deserializer", "value.deserializer", "key.serializer", "value.serializer"),
        *("partition.assignment.strategy", "group.remote.assignor", "exclude.internal.topics"),
        *("metrics.num.samples", "metrics.sample.window.ms", "metrics.recording.level", "auto.include.jmx.reporter"),
        *("ssl.keystore.type", "ssl.truststore.type", "socket.connection.setup.timeout.max.ms"),
    }
)
"""Properties without effect in this client."""

_INSTEAD: Final = {
    "metric.reporters": "leave it out: the client's statistics are metrics of the job",
    "interceptor.classes": "leave it out: Java classes cannot be used here",
    "sasl.login.class": "use sasl.mechanism and sasl.username/sasl.password, or sasl.oauthbearer.*",
    "sasl.login.callback.handler.class": "use sasl.oauthbearer.method, .client.id, .client.secret, .token.endpoint.url",
    "sasl.client.callback.handler.class": "use sasl.username and sasl.password",
    "sasl.kerberos.kinit.cmd": "use sasl.kerberos.keytab and sasl.kerberos.principal",
    "security.providers": "leave it out: OpenSSL is used",
    "ssl.engine.factory.class": "leave it out: OpenSSL is used",
    "ssl.provider": "leave it out: OpenSSL is used",
    "ssl.protocol": "leave it out: OpenSSL chooses the newest TLS of both sides",
    "ssl.enabled.protocols": "leave it out: OpenSSL chooses the newest TLS of both sides",
    "ssl.keymanager.algorithm": "leave it out: OpenSSL is used",
    "ssl.trustmanager.algorithm": "leave it out: OpenSSL is used",
    "ssl.secure.random.implementation": "leave it out: OpenSSL is used",
    "ssl.truststore.password": "use ssl.ca.location, a PEM file without a password",
}

_ALLOWED: Final = {
    "security.protocol": ("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL"),
    "sasl.mechanism": ("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512", "GSSAPI", "OAUTHBEARER"),
    "auto.offset.reset": ("earliest", "latest", "none"),
    "isolation.level": ("read_committed", "read_uncommitted"),
    "compression.type": ("none", "gzip", "snappy", "lz4", "zstd"),
    "acks": ("all", "-1", "1", "0"),
}
"""The allowed values of properties with few values, compared without regard to case."""


def to_librdkafka(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a librdkafka client. InvalidProgramError, with an alternative, for a property of Java only."""
    settings: dict[str, Any] = {}
    for key, value in properties.items():
        if key in _INSTEAD:
            raise InvalidProgramError(f"Kafka property '{key}' applies to Java clients only: {_INSTEAD[key]}")
        _check(key, Secrets.of_settings(properties).masked(value))
        if key == "sasl.jaas.config":
            settings.update(_from_jaas(value))
        elif key in ("ssl.truststore.location", "ssl.keystore.location"):
            settings[_store_key(key, properties)] = value
        elif key == "auto.offset.reset":
            settings[key] = {"none": "error"}.get(value, value)
        elif key == "ssl.endpoint.identification.algorithm":
            settings[key] = value or "none"
        elif key not in _LEFT_OUT:
            settings[_RENAMED.get(key, key)] = value
    return settings


def _check(key: str, value: str) -> None:
    allowed = _ALLOWED.get(key)
    if allowed is not None and value.lower() not in (each.lower() for each in allowed):
        raise InvalidProgramError(f"Kafka property '{key}' must be one of {', '.join(allowed)}, not '{value}'")


def _store_key(key: str, properties: Mapping[str, Any]) -> str:
    """The librdkafka setting for a key store. librdkafka reads PEM files, and PKCS#12 files for the client's key."""
    kind = str(properties.get(key.replace("location", "type"), "JKS")).upper()
    if key == "ssl.truststore.location" and kind == "PEM":
        return "ssl.ca.location"
    if key == "ssl.keystore.location" and kind == "PKCS12":
        return key
    instead = "ssl.ca.location" if "truststore" in key else "ssl.certificate.location and ssl.key.location"
    raise InvalidProgramError(
        f"Kafka property '{key}' names a {kind} store, which only Java can read: use {instead}, with PEM files"
    )


def _from_jaas(config: str) -> dict[str, str]:
    """The username and password of Kafka's login modules. Errors never quote the text."""
    module = config.split(maxsplit=1)[0].rpartition(".")[2] if config.strip() else ""
    if module in ("PlainLoginModule", "ScramLoginModule"):
        options = re.finditer(r"(\w+)\s*=\s*([\"'])((?:\\.|(?!\2).)*)\2", config, re.DOTALL)
        credentials = {match[1]: re.sub(r"\\(.)", r"\1", match[3], flags=re.DOTALL) for match in options}
        if "username" in credentials and "password" in credentials:
            return {"sasl.username": credentials["username"], "sasl.password": credentials["password"]}
    raise InvalidProgramError(
        "Kafka property 'sasl.jaas.config' must name PlainLoginModule or ScramLoginModule, a username and a password. "
        "Otherwise use sasl.username and sasl.password, sasl.kerberos.* or sasl.oauthbearer.*"
    )
