"""ORDER BY: by columns of the result, by their ordinals, or by other expressions over the rows of SELECT."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Optional

from pyrite.core.types import IntegerNumericType
from pyrite.expressions import expression_tree
from pyrite.expressions.expression_tree import Query
from pyrite.operators.relational.keyed.sort_column import SortColumn
from pyrite.relational.bind.errors import BindError
from pyrite.relational.bind.over import aliases, nulls_first, with_aliases
from pyrite.relational.bind.scope import Scope
from pyrite.relational.plan.nodes import RelNode, projected
from pyrite.relational.plan.order import Sort
from pyrite.relational.sql import sql_tree
from pyrite.relational.sql.printing.expressions import expression_sql

BindQuery = Callable[[Query], tuple[RelNode, list[str]]]


def ordered(query: sql_tree.OrderBy, bind: BindQuery, offset: int, fetch: Optional[int]) -> tuple[RelNode, list[str]]:
    """Returns the plan of a query with ORDER BY, and the names of its columns."""
    plan, names = bind(query.query)
    width = len(names)
    places = [_place(key.operand, names) for key in query.keys]
    others = [key.operand for key, place in zip(query.keys, places, strict=True) if place is None]
    if others:
        plan = bind(_with_items(query.query, others, names))[0]
        new = iter(range(width, width + len(others)))
        places = [next(new) if place is None else place for place in places]
    order = tuple(
        SortColumn(place, key.is_descending, nulls_first(key))
        for key, place in zip(query.keys, places, strict=True)
        if place is not None
    )
    sort = Sort(plan, _each_once(order), offset, fetch)
    scope = Scope.of(plan.row_type)
    columns = [scope.reference(place) for place in range(width)]
    return projected(sort, columns, [column.name for column in columns]), names


def _place(key: expression_tree.Expression, names: Sequence[str]) -> Optional[int]:
    """Returns the position of a key in the result, if it is an ordinal or a name."""
    match key:
        case expression_tree.Literal(value=int() as number, type=IntegerNumericType()):
            if not 1 <= number <= len(names):
                raise BindError("Ordinal out of range", key.at)
            return number - 1
        case expression_tree.Name(parts=(name,)) if name in names:
            return names.index(name)
    return None


def _with_items(query: Query, keys: Sequence[expression_tree.Expression], names: Sequence[str]) -> Query:
    """Adds the keys to the items of SELECT."""
    if isinstance(query, sql_tree.Select):
        if query.is_distinct:
            text = expression_sql(keys[0]).replace("`", "")
            raise BindError(f"Expression '{text}' is not in the select clause", keys[0].at)
        items_by_name = aliases(query)
        return replace(query, items=(*query.items, *(with_aliases(key, items_by_name) for key in keys)))
    whole = sql_tree.Derived(query, at=query.at)
    return sql_tree.Select((expression_tree.Star(), *keys), whole, at=query.at)


def _each_once(order: Sequence[SortColumn]) -> tuple[SortColumn, ...]:
    """Removes repeated columns."""
    distinct: dict[int, SortColumn] = {}
    for each in order:
        distinct.setdefault(each.place, each)
    return tuple(distinct.values())


def without_order(query: Query) -> Query:
    """Removes the order of a subquery, which has no effect unless there is a limit."""
    if isinstance(query, sql_tree.OrderBy) and query.limit is None and query.offset is None:
        return query.query
    return query
