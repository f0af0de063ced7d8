"""Match: the operator of MATCH_RECOGNIZE. It passes the rows of each partition to the pattern operator."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NoReturn, Optional

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.types import LogicalType, RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.compile.rows import compile_function
from pyrite.expressions.failed_values import rowtime_column
from pyrite.expressions.python_calls import PythonCallError, PythonUses
from pyrite.expressions.values import to_values
from pyrite.operators.call_results import CallResults
from pyrite.operators.output import Output
from pyrite.operators.pattern.cep_operator import CepOperator, Comparator
from pyrite.operators.pattern.conditions import ConditionContext
from pyrite.operators.pattern.functions import PatternContext, PatternMatch, PatternProcessFunction
from pyrite.operators.relational.keyed.key_columns import row_keys
from pyrite.operators.relational.keyed.row_order import RowOrder
from pyrite.operators.relational.keyed.sort_column import SortColumn
from pyrite.operators.relational.keyed.state_layout import key_layout, type_layout
from pyrite.operators.relational.match.pattern_values import PatternExpression, Row
from pyrite.operators.relational.match.row_pattern import RowPattern
from pyrite.operators.relational.relational_spec import RelationalSpec
from pyrite.operators.relational.rows.rows import batch_of
from pyrite.operators.relational.rows.user_calls import UserCalls
from pyrite.operators.relational.window.time_windows import milliseconds


@dataclass(frozen=True)
class Definition:
    """The condition of a variable."""

    variable: str
    condition: PatternExpression


@dataclass(frozen=True)
class MatchSpec(RelationalSpec):
    """For each match, a row with the columns of `partition`, then the measures."""

    kind = "Match"
    partition: tuple[int, ...]
    time: Optional[int]
    """The column by whose time rows are ordered; None: rows are in the order of arrival."""
    order: tuple[SortColumn, ...]
    """The order of rows of the same time."""
    pattern: RowPattern
    definitions: tuple[Definition, ...]
    measures: tuple[PatternExpression, ...]
    input: RowType
    output: RowType

    @property
    def keyed_layout(self) -> str:
        rows = f"rows ({type_layout(self.input.children)}) of partial matches and rows whose time is to come"
        return f"{key_layout(self.input, self.partition)}: {rows}"

    def build(self) -> MatchOperator:
        return MatchOperator(self)


class MatchOperator(CepOperator, UserCalls):
    """In batch, blocks arrive unsorted, so the state holds all keys."""

    batch_by_key = False

    def __init__(self, spec: MatchSpec) -> None:
        UserCalls.__init__(self)
        self._spec = spec
        self._types: tuple[LogicalType, ...] = spec.input.children
        self._key_names = tuple(spec.input.names[place] for place in spec.partition)
        self.uses.begin()
        pattern = spec.pattern.pattern({each.variable: _condition(each, spec, self.uses) for each in spec.definitions})
        measures = Measures(spec.partition, spec.measures, self.uses)
        CepOperator.__init__(self, pattern, measures, spec.time is not None, _comparator(spec))

    def open(self) -> None:
        CepOperator.open(self)
        self.open_uses()

    def close(self) -> None:
        CepOperator.close(self)
        UserCalls.close(self)

    def process_block(self, block: Any, input_index: int = 0) -> None:
        batch = block.batch
        columns = [to_values(batch.column(place), kind) for place, kind in enumerate(self._types)]
        keys = list(row_keys(batch, self._key_names).of_rows())
        super().process_block(RowBlock(list(zip(*columns, strict=True)), self._times(batch), keys), input_index)

    def _times(self, batch: Any) -> Optional[list[int]]:
        time = self._spec.time
        return None if time is None else milliseconds(rowtime_column(batch, time)).tolist()

    def _make_results(self) -> CallResults:
        return _RowResults(self.output, self._spec.output)

    def _blame(self, error: Exception, func: Any, value: Any) -> NoReturn:
        if isinstance(error, PythonCallError):
            self.fail_call(error)
        super()._blame(error, None, dict(zip(self._spec.input.names, value, strict=True)))


class Measures(PatternProcessFunction):
    """Computes the row of a match."""

    def __init__(self, partition: tuple[int, ...], measures: Iterable[PatternExpression], uses: PythonUses) -> None:
        self._partition = partition
        self._measures = [each.compiled(uses) for each in measures]

    def process_match(self, match: PatternMatch, ctx: PatternContext) -> list[Row]:
        time_ms = ctx.timestamp()
        first = next(iter(match.values()))[0]
        keys = [first[place] for place in self._partition]
        return [(*keys, *[measure(match, time_ms) for measure in self._measures])]


class _RowResults(CallResults):
    """Emits rows as blocks of columns."""

    def __init__(self, output: Output, row_type: RowType) -> None:
        super().__init__(output)
        self._row_type = row_type
        self._schema = to_arrow_schema(row_type)
        self._rows: list[Row] = []

    def add(self, results: Optional[Iterable[Row]], time_ms: int) -> None:
        self._rows.extend(results or ())
        if len(self._rows) >= self._output.turn.block:
            self.flush()

    def flush(self) -> None:
        rows, self._rows = self._rows, []
        if rows:
            self._output.emit(ColumnBlock(batch_of(rows, self._row_type, self._schema)))


def _condition(definition: Definition, spec: MatchSpec, uses: PythonUses) -> Callable[..., bool]:
    """Returns a condition of the row, or of the row and the rows that a partial match has taken."""
    own = definition.variable
    tree = definition.condition.over_row(own)
    if tree is not None:
        of_row = compile_function(tree, len(spec.input.fields), uses)
        return lambda row: of_row(*row) is True
    compute = definition.condition.compiled(uses)
    variables = [step.variable for step in spec.pattern.steps]

    def of_match(row: Row, context: ConditionContext) -> bool:
        rows = {name: list(context.get_events_for_pattern(name)) for name in variables}
        rows[own].append(row)
        return compute(rows, context.timestamp()) is True

    return of_match


def _comparator(spec: MatchSpec) -> Optional[Comparator]:
    if not spec.order:
        return None
    key = RowOrder(spec.order, spec.input.children).key

    def compare(left: Row, right: Row) -> int:
        one, two = key(left), key(right)
        return -1 if one < two else int(one != two)

    return compare
