"""Random queries and statements, for the printer."""

from __future__ import annotations

from typing import Optional

from hypothesis import strategies as st

from pyrite.expressions.expression_tree import (
    Alias,
    Call,
    Exists,
    Expression,
    InQuery,
    Name,
    QuantifiedQuery,
    Query,
    Star,
    SubQuery,
    TableArgument,
)
from pyrite.relational.sql.literals import integer_literal
from pyrite.relational.sql.sql_tree import (
    Aliased,
    CommonTable,
    Derived,
    GroupingElement,
    GroupingKind,
    Hint,
    Insert,
    Join,
    JoinKind,
    NamedWindow,
    OrderBy,
    Relation,
    Select,
    SetOperation,
    SetOperator,
    Snapshot,
    TableFunction,
    TableName,
    TableQuery,
    Unnest,
    Values,
    With,
)
from tests.relational.sql.expression_trees import Maker, names, paths, texts

_hints = st.lists(st.builds(Hint, names.map(str.upper), st.lists(texts, max_size=2).map(tuple)), max_size=1).map(tuple)
_names = st.lists(names, max_size=2).map(tuple)


class QueryMaker(Maker):
    """Makes queries and what is in them."""

    def query(self) -> Query:
        return self.draw(queries(self.depth - 1))

    def value(self) -> Expression:
        """An expression, perhaps with a query in it."""
        kind = self.pick("plain", "plain", "scalar", "exists", "in", "quantified", "and")
        if kind == "plain":
            return self.one()
        query = self.query()
        if kind == "scalar":
            return SubQuery(query)
        if kind == "in":
            return InQuery(self.one(), query)
        if kind == "quantified":
            return QuantifiedQuery("<", self.flag(), self.one(), query)
        return Exists(query) if kind == "exists" else Call("AND", (self.one(), Exists(query)))

    def single(self) -> Relation:
        """One relation, without a join."""
        kind = self.pick("table", "table", "derived", "function", "unnest", "snapshot")
        relation: Relation = TableName(self.draw(paths), self.draw(_hints))
        if kind == "derived":
            relation = Derived(self.query(), self.flag())
        elif kind == "function":
            table = TableArgument(TableQuery(self.draw(paths)), (Name((self.draw(names),)),))
            relation = TableFunction(Call(self.pick("F", "TUMBLE"), (*self.some(), table)), self.flag())
        elif kind == "unnest":
            relation = Unnest(self.some(1), self.flag(), self.flag())
        elif kind == "snapshot":
            relation = Snapshot(TableName(self.draw(paths)), self.one())
        return Aliased(relation, self.draw(names), self.draw(_names)) if self.flag() else relation

    def relation(self) -> Relation:
        left = self.single()
        for _ in range(self.draw(st.integers(0, 2))):
            kind = self.draw(st.sampled_from(JoinKind))
            right = self.single()
            if kind is JoinKind.COMMA:
                left = Join(kind, left, right)
                continue
            if self.flag():
                right = Join(JoinKind.LEFT, right, self.single(), self.one())
            left = (
                Join(kind, left, right, self.one()) if self.flag() else Join(kind, left, right, using=self.draw(_names))
            )
        return left

    def grouping(self) -> Expression:
        kind = self.draw(st.sampled_from((None, *GroupingKind)))
        if kind is None:
            return self.one() if self.flag() else Call("ROW")
        return GroupingElement(kind, self.some(1))

    def item(self) -> Expression:
        kind = self.pick("value", "alias", "star")
        if kind == "star":
            return Star(self.draw(paths) if self.flag() else ())
        return Alias(self.value(), self.draw(names)) if kind == "alias" else self.value()

    def optional(self) -> Optional[Expression]:
        return self.value() if self.flag() else None

    def select(self) -> Query:
        items = tuple(self.item() for _ in range(self.draw(st.integers(1, 2))))
        groups = (self.grouping(),) if self.flag() else None
        windows = (NamedWindow(self.draw(names), self.window()),) if self.flag() else ()
        return Select(
            items,
            self.relation(),
            self.optional(),
            groups,
            self.optional(),
            windows,
            self.optional(),
            self.flag(),
            groups is not None and self.flag(),
            self.draw(_hints),
        )

    def leaf_query(self) -> Query:
        kind = self.pick("table", "select", "values")
        if kind == "table":
            return TableQuery(self.draw(paths))
        return Select(self.some(1)) if kind == "select" else Values((self.some(1), self.some(1)))

    def set_operation(self) -> Query:
        return SetOperation(self.draw(st.sampled_from(SetOperator)), self.flag(), self.query(), self.query())

    def ordered(self) -> Query:
        offset = integer_literal(self.draw(st.integers(0, 9))) if self.flag() else None
        return OrderBy(self.query(), self.sort_keys(), integer_literal(self.draw(st.integers(0, 10**6))), offset)

    def common_tables(self) -> Query:
        table = CommonTable(self.draw(names), self.query(), self.draw(_names))
        return With((table,), self.query(), self.flag())


@st.composite
def queries(draw: st.DrawFn, depth: int = 2) -> Query:
    make = QueryMaker(draw, depth)
    kinds = (make.leaf_query, make.select, make.select, make.set_operation, make.ordered, make.common_tables)
    return make.leaf_query() if depth <= 0 else draw(st.sampled_from(kinds))()


inserts = st.builds(Insert, paths, queries(), st.lists(paths, max_size=2).map(tuple), hints=_hints)
