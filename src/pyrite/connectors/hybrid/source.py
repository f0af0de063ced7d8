"""HybridSource: reads several sources, one after another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Optional

from pyrite.connectors.hybrid.enumerator import HybridEnumerator
from pyrite.connectors.hybrid.parts import HybridSplit, Part, SourceFactory
from pyrite.connectors.hybrid.reader import HybridReader
from pyrite.core.connector.guarantee import EXACTLY_ONCE, Declaration, Guarantee
from pyrite.core.connector.source import (
    Boundedness,
    Source,
    SourceReader,
    SourceReaderContext,
    SplitEnumerator,
    SplitEnumeratorContext,
)
from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted

_POSITIONS: Final = Guarantee(EXACTLY_ONCE, "positions are part of the checkpoint")


@persisted("hybrid-source/1")
class HybridSource(Source[HybridSplit]):
    """Reads its sources one after another: first files, then Kafka, for example. Created by `builder`.

    A source begins when all readers have reached the end of the previous one; no record of it is read earlier. The
    current source is part of the checkpoint, so each switch takes effect once, after any failure. All sources but the
    last must be bounded.
    """

    declaration: ClassVar[Declaration] = Declaration(
        "Hybrid",
        (Guarantee(EXACTLY_ONCE, "if all its sources are; otherwise the weakest guarantee of its sources"),),
        needs="the requirements of its sources",
        tried_with="number sequences; files, then Kafka 4.3.1",
    )

    def __init__(self, parts: tuple[Part, ...]) -> None:
        self._parts = parts

    @staticmethod
    def builder(first_source: Source[Any]) -> HybridSourceBuilder:
        """Returns a new builder, with the first source, which must be bounded."""
        return HybridSourceBuilder().add_source(first_source)

    def get_boundedness(self) -> Boundedness:
        return self._parts[-1].boundedness

    def guarantee(self) -> Guarantee:
        """The weakest guarantee of its sources."""
        weak = [part.guarantee for part in self._parts if part.guarantee.delivery != EXACTLY_ONCE]
        delivery = EXACTLY_ONCE
        for guarantee in weak:
            delivery = delivery.then(guarantee.delivery)
        return Guarantee(delivery, " and ".join(guarantee.reason for guarantee in weak)) if weak else _POSITIONS

    def create_reader(self, context: SourceReaderContext) -> SourceReader[HybridSplit]:
        return HybridReader(self._parts, context)

    def create_enumerator(self, context: SplitEnumeratorContext[HybridSplit]) -> SplitEnumerator[HybridSplit]:
        return HybridEnumerator(self._parts, context)

    def restore_enumerator(
        self, context: SplitEnumeratorContext[HybridSplit], checkpoint: Any
    ) -> SplitEnumerator[HybridSplit]:
        return HybridEnumerator(self._parts, context, checkpoint)


class HybridSourceBuilder:
    """Builds a HybridSource."""

    def __init__(self) -> None:
        self._parts: list[Part] = []

    def add_source(self, source: Source[Any]) -> HybridSourceBuilder:
        """Appends a source."""
        if not isinstance(source, Source):
            raise InvalidProgramError(f"HybridSource: add_source() takes a Source, not {source!r}")
        return self._add(Part(source.get_boundedness(), source.guarantee(), source))

    def add_source_factory(
        self,
        factory: SourceFactory,
        boundedness: Boundedness = Boundedness.CONTINUOUS_UNBOUNDED,
        guarantee: Guarantee = _POSITIONS,
        secrets: Optional[Mapping[str, str]] = None,
    ) -> HybridSourceBuilder:
        """Appends a source that `factory` creates, with a SourceSwitchContext, when the previous sources have ended.

        So it can begin where the previous source ended, according to its enumerator. `factory` runs on the driver, in
        a background thread, once for each switch, and again after a restart before the first checkpoint of the new
        source. `boundedness` and `guarantee` declare the properties of the source in advance. Checkpoints contain the
        source but not `secrets`, passwords with names of your choice: each run takes them from its program.
        """
        if not callable(factory):
            raise InvalidProgramError(f"HybridSource: add_source_factory() takes a function, not {factory!r}")
        for name, secret in (secrets or {}).items():
            if not isinstance(secret, str) or not secret:
                raise InvalidProgramError(f"HybridSource: secrets[{name!r}] must be a non-empty str")
        return self._add(Part(boundedness, guarantee, factory=factory, secrets=dict(secrets or {})))

    def _add(self, part: Part) -> HybridSourceBuilder:
        if self._parts and self._parts[-1].boundedness is not Boundedness.BOUNDED:
            raise InvalidProgramError(
                f"HybridSource: source {len(self._parts)} is unbounded, so no source can follow it: "
                "all sources but the last must be bounded"
            )
        self._parts.append(part)
        return self

    def build(self) -> HybridSource:
        """Returns the source."""
        if not self._parts or self._parts[0].source is None:
            raise InvalidProgramError("HybridSource needs a first source: HybridSource.builder(first_source)")
        return HybridSource(tuple(self._parts))
