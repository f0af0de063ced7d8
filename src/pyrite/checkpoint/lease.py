"""Lease: shows a driver that was started twice by mistake that the job is running. Only the log guards the job.

The driver renews a small file while it runs. A second driver that finds the file waits: if the file is renewed, the job
is refused. A driver that is certainly dead is succeeded at once: its tasks have seen their connections close. A driver
that may be suspended or cut off is succeeded only when its tasks must have ended, too: they could still prepare
transactions that no driver would look for any more.
"""

from __future__ import annotations

import json
import logging
import os
import socket
import threading
import time
from typing import Any, Optional

from pyrite.core.errors import JobRefusedError
from pyrite.core.machine import begin_of, process_scope
from pyrite.storage.store import TEMPORARY, CheckpointStore

_log = logging.getLogger(__name__)
RENEW_S = 2.0
EXPIRES_S = 3 * RENEW_S
_LEASE = "_lease"
_ENDED = ("Z", "X")
"""States of a process in /proc: a zombie, dead."""


class JobLease:
    """A driver's claim to a job."""

    def __init__(self, store: CheckpointStore, job_id: str, writer: str, tasks_s: float = 0.0) -> None:
        """`tasks_s`: how long this driver's tasks survive its death."""
        self._store = store
        self._job_id = job_id
        self._path = f"{job_id}/{_LEASE}"
        here = {"host": socket.gethostname(), "process": os.getpid(), "begun": begin_of(os.getpid()), **process_scope()}
        self._claim: dict[str, Any] = {"writer": writer, **here, "tasks_s": tasks_s, "renewed": 0}
        self._given_up = threading.Event()

    def take(self) -> None:
        """Claims the job; raises JobRefusedError if a live driver has it."""
        claim = self._read()
        if claim is not None and not self._is_dead(claim):
            self._watch(claim)
        try:
            self._sweep()
            self._renew()
        except OSError as error:
            raise JobRefusedError(f"checkpoint storage {self._store.uri} cannot be written to: {error}") from error
        self._thread = threading.Thread(target=self._keep, daemon=True, name="job-lease")
        self._thread.start()

    def _sweep(self) -> None:
        """Removes temporary files of drivers that died during a renewal."""
        for name in self._store.leftovers(self._job_id):
            if name.startswith(f"{TEMPORARY}{_LEASE}"):
                self._store.delete(f"{self._job_id}/{name}")

    def give_up(self) -> None:
        """Stops renewing, and deletes the lease if this driver still has it."""
        self._given_up.set()
        self._thread.join()
        claim = self._read()
        if claim is not None and claim["writer"] == self._claim["writer"]:
            self._store.delete(self._path)

    def _watch(self, claim: dict[str, Any]) -> None:
        """Waits for the other driver's next renewal, or until the driver and its tasks must have ended."""
        wait_s = max(EXPIRES_S, float(claim.get("tasks_s", 0.0)))
        _log.warning(
            "job %s has a driver, %s; waiting up to %.0f s to see whether it is alive",
            self._job_id,
            _name(claim),
            wait_s,
        )
        until = time.monotonic() + wait_s
        while time.monotonic() < until:
            time.sleep(RENEW_S / 10)
            now = self._read()
            if now is None or self._is_dead(now):
                return
            if now != claim:
                raise JobRefusedError(
                    f"job {self._job_id} is running already: {_name(now)}, checkpoints in {self._store.uri}. "
                    "Cancel that one first, or give this one another pipeline.job-id"
                )

    def _is_dead(self, claim: dict[str, Any]) -> bool:
        """Whether the driver is certainly dead. Only processes of this machine and this container can be looked up."""
        if any(claim.get(name) != self._claim[name] for name in ("host", *process_scope())):
            return False
        return begin_of(int(claim["process"])) != claim.get("begun")

    def _keep(self) -> None:
        while not self._given_up.wait(RENEW_S):
            try:
                self._renew()
            except OSError as error:  # the log guards the job; the lease only shortens a successor's wait
                _log.info("the lease of job %s could not be renewed: %s", self._job_id, error)

    def _renew(self) -> None:
        self._claim["renewed"] = self._claim["renewed"] + 1
        self._store.write(self._path, json.dumps(self._claim).encode())

    def _read(self) -> Optional[dict[str, Any]]:
        try:
            claim: dict[str, Any] = json.loads(self._store.read(self._path))
        except (FileNotFoundError, ValueError):
            return None
        return claim


def _name(claim: dict[str, Any]) -> str:
    return f"process {claim['process']} on {claim['host']}"
