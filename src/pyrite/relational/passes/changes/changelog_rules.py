"""The changes that each kind of node accepts and emits, with a line for each, as in Flink.

`infer_changelog` has the rules for scans, Calc, Union, ChangelogNormalize and Sink, `rank_changes` for Rank,
`join_changes` for joins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, Optional

from pyrite.relational.passes.changes.changelog_traits import ALL, INSERTS, Kind, Kinds
from pyrite.relational.plan import nodes
from pyrite.relational.plan.aggregate import GroupAggregate
from pyrite.relational.plan.changelog_functions import FromChangelog, ToChangelog
from pyrite.relational.plan.changelog_nodes import ChangelogNormalize, DropUpdateBefore
from pyrite.relational.plan.exchange import Exchange
from pyrite.relational.plan.expand import Expand
from pyrite.relational.plan.join import RegularJoin
from pyrite.relational.plan.joins.time_joins import IntervalJoin, LookupJoin, TemporalJoin, WindowJoin
from pyrite.relational.plan.match import Match
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.plan.order import SortLimit, TemporalSort
from pyrite.relational.plan.over_aggregate import ChangingOverAggregate, OverAggregate
from pyrite.relational.plan.rank import Rank
from pyrite.relational.plan.window_rank import WindowDeduplicate, WindowRank
from pyrite.relational.plan.windows import EmittingWindowAggregate, WindowAggregate, WindowTableFunction

Emits = Callable[[Sequence[Kinds]], Kinds]
"""From the change kinds of the inputs to the kinds of the node."""


class Need(Enum):
    """The form of updates and deletes that a node needs from its inputs."""

    AS_CONSUMER = "as its consumer needs them"
    WHOLE_ROWS = "-U before +U, and the whole row of a delete"


@dataclass(frozen=True)
class ChangelogRule:
    emits: Emits
    takes: Optional[Kinds] = ALL
    """None: what its consumer takes, since it passes changes on as they are."""
    updates: Need = Need.WHOLE_ROWS
    deletes: Need = Need.WHOLE_ROWS


def _as_inputs(inputs: Sequence[Kinds]) -> Kinds:
    return frozenset().union(*inputs)


def _as_left(inputs: Sequence[Kinds]) -> Kinds:
    return inputs[0]


def _inserts(inputs: Sequence[Kinds]) -> Kinds:
    return INSERTS


def _inserts_and_updates(inputs: Sequence[Kinds]) -> Kinds:
    return INSERTS | {Kind.UPDATE}


def _all(inputs: Sequence[Kinds]) -> Kinds:
    return ALL


def _aggregated(inputs: Sequence[Kinds]) -> Kinds:
    """A group goes only if its rows can go."""
    return INSERTS | {Kind.UPDATE} if inputs[0] == INSERTS else ALL


def _all_unless_inserts(inputs: Sequence[Kinds]) -> Kinds:
    return INSERTS if inputs[0] == INSERTS else ALL


_PASSED_ON: Final = ChangelogRule(_as_inputs, None, Need.AS_CONSUMER, Need.AS_CONSUMER)
_PASSED_ON_WHOLE: Final = ChangelogRule(_as_inputs, None, Need.AS_CONSUMER, Need.WHOLE_ROWS)

RULES: Final[dict[type[RelNode], ChangelogRule]] = {
    nodes.Values: ChangelogRule(_inserts),
    nodes.Calc: _PASSED_ON,
    nodes.Correlate: _PASSED_ON_WHOLE,
    nodes.WatermarkAssigner: _PASSED_ON_WHOLE,
    nodes.Union: _PASSED_ON,
    Exchange: _PASSED_ON,
    Expand: _PASSED_ON,
    DropUpdateBefore: _PASSED_ON,
    RegularJoin: ChangelogRule(_as_inputs),
    LookupJoin: _PASSED_ON_WHOLE,
    TemporalJoin: ChangelogRule(_as_left),
    IntervalJoin: ChangelogRule(_inserts, INSERTS),
    WindowJoin: ChangelogRule(_inserts, INSERTS),
    ChangelogNormalize: ChangelogRule(_all),
    GroupAggregate: ChangelogRule(_aggregated),
    OverAggregate: ChangelogRule(_inserts, INSERTS),
    ChangingOverAggregate: ChangelogRule(_all),
    WindowTableFunction: _PASSED_ON_WHOLE,
    WindowAggregate: ChangelogRule(_inserts),
    EmittingWindowAggregate: ChangelogRule(_inserts_and_updates),
    Rank: ChangelogRule(_all),
    WindowRank: ChangelogRule(_inserts, INSERTS),
    WindowDeduplicate: ChangelogRule(_inserts, INSERTS),
    Match: ChangelogRule(_inserts, INSERTS),
    SortLimit: ChangelogRule(_all),
    TemporalSort: ChangelogRule(_inserts, INSERTS),
    ToChangelog: ChangelogRule(_inserts),
    FromChangelog: ChangelogRule(_all, INSERTS),
    nodes.Limit: ChangelogRule(_all_unless_inserts),
}
