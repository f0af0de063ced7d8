"""Match: the node of MATCH_RECOGNIZE."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from pyrite.core.types import RowType
from pyrite.expressions.resolved import FieldReference, ResolvedExpression, transformed
from pyrite.operators.relational.keyed.sort_column import SortColumn
from pyrite.operators.relational.match.match import Definition
from pyrite.operators.relational.match.pattern_values import PatternExpression, Text
from pyrite.operators.relational.match.row_pattern import RowPattern
from pyrite.relational.plan.nodes import RelNode, SingleInput
from pyrite.relational.plan.over import order_text


@dataclass(frozen=True)
class Match(SingleInput):
    """A row for each match of a pattern in the rows of a partition."""

    partition: tuple[int, ...]
    order: tuple[SortColumn, ...]
    """The first column is the time."""
    is_event_time: bool
    pattern: RowPattern
    definitions: tuple[Definition, ...]
    measures: tuple[PatternExpression, ...]
    match_type: RowType
    """The partition's columns, then the measures."""

    @property
    def row_type(self) -> RowType:
        return self.match_type

    @property
    def columns_read(self) -> set[int]:
        """The columns of the input that the node needs."""
        expressions = [*self.measures, *(each.condition for each in self.definitions)]
        return {*self.partition, *(each.place for each in self.order)}.union(*(each.columns for each in expressions))

    def over(self, rows: RelNode, places: Mapping[int, int]) -> Match:
        """Returns the node over an input in which columns are at other places."""
        return replace(
            self,
            input=rows,
            partition=tuple(places[place] for place in self.partition),
            order=tuple(replace(each, place=places[each.place]) for each in self.order),
            definitions=tuple(replace(each, condition=each.condition.moved(places)) for each in self.definitions),
            measures=tuple(each.moved(places) for each in self.measures),
        )

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        columns = self.input.field_names

        def of_row(tree: ResolvedExpression, names: Sequence[str]) -> str:
            return text(_renamed(tree, names))

        keys = ", ".join(columns[place] for place in self.partition)
        names = self.match_type.names[len(self.partition) :]
        pairs = zip(self.measures, names, strict=True)
        measures = ", ".join(f"FINAL({each.text(columns, of_row)}) AS {name}" for each, name in pairs)
        parts = [
            f"partitionBy=[{keys}]" if keys else "",
            f"orderBy=[{order_text(self.order, columns)}]",
            f"measures=[{measures}]",
            "rowsPerMatch=[ONE ROW PER MATCH]",
            f"after=[{self.pattern.skip_text}]",
            f"pattern=[({self.pattern})]",
            "" if self.pattern.within_ms is None else f"within=[{self.pattern.within_ms}]",
            f"define=[{{{', '.join(self.definition_texts(columns, of_row))}}}]",
        ]
        return f"Match({', '.join(filter(None, parts))})"

    def definition_texts(self, columns: Sequence[str], of_row: Text) -> list[str]:
        return [f"{each.variable}={each.condition.text(columns, of_row)}" for each in self.definitions]


def _renamed(tree: ResolvedExpression, names: Sequence[str]) -> ResolvedExpression:
    def renamed(node: ResolvedExpression) -> ResolvedExpression:
        return replace(node, name=names[node.index]) if isinstance(node, FieldReference) else node

    return transformed(tree, renamed)
