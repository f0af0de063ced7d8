"""Printer of relations in FROM."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch
from typing import Optional

from pyrite.core.types.quoting import quoted_identifier, quoted_text
from pyrite.expressions.expression_tree import Expression, Path
from pyrite.relational.sql.printing.expressions import (
    expression_sql,
    list_sql,
    names_sql,
    path_sql,
    query_sql,
)
from pyrite.relational.sql.printing.patterns import pattern_sql
from pyrite.relational.sql.sql_tree.patterns import AfterMatch, MatchRecognize
from pyrite.relational.sql.sql_tree.relations import (
    Aliased,
    Derived,
    Hint,
    Join,
    JoinKind,
    Pivot,
    Relation,
    Sample,
    Snapshot,
    TableFunction,
    TableName,
    Unnest,
    Unpivot,
)


def hints_sql(hints: Iterable[Hint]) -> str:
    return f"/*+ {', '.join(map(_hint, hints))} */"


def _hint(hint: Hint) -> str:
    options = (f"{quoted_text(key)} = {quoted_text(value)}" for key, value in hint.options)
    return f"{quoted_identifier(hint.name)}({', '.join([*map(quoted_text, hint.arguments), *options])})"


@singledispatch
def relation_sql(relation: Relation) -> str:
    """Prints a relation, with its joins from left to right."""
    raise TypeError(f"expected a relation of pyrite.relational.sql.sql_tree, got {relation!r}")


def _single(relation: Relation) -> str:
    return f"({relation_sql(relation)})" if isinstance(relation, Join) else relation_sql(relation)


def _before_clause(relation: Relation) -> str:
    """Prints a relation before a clause that cannot follow an alias."""
    plain = isinstance(relation, TableName | TableFunction | Derived | Unnest)
    return relation_sql(relation) if plain else f"({relation_sql(relation)})"


@relation_sql.register
def _(relation: TableName) -> str:
    return path_sql(relation.path) + (f" {hints_sql(relation.hints)}" if relation.hints else "")


@relation_sql.register
def _(relation: Aliased) -> str:
    columns = f" ({names_sql(relation.columns)})" if relation.columns else ""
    inner = relation.relation
    text = f"({relation_sql(inner)})" if isinstance(inner, Join | Aliased | Sample) else relation_sql(inner)
    return f"{text} AS {quoted_identifier(relation.alias)}{columns}"


@relation_sql.register
def _(relation: Derived) -> str:
    return f"{'LATERAL ' if relation.is_lateral else ''}({query_sql(relation.query)})"


@relation_sql.register
def _(relation: TableFunction) -> str:
    return f"{'LATERAL ' if relation.is_lateral else ''}TABLE({expression_sql(relation.call)})"


@relation_sql.register
def _(relation: Unnest) -> str:
    ordinality = " WITH ORDINALITY" if relation.with_ordinality else ""
    return f"{'LATERAL ' if relation.is_lateral else ''}UNNEST({list_sql(relation.operands)}){ordinality}"


@relation_sql.register
def _(relation: Snapshot) -> str:
    return f"{relation_sql(relation.relation)} FOR SYSTEM_TIME AS OF {expression_sql(relation.period)}"


@relation_sql.register
def _(relation: Sample) -> str:
    repeatable = "" if relation.repeatable is None else f" REPEATABLE ({relation.repeatable})"
    inner = relation.relation
    text = f"({relation_sql(inner)})" if isinstance(inner, Join | Sample) else relation_sql(inner)
    return f"{text} TABLESAMPLE {relation.method.value} ({expression_sql(relation.amount)}){repeatable}"


@relation_sql.register
def _(relation: Join) -> str:
    """From left to right without recursion: chains of joins may be long."""
    rest: list[str] = []
    left: Relation = relation
    while isinstance(left, Join):
        rest.append(_joined(left))
        left = left.left
    return relation_sql(left) + "".join(reversed(rest))


def _joined(join: Join) -> str:
    if join.kind is JoinKind.COMMA:
        return f", {_single(join.right)}"
    condition = ""
    if join.on is not None:
        condition = f" ON {expression_sql(join.on)}"
    elif join.using:
        condition = f" USING ({names_sql(join.using)})"
    return f" {'NATURAL ' if join.is_natural else ''}{join.kind.value} JOIN {_single(join.right)}{condition}"


@relation_sql.register
def _(relation: Pivot) -> str:
    aggregates = ", ".join(expression_sql(item, -1) for item in relation.aggregates)
    values = ", ".join(expression_sql(item, -1) for item in relation.values)
    return f"{_before_clause(relation.relation)} PIVOT ({aggregates} FOR ({names_sql(relation.axes)}) IN ({values}))"


@relation_sql.register
def _(relation: Unpivot) -> str:
    nulls = "INCLUDE NULLS " if relation.include_nulls else ""
    columns = ", ".join(_unpivoted(*column) for column in relation.columns)
    axes = f"({names_sql(relation.measures)}) FOR ({names_sql(relation.axes)})"
    return f"{_before_clause(relation.relation)} UNPIVOT {nulls}({axes} IN ({columns}))"


def _unpivoted(columns: Path, value: Optional[Expression]) -> str:
    return f"({names_sql(columns)})" + ("" if value is None else f" AS {expression_sql(value)}")


@relation_sql.register
def _(relation: MatchRecognize) -> str:
    inner = relation.relation
    is_aliased = isinstance(inner, Aliased) and not inner.columns
    source = relation_sql(inner) if is_aliased or isinstance(inner, Snapshot) else _before_clause(inner)
    return f"{source} MATCH_RECOGNIZE ({' '.join(_clauses(relation))})"


def _clauses(match: MatchRecognize) -> Iterable[str]:
    if match.partition_by:
        yield f"PARTITION BY {list_sql(match.partition_by)}"
    if match.order_by:
        yield f"ORDER BY {list_sql(match.order_by)}"
    if match.measures:
        yield f"MEASURES {', '.join(expression_sql(measure, -1) for measure in match.measures)}"
    if match.rows_per_match is not None:
        yield match.rows_per_match.value
    if match.after_match is not None:
        yield _after(match.after_match)
    first, last = "^ " if match.starts_at_first_row else "", " $" if match.ends_at_last_row else ""
    yield f"PATTERN ({first}{pattern_sql(match.pattern)}{last})"
    if match.within is not None:
        yield f"WITHIN {expression_sql(match.within)}"
    if match.subsets:
        subsets = (f"{quoted_identifier(subset.name)} = ({names_sql(subset.variables)})" for subset in match.subsets)
        yield f"SUBSET {', '.join(subsets)}"
    definitions = (f"{quoted_identifier(one.variable)} AS {expression_sql(one.condition)}" for one in match.definitions)
    yield f"DEFINE {', '.join(definitions)}"


def _after(after: AfterMatch) -> str:
    variable = "" if after.variable is None else f" {quoted_identifier(after.variable)}"
    return f"AFTER MATCH SKIP {after.kind.value}{variable}"
