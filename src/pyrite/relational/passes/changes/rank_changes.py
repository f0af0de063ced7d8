"""The changes that Rank, SortLimit and Limit need from their input, and the changes that they emit."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pyrite.core.config.sql_options import MINI_BATCH
from pyrite.core.types import TimestampKind
from pyrite.operators.relational.rank.rank import RankStrategy
from pyrite.relational.passes.changes.changelog_traits import ALL, INSERTS, Kinds, Traits, Update, retracting
from pyrite.relational.passes.changes.monotonicity import only_move_up
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.plan.keys import upsert_keys
from pyrite.relational.plan.rank import Ranked

_UPDATES: Final = {RankStrategy.APPEND_FAST: Update.NONE, RankStrategy.UPDATE_FAST: Update.ONLY_AFTER}


def emitted(node: Ranked, rows: Kinds, settings: PassSettings) -> Kinds:
    """Returns the emitted kinds. The first row by time is final when it is emitted."""
    is_first = node.is_deduplication and not node.keeps_last and node.time_kind() is not TimestampKind.REGULAR
    if is_first and rows == INSERTS and not settings.configuration.get(MINI_BATCH):
        return INSERTS
    return ALL


def strategies(node: Ranked, rows: Traits) -> list[tuple[Ranked, Update]]:
    """Returns the node with each possible strategy, best first, and the form of updates that each needs."""
    if rows.kinds == INSERTS:
        options = [replace(node, strategy=RankStrategy.APPEND_FAST)]
    else:
        partition = frozenset(node.keys)
        keys = [key for key in upsert_keys(node.input) or () if key >= partition]
        options = [replace(node, strategy=RankStrategy.RETRACT)]
        if keys and only_move_up(node.order, rows):
            row_key = tuple(sorted(min(keys, key=sorted)))
            options.insert(0, replace(node, strategy=RankStrategy.UPDATE_FAST, row_key=row_key))
    return [(each, _UPDATES.get(each.strategy or RankStrategy.RETRACT, retracting(rows.kinds))) for each in options]
