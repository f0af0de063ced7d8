"""The port for Prometheus in the network: only clients with a certificate get metrics."""

from __future__ import annotations

import socket
import ssl
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Optional

import pytest

from pyrite.control.access.certificates import CertificateFolder
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.metric_options import reporter_settings
from pyrite.core.errors import InvalidProgramError, PyriteError
from pyrite.core.tls import Certificates
from pyrite.reporters.prometheus_reporter import PrometheusReporter
from pyrite.reporters.reporter_loading import make_reporter
from tests.reporters.reports import REPORT

PROMETHEUS = {"factory.class": "prometheus", "port": "0", "host": "0.0.0.0"}


def pem(folder: Path, side: str) -> dict[str, str]:
    names = {"certificate-file": f"{side}.pem", "private-key-file": f"{side}-key.pem"}
    names["trusted-certificates-file"] = "ca.pem"
    return {f"pyrite.security.ssl.rest.{key}": str(folder / name) for key, name in names.items()}


@pytest.fixture
def certificates(tmp_path: Path) -> Path:
    CertificateFolder(tmp_path).make([])
    return tmp_path


@pytest.fixture
def port(certificates: Path) -> Iterator[int]:
    own = {f"metrics.reporter.prom.{key}": text for key, text in {**PROMETHEUS, "ssl.enabled": "true"}.items()}
    settings = reporter_settings(Configuration({**own, **pem(certificates, "server")}))["prom"]
    reporter: Any = make_reporter("prom", settings)
    reporter.open(settings, lambda: REPORT)
    yield reporter.port
    reporter.close()


def scraped(port: int, context: Optional[ssl.SSLContext]) -> str:
    scheme = "http" if context is None else "https"
    with urllib.request.urlopen(f"{scheme}://localhost:{port}/metrics", context=context, timeout=5) as answer:
        return str(answer.read().decode())


def test_client_with_a_certificate_gets_metrics_while_another_handshake_never_ends(
    port: int, certificates: Path
) -> None:
    with socket.create_connection(("localhost", port)) as silent:
        silent.sendall(b"\x16\x03")
        context = Certificates(Configuration(pem(certificates, "client"))).client_context()
        assert "flink_jobmanager_job_numRestarts" in scraped(port, context)


def test_clients_without_a_certificate_get_nothing(port: int, certificates: Path) -> None:
    for context in (ssl.create_default_context(cafile=str(certificates / "ca.pem")), None):
        with pytest.raises(OSError):
            scraped(port, context)


def test_port_in_the_network_without_certificates_is_refused_before_the_job_starts() -> None:
    with pytest.raises(
        InvalidProgramError, match=r"metrics\.reporter\.prom: .* host = 0\.0\.0\.0: .* ssl\.enabled=true"
    ):
        make_reporter("prom", Configuration(PROMETHEUS))
    with pytest.raises(PyriteError, match="everybody in the network"):
        PrometheusReporter().open(Configuration(PROMETHEUS), lambda: REPORT)


def test_tls_without_an_authority_is_refused(certificates: Path) -> None:
    settings = {**PROMETHEUS, **pem(certificates, "server"), "ssl.enabled": "true"}
    del settings["pyrite.security.ssl.rest.trusted-certificates-file"]
    with pytest.raises(InvalidProgramError, match=r"metrics\.reporter\.prom: client certificates need an authority"):
        make_reporter("prom", Configuration(settings))
