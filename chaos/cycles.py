"""Cycles: savepoint-rescale cycles of a soak. Each changes the job's parallelism, while faults may strike.

Half of them rescale the running job. The others stop it with a savepoint, from which a job with a new id resumes. If
the driver dies meanwhile, another driver of the same job starts, and its log tells whether the stop has completed.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any, Optional

from chaos.commits import Attempt, attempt_text
from chaos.request import Request
from chaos.run_folder import JobSpec
from chaos.supervisor import RECOVERY_LIMIT_S, ChaosError, Supervisor
from pyrite.core.job.commands import JobEnd, Rescale, Rescaled, Stop

PARALLELISMS = (1, 2, 3, 4)
_ANSWER_LIMIT_S = 240.0
_RECOVERY_PATH = "execution.state-recovery.path"
_CLAIM_MODE = "execution.state-recovery.claim-mode"


class Cycles:
    """The cycles of one run, one at a time: `begin`, then `await_end`, which returns whether the cycle succeeded."""

    def __init__(self, supervisor: Supervisor, choose: random.Random) -> None:
        self.done: Counter[str] = Counter()
        self.pauses_s: list[float] = []
        self._supervisor = supervisor
        self._choose = choose
        self._spec = JobSpec.read(supervisor.folder.spec)
        self._parallelism = self._spec.parallelism
        self._stops = 0
        self._stop: Optional[Path] = None
        """The target of a stop's savepoint, as long as the stop may or may not have completed."""
        self._command: Optional[Request[Any]] = None
        self._driver = supervisor.driver
        self._kind = ""
        self._target = 0
        self._before: Attempt = (0, 0)
        self._number = 0
        supervisor.next_job = self._next_job

    def begin(self) -> None:
        """Sends the command of a cycle, once the driver accepts commands; returns while it is in progress."""
        give_up = time.monotonic() + RECOVERY_LIMIT_S
        self._kind = self._choose.choice(("rescale", "stop"))
        self._number = self._spec.number
        self._target = self._choose.choice([n for n in PARALLELISMS if n != self._parallelism])
        while True:
            self._before = self._supervisor.commits().newest_attempt
            self._driver = self._supervisor.driver
            self._command = self._ask()
            while not self._command.is_over and not self._command.sent:
                self._supervisor.tend()
            if self._command.sent:
                self._supervisor.say(f"{self._kind} of {self._spec.job_id} to parallelism {self._target}")
                return
            if time.monotonic() > give_up:
                raise ChaosError(f"no driver accepts commands:\n{self._supervisor.driver.last_lines()}")
            self._supervisor.rest(0.5)

    def _ask(self) -> Request[Any]:
        place = self._supervisor.folder, self._spec.job_id, self._driver.pid, _ANSWER_LIMIT_S
        if self._kind == "rescale":
            return Request(*place, Rescale(self._target))
        self._stops += 1
        self._stop = self._supervisor.folder.savepoints / str(self._stops)
        return Request(*place, Stop(False, str(self._stop)))

    def await_end(self) -> bool:
        """Waits until the cycle has succeeded or failed."""
        assert self._command is not None
        if self._kind == "rescale":
            return self._await_rescale(self._command)
        return self._await_stop(self._command)

    def _await_rescale(self, command: Request[Rescaled]) -> bool:
        while not command.is_over and self._driver is self._supervisor.driver:
            self._supervisor.tend()
        if command.answer is None:
            why = command.refusal or command.trouble or "its driver sleeps"
            self._supervisor.say(f"    not rescaled: {why.splitlines()[0][:150]}")
            self._parallelism = self._spec.parallelism
            self._await_progress()
            return False
        self._parallelism = self._target
        pause_s = command.answer.pause_ms / 1000
        self.pauses_s.append(pause_s)
        self._supervisor.say(f"    rescaled after a pause of {pause_s:.1f} s")
        self._await_progress()
        self.done["rescale"] += 1
        return True

    def _await_stop(self, command: Request[JobEnd]) -> bool:
        """Returns whether the job was stopped: a driver has ended normally, and no further attempt has begun."""
        since = time.monotonic()
        while self._spec.number == self._number:
            self._supervisor.tend()
            if command.refusal:
                self._supervisor.say(f"    not stopped: {command.refusal.splitlines()[0][:150]}")
                self._stop = None
                self._await_progress()
                return False
            now = self._supervisor.commits().committed_attempt
            if self._driver is not self._supervisor.driver and now > self._before:
                self._supervisor.say(f"    not stopped: {attempt_text(now)} keeps running")
                self._stop = None
                return False
            self._refuse_to_wait(since)
        path = self._spec.settings[_RECOVERY_PATH]
        if command.answer is not None and Path(path).as_uri() != command.answer.path:
            raise ChaosError(f"{command.answer.path} was answered, {path} was found")
        self._await_progress()
        self.done["stop"] += 1
        return True

    def _await_progress(self) -> None:
        """Waits until output is committed that was written after the start of the cycle."""
        since = time.monotonic()
        now = self._supervisor.commits()
        while self._supervisor.commits().visible <= now.visible:
            self._supervisor.tend()
            self._refuse_to_wait(since)
        self._supervisor.forgive()

    def _refuse_to_wait(self, since: float) -> None:
        if time.monotonic() - since > RECOVERY_LIMIT_S:
            raise ChaosError(f"a {self._kind} does not come to an end:\n{self._supervisor.driver.last_lines()}")

    def _next_job(self) -> bool:
        """Returns whether the job, whose driver has ended normally, was stopped; then starts from its savepoint."""
        if self._supervisor.folder.total.exists():
            return False
        found = [] if self._stop is None else [path.parent for path in self._stop.glob("*/_metadata")]
        if len(found) != 1:
            raise ChaosError(
                f"{self._spec.job_id} has ended, with {len(found)} savepoints in {self._stop}:\n"
                f"{self._supervisor.driver.last_lines()}"
            )
        self._stop = None
        claim = self._choose.choice(("CLAIM", "NO_CLAIM"))
        settings = {**self._spec.settings, _RECOVERY_PATH: str(found[0]), _CLAIM_MODE: claim}
        self._spec = replace(self._spec, number=self._spec.number + 1, parallelism=self._target, settings=settings)
        self._parallelism = self._target
        self._spec.write(self._supervisor.folder.spec)
        self._supervisor.say(f"    stopped; {self._spec.job_id} starts from {found[0].name} ({claim})")
        return True
