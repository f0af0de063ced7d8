"""Cases: a source or a sink as a user sets it up, with a place of its own at its real server for every run."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Final

from pyrite.core.connector.guarantee import Delivery
from pyrite.core.connector.sink import Sink
from pyrite.core.connector.source import Source

RECORDS: Final = 60
"""How many records a run has."""


class Case(ABC):
    """One instance serves all runs of a test process: it starts its server when it is first used.

    Name it after its connector and its way: `KafkaExactlyOnce`. `open` may `pytest.skip` where a server is missing.
    """

    connector: ClassVar[type]
    """The class of the source or sink, which has a `declaration`."""
    delivery: ClassVar[Delivery]
    """What is to be proved."""
    slow: ClassVar[bool] = False
    """Whether its server takes so long to start that it is left to `make test-all`."""

    def open(self) -> None:  # noqa: B027
        """Starts the server, or finds the one that other tests use."""

    def close(self) -> None:  # noqa: B027
        """Stops what `open` has started."""


class SinkCase(Case):
    """Proves a sink."""

    parallelism: ClassVar[int] = 2

    @abstractmethod
    def sink(self, run: str) -> Sink:
        """A sink to the place named by `run`, for what `record` gives."""

    def record(self, number: int) -> Any:
        """What is written for a number. Called in the job: it must pickle with its case's class."""
        return str(number)

    @abstractmethod
    def arrived(self, run: str) -> list[int]:
        """The numbers that a reader of the place finds now, repeats included; none if the place is not there yet."""


class SourceCase(Case):
    """Proves a source. An unbounded one is ended by the suite when it has given every record."""

    parallelism: ClassVar[int] = 1

    @abstractmethod
    def fill(self, run: str, count: int) -> None:
        """Puts the numbers 0 to count - 1 into the place named by `run`."""

    @abstractmethod
    def source(self, run: str) -> Source[Any]:
        """A source that reads the place."""

    def number(self, value: Any) -> int:
        """The number that a record of the source is about. Called in the job."""
        return int(value)
