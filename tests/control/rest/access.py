"""The access to REST servers of tests: tokens in files, as every server has them, and clients that send them."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import uvicorn

from pyrite.control.access.access_settings import AccessSettings
from pyrite.control.access.tokens import Tokens, make_tokens, read_token
from pyrite.control.job_manager.instances import Instance, InstanceLock
from pyrite.control.job_manager.job_store import JobStore
from pyrite.core.job.commands import Role

_FOLDER: Final = TemporaryDirectory(prefix="tokens-")
FILES: Final = {role: Path(_FOLDER.name) / role.value for role in (Role.OPERATE, Role.VIEW)}
make_tokens(FILES)
ACCESS: Final = AccessSettings(Tokens(FILES))


def headers_of(role: Role = Role.OPERATE) -> dict[str, str]:
    """The headers of a client with a role."""
    return {"Authorization": f"Bearer {read_token(FILES[role])}"}


@contextmanager
def served(app: Any, store: JobStore) -> Iterator[str]:
    """Serves an application on a real port, as a JobManager of the user of `store`; its HOST:PORT.

    The tokens are those of ACCESS, unless the user has tokens.
    """
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    address = f"127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    store.make()
    if not (store.path / "tokens").exists():
        (store.path / "tokens").symlink_to(_FOLDER.name)
    lock = InstanceLock(store, Instance(os.getpid(), f"http://{address}", 0))
    try:
        yield address
    finally:
        lock.give_up()
        server.should_exit = True
        thread.join()
