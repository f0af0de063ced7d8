"""Parts of a hybrid source, and what its enumerator and its readers say to each other about them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Optional

from pyrite.connectors.hybrid.secrets import dumps_without, loads_with
from pyrite.core.connector.guarantee import Guarantee
from pyrite.core.connector.source import Boundedness, Source, SplitEnumerator
from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted


@persisted("hybrid-source-switch-context/1")
@dataclass(frozen=True)
class SourceSwitchContext:
    """What a factory of a source may look at: the enumerator of the source before it, which has ended."""

    previous_enumerator: SplitEnumerator[Any]

    def get_previous_enumerator(self) -> SplitEnumerator[Any]:
        """Also after a restart: it is then the one that was restored."""
        return self.previous_enumerator


SourceFactory = Callable[[SourceSwitchContext], Source[Any]]


@persisted("hybrid-part/1")
@dataclass(frozen=True)
class Part:
    """One of the sources: as it is, or made by a factory when it is its turn."""

    boundedness: Boundedness
    guarantee: Guarantee
    source: Optional[Source[Any]] = None
    factory: Optional[SourceFactory] = None
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Those of the source that the factory makes, by name: a checkpoint with the source has the names only."""

    def existing_source(self, pickled: Optional[bytes]) -> Source[Any]:
        """The source, if it is not to be made: it was there from the beginning, or has been made and pickled."""
        source: Optional[Source[Any]] = self.source if pickled is None else loads_with(pickled, self.secrets)
        assert source is not None
        return source

    def pickled(self, source: Source[Any]) -> Optional[bytes]:
        """The argument for `existing_source`; None if the source was there from the beginning."""
        return None if self.factory is None else dumps_without(source, self.secrets)

    def make(self, previous: SplitEnumerator[Any]) -> Source[Any]:
        if self.factory is None:
            return self.existing_source(None)
        source = self.factory(SourceSwitchContext(previous))
        if not isinstance(source, Source):
            raise InvalidProgramError(f"HybridSource: the factory must return a Source, it returned {source!r}")
        self._check(source)
        return source

    def _check(self, source: Source[Any]) -> None:
        """Checks the source against what was declared for it."""
        if self.boundedness is Boundedness.BOUNDED and source.get_boundedness() is not Boundedness.BOUNDED:
            raise InvalidProgramError(
                f"HybridSource: add_source_factory() declared a bounded source, and {type(source).__name__} has no end"
            )
        promise, actual = self.guarantee.delivery, source.guarantee().delivery
        if promise.then(actual) != promise:
            raise InvalidProgramError(
                f"HybridSource: add_source_factory() declared a source that is {promise}, and "
                f"{type(source).__name__} is {actual}: {source.guarantee().reason}. "
                "Give add_source_factory(guarantee=...) what it is"
            )


@persisted("hybrid-split/1")
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


@persisted("hybrid-switch-source/1")
@dataclass(frozen=True)
class SwitchSource:
    """Enumerator: read this source now. `source` is pickled, if a factory has made it."""

    index: int
    source: Optional[bytes]


@persisted("hybrid-source-finished/1")
@dataclass(frozen=True)
class SourceFinished:
    """Reader: this reader has finished this source. In BATCH it continues without the others."""

    index: int
    batch: bool


@persisted("hybrid-part-event/1")
@dataclass(frozen=True)
class PartEvent:
    """Either: an event of one of the sources' own."""

    index: int
    event: Any


@persisted("hybrid-state/1")
@dataclass(frozen=True)
class HybridState:
    """The enumerator's state. It includes a source that a factory made, so that it is not made twice."""

    index: int
    source: Optional[bytes]
    state: Any
