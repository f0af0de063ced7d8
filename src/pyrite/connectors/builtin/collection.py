"""CollectionSource: reads a list of the program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Optional

from pyrite.core.connector.guarantee import EXACTLY_ONCE, Declaration, Guarantee
from pyrite.core.connector.source import (
    END_OF_INPUT,
    Boundedness,
    EndOfInput,
    Source,
    SourceBlock,
    SourceReader,
    SourceReaderContext,
    SplitEnumerator,
    SplitEnumeratorContext,
)
from pyrite.core.persistence.persisted import persisted


@persisted("collection-position/1")
@dataclass(frozen=True)
class Position:
    """The split: the whole list, from this index on."""

    index: int

    @property
    def split_id(self) -> str:
        return "0"


class CollectionEnumerator(SplitEnumerator[Position]):
    """Assigns the whole list to the first reader."""

    def __init__(self, context: SplitEnumeratorContext[Position], split: Optional[Position]) -> None:
        self._context = context
        self._split = split

    def add_reader(self, subtask: int) -> None:
        if self._split is not None and subtask == 0:
            self._context.assign_splits(subtask, [self._split])
            self._split = None
        self._context.signal_no_more_splits(subtask)

    def snapshot_state(self, checkpoint_id: int) -> Optional[Position]:
        return self._split


class CollectionReader(SourceReader[Position]):
    """Reads the list in blocks."""

    def __init__(self, elements: list[Any]) -> None:
        self._elements = elements
        self._index: Optional[int] = None
        self._complete = False

    def add_splits(self, splits: list[Position]) -> None:
        self._index = splits[0].index

    def notify_no_more_splits(self) -> None:
        self._complete = True

    def snapshot_state(self, checkpoint_id: int) -> list[Position]:
        return [] if self._index is None else [Position(self._index)]

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        if self._index is None or self._index >= len(self._elements):
            return END_OF_INPUT if self._complete else None
        values = self._elements[self._index : self._index + max_records]
        self._index += len(values)
        return SourceBlock("0", values)


@persisted("collection-source/1")
class CollectionSource(Source[Position]):
    """Reads the elements of a list, in order, with one reader."""

    declaration: ClassVar[Declaration] = Declaration(
        "collection", (Guarantee(EXACTLY_ONCE, "the position is part of the checkpoint"),)
    )

    def __init__(self, elements: list[Any]) -> None:
        self._elements = elements

    def get_boundedness(self) -> Boundedness:
        return Boundedness.BOUNDED

    def create_reader(self, context: SourceReaderContext) -> SourceReader[Position]:
        return CollectionReader(self._elements)

    def create_enumerator(self, context: SplitEnumeratorContext[Position]) -> SplitEnumerator[Position]:
        return CollectionEnumerator(context, Position(0))

    def restore_enumerator(
        self, context: SplitEnumeratorContext[Position], checkpoint: Any
    ) -> SplitEnumerator[Position]:
        return CollectionEnumerator(context, checkpoint)
