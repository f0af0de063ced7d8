"""`make profile`: where the time of a task goes. Runs a work's two tasks in this process, by cProfile.

The source task's frames are fed to the keyed task by hand: only the task loop is measured, no Spark and no threads.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import time
from collections import deque

from benchmarks import window_works
from benchmarks.works import KEYS, build
from pyrite.core.clock import SystemClock
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.runtime.master.attempt.attempt_settings import AttemptSettings
from pyrite.runtime.master.job_events import MessageEvent, SourceCalledEvent, StartEvent
from pyrite.runtime.master.job_instructions import CallSource, Send
from pyrite.runtime.master.job_master_core import JobMasterCore
from pyrite.runtime.task.subtask_core import SubtaskCore
from pyrite.runtime.task.task_core import TaskServices
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import SubtaskDeployment, TaskSettings, deploy
from pyrite.runtime.wire.frames import Buffer

_SLICE = 20_000


class Pair:
    """A source task and the keyed task behind it, if there is one, at parallelism 1."""

    def __init__(self, env: StreamExecutionEnvironment) -> None:
        graph = env.get_job_spec().plan().execution
        settings = TaskSettings(False, 192 << 10, 512 << 20, 1000, 10_000)
        self._clock = SystemClock()
        services = TaskServices(self._clock, lambda text, to_stderr: None, lambda values: None)
        self.cores = []
        for level in range(len(graph.levels)):
            deployment = deploy(graph, level, 0, settings)
            assert isinstance(deployment, SubtaskDeployment)
            self.cores.append(SubtaskCore(deployment, services))
        attempts = AttemptSettings(lambda graph, level, pid, restore: messages.Deploy(b""), False, 10**9, 10**9)
        self._start(JobMasterCore(graph, attempts))

    def _start(self, master: JobMasterCore) -> None:
        """Plays the JobMaster's part up to the split assignment."""
        instructions = master.handle(StartEvent(), 0)
        for level, core in enumerate(self.cores):
            core.open()
            register = messages.Register(level, 0, 0, "host", "executor", 1, 0)
            master.handle(MessageEvent((level, 0), register), 0)
        for level in range(len(self.cores)):
            instructions += master.handle(MessageEvent((level, 0), messages.Opened()), 0)
        while instructions:
            instruction = instructions.pop(0)
            if isinstance(instruction, Send):
                self.cores[instruction.task[0]].handle(instruction.message)
            elif isinstance(instruction, CallSource):
                place = instruction.vertex, instruction.attempt, instruction.number
                instructions += master.handle(SourceCalledEvent(*place, instruction.call()), 0)

    def run(self) -> None:
        """Drives both tasks to their ends, and closes them."""
        source, *rest = self.cores
        frames: deque[Buffer] = deque()
        while not source.ended:
            source.work(_SLICE)
            frames.extend(frame for _, frame in source.outbox)
            source.outbox.clear()
            while frames and rest:
                rest[0].receive(frames.popleft())
                while rest[0].next_step().works:
                    rest[0].work(_SLICE)
        for core in self.cores:
            core.close()


def pair(work: str, records: int) -> Pair:
    env = StreamExecutionEnvironment().set_parallelism(1)
    build(env, work, records)
    return Pair(env)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", nargs="?", default="keyed_state_1k", choices=["map_filter", *KEYS, *window_works.WORKS])
    parser.add_argument("--records", type=int, default=1_000_000)
    options = parser.parse_args()
    plain = pair(options.work, options.records)
    begun = time.perf_counter()
    plain.run()
    took = time.perf_counter() - begun
    print(f"{options.work}: {took / options.records * 1e9:.0f} ns a record for all tasks on one core, unprofiled")
    profile = cProfile.Profile()
    profile.runcall(pair(options.work, options.records).run)
    pstats.Stats(profile).sort_stats("tottime").print_stats(18)


if __name__ == "__main__":
    main()
