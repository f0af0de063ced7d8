"""Sort, the logical node, and TemporalSort and SortLimit, which run in streaming."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Optional

from pyrite.expressions.resolved import ResolvedExpression
from pyrite.operators.relational.keyed.sort_column import SortColumn
from pyrite.relational.plan.nodes import SingleInput
from pyrite.relational.plan.over import order_text
from pyrite.relational.plan.rank import Ranked


@dataclass(frozen=True)
class Sort(SingleInput):
    """Sorts rows; with `fetch`, returns the next rows after `offset`. Batch sorts without a limit."""

    order: tuple[SortColumn, ...]
    offset: int = 0
    fetch: Optional[int] = None

    @property
    def has_limit(self) -> bool:
        return self.offset > 0 or self.fetch is not None

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        return (
            f"Sort(orderBy=[{order_text(self.order, self.field_names)}]{_limit_text(self) if self.has_limit else ''})"
        )


@dataclass(frozen=True)
class TemporalSort(SingleInput):
    """Sorts rows by a time attribute, then by other columns. Emits a row when no earlier row can arrive."""

    order: tuple[SortColumn, ...]
    is_event_time: bool

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        return f"TemporalSort(orderBy=[{order_text(self.order, self.field_names)}])"


@dataclass(frozen=True)
class SortLimit(Ranked):
    """The next `fetch` rows in an order, after the first `offset`."""

    offset: int = 0
    fetch: int = 0

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        order = order_text(self.order, self.field_names)
        return f"SortLimit(orderBy=[{order}]{_limit_text(self)}, strategy=[{self._strategy_text()}])"


def _limit_text(node: Sort | SortLimit) -> str:
    return f", offset=[{node.offset}], fetch=[{'unlimited' if node.fetch is None else node.fetch}]"
