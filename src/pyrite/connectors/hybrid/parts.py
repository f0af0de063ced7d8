"""Parts of a hybrid source, and what its enumerator and its readers say to each other about them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Optional

from pyrite.common.errors import InvalidProgramError
from pyrite.common.guarantee import Guarantee
from pyrite.common.source import Boundedness, Source, SplitEnumerator
from pyrite.connectors.hybrid.secrets import dumps_without, loads_with


@dataclass(frozen=True)
class SourceSwitchContext:
    """What a factory of a source may look at: the enumerator of the source before it, which has ended."""

    previous_enumerator: SplitEnumerator[Any]

    def get_previous_enumerator(self) -> SplitEnumerator[Any]:
        """Also after a restart: it is then the one that was restored."""
        return self.previous_enumerator


SourceFactory = Callable[[SourceSwitchContext], Source[Any]]


@dataclass(frozen=True)
class Part:
    """One of the sources: as it is, or made by a factory when it is its turn."""

    boundedness: Boundedness
    guarantee: Guarantee
    source: Optional[Source[Any]] = None
    factory: Optional[SourceFactory] = None
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Those of the source that the factory makes, by name: a checkpoint with the source has the names only."""

    def found(self, pickled: Optional[bytes]) -> Source[Any]:
        """The source, if it is not to be made: it was there from the beginning, or has been made and pickled."""
        source: Optional[Source[Any]] = self.source if pickled is None else loads_with(pickled, self.secrets)
        assert source is not None
        return source

    def pickled(self, made: Source[Any]) -> Optional[bytes]:
        """What `found` finds it by; None if it was there from the beginning."""
        return None if self.factory is None else dumps_without(made, self.secrets)

    def make(self, previous: SplitEnumerator[Any]) -> Source[Any]:
        if self.factory is None:
            return self.found(None)
        made = self.factory(SourceSwitchContext(previous))
        if not isinstance(made, Source):
            raise InvalidProgramError(f"HybridSource: the factory must return a Source, it returned {made!r}")
        self._check(made)
        return made

    def _check(self, made: Source[Any]) -> None:
        """What the program was told about the source before it was there must be so."""
        if self.boundedness is Boundedness.BOUNDED and made.get_boundedness() is not Boundedness.BOUNDED:
            raise InvalidProgramError(
                f"HybridSource: add_source_factory() was told of a bounded source, and {type(made).__name__} has no end"
            )
        told, given = self.guarantee.delivery, made.guarantee().delivery
        if told.then(given) != told:
            raise InvalidProgramError(
                f"HybridSource: add_source_factory() was told of a source that is {told}, and {type(made).__name__} is "
                f"{given}: {made.guarantee().reason}. Give add_source_factory(guarantee=...) what it is"
            )


@dataclass(frozen=True)
class HybridSplit:
    """A split of one of the sources."""

    index: int
    split: Any

    @property
    def split_id(self) -> str:
        return tagged(self.index, self.split.split_id)


def tagged(index: int, split_id: str) -> str:
    """A split's id among those of all sources."""
    return f"{index}/{split_id}"


@dataclass(frozen=True)
class SwitchSource:
    """Enumerator: read this source now. `source` is pickled, if a factory has made it."""

    index: int
    source: Optional[bytes]


@dataclass(frozen=True)
class SourceFinished:
    """Reader: I have read all that is mine of this source. In BATCH I go on without the others."""

    index: int
    batch: bool


@dataclass(frozen=True)
class PartEvent:
    """Either: an event of one of the sources' own."""

    index: int
    event: Any


@dataclass(frozen=True)
class HybridState:
    """What the enumerator goes on from. A source that a factory has made is part of it: it is not made twice."""

    index: int
    source: Optional[bytes]
    state: Any
