"""Supervisor: keeps the job running as a real one would, while faults strike it, and measures its recovery."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Optional

from chaos.chaos_cluster import ChaosCluster
from chaos.commits import Attempt, Commits, attempt_text
from chaos.driver import DriverProcess
from chaos.faults import FaultKind, choose_kind
from chaos.processes import Process
from chaos.run_folder import RunFolder
from servers.server import Server

_POLL_S = 0.05
RECOVERY_LIMIT_S = 300.0
"""A job without a commit for this long hangs."""
_ZOMBIE_LIMIT_S = 120.0
_PAUSE_S = (20.0, 26.0)
_UNHARMED_S = 5.0
_UNHARMED_COMMITS = 6
_MOST_FAILURES = 5
_PATIENCE_S = 5.0
"""How long a fault waits for a target: a dead daemon comes back with the next attempt only."""


class ChaosError(Exception):
    """The run has failed, independent of its output: it hangs, or does not end."""


@dataclass(frozen=True)
class Struck:
    """An injected fault."""

    kind: str
    what: str
    at_s: float
    before: Commits


class Supervisor:
    """One run's drivers and faults. `tend` must be called often."""

    def __init__(
        self,
        folder: RunFolder,
        mark: str,
        cluster: Optional[ChaosCluster],
        choose: random.Random,
        server: Optional[Server] = None,
    ) -> None:
        self.folder = folder
        self._mark = mark
        self._cluster = cluster
        self._server = server
        self._choose = choose
        self._begun = time.monotonic()
        self._drivers = 0
        self._failures = 0
        self._paused: list[tuple[DriverProcess, float, Attempt]] = []
        self._woken: list[tuple[DriverProcess, float]] = []
        self._workers_due: Optional[float] = None
        self._server_due: Optional[float] = None
        self.driver = self._start_driver()
        self.finished = False
        self.next_job: Callable[[], bool] = lambda: False
        """Called when a driver has ended normally; returns whether another job follows."""
        self.recoveries: list[tuple[str, float]] = []
        self.unharmed = 0

    # The running processes
    # ------------------------------------------------------------------------------------------------

    def _start_driver(self) -> DriverProcess:
        self._drivers += 1
        return DriverProcess(self.folder, self._mark, self._drivers)

    def tend(self) -> None:
        """Restarts dead processes, and wakes stopped ones."""
        time.sleep(_POLL_S)
        self._tend_driver()
        now = time.monotonic()
        for paused in [entry for entry in self._paused if now >= entry[1]]:
            if self.commits().committed_attempt > paused[2]:  # only from here on it must not continue
                self._paused.remove(paused)
                paused[0].signal(signal.SIGCONT)
                self.say(f"driver {paused[0].index} wakes up")
                self._woken.append((paused[0], now + _ZOMBIE_LIMIT_S))
        for driver, until in list(self._woken):
            if driver.exit_status() is not None:
                self._woken.remove((driver, until))
            elif now > until:
                raise ChaosError(f"driver {driver.index} lives on after another one:\n{driver.last_lines()}")
        if self._cluster is not None and self._workers_due is not None and now >= self._workers_due:
            self._workers_due = None
            self._cluster.replace_dead_workers()
        if self._server is not None and self._server_due is not None and now >= self._server_due:
            self._server.start()
            self._server_due = None
            self.say("the server is back")

    def _tend_driver(self) -> None:
        status = self.driver.exit_status()
        if status is None or self.finished:
            return
        if status == 0:
            self.finished = not self.next_job()
            if not self.finished:
                self.driver = self._start_driver()
            return
        self.say(f"driver {self.driver.index} has ended with status {status}: the next one")
        self._failures = self._failures + 1 if status > 0 else 0
        if self._failures > _MOST_FAILURES:
            raise ChaosError(f"drivers fail one after another:\n{self.driver.last_lines()}")
        self.driver = self._start_driver()

    def forgive(self) -> None:
        """The job has made progress: earlier failures of drivers do not count."""
        self._failures = 0

    def ask_for_stacks(self) -> None:
        """Makes every live driver write its stacks to its log."""
        others = [*(driver for driver, _, _ in self._paused), *(driver for driver, _ in self._woken)]
        for driver in {self.driver, *others}:
            driver.signal(signal.SIGCONT)
            driver.signal(signal.SIGUSR1)
        time.sleep(1)

    def say(self, text: str) -> None:
        print(f"{time.monotonic() - self._begun:7.1f} s  {text}", flush=True)

    # What faults can be done to ---------------------------------------------------------------------------------------

    def executor_processes(self) -> Mapping[int, Process]:
        return self.driver.processes() if self._cluster is None else self._cluster.job_processes()

    def driver_processes(self) -> Mapping[int, Process]:
        return self.driver.processes()

    def driver_pid(self) -> Optional[int]:
        return self.driver.pid if self.driver.exit_status() is None else None

    def pause_driver(self) -> bool:
        """Stops the driver and starts another, as if the machine had been treated as dead."""
        if self._paused or not self.driver.has_begun() or not self.driver.signal(signal.SIGSTOP):
            return False
        until = time.monotonic() + self._choose.uniform(*_PAUSE_S)
        self._paused.append((self.driver, until, self.commits().newest_attempt))
        self.driver = self._start_driver()
        return True

    def kill_cluster_worker(self, choose: random.Random) -> Optional[int]:
        assert self._cluster is not None
        self._workers_due = time.monotonic() + choose.uniform(0, 5)
        return self._cluster.kill_worker(choose)

    def kill_server(self, choose: random.Random) -> Optional[int]:
        if self._server is None or self._server_due is not None:
            return None
        pid = self._server.pid
        self._server.kill()
        self._server_due = time.monotonic() + choose.uniform(0, 5)
        return pid

    # Faults and recovery ----------------------------------------------------------------------------------------------

    def commits(self) -> Commits:
        return Commits.of(self.folder.output)

    def strike(self, kinds: tuple[FaultKind, ...]) -> Optional[Struck]:
        """Injects a fault of some kind, or of another one without a target; None: the job had finished before."""
        give_up = time.monotonic() + RECOVERY_LIMIT_S
        while not self.finished:
            kind = choose_kind(kinds, self._choose)
            until = time.monotonic() + _PATIENCE_S
            while not self.finished and time.monotonic() < until:
                before = self.commits()
                what = kind.strike(self, self._choose)
                if what is not None:
                    self.say(f"{kind.name} ({what}), {attempt_text(before.newest_attempt)}")
                    return Struck(kind.name, what, time.monotonic(), before)
                self.tend()
            if time.monotonic() > give_up:
                raise ChaosError(f"no fault has a target:\n{self.driver.last_lines()}")
        return None

    def rest(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self.finished:
            self.tend()

    def await_recovery(self, struck: Struck) -> None:
        """Waits until a newer attempt has committed output, or the old one continues undisturbed."""
        while not self.finished:
            self.tend()
            passed = time.monotonic() - struck.at_s
            now = self.commits()
            if now.committed_attempt > struck.before.newest_attempt:
                self.recoveries.append((struck.kind, passed))
                self.say(f"    recovered after {passed:.1f} s, {attempt_text(now.committed_attempt)}")
                self._failures = 0
                return
            if (
                passed > _UNHARMED_S
                and now.visible > struck.before.visible + _UNHARMED_COMMITS
                and now.newest_attempt == struck.before.newest_attempt
            ):
                self.unharmed += 1
                self.say("    the attempt continues unharmed")
                return
            if passed > RECOVERY_LIMIT_S:
                raise ChaosError(f"nothing was committed for {passed:.0f} s:\n{self.driver.last_lines()}")

    def await_commit(self) -> None:
        """Waits for the next commit."""
        give_up = time.monotonic() + RECOVERY_LIMIT_S
        before = self.commits().visible
        while self.commits().visible == before:
            self.tend()
            if self.finished or time.monotonic() > give_up:
                raise ChaosError(f"the job makes no progress:\n{self.driver.last_lines()}")

    def await_end(self, limit_s: float) -> None:
        """Waits for the job's end, and for stopped drivers."""
        give_up = time.monotonic() + limit_s
        while not self.finished or self._paused or self._woken or self._server_due is not None:
            self.tend()
            if time.monotonic() > give_up:
                raise ChaosError(f"the job does not end:\n{self.driver.last_lines()}")
