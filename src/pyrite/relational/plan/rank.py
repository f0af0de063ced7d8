"""Rank: the first rows of each key by an order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Optional

from pyrite.core.types import AnyTimestampType, BigIntType, RowField, RowType, TimestampKind
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.operators.relational.keyed.sort_column import SortColumn
from pyrite.operators.relational.rank.rank import RankStrategy
from pyrite.relational.plan.nodes import SingleInput
from pyrite.relational.plan.over import order_text

NUMBER_TYPE = BigIntType(nullable=False)


@dataclass(frozen=True)
class Ranked(SingleInput):
    """The base class of nodes that keep the first rows by an order. `infer_changelog` sets the strategy."""

    order: tuple[SortColumn, ...]
    times: tuple[TimestampKind, ...]
    """The time attributes among the sort columns. Compiled plans do not store them in types."""
    strategy: Optional[RankStrategy] = None
    row_key: tuple[int, ...] = ()
    """With UPDATE_FAST, the upsert key of the rows."""

    @property
    def keys(self) -> tuple[int, ...]:
        """The partition columns."""
        return ()

    @property
    def is_deduplication(self) -> bool:
        """Whether it keeps one row of each key, without its rank."""
        return False

    @property
    def keeps_last(self) -> bool:
        return len(self.order) == 1 and self.order[0].is_descending

    def time_kind(self) -> TimestampKind:
        """Returns the kind of time attribute of the only sort column; REGULAR for other orders."""
        return self.times[0] if len(self.times) == 1 else TimestampKind.REGULAR

    def _strategy_text(self) -> str:
        if self.strategy is None:
            return "UndefinedStrategy"
        row_key = f"[{','.join(map(str, self.row_key))}]" if self.strategy is RankStrategy.UPDATE_FAST else ""
        return self.strategy.value + row_key


@dataclass(frozen=True)
class Rank(Ranked):
    """The rows of each key with row numbers from `start` to `end`. `number` is the name of the number's column."""

    partition: tuple[int, ...] = ()
    start: int = 1
    end: int = 1
    number: Optional[str] = None

    @property
    def keys(self) -> tuple[int, ...]:
        return self.partition

    @property
    def row_type(self) -> RowType:
        fields = self.input.row_type.fields
        number_field = () if self.number is None else (RowField(self.number, NUMBER_TYPE),)
        return RowType((*fields, *number_field), nullable=False)

    @property
    def is_deduplication(self) -> bool:
        return self.number is None and self.start == self.end == 1

    def becomes_deduplicate(self) -> bool:
        """Whether it is executed as a Deduplicate: by time, over inserts."""
        is_by_time = self.time_kind() is not TimestampKind.REGULAR
        return self.is_deduplication and is_by_time and self.input.changelog.is_insert_only

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        if not self.becomes_deduplicate():
            return self.as_rank()
        keep = "LastRow" if self.keeps_last else "FirstRow"
        keys = ", ".join(self.field_names[place] for place in self.partition)
        inserts = str(self.changelog.is_insert_only).lower()
        order = self.time_kind().name
        return f"Deduplicate(keep=[{keep}], key=[{keys}], order=[{order}], outputInsertOnly=[{inserts}])"

    def as_rank(self) -> str:
        """Returns the text for the physical plan, which has no Deduplicate."""
        names = self.input.field_names
        keys = ", ".join(names[place] for place in self.partition)
        rowtime = "ROWTIME " if TimestampKind.ROWTIME in self.times else ""
        return (
            f"Rank(strategy=[{self._strategy_text()}], rankType=[ROW_NUMBER], rankRange=[rankStart={self.start}, "
            f"rankEnd={self.end}], partitionBy=[{keys}], orderBy=[{rowtime}{order_text(self.order, names)}], "
            f"select=[{', '.join(self.field_names)}])"
        )


def times_of(order: Sequence[SortColumn], row: RowType) -> tuple[TimestampKind, ...]:
    """Returns the kinds of time attribute of the sort columns."""
    kinds = [row.children[each.place] for each in order]
    return tuple(kind.kind if isinstance(kind, AnyTimestampType) else TimestampKind.REGULAR for kind in kinds)
