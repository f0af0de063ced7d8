"""Expressions of MATCH_RECOGNIZE: over columns of the rows that variables have matched, and aggregates of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Optional, TypeAlias

from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.aggregates.handler import AggregateHandler
from pyrite.expressions.compile.rows import compile_function
from pyrite.expressions.python_calls import PythonUses
from pyrite.expressions.resolved import FieldReference, ResolvedExpression, columns_of, transformed

Row = tuple[Any, ...]
MatchedRows = Mapping[str, Sequence[Row]]
"""The rows of each variable, in the order in which they were matched."""
Compute: TypeAlias = Callable[[MatchedRows, int], Any]
"""From the rows and the time of the match in ms."""
Text: TypeAlias = Callable[[ResolvedExpression, Sequence[str]], str]
"""From an expression and the texts of its columns."""


@dataclass(frozen=True)
class MatchedValue:
    """A value of the rows of a match. None if there is no such row."""

    @property
    def columns(self) -> set[int]:
        """The columns of rows that it reads."""
        return set()

    def moved(self, places: Mapping[int, int]) -> MatchedValue:
        """Renumbers the columns of rows."""
        return self

    def compiled(self, uses: PythonUses) -> Compute:
        """Returns a function that computes the value."""
        raise NotImplementedError

    def text(self, columns: Sequence[str], of_row: Text) -> str:
        """Returns the value as `LAST(A.price, 0)`. `columns` are names of the row's columns."""
        raise NotImplementedError


@dataclass(frozen=True)
class MatchedColumn(MatchedValue):
    """A column of the row that is `offset` rows after the first or before the last row of a variable."""

    column: int
    variable: Optional[str]
    """None: the rows of all variables."""
    is_first: bool = False
    offset: int = 0

    @property
    def columns(self) -> set[int]:
        return {self.column}

    def moved(self, places: Mapping[int, int]) -> MatchedColumn:
        return replace(self, column=places[self.column])

    def compiled(self, uses: PythonUses) -> Compute:
        place = self.offset if self.is_first else -1 - self.offset
        column, variable, offset = self.column, self.variable, self.offset

        def compute(rows: MatchedRows, time_ms: int) -> Any:
            own = _rows_of(rows, variable)
            return own[place][column] if len(own) > offset else None

        return compute

    def text(self, columns: Sequence[str], of_row: Text) -> str:
        name = f"{self.variable or '*'}.{columns[self.column]}"
        return f"{'FIRST' if self.is_first else 'LAST'}({name}, {self.offset})"


@dataclass(frozen=True)
class MatchedAggregate(MatchedValue):
    """An aggregate over the rows of a variable. The call's arguments are positions of `inputs`."""

    call: AggregateCall
    inputs: tuple[ResolvedExpression, ...]
    variable: Optional[str]
    """None: the rows of all variables."""

    @property
    def columns(self) -> set[int]:
        return set().union(*map(columns_of, self.inputs))

    def moved(self, places: Mapping[int, int]) -> MatchedAggregate:
        return replace(self, inputs=tuple(with_columns(tree, places.__getitem__) for tree in self.inputs))

    def compiled(self, uses: PythonUses) -> Compute:
        handler = AggregateHandler([self.call], retracts=False)
        width = 1 + max(self.columns, default=-1)
        inputs = [compile_function(self.inputs[place], width, uses) for place in handler.columns]
        variable = self.variable

        def compute(rows: MatchedRows, time_ms: int) -> Any:
            state = handler.create()
            for row in _rows_of(rows, variable):
                state = handler.accumulate(state, [each(*row[:width]) for each in inputs])
            return handler.values(state)[0]

        return compute

    def text(self, columns: Sequence[str], of_row: Text) -> str:
        names = [f"{self.variable or '*'}.{column}" for column in columns]
        texts = [of_row(tree, names) for tree in self.inputs]
        arguments = ", ".join(texts[place] for place in self.call.arguments) or f"{self.variable or ''}*"
        condition = "" if self.call.filter is None else f" FILTER {texts[self.call.filter]}"
        return f"{self.call.function}({arguments}){condition}"


@dataclass(frozen=True)
class MatchTime(MatchedValue):
    """The time of the row that completed the match, as a timestamp."""

    def compiled(self, uses: PythonUses) -> Compute:
        return lambda rows, time_ms: time_ms * 1_000_000

    def text(self, columns: Sequence[str], of_row: Text) -> str:
        return "MATCH_ROWTIME()"


@dataclass(frozen=True)
class PatternExpression:
    """An expression over matched values: its column references are their positions."""

    tree: ResolvedExpression
    values: tuple[MatchedValue, ...]

    @property
    def columns(self) -> set[int]:
        """The columns of rows that it reads."""
        return set().union(*(value.columns for value in self.values))

    def moved(self, places: Mapping[int, int]) -> PatternExpression:
        """Renumbers the columns of rows."""
        return replace(self, values=tuple(value.moved(places) for value in self.values))

    def over_row(self, variable: str) -> Optional[ResolvedExpression]:
        """Returns the expression over the columns of a row, if it reads only the row that `variable` is to match."""
        columns: list[int] = []
        for value in self.values:
            if not isinstance(value, MatchedColumn) or value.is_first or value.offset:
                return None
            if value.variable not in (None, variable):
                return None
            columns.append(value.column)
        return with_columns(self.tree, columns.__getitem__)

    def compiled(self, uses: PythonUses) -> Compute:
        parts = [value.compiled(uses) for value in self.values]
        compute = compile_function(self.tree, len(parts), uses)
        return lambda rows, time_ms: compute(*[part(rows, time_ms) for part in parts])

    def text(self, columns: Sequence[str], of_row: Text) -> str:
        """Returns the expression as plans and meanings of state show it."""
        return of_row(self.tree, [value.text(columns, of_row) for value in self.values])


def with_columns(tree: ResolvedExpression, place: Callable[[int], int]) -> ResolvedExpression:
    """Renumbers the columns of a tree."""

    def change(node: ResolvedExpression) -> ResolvedExpression:
        return replace(node, index=place(node.index)) if isinstance(node, FieldReference) else node

    return transformed(tree, change)


def _rows_of(rows: MatchedRows, variable: Optional[str]) -> Sequence[Row]:
    """Returns the rows of a variable, or of all variables, which match one after another."""
    return rows.get(variable, ()) if variable is not None else list(chain.from_iterable(rows.values()))
