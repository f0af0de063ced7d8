"""HTTP for connectors: httpx's client, with what all of them want of it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import ssl

    import httpx


def http_client(timeout_s: float, **options: Any) -> httpx.Client:
    """A client that trusts whom the machine trusts, and follows no redirect: credentials are for one server.

    `timeout_s` is for connecting, and for each wait for more of an answer. Close it, or use it as a context manager.
    """
    import httpx

    return httpx.Client(timeout=timeout_s, verify=trusted_certificates(), **options)


@cache
def trusted_certificates() -> ssl.SSLContext:
    """The machine's certificates. httpx would bring its own, which know no company's."""
    import ssl

    return ssl.create_default_context()
