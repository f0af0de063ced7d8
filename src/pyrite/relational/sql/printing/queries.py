"""Printer of queries."""

from __future__ import annotations

from typing import Final

from pyrite.core.types.quoting import quoted_identifier
from pyrite.expressions.expression_tree import Expression, Query
from pyrite.relational.sql.printing.expressions import (
    expression_sql,
    list_sql,
    names_sql,
    path_sql,
    query_sql,
    window_sql,
)
from pyrite.relational.sql.printing.relations import hints_sql, relation_sql
from pyrite.relational.sql.sql_tree.queries import (
    CommonTable,
    GroupingElement,
    OrderBy,
    Select,
    SetOperation,
    SetOperator,
    TableQuery,
    Values,
    With,
)

_POWER: Final = {SetOperator.UNION: 1, SetOperator.EXCEPT: 1, SetOperator.INTERSECT: 2}


@query_sql.register
def _(query: Select) -> str:
    parts = ["SELECT"]
    if query.hints:
        parts.append(hints_sql(query.hints))
    if query.is_distinct:
        parts.append("DISTINCT")
    parts.append(", ".join(map(_item, query.items)))
    if query.source is not None:
        parts.append(f"FROM {relation_sql(query.source)}")
    if query.where is not None:
        parts.append(f"WHERE {expression_sql(query.where)}")
    if query.group_by is not None:
        distinct = "DISTINCT " if query.is_group_by_distinct else ""
        parts.append(f"GROUP BY {distinct}{', '.join(map(_grouping, query.group_by))}")
    if query.having is not None:
        parts.append(f"HAVING {expression_sql(query.having)}")
    if query.windows:
        windows = (f"{quoted_identifier(each.name)} AS {window_sql(each.window)}" for each in query.windows)
        parts.append(f"WINDOW {', '.join(windows)}")
    if query.qualify is not None:
        parts.append(f"QUALIFY {expression_sql(query.qualify)}")
    return " ".join(parts)


def _item(item: Expression) -> str:
    """Prints an item of SELECT, in which an alias is not in parentheses."""
    return expression_sql(item, -1)


def _grouping(element: Expression) -> str:
    if isinstance(element, GroupingElement):
        return f"{element.kind.value} ({', '.join(map(_grouping, element.items))})"
    return expression_sql(element)


@query_sql.register
def _(query: Values) -> str:
    return f"VALUES {', '.join(f'ROW({list_sql(row)})' for row in query.rows)}"


@query_sql.register
def _(query: TableQuery) -> str:
    return f"TABLE {path_sql(query.table)}"


@query_sql.register
def _(query: SetOperation) -> str:
    """From left to right without recursion: chains of UNION ALL may be long."""
    power = _POWER[query.operator]
    rest: list[str] = []
    left: Query = query
    while isinstance(left, SetOperation) and _POWER[left.operator] == power:
        right = left.right
        is_stronger = isinstance(right, SetOperation) and _POWER[right.operator] > power
        every = " ALL" if left.is_all else ""
        rest.append(f" {left.operator.value}{every} {query_sql(right) if is_stronger else _operand(right)}")
        left = left.left
    is_stronger = isinstance(left, SetOperation) and _POWER[left.operator] > power
    return (query_sql(left) if is_stronger else _operand(left)) + "".join(reversed(rest))


def _operand(query: Query) -> str:
    """Prints a query as the operand of another one, in parentheses if it is ambiguous otherwise."""
    return query_sql(query) if isinstance(query, Select | Values | TableQuery) else f"({query_sql(query)})"


@query_sql.register
def _(query: OrderBy) -> str:
    body = f"({query_sql(query.query)})" if isinstance(query.query, OrderBy) else query_sql(query.query)
    parts = [body]
    if query.keys:
        parts.append(f"ORDER BY {list_sql(query.keys)}")
    if query.limit is not None:
        parts.append(f"LIMIT {expression_sql(query.limit)}")
    if query.offset is not None:
        parts.append(f"OFFSET {expression_sql(query.offset)}")
    return " ".join(parts)


@query_sql.register
def _(query: With) -> str:
    recursive = "RECURSIVE " if query.is_recursive else ""
    body = query_sql(query.query)
    if isinstance(query.query, OrderBy | With):
        body = f"({body})"
    return f"WITH {recursive}{', '.join(map(_common_table, query.tables))} {body}"


def _common_table(table: CommonTable) -> str:
    columns = f" ({names_sql(table.columns)})" if table.columns else ""
    return f"{quoted_identifier(table.name)}{columns} AS ({query_sql(table.query)})"
