"""Runs JobManagers, starts them in the background, and stops them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Optional

import click

from pyrite.cli.cluster.background_process import start_in_background
from pyrite.cli.cluster.cluster import find_cluster
from pyrite.control.access.access_settings import access_settings, server_tls
from pyrite.control.job_manager.instances import Instance, instances
from pyrite.control.job_manager.job_manager import JobManager
from pyrite.control.job_manager.job_store import JobStore
from pyrite.control.job_manager.server import listen, serve
from pyrite.control.job_manager.session_workers import SessionWorkers
from pyrite.control.job_manager_gateway import Worker
from pyrite.control.rest.services import RestSettings
from pyrite.core.config.cluster_options import (
    JOB_STORE_CAPACITY,
    JOB_STORE_EXPIRATION,
    REST_ALLOWED_HOSTS,
    REST_BIND_ADDRESS,
    REST_BIND_PORT,
    REST_MAX_CONTENT_LENGTH,
    REST_RESULT_LIFETIME,
    UPLOAD_QUOTA,
    WEB_ALLOW_ORIGIN,
    WEB_CANCEL,
    WEB_REFRESH_INTERVAL,
    WEB_RESCALE,
    WEB_SUBMIT,
    WEB_UPLOAD_DIRECTORY,
    parse_names,
)
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.effective_settings import effective_values
from pyrite.core.config.keys_without_effect import keys_without_effect, report_keys_without_effect
from pyrite.core.config.options import SPARK_MASTER
from pyrite.core.config.security_options import REST_TLS
from pyrite.core.errors import PyriteError
from pyrite.runtime.spark.session.authentication import cluster_folder

_START_S: Final = 60.0
_STOP_S: Final = 20.0
_POLL_S: Final = 0.05
_SHOWN_LINES: Final = 5


def run_job_manager(host: Optional[str], port: Optional[int], settings: Mapping[str, str]) -> None:
    """Runs a JobManager in this process until a signal ends it."""
    configuration = Configuration(effective_values(Path.cwd(), settings))
    store = JobStore.of_user()
    store.make()
    logging.basicConfig(
        level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s", stream=sys.stderr, force=True
    )
    report_keys_without_effect(configuration)
    address = host or configuration.get(REST_BIND_ADDRESS)
    ports = (port,) if port is not None else configuration.get(REST_BIND_PORT)
    with listen(address, ports) as listener:
        tls = server_tls(configuration, REST_TLS)
        bound_host, bound_port = listener.getsockname()[:2]
        access = access_settings(configuration, store.path, bound_host, bound_port, tls)
        is_another = bound_port not in ports and 0 not in ports
        note = f" (port {ports[0]} is taken)" if is_another else ""

        def settings_at(url: str) -> RestSettings:
            return _rest_settings(configuration, store, url)

        def ready(url: str, leader: str) -> None:
            stands_by = f", on standby for {leader}" if leader else ""
            click.echo(f"The JobManager is up: {url}{note}{stands_by}")

        with contextlib.suppress(KeyboardInterrupt):
            expiration, capacity = configuration.get(JOB_STORE_EXPIRATION), configuration.get(JOB_STORE_CAPACITY)
            manager = JobManager(store, expiration, configuration.to_dict(), capacity, _session(configuration))
            asyncio.run(serve(manager, store, listener, settings_at, access, tls, ready))


def _session(configuration: Configuration) -> Optional[SessionWorkers]:
    """The workers of this user's cluster, if jobs are configured to run on it."""
    master = configuration.get(SPARK_MASTER)
    return SessionWorkers(lambda: _workers(master)) if master.startswith("spark://") else None


def _workers(master: str) -> list[Worker]:
    cluster = find_cluster(cluster_folder())
    view = cluster.view() if cluster is not None and cluster.url == master else None
    workers = [] if view is None else view["workers"]
    return [Worker(worker["cores"], worker["coresused"]) for worker in workers if worker["state"] == "ALIVE"]


def _rest_settings(configuration: Configuration, store: JobStore, url: str) -> RestSettings:
    upload: Any = configuration.get(WEB_UPLOAD_DIRECTORY)
    return RestSettings(
        max_content_bytes=configuration.get(REST_MAX_CONTENT_LENGTH),
        result_lifetime_ms=configuration.get(REST_RESULT_LIFETIME),
        refresh_interval_ms=configuration.get(WEB_REFRESH_INTERVAL),
        can_submit=configuration.get(WEB_SUBMIT),
        can_cancel=configuration.get(WEB_CANCEL),
        can_rescale=configuration.get(WEB_RESCALE),
        upload_folder=Path(upload) if upload else store.path / "programs",
        upload_quota_bytes=configuration.get(UPLOAD_QUOTA),
        log_folder=store.path / "log",
        job_folder=store.path / "jobs",
        address=url,
        configuration=configuration.to_dict(),
        allowed_origins=parse_names(configuration.get(WEB_ALLOW_ORIGIN)),
        allowed_hosts=parse_names(configuration.get(REST_ALLOWED_HOSTS).lower()),
    )


def start_job_manager(
    host: Optional[str],
    port: Optional[int],
    settings: Mapping[str, str],
    environment: Optional[Mapping[str, str]] = None,
) -> str:
    """Starts a JobManager in the background; returns the message to print. PyriteError: it did not start."""
    store = JobStore.of_user()
    store.make()
    place = [] if host is None else [host, *([] if port is None else [str(port)])]
    log = store.path / "log" / "jobmanager.log"
    with log.open("ab") as output:
        began = output.tell()
        process = start_in_background(["jobmanager", "start-foreground", *place], settings, output, environment)
    until = time.monotonic() + _START_S
    while (instance := _instance(store, process.pid)) is None:
        if process.poll() is not None or time.monotonic() > until:
            process.kill()
            lines = [f"  {line}" for line in _lines(log, began)[-_SHOWN_LINES:]]
            raise PyriteError("\n".join(["the JobManager did not start:", *lines]))
        time.sleep(_POLL_S)
    said = next((line for line in _lines(log, began) if instance.url in line), "")
    keys = keys_without_effect(Configuration(effective_values(Path.cwd(), settings)))
    unread = ["  configuration keys that have no effect:", *(f"    {line}" for line in keys)] if keys else []
    return "\n".join([said, f"  process {process.pid}, log in {log}", *unread])


def _instance(store: JobStore, pid: int) -> Optional[Instance]:
    return next((instance for instance in instances(store) if instance.pid == pid), None)


def _lines(log: Path, began: int) -> list[str]:
    """The lines that a JobManager has logged since."""
    return log.read_bytes()[began:].decode(errors="replace").splitlines()


def stop_job_managers(all_of_them: bool) -> str:
    """Stops the last started JobManager, or all; returns the message to print when they have exited."""
    store = JobStore.of_user()
    running = instances(store)
    ending = running if all_of_them else running[-1:]
    if not ending:
        return "No JobManager is running"
    for instance in ending:
        with contextlib.suppress(ProcessLookupError):
            os.kill(instance.pid, signal.SIGTERM)
    until = time.monotonic() + _STOP_S
    while remaining := {instance.pid for instance in instances(store)} & {instance.pid for instance in ending}:
        if time.monotonic() > until:
            for pid in remaining:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        time.sleep(_POLL_S)
    return "\n".join(f"The JobManager at {instance.url} (process {instance.pid}) is stopped" for instance in ending)
