"""ChangeKind and ChangelogMode: what records do to the table that a stream describes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final


class ChangeKind(IntEnum):
    """What one record does, numbered as Flink's RowKind."""

    INSERT = 0
    UPDATE_BEFORE = 1
    UPDATE_AFTER = 2
    DELETE = 3


@dataclass(frozen=True)
class ChangelogMode:
    """The kinds of change that a stream may hold."""

    kinds: frozenset[ChangeKind]

    @property
    def is_insert_only(self) -> bool:
        return self.kinds == {ChangeKind.INSERT}


INSERT_ONLY: Final = ChangelogMode(frozenset({ChangeKind.INSERT}))
UPSERT: Final = ChangelogMode(frozenset(ChangeKind) - {ChangeKind.UPDATE_BEFORE})
ALL_CHANGES: Final = ChangelogMode(frozenset(ChangeKind))
