"""Lineage: the columns of a node as expressions over columns of tables.

It depends neither on positions nor on names in the query, so plans with the same meaning have the same lineage.
Conditions are not included: they select rows and do not change the meaning of columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Optional

from pyrite.operators.relational.window.window_output import WindowProperty
from pyrite.relational.plan import nodes
from pyrite.relational.plan.aggregate import Grouped
from pyrite.relational.plan.changelog_functions import FromChangelog, ToChangelog
from pyrite.relational.plan.changelog_nodes import ChangelogNormalize, DropUpdateBefore
from pyrite.relational.plan.exchange import Exchange
from pyrite.relational.plan.expand import Expand
from pyrite.relational.plan.join import TwoInputs
from pyrite.relational.plan.match import Match
from pyrite.relational.plan.meaning_text import (
    UNKNOWN,
    Texts,
    by_text,
    call_text,
    expression_text,
    one_of,
    order_text,
    shortened,
    window_text,
)
from pyrite.relational.plan.nodes import RelNode, SingleInput
from pyrite.relational.plan.order import Sort, SortLimit, TemporalSort
from pyrite.relational.plan.over import OverGroup
from pyrite.relational.plan.over_aggregate import AnyOverAggregate
from pyrite.relational.plan.rank import Rank
from pyrite.relational.plan.two_phase_windows import GlobalWindowAggregate, LocalWindowAggregate
from pyrite.relational.plan.two_phases import (
    GlobalGroupAggregate,
    IncrementalGroupAggregate,
    LocalGroupAggregate,
    MiniBatchAssigner,
)
from pyrite.relational.plan.window_rank import WindowDeduplicate, WindowRank
from pyrite.relational.plan.windows import WindowAggregate, Windowing, WindowTableFunction

Places = tuple[int, ...]
_PASSING: Final = (
    nodes.WatermarkAssigner,
    nodes.Limit,
    ChangelogNormalize,
    DropUpdateBefore,
    Exchange,
    MiniBatchAssigner,
    Sort,
    SortLimit,
    TemporalSort,
    WindowDeduplicate,
)
"""Nodes that pass the rows of their input on."""


def lineage(node: RelNode) -> Texts:
    """Returns the text of each column; `UNKNOWN` for a column that cannot be traced."""
    texts = _lineage(node)
    assert len(texts) == len(node.row_type.fields), f"{type(node).__name__} has a text for each column"
    return tuple(map(shortened, texts))


def _lineage(node: RelNode) -> Texts:
    match node:
        case nodes.Scan():
            table = "" if node.table.is_anonymous else f"{node.table.identifier.object}."
            return tuple(f"{table}{name}" for name in node.field_names)
        case nodes.StreamScan():
            return node.field_names
        case nodes.Union():
            return tuple(map(one_of, zip(*sorted(_parts(node)), strict=True)))
        case WindowAggregate():
            groups = groups_of(node)
            return (*groups.columns, *(_property(each, groups.window) for each, _ in node.properties))
        case Grouped():
            return groups_of(node).columns
        case TwoInputs():
            right = lineage(node.right) if node.join_type.has_right_columns else ()
            return (*lineage(node.left), *right)
        case SingleInput():
            return _over_input(node, lineage(node.input))
    return _unknown(node)


def _parts(node: RelNode) -> list[Texts]:
    """Returns the lineage of each input of a union. Nested unions are flattened."""
    if isinstance(node, nodes.Union):
        return [texts for part in node.parts for texts in _parts(part)]
    return [lineage(node)]


def _over_input(node: SingleInput, below: Texts) -> Texts:
    if isinstance(node, _PASSING):
        return below
    match node:
        case nodes.Calc():
            return tuple(expression_text(tree, below) for tree in node.projections)
        case Expand():
            lists = [[expression_text(tree, below) for tree in each] for each in node.projections]
            lists.sort(key=lambda each: each[::-1])  # by the id, which is last, since the order of sets does not matter
            return tuple(map(one_of, zip(*lists, strict=True)))
        case nodes.Correlate():
            call = expression_text(node.call, below)
            return (*below, *(f"{call}.{place}" for place in range(len(node.function_type.fields))))
        case WindowTableFunction():
            window = windowing_text(node.windowing, below)
            bounds = (WindowProperty.START, WindowProperty.END, WindowProperty.ROWTIME)
            return (*below, *(_property(each, window) for each in bounds))
        case AnyOverAggregate():
            texts = [
                f"({call_text(call, below)}{over_text(group, below)})" for group in node.groups for call in group.calls
            ]
            return (*below, *texts)
        case Rank() | WindowRank():
            by = by_text([below[place] for place in node.partition])
            number = f"(ROW_NUMBER(){by}{order_text(node.order, below)})"
            return below if node.number is None else (*below, number)
        case Match():
            pattern = pattern_text(node, below)
            keys = [below[place] for place in node.partition]
            return (*keys, *(f"({each.text(below, expression_text)} of {pattern})" for each in node.measures))
        case ToChangelog():
            return ("kind of change", *below)
        case FromChangelog():
            return (*below[: node.column], *below[node.column + 1 :])
    return _unknown(node)


def _unknown(node: RelNode) -> Texts:
    return (UNKNOWN,) * len(node.row_type.fields)


def pattern_text(node: Match, below: Texts) -> str:
    """Returns, for example, `A B+ where A=(t.price > 5) by t.k in order of t.ts ASC`."""
    conditions = ", ".join(node.definition_texts(below, expression_text))
    where = f" where {conditions}" if conditions else ""
    pattern = node.pattern
    within = "" if pattern.within_ms is None else f", within {pattern.within_ms} ms"
    by = by_text([below[place] for place in node.partition])
    return f"{pattern}{where}{by}{order_text(node.order, below)}, {pattern.skip_text}{within}"


def over_text(group: OverGroup, below: Texts) -> str:
    """Returns, for example, ` by t.k in order of t.ts ASC, ROWS BETWEEN ...`."""
    by = by_text([below[place] for place in group.partition])
    return f"{by}{order_text(group.order, below)}, {group.frame}"


# Groups ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Groups:
    """The groups of an aggregate: its keys, its calls, and their windows."""

    keys: Texts
    calls: Texts
    window: str = ""

    @property
    def of(self) -> str:
        """Describes the groups of a result: ` by t.k in Tumble(...) of t.ts`."""
        return by_text(self.keys) + (f" in {self.window}" if self.window else "")

    @property
    def columns(self) -> Texts:
        return (*self.keys, *(f"({call}{self.of})" for call in self.calls))


def groups_of(node: Grouped | IncrementalGroupAggregate) -> Groups:
    """Returns the groups of an aggregate. With several phases, calls refer to the columns below the local phase."""
    rows, grouping, attached = _rows_of(node)
    keys = tuple(rows[place] for place in grouping)
    window = ""
    if attached is not None:
        window = f"windows ({rows[attached[0]]}, {rows[attached[1]]})"
    elif isinstance(node, WindowAggregate):
        window = windowing_text(node.windowing, rows)
    return Groups(keys, tuple(call_text(call, rows) for call in node.calls), window)


def _rows_of(node: Grouped | IncrementalGroupAggregate) -> tuple[Texts, Places, Optional[tuple[int, int]]]:
    """Returns the columns that the calls read, the positions of keys, and the rows' window columns."""
    sender = node.input.input if isinstance(node.input, Exchange) else node.input
    match sender:
        case IncrementalGroupAggregate() if isinstance(node, GlobalGroupAggregate):
            return groups_of(sender).columns, tuple(range(sender.keys)), None
        case LocalGroupAggregate() if isinstance(node, (GlobalGroupAggregate, IncrementalGroupAggregate)):
            return lineage(sender.input), sender.grouping, None
        case LocalWindowAggregate() if isinstance(node, GlobalWindowAggregate):
            return lineage(sender.input), sender.keys, sender.attached
    return lineage(node.input), node.grouping, node.attached if isinstance(node, WindowAggregate) else None


def windowing_text(windowing: Windowing, columns: Texts) -> str:
    return window_text(windowing.windows, windowing.zone, columns[windowing.time])


def _property(each: WindowProperty, window: str) -> str:
    return f"{each.name} of {window}"
