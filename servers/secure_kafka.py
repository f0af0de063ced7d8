"""SecureKafkaServer: a broker that also listens for clients with a password, in the clear and over TLS."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Final, Optional

from servers.kafka import KafkaServer
from servers.server import free_port, program

USER: Final = "alice"
PASSWORD: Final = "alice-secret"
_STORE_PASSWORD: Final = "store-secret"


class SecureKafkaServer(KafkaServer):
    """`address` is open to everyone; `sasl_address` and `tls_address` require USER and PASSWORD, by SASL/PLAIN."""

    def __init__(self, folder: Optional[Path] = None) -> None:
        super().__init__(folder)
        self.sasl_address = f"127.0.0.1:{free_port()}"
        self.tls_address = f"127.0.0.1:{free_port()}"

    @property
    def certificate(self) -> Path:
        """The certificate for clients of `tls_address`: the broker's own one, as PEM."""
        return self.folder / "broker.pem"

    def _properties(self) -> dict[str, str]:
        store = self._make_key_store()
        own = super()._properties()
        secure = f"SASL_PLAINTEXT://{self.sasl_address},SASL_SSL://{self.tls_address}"
        login = f'org.apache.kafka.common.security.plain.PlainLoginModule required user_{USER}="{PASSWORD}";'
        protocols = ("PLAINTEXT", "SASL_PLAINTEXT", "SASL_SSL")
        return own | {
            "listeners": f"{own['listeners']},{secure}",
            "advertised.listeners": f"{own['advertised.listeners']},{secure}",
            "listener.security.protocol.map": ",".join(
                ["CONTROLLER:PLAINTEXT", *(f"{protocol}:{protocol}" for protocol in protocols)]
            ),
            "sasl.enabled.mechanisms": "PLAIN",
            "listener.name.sasl_plaintext.plain.sasl.jaas.config": login,
            "listener.name.sasl_ssl.plain.sasl.jaas.config": login,
            "ssl.keystore.type": "PKCS12",
            "ssl.keystore.location": str(store),
            "ssl.keystore.password": _STORE_PASSWORD,
        }

    def _make_key_store(self) -> Path:
        """A private key and a certificate, created by Java's keytool."""
        store = self.folder / "broker.p12"
        tool = program("keytool", "default-jre-headless", f"{os.environ.get('JAVA_HOME', '')}/bin")
        where = ["-keystore", str(store), "-storetype", "PKCS12", "-storepass", _STORE_PASSWORD, "-alias", "broker"]
        kind = ["-keyalg", "EC", "-dname", "CN=127.0.0.1", "-ext", "SAN=IP:127.0.0.1", "-validity", "3650"]
        for command in (
            ["-genkeypair", *where, *kind],
            ["-exportcert", "-rfc", *where, "-file", str(self.certificate)],
        ):
            subprocess.run([tool, *command], check=True, capture_output=True, timeout=60)
        return store
