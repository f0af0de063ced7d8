"""The sinks that a soak can write to: `--sink NAME`. Each has a SoakedSink, which lives in two processes.

The soak's own process starts the server and reads everything back at the end. The drivers make the job's sinks from
what `start` returned.
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
"""Where a line was found, for messages, and the line: JSON with a line end."""


class SoakedSink(ABC):
    """One run's output in some store."""

    has_server = False
    """Whether `server` is there once it has started: faults kill it, too."""

    def __init__(self, folder: RunFolder) -> None:
        self.folder = folder

    def start(self) -> dict[str, str]:
        """Starts a server, if it takes one; what `make` must know."""
        return {}

    def stop(self) -> None:  # noqa: B027
        """Ends what `start` has begun."""

    @property
    def server(self) -> Optional[Server]:
        """A server that faults may kill, and that keeps its data when it is started again."""
        return None

    @abstractmethod
    def make(self, name: str, settings: Mapping[str, str]) -> Sink:
        """The sink of a name, `state` or `windows`, for records that are dicts to be written as JSON; in a driver."""

    def watched(self, name: str, settings: Mapping[str, str]) -> Sink:
        """The sink as the job uses it: its commits can be seen in the output folder."""
        return Witness(self.make(name, settings), self.folder.output, name)

    @abstractmethod
    def lines(self) -> Iterator[Line]:
        """All that has become visible, read by other means than Pyrite's."""

    def leftovers(self) -> list[str]:
        """What must not be there when the job has finished: transactions that are still open."""
        return []


class LinesFiles(SoakedSink):
    """The soak's own sink, which forgives the engine nothing. Its files tell of its commits themselves."""

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
"""The name on the command line, and the class: imported only when it is wanted."""


def soaked_sink(name: str, folder: RunFolder) -> SoakedSink:
    module, _, class_name = SINKS[name].partition(":")
    made: Callable[[RunFolder], SoakedSink] = getattr(import_module(module), class_name)
    return made(folder)
