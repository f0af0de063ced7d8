"""The jobs of a soak: `--job NAME`. Each has a SoakedJob, which lives in two processes.

The drivers build the job; the soak's process checks its output at the end. To add one: a class in a separate module,
with the checks in another one that imports nothing of the engine or of the job, and a line in JOBS.
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
    """The names of its possible sinks; None: all of them."""

    def start(self, folder: RunFolder, rate: float, sink_settings: Mapping[str, str]) -> dict[str, str]:
        """Starts external inputs of the job, if it has any; returns the settings for `build`. In the soak's process."""
        return {}

    def stop(self) -> None:  # noqa: B027
        """Stops the inputs of `start`."""

    @abstractmethod
    def build(self, env: StreamExecutionEnvironment, spec: JobSpec) -> None:
        """Builds the job: from a NumbersSource to the sinks `state` and `windows`, or one of them."""

    @abstractmethod
    def check(self, lines: Iterable[tuple[str, str]], numbers: int) -> Verdict:
        """The errors in its output, given each line with its location, and the number of numbers."""


JOBS: dict[str, str] = {
    "paths": "chaos.pipeline:Paths",
    "async": "chaos.async_job:AsyncJob",
    "cep": "chaos.cep_job:CepJob",
    "iterate": "chaos.iterate_job:IterateJob",
    "sql": "chaos.sql_job:SqlJob",
}
"""The name on the command line, and the class, which is imported on demand."""


def soaked_job(name: str) -> SoakedJob:
    module, _, class_name = JOBS[name].partition(":")
    job_class: Callable[[], SoakedJob] = getattr(import_module(module), class_name)
    return job_class()
