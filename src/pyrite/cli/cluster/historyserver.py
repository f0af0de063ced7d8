"""Runs the history server, starts it in the background, and stops it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import click

from pyrite.cli.cluster.background_process import start_in_background
from pyrite.control.access.access_settings import access_settings, server_tls
from pyrite.control.history.history_gateway import HistoryGateway
from pyrite.control.history.job_archive import JobArchive
from pyrite.control.job_manager.job_store import JobStore
from pyrite.control.job_manager.server import listen
from pyrite.control.rest.app import make_app
from pyrite.control.rest.services import RestSettings
from pyrite.core.config.cluster_options import (
    HISTORY_ADDRESS,
    HISTORY_DIRECTORIES,
    HISTORY_PORT,
    HISTORY_REFRESH_INTERVAL,
    HISTORY_RETAINED_JOBS,
    REST_ALLOWED_HOSTS,
    WEB_ALLOW_ORIGIN,
    WEB_REFRESH_INTERVAL,
    parse_names,
)
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.security_options import HISTORY_TLS
from pyrite.core.errors import InvalidProgramError, PyriteError
from pyrite.core.extras import load
from pyrite.storage.file_lock import held_text, lock_file, write_locked

_START_S: Final = 60.0
_STOP_S: Final = 20.0
_POLL_S: Final = 0.05


def run_history_server(settings: Mapping[str, str]) -> None:
    """Runs a history server in this process until a signal ends it."""
    configuration = Configuration(settings)
    directories = [part.strip() for part in configuration.get(HISTORY_DIRECTORIES).split(",") if part.strip()]
    if not directories:
        raise InvalidProgramError(f"the history server has no archives: set {HISTORY_DIRECTORIES.key}=FOLDER,...")
    archives = [JobArchive(directory, configuration) for directory in directories]
    refresh_s, retained = configuration.get(HISTORY_REFRESH_INTERVAL) / 1000, configuration.get(HISTORY_RETAINED_JOBS)
    gateway = HistoryGateway(archives, refresh_s, retained)
    try:
        lock = lock_file(_place())
    except BlockingIOError:
        raise PyriteError(
            f"a history server is already running, process {held_text(_place())}: stop it first"
        ) from None
    write_locked(lock, str(os.getpid()))
    try:
        listener = listen(configuration.get(HISTORY_ADDRESS), [configuration.get(HISTORY_PORT)])
        with listener, contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_serve(gateway, configuration, listener))
    finally:
        _place().unlink(missing_ok=True)
        os.close(lock)


async def _serve(gateway: HistoryGateway, configuration: Configuration, listener: socket.socket) -> None:
    load("uvicorn", "jobmanager", "a history server")
    from pyrite.control.rest.http_server import serve_app

    host, port = listener.getsockname()[:2]
    tls = server_tls(configuration, HISTORY_TLS)
    access = access_settings(configuration, _place().parent, host, port, tls)
    settings = RestSettings(
        refresh_interval_ms=configuration.get(WEB_REFRESH_INTERVAL),
        can_submit=False,
        can_cancel=False,
        can_rescale=False,
        is_history=True,
        address=f"{'https' if tls is not None else 'http'}://{host}:{port}",
        configuration=configuration.to_dict(),
        allowed_origins=parse_names(configuration.get(WEB_ALLOW_ORIGIN)),
        allowed_hosts=parse_names(configuration.get(REST_ALLOWED_HOSTS).lower()),
    )
    await gateway.start()
    click.echo(f"The history server is up: {settings.address}, with {len(gateway.jobs())} jobs")
    await serve_app(make_app(gateway, settings, access), listener, tls)
    await gateway.stop()


def start_history_server(settings: Mapping[str, str]) -> str:
    """Starts a history server in the background; returns the message to print. PyriteError: it did not start."""
    log = _place().parent / "log" / "historyserver.log"
    with log.open("ab") as output:
        began = output.tell()
        process = start_in_background(["historyserver", "start-foreground"], settings, output)
    until = time.monotonic() + _START_S
    while True:
        lines = log.read_bytes()[began:].decode(errors="replace").splitlines()
        said = next((line for line in lines if " is up: " in line), None)
        if said is not None:
            return f"{said}\n  process {process.pid}, log in {log}"
        if process.poll() is not None or time.monotonic() > until:
            process.kill()
            raise PyriteError("\n".join(["the history server did not start:", *(f"  {line}" for line in lines[-5:])]))
        time.sleep(_POLL_S)


def stop_history_server() -> str:
    """Stops the history server; returns the message to print when it has exited."""
    running = held_text(_place())
    if not running:
        return "No history server is running"
    os.kill(int(running), signal.SIGTERM)
    until = time.monotonic() + _STOP_S
    while held_text(_place()) == running:
        if time.monotonic() > until:
            os.kill(int(running), signal.SIGKILL)
        time.sleep(_POLL_S)
    return f"The history server (process {running}) is stopped"


def _place() -> Path:
    """The file that the history server locks as long as it lives, with its pid."""
    store = JobStore.of_user()
    store.make()
    return store.path / "historyserver"
