"""AccessSettings: the ways in which clients of a REST server prove their roles, from the configuration."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Optional

from pyrite.control.access.tokens import Tokens, make_tokens, token_files
from pyrite.core.config.cluster_options import LOG_FILES, LOG_SIZE
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.security_options import REST_AUTHENTICATION, REST_SESSION_LIFETIME
from pyrite.core.errors import PyriteError
from pyrite.core.listener import is_loopback

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


def access_settings(configuration: Configuration, folder: Path, host: str, port: int) -> AccessSettings:
    """The access to a server at an address. Creates missing tokens in `folder`, the private folder of its user.

    PyriteError: every client in the network could use the server, or a token is readable for other users.
    """
    tokens = None
    if configuration.get(REST_AUTHENTICATION):
        files = token_files(configuration, folder)
        make_tokens(files)
        tokens = Tokens(files)
    elif not is_loopback(host):
        raise PyriteError(
            f"a server at {host} without authentication would let everybody in the network run code as this user: "
            f"remove {REST_AUTHENTICATION.key}=false, or ask for client certificates"
        )
    else:
        _log.warning("every user of this machine can run code as this user: %s is false", REST_AUTHENTICATION.key)
    audit_folder = folder / _AUDIT_FOLDER
    audit_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return AccessSettings(
        tokens=tokens,
        session_lifetime_s=configuration.get(REST_SESSION_LIFETIME) / 1000,
        audit_file=audit_folder / f"rest-{port}.log",
        audit_file_bytes=configuration.get(LOG_SIZE),
        older_audit_files=configuration.get(LOG_FILES),
    )
