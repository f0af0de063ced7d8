"""Moto: S3, and other services of AWS's, in memory. `kill` forgets everything."""

from __future__ import annotations

import socket
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

from servers.server import Server

ACCESS_KEY: Final = "the-access-key-of-tests"
SECRET_KEY: Final = "the-secret-key-of-tests"
REGION: Final = "us-east-1"


class Moto(Server):
    name = "moto"

    @property
    def endpoint(self) -> str:
        return f"http://{self.address}"

    def _command(self) -> Sequence[str]:
        return [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(self.port)]

    def _is_ready(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def settings(self) -> Mapping[str, str]:
        """Pyrite's settings for S3 here."""
        return {
            "s3.endpoint": self.endpoint,
            "s3.access-key": ACCESS_KEY,
            "s3.secret-key": SECRET_KEY,
            "s3.path.style.access": "true",
            "s3.region": REGION,
        }

    def client(self, service: str = "s3") -> Any:
        """boto3's client."""
        import boto3

        return boto3.client(
            service,
            endpoint_url=self.endpoint,
            aws_access_key_id=ACCESS_KEY,
            aws_secret_access_key=SECRET_KEY,
            region_name=REGION,
        )
