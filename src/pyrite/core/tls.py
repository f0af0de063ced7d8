"""TLS of REST servers and their clients: contexts from the configured certificates, which are read again when renewed.

Flink's keys name PKCS12 files, Pyrite's own keys PEM files.
"""

from __future__ import annotations

import logging
import os
import secrets
import ssl
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, Optional

from cryptography import x509
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, PrivateFormat, pkcs12

from pyrite.core.config.config_options import ConfigOption
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.security_options import (
    REST_CERTIFICATE_FILE,
    REST_KEY_FILE,
    REST_KEYSTORE,
    REST_KEYSTORE_PASSWORD,
    REST_TRUSTED_FILE,
    REST_TRUSTSTORE,
    REST_TRUSTSTORE_PASSWORD,
)
from pyrite.core.errors import PyriteError

_log = logging.getLogger(__name__)
_JAVA_STORES: Final = (b"\xfe\xed\xfe\xed", b"\xce\xce\xce\xce")
"""How files of the formats JKS and JCEKS begin."""


class TlsError(PyriteError):
    """A certificate, key or store is missing or not usable."""


class Certificates:
    """The identity of this side and the authorities that it trusts, as configured."""

    def __init__(self, configuration: Configuration) -> None:
        self._configuration = configuration

    def server_context(self, asks_for_certificates: bool) -> ssl.SSLContext:
        """The context of a server. Later handshakes use renewed files. TlsError: one is missing or not usable."""
        if not self._has_identity:
            raise TlsError(f"TLS needs a certificate: set {REST_KEYSTORE.key} or {REST_CERTIFICATE_FILE.key}")
        if asks_for_certificates and not self._trusted_files:
            options = f"{REST_TRUSTSTORE.key} or {REST_TRUSTED_FILE.key}"
            raise TlsError(f"client certificates need an authority: set {options}")

        def load() -> ssl.SSLContext:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._load_identity(context)
            if asks_for_certificates:
                context.verify_mode = ssl.CERT_REQUIRED
                self._load_trusted(context)
            return context

        return _renewed(load, self._files())

    def client_context(self) -> ssl.SSLContext:
        """The context of a client: it trusts the configured authorities, by default those of the machine."""
        context = ssl.create_default_context() if not self._trusted_files else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self._load_trusted(context)
        if self._has_identity:
            self._load_identity(context)
        return context

    def _path(self, option: ConfigOption[str]) -> Optional[Path]:
        text = self._configuration.get(option)
        return Path(text).expanduser() if text else None

    @property
    def _has_identity(self) -> bool:
        return self._path(REST_CERTIFICATE_FILE) is not None or self._path(REST_KEYSTORE) is not None

    @property
    def _trusted_files(self) -> bool:
        return self._path(REST_TRUSTED_FILE) is not None or self._path(REST_TRUSTSTORE) is not None

    def _files(self) -> list[Path]:
        options = (REST_CERTIFICATE_FILE, REST_KEY_FILE, REST_KEYSTORE, REST_TRUSTED_FILE, REST_TRUSTSTORE)
        return [path for option in options if (path := self._path(option)) is not None]

    def _load_identity(self, context: ssl.SSLContext) -> None:
        certificate, store = self._path(REST_CERTIFICATE_FILE), self._path(REST_KEYSTORE)
        try:
            if certificate is not None:
                context.load_cert_chain(certificate, self._path(REST_KEY_FILE))
            elif store is not None:
                _load_keystore(context, store, self._configuration.get(REST_KEYSTORE_PASSWORD))
        except (OSError, ValueError) as error:
            raise TlsError(f"the certificate could not be read from {certificate or store}: {error}") from None

    def _load_trusted(self, context: ssl.SSLContext) -> None:
        file, store = self._path(REST_TRUSTED_FILE), self._path(REST_TRUSTSTORE)
        try:
            if file is not None:
                context.load_verify_locations(file)
            elif store is not None:
                key, certificate, others = _content(store, self._configuration.get(REST_TRUSTSTORE_PASSWORD))
                trusted = [*others, *([certificate] if certificate is not None and key is None else [])]
                context.load_verify_locations(cadata=b"".join(each.public_bytes(Encoding.DER) for each in trusted))
        except (OSError, ValueError) as error:
            raise TlsError(f"trusted certificates could not be read from {file or store}: {error}") from None


def _content(store: Path, password: str) -> tuple[Any, Optional[x509.Certificate], Sequence[x509.Certificate]]:
    data = store.read_bytes()
    if data.startswith(_JAVA_STORES):
        target = store.with_suffix(".p12")
        raise TlsError(
            f"{store} has Java's own format JKS: convert it by `keytool -importkeystore -srckeystore {store} "
            f"-destkeystore {target} -deststoretype PKCS12`, and set {target}"
        )
    return pkcs12.load_key_and_certificates(data, password.encode() or None)


def _load_keystore(context: ssl.SSLContext, store: Path, password: str) -> None:
    """Loads a PKCS12 file through a file of the format that OpenSSL reads, encrypted with a key of this call."""
    key, certificate, others = _content(store, password)
    if key is None or certificate is None:
        raise ValueError("it has no private key with a certificate")
    passphrase = secrets.token_bytes(16).hex().encode()
    encryption = BestAvailableEncryption(passphrase)
    with tempfile.NamedTemporaryFile(suffix=".pem") as file:
        file.write(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption))
        for each in (certificate, *others):
            file.write(each.public_bytes(Encoding.PEM))
        file.flush()
        context.load_cert_chain(file.name, password=passphrase)


def _renewed(load: Callable[[], ssl.SSLContext], files: Sequence[Path]) -> ssl.SSLContext:
    """A context whose handshakes use a context of the files of now. A file that is not usable changes nothing."""
    first = load()
    current, identity = first, _identity(files)

    def use_renewed(connection: ssl.SSLObject, _name: Optional[str], _context: ssl.SSLContext) -> None:
        nonlocal current, identity
        latest = _identity(files)
        if latest != identity:
            identity = latest
            try:
                current = load()
            except TlsError as error:
                _log.error("renewed certificates are not used: %s", error)
            else:
                _log.info("certificates were renewed")
        connection.context = current

    first.sni_callback = use_renewed
    return first


def _identity(files: Sequence[Path]) -> tuple[tuple[int, int], ...]:
    """Changes with the files."""
    return tuple((status.st_mtime_ns, status.st_ino) for status in map(_status, files) if status is not None)


def _status(file: Path) -> Optional[os.stat_result]:
    try:
        return file.stat()
    except OSError:
        return None
