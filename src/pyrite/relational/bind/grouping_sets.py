"""GroupingSets: the keys of a GROUP BY, and the sets of GROUPING SETS, ROLLUP or CUBE."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from itertools import combinations, product
from typing import Optional

from pyrite.expressions import expression_tree
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.relational.bind.errors import BindError
from pyrite.relational.sql import sql_tree
from pyrite.relational.sql.sql_tree import GroupingKind

Bind = Callable[[expression_tree.Expression], ResolvedExpression]
_MOST_SETS = 4096


@dataclass(frozen=True)
class GroupingSets:
    """The keys in the order of the text. `sets` has positions of keys; it is empty without grouping sets.

    A set that occurs twice is included twice, and so are its groups.
    """

    keys: tuple[ResolvedExpression, ...]
    sets: tuple[tuple[int, ...], ...] = ()

    @property
    def has_empty(self) -> bool:
        """Whether there is an empty set, which has one group even without rows."""
        return not self.keys or () in self.sets

    def is_in_all(self, place: int) -> bool:
        """Returns whether all sets contain a key."""
        return all(place in each for each in self.sets)

    @staticmethod
    def of(
        items: Optional[Sequence[expression_tree.Expression]], bind: Bind, is_distinct: bool = False
    ) -> GroupingSets:
        keys: list[ResolvedExpression] = []

        def place(item: expression_tree.Expression) -> int:
            key = bind(item)
            if key not in keys:
                keys.append(key)
            return keys.index(key)

        parts = [_sets(item, place) for item in items or ()]
        count = 1
        for part in parts:
            count *= len(part)
        if count > _MOST_SETS:
            raise BindError(f"GROUP BY has {count} grouping sets, more than {_MOST_SETS}")
        whole = [tuple(sorted({p for each in combination for p in each})) for combination in product(*parts)]
        if is_distinct:
            whole = list(dict.fromkeys(whole))
        if len(whole) == 1:
            return GroupingSets(tuple(keys))
        return GroupingSets(tuple(keys), tuple(sorted(whole, key=cmp_to_key(_in_order))))


Sets = list[tuple[int, ...]]


def _in_order(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """Compares sets in Flink's order, in which changes are emitted: a superset is first, otherwise by keys."""
    if set(one) > set(other):
        return -1
    if set(one) < set(other):
        return 1
    return (one > other) - (one < other)


def _sets(item: expression_tree.Expression, place: Callable[[expression_tree.Expression], int]) -> Sets:
    """Returns the sets of one element of GROUP BY."""
    if not isinstance(item, sql_tree.GroupingElement):
        return [tuple(map(place, _columns(item)))]
    if item.kind is GroupingKind.GROUPING_SETS:
        return [each for part in item.items for each in _sets(part, place)]
    parts = [tuple(map(place, _columns(part))) for part in item.items]
    if item.kind is GroupingKind.ROLLUP:
        subsets = [parts[:size] for size in range(len(parts), -1, -1)]
    else:
        if len(parts) > 12:
            raise BindError(f"CUBE has {len(parts)} columns, more than 12", item.at)
        subsets = [list(each) for size in range(len(parts), -1, -1) for each in combinations(parts, size)]
    return [tuple(p for part in each for p in part) for each in subsets]


def _columns(item: expression_tree.Expression) -> Sequence[expression_tree.Expression]:
    """Splits `(a, b)` into columns. `()` has none."""
    if isinstance(item, expression_tree.Call) and item.function == "ROW" and not item.written:
        return item.arguments
    return [item]
