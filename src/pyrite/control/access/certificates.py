"""Certificates of a cluster of this user: an authority of its own, and certificates of servers and clients."""

from __future__ import annotations

import ipaddress
import os
import secrets
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
    pkcs12,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from pyrite.core.clock import SystemClock
from pyrite.core.errors import PyriteError
from pyrite.storage.private_folder import PrivateFolder

_AUTHORITY_DAYS: Final = 3650
_CERTIFICATE_DAYS: Final = 397
_LOOPBACK_NAMES: Final = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class _Identity:
    """A private key with its certificate."""

    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate


class CertificateFolder:
    """A private folder with the certificates, as PEM for Pyrite's keys and as PKCS12 for Flink's."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def make(self, hosts: Sequence[str]) -> None:
        """Creates the authority if it is missing, and new certificates of the server and of a client.

        `hosts`: names and addresses of the server, besides those of this machine and of its former certificate.
        Existing clients and servers trust the new certificates: the authority stays.
        """
        PrivateFolder(self.path).make()
        if not (self.path / "password").exists():
            self._write("password", secrets.token_urlsafe(24).encode())
        authority = self._authority()
        names = dict.fromkeys((*hosts, *self._hosts(), socket.gethostname(), *_LOOPBACK_NAMES))
        server = _issue(f"pyrite {socket.gethostname()}", authority, list(names), ExtendedKeyUsageOID.SERVER_AUTH)
        client = _issue(f"pyrite client of {os.getuid()}", authority, [], ExtendedKeyUsageOID.CLIENT_AUTH)
        for name, identity in (("server", server), ("client", client)):
            self._write_identity(name, identity)
            chain = [authority.certificate]
            store = pkcs12.serialize_key_and_certificates(
                name.encode(), identity.key, identity.certificate, chain, BestAvailableEncryption(self.password)
            )
            self._write(f"{name}.p12", store)
        trusted = [pkcs12.PKCS12Certificate(authority.certificate, b"authority")]
        encryption = BestAvailableEncryption(self.password)
        self._write("truststore.p12", pkcs12.serialize_java_truststore(trusted, encryption))

    @property
    def password(self) -> bytes:
        """The password of the PKCS12 files."""
        return (self.path / "password").read_bytes().strip()

    def _hosts(self) -> list[str]:
        """The names in the server's certificate, if it has one."""
        if not (self.path / "server.pem").exists():
            return []
        certificate = x509.load_pem_x509_certificate((self.path / "server.pem").read_bytes())
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        return [str(name.value) for name in names]

    def _authority(self) -> _Identity:
        if (self.path / "ca.pem").exists():
            try:
                key = load_pem_private_key((self.path / "ca-key.pem").read_bytes(), None)
                certificate = x509.load_pem_x509_certificate((self.path / "ca.pem").read_bytes())
            except (OSError, ValueError) as error:
                raise PyriteError(f"the authority in {self.path} cannot be read: {error}") from None
            assert isinstance(key, ec.EllipticCurvePrivateKey)
            return _Identity(key, certificate)
        authority = _new_authority()
        self._write_identity("ca", authority)
        return authority

    def _write_identity(self, name: str, identity: _Identity) -> None:
        key = identity.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        self._write(f"{name}-key.pem", key)
        self._write(f"{name}.pem", identity.certificate.public_bytes(Encoding.PEM))

    def _write(self, name: str, data: bytes) -> None:
        fresh = self.path / f"{name}.new"
        fresh.unlink(missing_ok=True)
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
        fresh.replace(self.path / name)


def _new_authority() -> _Identity:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"pyrite authority {secrets.token_hex(4)}")])
    builder = _builder(name, name, key, _AUTHORITY_DAYS)
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    builder = builder.add_extension(_usage(signs_certificates=True), critical=True)
    builder = builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    return _Identity(key, builder.sign(key, hashes.SHA256()))


def _issue(common_name: str, authority: _Identity, hosts: Sequence[str], purpose: x509.ObjectIdentifier) -> _Identity:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common_name[:64])])
    builder = _builder(name, authority.certificate.subject, key, _CERTIFICATE_DAYS)
    builder = builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
    builder = builder.add_extension(_usage(signs_certificates=False), critical=True)
    builder = builder.add_extension(x509.ExtendedKeyUsage([purpose]), critical=False)
    issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key())
    builder = builder.add_extension(issuer, critical=False)
    if hosts:
        names = x509.SubjectAlternativeName([_general_name(host) for host in hosts])
        builder = builder.add_extension(names, critical=False)
    return _Identity(key, builder.sign(authority.key, hashes.SHA256()))


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, days: int
) -> x509.CertificateBuilder:
    now = datetime.fromtimestamp(SystemClock().now_ms() / 1000, UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=days))
    )


def _usage(signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _general_name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)
