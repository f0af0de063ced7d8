"""The HTTP client of connectors: httpx with common settings."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import ssl

    import httpx


def http_client(timeout_s: float, **options: Any) -> httpx.Client:
    """A client with the machine's trusted certificates. It follows no redirects: credentials are for one server.

    `timeout_s` limits connecting, and each read of a response. Close the client, or use it as a context manager.
    """
    import httpx

    return httpx.Client(timeout=timeout_s, **{"verify": trusted_certificates(), **options})


@cache
def trusted_certificates() -> ssl.SSLContext:
    """The machine's trusted certificates. Those that httpx bundles lack a company's own certificates."""
    import ssl

    return ssl.create_default_context()
