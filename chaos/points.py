"""A real SIGKILL, or a fault of files, at every fault point, in jobs on Spark in local mode; the output is checked.

    python -m chaos.points [--tenth] [--seed S] [--only TEXT]

Drivers and tasks follow a plan while they run. So one job covers many points: a task that dies costs an attempt, a
driver that dies the start of another one. Points at the job's end need a job each.
"""

from __future__ import annotations

import argparse
import math
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Optional

from chaos.checker import check
from chaos.commits import attempt_text
from chaos.fault_plan import write_no_plan, write_plan
from chaos.leftovers import leftovers
from chaos.numbers_source import CHUNK
from chaos.point_cases import Case, a_tenth, all_cases
from chaos.processes import kill_all, send_signal, tasks
from chaos.request import Request
from chaos.run_folder import JobSpec, RunFolder, job_id
from chaos.supervisor import ChaosError, Supervisor
from pyrite.core.job.commands import Savepoint, SavepointPath

RATE = 1000.0
_CASE_LIMIT_S = 300.0
_PROVOKE_S = 12.0
_END_LIMIT_S = 400.0
_SETTINGS = {"execution.checkpointing.data-inline-threshold": "0"}


class PointsRun:
    """One job that runs through a list of cases."""

    def __init__(self, cases: list[Case], seed: int) -> None:
        self._cases = cases
        self._choose = random.Random(seed)
        self._mark = f"points-{seed}-{time.time_ns()}"
        self._begun = time.monotonic()
        self._markers = 0
        self._savepoint: Optional[Request[SavepointPath]] = None
        self.hits: Counter[Case] = Counter()
        self.problems: list[str] = []
        self.folder = RunFolder(Path(tempfile.mkdtemp(prefix="chaos-")) / "run")
        self.folder.make()

    def run(self) -> None:
        JobSpec(str(self.folder.root), RATE, _SETTINGS).write(self.folder.spec)
        self._plan_nothing()
        supervisor = Supervisor(self.folder, self._mark, None, self._choose)
        try:
            self._go_through(supervisor)
        except ChaosError as error:
            supervisor.ask_for_stacks()
            self.problems.append(str(error))
        finally:
            kill_all(self._mark)
        if self.problems:
            print(f"the run's files are kept: {self.folder.root}")
        else:
            shutil.rmtree(self.folder.root.parent, ignore_errors=True)

    def _go_through(self, supervisor: Supervisor) -> None:
        for case in self._cases:
            if not case.at_end:
                self._hit(supervisor, case)
        numbers = math.ceil((10 + 1.1 * (time.monotonic() - self._begun)) * RATE / CHUNK) * CHUNK
        self.folder.set_total(numbers)
        for case in self._cases:
            if case.at_end:
                self._hit(supervisor, case)
        self._plan_nothing()
        supervisor.await_end(_END_LIMIT_S)
        verdict = check(self.folder.output, numbers)
        remains = leftovers(self.folder, self._mark, None)
        supervisor.say(f"{numbers} numbers: {verdict}")
        self.problems += [*verdict.evidence(), *(f"left behind: {what}" for what in remains)]

    def _plan_nothing(self) -> None:
        for kind in ("driver", "task"):
            write_no_plan(self.folder.plan(kind))

    def _plan(self, kind: str, faults: str) -> Path:
        self._markers += 1
        marker = self.folder.root / f"hit-{self._markers}"
        write_plan(self.folder.plan(kind), faults, marker)
        return marker

    def _hit(self, supervisor: Supervisor, case: Case) -> None:
        """Plans the fault and waits until it has struck; intervenes where the job alone would not reach the point."""
        if case.while_running:
            supervisor.await_commit()
        begun = time.monotonic()
        marker = self._plan(case.followers, case.plan())
        provoked = begun
        while not _lines_in(marker):
            supervisor.tend()
            now = time.monotonic()
            if supervisor.finished or now - begun > _CASE_LIMIT_S:
                supervisor.say(f"{case}: not reached")
                return
            if now - provoked > (1.0 if case.needs_abort or case.needs_savepoint else _PROVOKE_S):
                provoked = now
                self._provoke(supervisor, case)
        write_no_plan(self.folder.plan("driver"))
        self.hits[case] += sum(not line.endswith("passed") for line in _lines_in(marker))
        supervisor.forgive()
        supervisor.say(
            f"{case} after {time.monotonic() - begun:.1f} s, {attempt_text(supervisor.commits().newest_attempt)}"
        )

    def _provoke(self, supervisor: Supervisor, case: Case) -> None:
        if case.needs_abort:
            self._plan("task", "task/disk.write.before:1:full")
        elif case.needs_savepoint:
            if self._savepoint is None or self._savepoint.is_over:
                self._savepoint = self._ask_for_savepoint(supervisor)
        elif case.at_start:
            for pid in tasks(supervisor.executor_processes())[:1]:
                send_signal(pid, signal.SIGKILL)

    def _ask_for_savepoint(self, supervisor: Supervisor) -> Request[SavepointPath]:
        command = Savepoint(str(self.folder.savepoints))
        return Request(self.folder, job_id(1), supervisor.driver.pid, _PROVOKE_S, command)


def _lines_in(marker: Path) -> list[str]:
    """The hits. The struck process creates the file before it writes into it."""
    return marker.read_text().splitlines() if marker.exists() else []


def _jobs(cases: list[Case]) -> list[list[Case]]:
    """One job for all points, and one more for each point after which a job has ended permanently."""
    last = [case for case in cases if case.point in ("storage.end.after",)]
    return [[case for case in cases if case not in last], *([case] for case in last)]


def _tell(cases: list[Case], hits: Counter[Case]) -> None:
    for case in cases:
        print(f"{case!s:48} {hits[case]:4}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m chaos.points", description=__doc__)
    parser.add_argument("--tenth", action="store_true", help="a tenth of the points, chosen by the seed")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--only", default="", help="only cases with this text in their names")
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 31)
    print(f"seed {seed}", flush=True)
    cases = [case for case in all_cases(random.Random(seed)) if options.only in str(case)]
    if options.tenth:
        cases = a_tenth(cases, random.Random(seed))
    hits: Counter[Case] = Counter()
    problems: list[str] = []
    for job in _jobs(cases):
        if job:
            run = PointsRun(job, seed)
            run.run()
            hits += run.hits
            problems += run.problems
    _tell(cases, hits)
    missed = [str(case) for case in cases if not hits[case]]
    for problem in problems:
        print(problem)
    if missed:
        print(f"never reached: {', '.join(missed)}")
    print(f"{len(cases)} points, {len(cases) - len(missed)} hit, {len(problems)} problems; seed {seed}", flush=True)
    return 1 if missed or problems else 0


if __name__ == "__main__":
    sys.exit(main())
