"""AccessSettings: the ways in which clients of a REST server prove their roles, from the configuration."""

from __future__ import annotations

import logging
import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Optional

from pyrite.control.access.tokens import Tokens, make_tokens, token_files
from pyrite.core.config.cluster_options import LOG_FILES, LOG_SIZE
from pyrite.core.config.config_options import ConfigOption
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.security_options import REST_AUTHENTICATION, REST_MUTUAL_TLS, REST_SESSION_LIFETIME, REST_TLS
from pyrite.core.errors import PyriteError
from pyrite.core.listener import is_loopback
from pyrite.core.tls import Certificates, TlsError

_log = logging.getLogger(__name__)
_AUDIT_FOLDER: Final = "audit"


@dataclass(frozen=True)
class AccessSettings:
    """The access to one server."""

    tokens: Optional[Tokens]
    """None: the server asks for no token."""
    asks_for_certificates: bool = False
    """Whether TLS has verified a certificate of each client."""
    session_lifetime_s: float = REST_SESSION_LIFETIME.default / 1000
    audit_file: Optional[Path] = None
    """None: requests are not recorded."""
    audit_file_bytes: int = LOG_SIZE.default
    older_audit_files: int = LOG_FILES.default


def server_tls(configuration: Configuration, option: ConfigOption[bool]) -> Optional[ssl.SSLContext]:
    """The TLS of a server that an option enables. TlsError: a certificate is missing or not usable."""
    if not configuration.get(option):
        if configuration.get(REST_MUTUAL_TLS) and option is REST_TLS:
            raise TlsError(f"{REST_MUTUAL_TLS.key} needs TLS: set {option.key}")
        return None
    return Certificates(configuration).server_context(configuration.get(REST_MUTUAL_TLS))


def access_settings(
    configuration: Configuration, folder: Path, host: str, port: int, tls: Optional[ssl.SSLContext] = None
) -> AccessSettings:
    """The access to a server at an address. Creates missing tokens in `folder`, the private folder of its user.

    PyriteError: every client in the network could use the server, or a token is readable for other users.
    """
    tokens, asks_for_certificates = None, tls is not None and tls.verify_mode is ssl.CERT_REQUIRED
    if configuration.get(REST_AUTHENTICATION):
        files = token_files(configuration, folder)
        make_tokens(files)
        tokens = Tokens(files)
        if not is_loopback(host) and tls is None:
            _log.warning("tokens cross the network in clear text: set %s", REST_TLS.key)
    elif asks_for_certificates:
        _log.info("clients prove the role operate by certificates alone")
    elif not is_loopback(host):
        raise PyriteError(
            f"a server at {host} without authentication would let everybody in the network run code as this user: "
            f"remove {REST_AUTHENTICATION.key}=false, or ask for client certificates by {REST_MUTUAL_TLS.key}"
        )
    else:
        _log.warning("every user of this machine can run code as this user: %s is false", REST_AUTHENTICATION.key)
    audit_folder = folder / _AUDIT_FOLDER
    audit_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return AccessSettings(
        tokens=tokens,
        asks_for_certificates=asks_for_certificates,
        session_lifetime_s=configuration.get(REST_SESSION_LIFETIME) / 1000,
        audit_file=audit_folder / f"rest-{port}.log",
        audit_file_bytes=configuration.get(LOG_SIZE),
        older_audit_files=configuration.get(LOG_FILES),
    )
