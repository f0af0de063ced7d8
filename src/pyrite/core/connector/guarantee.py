"""Delivery guarantees: declared by sources and sinks, and combined along a chain."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pyrite.core.persistence.persisted import persisted


@persisted("delivery/1")
@dataclass(frozen=True)
class Delivery:
    """How often a record arrives when a failure occurs."""

    loses: bool
    repeats: bool

    def __str__(self) -> str:
        names = {(False, False): "exactly-once", (False, True): "at-least-once", (True, False): "at-most-once"}
        return names.get((self.loses, self.repeats), "none")

    def then(self, other: Delivery) -> Delivery:
        """The guarantee of a chain of both."""
        return Delivery(self.loses or other.loses, self.repeats or other.repeats)


EXACTLY_ONCE: Final = Delivery(loses=False, repeats=False)
AT_LEAST_ONCE: Final = Delivery(loses=False, repeats=True)
AT_MOST_ONCE: Final = Delivery(loses=True, repeats=False)
NO_GUARANTEE: Final = Delivery(loses=True, repeats=True)


@persisted("guarantee/1")
@dataclass(frozen=True)
class Guarantee:
    """The guarantee of a source or a sink with its settings, and a short reason."""

    delivery: Delivery
    reason: str


@persisted("declaration/1")
@dataclass(frozen=True)
class Declaration:
    """A row of the table of connectors. `ways` are the possible guarantees, the default first."""

    name: str
    ways: tuple[Guarantee, ...]
    needs: str = ""
    """The requirements: an extra of Pyrite, a server and its settings."""
    tried_with: str = ""
    """The server that the tests run against."""


@dataclass(frozen=True)
class Link:
    """A source or sink that determines a job's guarantee, under its name for users: `sink 'redis'`."""

    name: str
    guarantee: Guarantee


@dataclass(frozen=True)
class EndToEnd:
    """The guarantee of a whole job, which is the weakest of its links."""

    delivery: Delivery
    weakest: tuple[Link, ...]

    @staticmethod
    def of(links: Iterable[Link]) -> EndToEnd:
        links = tuple(links)
        delivery = EXACTLY_ONCE
        for link in links:
            delivery = delivery.then(link.guarantee.delivery)
        return EndToEnd(delivery, tuple(link for link in links if link.guarantee.delivery != EXACTLY_ONCE))

    def __str__(self) -> str:
        if not self.weakest:
            return f"end to end: {self.delivery}"
        reasons = dict.fromkeys(f"{link.name} ({link.guarantee.reason})" for link in self.weakest)
        return f"end to end: {self.delivery}, because of {' and '.join(reasons)}"
