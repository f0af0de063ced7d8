"""The meaning of a node's state: its keys and values, as expressions over columns of tables.

State with another meaning contains wrong values for the query, even if all types agree. Conditions in WHERE, names,
sinks and settings are not part of the meaning.
"""

from __future__ import annotations

from collections.abc import Sequence

from pyrite.relational.plan import nodes
from pyrite.relational.plan.aggregate import Grouped
from pyrite.relational.plan.changelog_nodes import ChangelogNormalize
from pyrite.relational.plan.join import RegularJoin
from pyrite.relational.plan.joins.time_joins import TimeJoin
from pyrite.relational.plan.lineage import groups_of, lineage, over_text, pattern_text, windowing_text
from pyrite.relational.plan.match import Match
from pyrite.relational.plan.meaning_text import UNKNOWN, Texts, by_text, call_text, order_text, range_text, rows_text
from pyrite.relational.plan.nodes import RelNode, SingleInput
from pyrite.relational.plan.order import SortLimit, TemporalSort
from pyrite.relational.plan.over_aggregate import OverAggregate
from pyrite.relational.plan.rank import Rank
from pyrite.relational.plan.two_phases import IncrementalGroupAggregate
from pyrite.relational.plan.window_rank import OfWindows, WindowRank
from pyrite.relational.plan.windows import WindowTableFunction


def state_meaning(node: RelNode) -> str:
    """Returns, for example, `COUNT(*), SUM(orders.price) by orders.id`; empty if a part cannot be traced."""
    return _known(_meaning(node))


def _known(text: str) -> str:
    return "" if UNKNOWN in text else text


def _meaning(node: RelNode) -> str:
    match node:
        case IncrementalGroupAggregate():
            groups = groups_of(node)
            pairs = zip(node.calls, groups.calls, strict=True)
            return f"the values of {', '.join(text for call, text in pairs if call.is_distinct)}{groups.of}"
        case Grouped():
            groups = groups_of(node)
            return f"{', '.join(groups.calls) or 'groups'}{groups.of}"
        case RegularJoin():
            sides = zip(node.inputs, node.sides, strict=True)
            return " and ".join(f"{rows_text(lineage(rows))}{_by(lineage(rows), side.keys)}" for rows, side in sides)
        case TimeJoin():
            keys = zip(node.inputs, (node.left_keys, node.right_keys), strict=True)
            return " and ".join(f"{rows_text(lineage(rows))}{_by(lineage(rows), own)}" for rows, own in keys)
        case SingleInput():
            return _of_rows(node, lineage(node.input))
    return ""


def _of_rows(node: SingleInput, below: Texts) -> str:
    """Returns the meaning for nodes that store input rows."""
    rows = rows_text(below)
    match node:
        case Rank():
            return f"{rows}{_ranked(node, below)}"
        case SortLimit():
            limit = range_text(node.offset + 1, node.offset + node.fetch, False)
            return f"{rows}{order_text(node.order, below)}{limit}"
        case nodes.Limit():
            end = None if node.fetch is None else node.offset + node.fetch
            state_text = "the number of rows" if node.input.changelog.is_insert_only else rows
            return f"{state_text}{range_text(node.offset + 1, end, False)}"
        case OfWindows():
            ranks = range_text(node.start, node.end, node.number is not None) if isinstance(node, WindowRank) else ""
            return f"{rows}{_by(below, (*node.partition, *node.bounds))}{order_text(node.order, below)}{ranks}"
        case OverAggregate():
            calls = [call_text(call, below) for call in node.calls]
            return f"{', '.join([rows, *calls])}{over_text(node.group, below)}"
        case Match():
            return f"{rows} of {pattern_text(node, below)}"
        case TemporalSort():
            return f"{rows}{order_text(node.order, below)}"
        case WindowTableFunction():
            by = _by(below, node.windowing.partition_keys)
            return f"{rows}{by} in {windowing_text(node.windowing, below)}"
        case ChangelogNormalize():
            return f"{rows}{_by(below, node.keys)}"
    return ""


def scan_meaning(node: nodes.Scan) -> str:
    """Returns the meaning of a source.

    Without it, sources that swap places in a query would resume from wrong positions.
    """
    return "" if node.table.is_anonymous else f"the position in {node.table.identifier.object}"


def counted_meaning(node: Rank) -> str:
    """Returns the meaning for a rank that stores the number of rows, not the rows."""
    return _known(f"the number of rows{_ranked(node, lineage(node.input))}")


def sink_meaning(node: nodes.Sink, keys: Sequence[int]) -> str:
    """Returns the meaning of rows that are stored by primary key before a sink."""
    below = lineage(node.input)
    return _known(f"{rows_text(below)}{_by(below, keys)}")


def _ranked(node: Rank, below: Texts) -> str:
    numbers = range_text(node.start, node.end, node.number is not None)
    return f"{_by(below, node.partition)}{order_text(node.order, below)}{numbers}"


def _by(below: Texts, places: Sequence[int]) -> str:
    return by_text([below[place] for place in places])
