"""A JobManager with its REST server, in this process."""

from __future__ import annotations

import errno
import os
import signal
import socket
import ssl
from collections.abc import Callable, Iterable
from typing import Final, Optional

from pyrite.control.access.access_settings import AccessSettings
from pyrite.control.job_manager.instances import Instance, InstanceLock
from pyrite.control.job_manager.job_manager import JobManager
from pyrite.control.job_manager.job_store import JobStore
from pyrite.control.rest.app import make_app
from pyrite.control.rest.services import RestSettings
from pyrite.core.clock import SystemClock
from pyrite.core.errors import PyriteError
from pyrite.core.extras import load
from pyrite.core.listener import listen_at

_NEXT_PORTS: Final = 100


class PortInUseError(PyriteError):
    """None of the ports that the REST server may use is free."""


def listen(host: str, ports: Iterable[int]) -> socket.socket:
    """A socket that listens on the first free one of these ports, or on one of the next ports after the last."""
    candidates = list(ports)
    for port in [*candidates, *range(candidates[-1] + 1, min(candidates[-1] + 1 + _NEXT_PORTS, 65536))]:
        try:
            return listen_at(host, port, backlog=2048)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise PortInUseError(f"the REST server cannot listen on {host}:{port}: {error.strerror}") from None
    raise PortInUseError(f"all ports of {host} from {candidates[0]} on are in use: choose another one, or 0")


async def serve(
    manager: JobManager,
    store: JobStore,
    listener: socket.socket,
    settings: Callable[[str], RestSettings],
    access: AccessSettings,
    tls: Optional[ssl.SSLContext],
    on_ready: Callable[[str, str], None],
) -> None:
    """Runs a JobManager until a signal ends it. `settings` are the REST settings for a server at an address.

    `on_ready` gets the address, and the JobManager for which this one is on standby, if any.
    """
    load("uvicorn", "jobmanager", "a JobManager")
    from pyrite.control.rest.http_server import serve_app

    host, port = listener.getsockname()[:2]
    url = f"{'https' if tls is not None else 'http'}://{host}:{port}"
    try:
        await manager.start()
        on_ready(url, manager.stands_by_for)  # before the lock makes it visible to other processes
        instance = InstanceLock(store, Instance(os.getpid(), url, SystemClock().now_ms()))
    except OSError as error:
        await manager.stop()
        raise PyriteError(f"{store.path} is not writable: {error.strerror or error}") from error
    try:
        app = make_app(manager, settings(url), access, shut_down=lambda: os.kill(os.getpid(), signal.SIGTERM))
        await serve_app(app, listener, tls)
    finally:
        instance.give_up()
        await manager.stop()
