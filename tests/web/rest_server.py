"""A REST server on loopback, in a thread: what it answers comes from documents of jobs in the simulation."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import uvicorn

from pyrite.control.rest.app import make_app
from pyrite.control.rest.services import RestSettings
from servers.server import free_port
from tests.control.rest.access import ACCESS
from tests.control.rest.memory_gateway import MemoryGateway


class RestServer:
    """A server that can be away for a while."""

    def __init__(self, gateway: MemoryGateway, settings: RestSettings) -> None:
        self._port = free_port()
        self.address = f"http://127.0.0.1:{self._port}"
        self._app = make_app(gateway, replace(settings, address=self.address), ACCESS)
        self.start()

    def start(self) -> None:
        config = uvicorn.Config(self._app, host="127.0.0.1", port=self._port, ws="none", log_config=None)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)

    def stop(self) -> None:
        self._server.should_exit = self._server.force_exit = True
        self._thread.join()


@contextmanager
def rest_server(gateway: MemoryGateway, settings: RestSettings) -> Iterator[RestServer]:
    server = RestServer(gateway, settings)
    yield server
    server.stop()
