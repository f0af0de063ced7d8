"""A program for drivers in tests: its job needs no Spark, and does what the program's first argument says.

run: until it is ended; finish: ends at once; crash: its driver kills itself; raise: the program has an error; wait: as
if there were no slots; give-way: its driver cannot continue; hang: it never starts its job; hang-deaf: the same, and
SIGTERM does not end it; leave: two jobs, which the program does not wait for; leave-and-raise: the same, with an error
"""

from __future__ import annotations

import os
import signal
import sys
import time
from typing import Any

from pyrite.control.job_control import serve_job
from pyrite.control.job_manager.driver_process import give_way
from pyrite.core.job.commands import Command, Rescale, Rescaled
from pyrite.core.job.completable_future import CompletableFuture
from pyrite.core.job.job_status import JobStatus
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.graph.executor import current_context
from pyrite.graph.job_spec import JobSpec
from tests.control.fake_job import FakeJob


class EndingJob(FakeJob):
    """Ends when it is cancelled, or suspended."""

    def cancel(self) -> None:
        self.end(JobStatus.CANCELED)

    def suspend(self) -> None:
        self.end(JobStatus.SUSPENDED)

    def run(self, command: Command[Any]) -> CompletableFuture[Any]:
        answer = super().run(command)
        if isinstance(command, Rescale):
            self.asked[-1][1].set_result(Rescaled(command.parallelism or 0, pause_ms=250, checkpoint_id=7))
        return answer


class FakeExecutor:
    def submit(self, job: JobSpec) -> EndingJob:
        started = EndingJob(str(job.job_id), job.name)
        if sys.argv[1] == "crash":
            os.kill(os.getpid(), signal.SIGKILL)
        if sys.argv[1] == "give-way":
            give_way("Spark's JVM was killed by SIGKILL")
        if sys.argv[1] == "wait":
            time.sleep(600)
        serve_job(started, "file:///checkpoints")
        if sys.argv[1] == "finish":
            started.end()
        return started


def load_prices() -> None:
    time.sleep(600)


def main() -> None:
    if sys.argv[1] == "raise":
        raise ValueError("no such table")
    if sys.argv[1] == "hang-deaf":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if sys.argv[1].startswith("hang"):
        load_prices()
    context = current_context()
    context.executor._executor = FakeExecutor()  # type: ignore[union-attr]
    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_sequence(1, 3).print()
    print("the program runs")
    if not sys.argv[1].startswith("leave"):
        env.execute("words")
        return
    env.execute_async("words")
    env.from_sequence(1, 3).print()
    env.execute_async("letters")
    if sys.argv[1] == "leave-and-raise":
        raise ValueError("no such table")


if __name__ == "__main__":
    main()
