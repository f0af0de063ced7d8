"""TLS of REST: whose certificates count, renewal, and files in Java's formats."""

from __future__ import annotations

import ssl
from pathlib import Path

import pytest

from pyrite.control.access.certificates import CertificateFolder
from pyrite.core.config.configuration import Configuration
from pyrite.core.tls import Certificates, TlsError


def folder(path: Path, *hosts: str) -> CertificateFolder:
    made = CertificateFolder(path)
    made.make(hosts)
    return made


def pem(path: Path, side: str) -> Certificates:
    keys = {"certificate-file": f"{side}.pem", "private-key-file": f"{side}-key.pem"}
    keys["trusted-certificates-file"] = "ca.pem"
    return Certificates(
        Configuration({f"pyrite.security.ssl.rest.{key}": str(path / name) for key, name in keys.items()})
    )


def pkcs12(certificates: CertificateFolder, side: str, prefix: str = "security.ssl.rest.") -> Certificates:
    password = certificates.password.decode()
    values = {
        "keystore": str(certificates.path / f"{side}.p12"),
        "keystore-password": password,
        "truststore": str(certificates.path / "truststore.p12"),
        "truststore-password": password,
    }
    return Certificates(Configuration({f"{prefix}{key}": value for key, value in values.items()}))


def handshake(server: ssl.SSLContext, client: ssl.SSLContext, host: str = "localhost") -> tuple[bytes, object]:
    """The certificate of the server, and the name of the client, as the other side sees them."""
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    sides = [
        client.wrap_bio(to_client, to_server, server_hostname=host),
        server.wrap_bio(to_server, to_client, server_side=True),
    ]
    for _ in range(6):
        for side in sides:
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
    served = sides[0].getpeercert(binary_form=True)
    assert served is not None
    return served, (sides[1].getpeercert() or {}).get("subject")


@pytest.mark.parametrize("prefix", ["security.ssl.rest.", "security.ssl."])
def test_stores_of_flink_and_files_of_pyrite_are_the_same_certificates(tmp_path: Path, prefix: str) -> None:
    made = folder(tmp_path)
    as_pem = handshake(pem(tmp_path, "server").server_context(True), pem(tmp_path, "client").client_context())
    of_flink = pkcs12(made, "server", prefix).server_context(True), pkcs12(made, "client", prefix).client_context()
    assert handshake(*of_flink) == as_pem
    assert "pyrite client" in str(as_pem[1])


def test_client_without_a_certificate_or_with_that_of_another_authority_is_refused(tmp_path: Path) -> None:
    folder(tmp_path / "ours")
    folder(tmp_path / "theirs")
    server = pem(tmp_path / "ours", "server").server_context(True)
    without = Certificates(
        Configuration({"pyrite.security.ssl.rest.trusted-certificates-file": str(tmp_path / "ours" / "ca.pem")})
    ).client_context()
    with pytest.raises(ssl.SSLError, match="PEER_DID_NOT_RETURN_A_CERTIFICATE"):
        handshake(server, without)
    stranger = pem(tmp_path / "theirs", "client").client_context()
    stranger.load_verify_locations(tmp_path / "ours" / "ca.pem")
    with pytest.raises(ssl.SSLError, match="CERTIFICATE_VERIFY_FAILED"):
        handshake(server, stranger)


def test_server_of_another_authority_or_name_is_not_trusted(tmp_path: Path) -> None:
    folder(tmp_path / "ours", "node1", "192.0.2.7")
    folder(tmp_path / "theirs")
    client, server = pem(tmp_path / "ours", "client").client_context(), pem(tmp_path / "ours", "server")
    for host in ("node1", "192.0.2.7", "localhost"):
        handshake(server.server_context(True), client, host)
    with pytest.raises(ssl.SSLError, match="Hostname mismatch"):
        handshake(server.server_context(True), client, "evil.example")
    with pytest.raises(ssl.SSLError, match="CERTIFICATE_VERIFY_FAILED"):
        handshake(pem(tmp_path / "theirs", "server").server_context(False), client)


def test_renewed_certificates_and_authorities_are_used_from_the_next_connection_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    made = folder(tmp_path, "node1")
    server = pem(tmp_path, "server").server_context(True)
    before = handshake(server, pem(tmp_path, "client").client_context())
    made.make([])
    after = handshake(server, pem(tmp_path, "client").client_context(), "node1")
    assert before[0] != after[0]
    (tmp_path / "server.pem").write_text("nothing")
    assert handshake(server, pem(tmp_path, "client").client_context()) == after
    assert "renewed certificates are not used" in caplog.text


def test_client_of_the_former_authority_is_refused_when_the_authority_was_renewed(tmp_path: Path) -> None:
    made = folder(tmp_path)
    server, former = pem(tmp_path, "server").server_context(True), pem(tmp_path, "client").client_context()
    handshake(server, former)
    for file in ("ca.pem", "ca-key.pem"):
        (tmp_path / file).unlink()
    made.make([])
    former.load_verify_locations(tmp_path / "ca.pem")
    with pytest.raises(ssl.SSLError, match="CERTIFICATE_VERIFY_FAILED"):
        handshake(server, former)


def test_store_in_javas_format_is_refused_with_the_command_that_converts_it(tmp_path: Path) -> None:
    store = tmp_path / "old.jks"
    store.write_bytes(b"\xfe\xed\xfe\xed\0\0\0\2")
    configuration = Configuration({"security.ssl.rest.keystore": str(store)})
    command = rf"keytool -importkeystore -srckeystore {store} -destkeystore {tmp_path}/old.p12 -deststoretype PKCS12"
    with pytest.raises(TlsError, match=command):
        Certificates(configuration).server_context(False)


@pytest.mark.parametrize(
    ("values", "asks", "message"),
    [
        ({}, False, "TLS needs a certificate: set security.ssl.rest.keystore or pyrite"),
        ({"security.ssl.rest.keystore": "server.p12"}, True, "need an authority: set security.ssl.rest.truststore"),
        ({"security.ssl.rest.keystore": "missing.p12"}, False, "missing.p12: .*No such file"),
        ({"security.ssl.rest.keystore": "server.p12"}, False, "could not be read from"),
    ],
)
def test_missing_certificates_and_wrong_passwords_are_errors(
    tmp_path: Path, values: dict[str, str], asks: bool, message: str
) -> None:
    folder(tmp_path)
    configuration = Configuration({key: str(tmp_path / name) for key, name in values.items()})
    with pytest.raises(TlsError, match=message):
        Certificates(configuration).server_context(asks)


def test_files_with_keys_are_those_of_the_user_alone(tmp_path: Path) -> None:
    made = folder(tmp_path / "certificates")
    assert made.path.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in made.path.iterdir()} == {0o600}
