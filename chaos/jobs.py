"""The jobs that a soak can run: `--job NAME`. Each has a SoakedJob, which lives in two processes.

The drivers build the job; the soak's own process checks, at the end, what it has written. To add one: a class in a
module of its own, with the checks in another that imports nothing of the engine or of the job, and a line in JOBS.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Optional

from chaos.checker import Verdict

if TYPE_CHECKING:
    from chaos.run_folder import JobSpec, RunFolder
    from pyrite.datastream import StreamExecutionEnvironment


class SoakedJob(ABC):
    """A job that reads the numbers 0, 1, 2, ... and writes JSON, with a `kind` and a `key` in every row."""

    default_sink = "lines"
    sinks: Optional[tuple[str, ...]] = None
    """The names of the sinks that it can write to; None: all of them."""

    def start(self, folder: RunFolder, rate: float, sink_settings: Mapping[str, str]) -> dict[str, str]:
        """Starts what the job reads from, if that is outside of it; what `build` must know. In the soak's process."""
        return {}

    def stop(self) -> None:  # noqa: B027
        """Ends what `start` has begun."""

    @abstractmethod
    def build(self, env: StreamExecutionEnvironment, spec: JobSpec) -> None:
        """Builds the job: from a NumbersSource to sinks of the names `state` and `windows`, or one of them."""

    @abstractmethod
    def check(self, lines: Iterable[tuple[str, str]], numbers: int) -> Verdict:
        """What is wrong with what it has written, each line with its place, when there were so many numbers."""


JOBS: dict[str, str] = {
    "paths": "chaos.pipeline:Paths",
    "async": "chaos.async_job:AsyncJob",
    "cep": "chaos.cep_job:CepJob",
    "iterate": "chaos.iterate_job:IterateJob",
    "sql": "chaos.sql_job:SqlJob",
}
"""The name on the command line, and the class: imported only when it is wanted."""


def soaked_job(name: str) -> SoakedJob:
    module, _, class_name = JOBS[name].partition(":")
    made: Callable[[], SoakedJob] = getattr(import_module(module), class_name)
    return made()
