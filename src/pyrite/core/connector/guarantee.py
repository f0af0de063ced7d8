"""How often a record arrives, whatever fails: what sources and sinks declare, and what a chain of them gives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pyrite.core.persistence.persisted import persisted


@persisted("delivery/1")
@dataclass(frozen=True)
class Delivery:
    """How often a record arrives when something fails."""

    loses: bool
    repeats: bool

    def __str__(self) -> str:
        names = {(False, False): "exactly-once", (False, True): "at-least-once", (True, False): "at-most-once"}
        return names.get((self.loses, self.repeats), "none")

    def then(self, other: Delivery) -> Delivery:
        """What a chain of both gives."""
        return Delivery(self.loses or other.loses, self.repeats or other.repeats)


EXACTLY_ONCE: Final = Delivery(loses=False, repeats=False)
AT_LEAST_ONCE: Final = Delivery(loses=False, repeats=True)
AT_MOST_ONCE: Final = Delivery(loses=True, repeats=False)
NO_GUARANTEE: Final = Delivery(loses=True, repeats=True)


@persisted("guarantee/1")
@dataclass(frozen=True)
class Guarantee:
    """What a source or a sink gives as it is set up, and the reason in a few words."""

    delivery: Delivery
    reason: str


@persisted("declaration/1")
@dataclass(frozen=True)
class Declaration:
    """A row of the table of connectors. `ways` are the guarantees that it can give, the default first."""

    name: str
    ways: tuple[Guarantee, ...]
    needs: str = ""
    """What must be there: an extra of Pyrite's, a server and its settings."""
    tried_with: str = ""
    """What its tests run against."""


@dataclass(frozen=True)
class Link:
    """A part of a job that weakens or keeps its guarantee, as the user knows it: `sink 'redis'`."""

    name: str
    guarantee: Guarantee


@dataclass(frozen=True)
class EndToEnd:
    """What a whole job gives: the weakest link decides."""

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
