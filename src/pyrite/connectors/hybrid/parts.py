"""Parts of a hybrid source, and the events between its enumerator and its readers."""

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
    """The context of a source factory: the enumerator of the previous source, which has ended."""

    previous_enumerator: SplitEnumerator[Any]

    def get_previous_enumerator(self) -> SplitEnumerator[Any]:
        """The previous source's enumerator; after a restart, the restored one."""
        return self.previous_enumerator


SourceFactory = Callable[[SourceSwitchContext], Source[Any]]


@persisted("hybrid-part/1")
@dataclass(frozen=True)
class Part:
    """One of the sources: an existing one, or a factory that creates it when it begins."""

    boundedness: Boundedness
    guarantee: Guarantee
    source: Optional[Source[Any]] = None
    factory: Optional[SourceFactory] = None
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    """The secrets of the factory's source, by name. A checkpoint of the source contains only the names."""

    def existing_source(self, pickled: Optional[bytes]) -> Source[Any]:
        """The source that was passed to the builder, or a source that was created before and pickled."""
        source: Optional[Source[Any]] = self.source if pickled is None else loads_with(pickled, self.secrets)
        assert source is not None
        return source

    def pickled(self, source: Source[Any]) -> Optional[bytes]:
        """The argument for `existing_source`; None for a source that was passed to the builder."""
        return None if self.factory is None else dumps_without(source, self.secrets)

    def make(self, previous: SplitEnumerator[Any]) -> Source[Any]:
        if self.factory is None:
            return self.existing_source(None)
        source = self.factory(SourceSwitchContext(previous))
        if not isinstance(source, Source):
            raise InvalidProgramError(f"HybridSource: the factory must return a Source, not {source!r}")
        self._check(source)
        return source

    def _check(self, source: Source[Any]) -> None:
        """Checks the source against its declared boundedness and guarantee."""
        if self.boundedness is Boundedness.BOUNDED and source.get_boundedness() is not Boundedness.BOUNDED:
            raise InvalidProgramError(
                f"HybridSource: add_source_factory() declared a bounded source: {type(source).__name__} is unbounded"
            )
        promise, actual = self.guarantee.delivery, source.guarantee().delivery
        if promise.then(actual) != promise:
            raise InvalidProgramError(
                f"HybridSource: add_source_factory() declared a source that is {promise}, but "
                f"{type(source).__name__} is {actual}: {source.guarantee().reason}. "
                "Pass the actual guarantee to add_source_factory(guarantee=...)"
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
    """A split id that is unique among all sources."""
    return f"{index}/{split_id}"


@persisted("hybrid-switch-source/1")
@dataclass(frozen=True)
class SwitchSource:
    """Sent by the enumerator: read this source now. `source` is pickled if a factory created it."""

    index: int
    source: Optional[bytes]


@persisted("hybrid-source-finished/1")
@dataclass(frozen=True)
class SourceFinished:
    """Sent by a reader: it has finished this source. In BATCH mode it switches independently."""

    index: int
    batch: bool


@persisted("hybrid-part-event/1")
@dataclass(frozen=True)
class PartEvent:
    """Sent by either side: an event of one of the sources."""

    index: int
    event: Any


@persisted("hybrid-state/1")
@dataclass(frozen=True)
class HybridState:
    """The enumerator's state. It includes a source that a factory created, so that it is not created again."""

    index: int
    source: Optional[bytes]
    state: Any
