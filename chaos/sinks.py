"""The sinks of a soak: `--sink NAME`. Each has a SoakedSink, which lives in two processes.

The soak's process starts the server and reads everything back at the end. The drivers create the job's sinks from the
result of `start`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Optional

from chaos import checker
from chaos.file_sink import LinesSink
from chaos.run_folder import RunFolder
from chaos.witness import Witness
from pyrite.core.connector.sink import Sink
from servers.server import Server

Line = tuple[str, str]
"""The location of a line, for messages, and the line: JSON with a newline."""


class SoakedSink(ABC):
    """One run's output in an external system."""

    has_server = False
    """Whether it has a `server` after its start, which faults kill too."""

    def __init__(self, folder: RunFolder) -> None:
        self.folder = folder

    def start(self) -> dict[str, str]:
        """Starts a server, if it needs one; returns the settings for `make`."""
        return {}

    def stop(self) -> None:  # noqa: B027
        """Stops the server."""

    @property
    def server(self) -> Optional[Server]:
        """A server that faults may kill, and that keeps its data over restarts."""
        return None

    @abstractmethod
    def make(self, name: str, settings: Mapping[str, str]) -> Sink:
        """The sink of a name, `state` or `windows`, for dicts to write as JSON; in a driver."""

    def watched(self, name: str, settings: Mapping[str, str]) -> Sink:
        """The sink as the job uses it: its commits are visible in the output folder."""
        return Witness(self.make(name, settings), self.folder.output, name)

    @abstractmethod
    def lines(self) -> Iterator[Line]:
        """All visible output, read without Pyrite."""

    def leftovers(self) -> list[str]:
        """Resources that must not remain after the job has finished: open transactions."""
        return []


class LinesFiles(SoakedSink):
    """The soak's own sink, which is strict about the engine's errors. Its files report its commits."""

    def make(self, name: str, settings: Mapping[str, str]) -> Sink:
        return LinesSink(self.folder.output, name)

    def watched(self, name: str, settings: Mapping[str, str]) -> Sink:
        return self.make(name, settings)

    def lines(self) -> Iterator[Line]:
        return checker.lines_of(self.folder.output)


SINKS: dict[str, str] = {
    "lines": "chaos.sinks:LinesFiles",
    "file": "chaos.real_files:RealFiles",
    "kafka": "chaos.kafka_topics:KafkaTopics",
    "postgres": "chaos.postgres_tables:PostgresTables",
}
"""The name on the command line, and the class, which is imported on demand."""


def soaked_sink(name: str, folder: RunFolder) -> SoakedSink:
    module, _, class_name = SINKS[name].partition(":")
    sink_class: Callable[[RunFolder], SoakedSink] = getattr(import_module(module), class_name)
    return sink_class(folder)
