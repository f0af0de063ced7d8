"""Options of who may use REST, and of its TLS. Keys are Flink's where Flink has one."""

from __future__ import annotations

from typing import Final

from pyrite.core.config.config_options import ConfigOption, duration_of_at_least, parse_bool

REST_AUTHENTICATION: Final = ConfigOption(
    "rest.authentication.enabled",
    parse_bool,
    True,
    "Whether REST servers ask for a token. Without it, they listen only on loopback, or with client certificates. "
    "Not in Flink.",
)
REST_OPERATE_FILE: Final = ConfigOption(
    "rest.authentication.operate-file",
    str,
    "",
    "File with the token that may change jobs, for servers and for commands with -m; by default one in the "
    "JobManager's folder that the server creates. Not in Flink.",
)
REST_VIEW_FILE: Final = ConfigOption(
    "rest.authentication.view-file",
    str,
    "",
    "File with the token that may only look; by default one in the JobManager's folder. Not in Flink.",
)
REST_SESSION_LIFETIME: Final = ConfigOption(
    "rest.authentication.session-lifetime",
    duration_of_at_least(1000),
    12 * 3_600_000,
    "Time after which a browser without requests must sign in again. Not in Flink.",
)

# TLS ------------------------------------------------------------------------------------------------------------------


def _store(name: str, description: str) -> ConfigOption[str]:
    """An option of a keystore or truststore of REST; by default that of all of Flink's stores."""
    general = ConfigOption(f"security.ssl.{name}", str, "", description)
    return ConfigOption(f"security.ssl.rest.{name}", str, "", description, fallback=general)


REST_TLS: Final = ConfigOption(
    "security.ssl.rest.enabled", parse_bool, False, "Whether REST servers and their clients use TLS."
)
REST_MUTUAL_TLS: Final = ConfigOption(
    "security.ssl.rest.authentication-enabled",
    parse_bool,
    False,
    "Whether REST servers ask each client for a certificate, which proves the role operate.",
)
HISTORY_TLS: Final = ConfigOption(
    "historyserver.web.ssl.enabled",
    parse_bool,
    False,
    "Whether the history server uses TLS, with the certificates of security.ssl.rest.",
)
REST_KEYSTORE: Final = _store("keystore", "PKCS12 file with the private key and the certificate.")
REST_KEYSTORE_PASSWORD: Final = _store("keystore-password", "Password of the keystore.")
REST_TRUSTSTORE: Final = _store("truststore", "PKCS12 file with the certificates of the authorities to trust.")
REST_TRUSTSTORE_PASSWORD: Final = _store("truststore-password", "Password of the truststore.")
REST_CERTIFICATE_FILE: Final = ConfigOption(
    "pyrite.security.ssl.rest.certificate-file",
    str,
    "",
    "PEM file with the certificate and its chain, in place of a keystore.",
)
REST_KEY_FILE: Final = ConfigOption(
    "pyrite.security.ssl.rest.private-key-file", str, "", "PEM file with the private key of the certificate."
)
REST_TRUSTED_FILE: Final = ConfigOption(
    "pyrite.security.ssl.rest.trusted-certificates-file",
    str,
    "",
    "PEM file with the certificates of the authorities to trust, in place of a truststore.",
)
