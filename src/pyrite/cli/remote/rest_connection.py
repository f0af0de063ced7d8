"""RestConnection: the server that an address stands for, and the headers that prove this user's role there."""

from __future__ import annotations

import os
import socket
import ssl
from collections.abc import Generator
from typing import Final, Optional
from urllib.parse import SplitResult, urlsplit

import httpx

from pyrite.control.access.tokens import configured_token_files, read_token, token_files
from pyrite.control.job_manager.instances import Instance, instances
from pyrite.control.job_manager.job_store import JobStore
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.security_options import REST_TLS
from pyrite.core.errors import PyriteError
from pyrite.core.job.commands import Role
from pyrite.core.listener import is_loopback
from pyrite.core.tls import Certificates

HEADERS_VARIABLE: Final = "FLINK_REST_CLIENT_HEADERS"
"""Lines of `NAME:VALUE`, which Flink's command line sends with each request."""


class RestConnection:
    """The connection to HOST:PORT.

    A token goes only to a server for which it is meant: the user's headers and configured tokens to each address, the
    token of this user's JobManagers to the address at which one of them listens now. On the address that another user's
    process may have taken, it is not sent.
    """

    def __init__(self, address: str, configuration: Configuration) -> None:
        """`configuration`: names the files of tokens, if they are not those of this user's own JobManager."""
        scheme, _, place = address.rpartition("://")
        self._address = urlsplit(f"//{place}")
        self._configuration = configuration
        instance = _own_instance(self._address)
        if instance is not None:
            self.url = _url_of(instance, place)
        else:
            self.url = f"{scheme or ('https' if configuration.get(REST_TLS) else 'http')}://{place}"

    def tls(self) -> ssl.SSLContext:
        """The context with which the client verifies the server, and proves its own identity."""
        return Certificates(self._configuration).client_context()

    def headers(self) -> dict[str, str]:
        """The headers of each request, with the token of now. PyriteError: a configured token could not be read."""
        headers = _headers_of_environment()
        if "authorization" in {name.lower() for name in headers}:
            return headers
        token = _token(self._configuration, _own_instance(self._address))
        return headers | ({"Authorization": f"Bearer {token}"} if token else {})


class ProofOfRole(httpx.Auth):
    """Adds the headers of a connection to requests, again when the server says that a token is no longer valid."""

    def __init__(self, connection: RestConnection) -> None:
        self._connection = connection
        self._headers = connection.headers()

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        request.headers.update(self._headers)
        response = yield request
        if response.status_code != httpx.codes.UNAUTHORIZED:
            return
        headers = self._connection.headers()
        if headers != self._headers:
            self._headers = headers
            request.headers.update(headers)
            yield request


def _token(configuration: Configuration, instance: Optional[Instance]) -> str:
    """The token with the highest role that this user can read; empty if no token is meant for the server."""
    files = configured_token_files(configuration)
    if instance is not None:
        files = {**token_files(Configuration(), JobStore.of_user().path), **files}
    errors = []
    for role in (role for role in (Role.OPERATE, Role.VIEW) if role in files):
        try:
            return read_token(files[role])
        except PyriteError as error:
            errors.append(error)
    if errors and instance is None:
        raise errors[0]
    return ""


def _own_instance(address: SplitResult) -> Optional[Instance]:
    """The running JobManager of this user at an address."""
    for instance in instances(JobStore.of_user()):
        served = urlsplit(instance.url)
        if served.port == address.port and _is_host_of(instance, address.hostname or ""):
            return instance
    return None


def _is_host_of(instance: Instance, host: str) -> bool:
    served = urlsplit(instance.url).hostname or ""
    if instance.is_everywhere:
        return is_loopback(host) or host in (socket.gethostname().lower(), socket.getfqdn().lower())
    return host == served or (host == "localhost" and is_loopback(served))


def _url_of(instance: Instance, place: str) -> str:
    """The address at which it listens itself: on others, localhost among them, another user's server may listen.

    With TLS, its certificate proves who it is, under the names in the certificate.
    """
    return f"https://{place}" if instance.url.startswith("https:") else instance.own_url


def _headers_of_environment() -> dict[str, str]:
    lines = os.environ.get(HEADERS_VARIABLE, "").splitlines()
    pairs = (line.partition(":") for line in lines if line.strip())
    return {name.strip(): value.strip() for name, colon, value in pairs if colon}
