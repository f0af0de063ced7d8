"""ChangeKind and ChangelogMode: what records do to the table that a stream describes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final


class ChangeKind(IntEnum):
    """The effect of one record, numbered as Flink's RowKind."""

    INSERT = 0
    UPDATE_BEFORE = 1
    UPDATE_AFTER = 2
    DELETE = 3


@dataclass(frozen=True)
class ChangelogMode:
    """The kinds of change that a stream may contain."""

    kinds: frozenset[ChangeKind]
    has_key_deletes: bool = False
    """Whether a delete may have only its key's columns, and NULL in the others."""

    @property
    def is_insert_only(self) -> bool:
        """Whether the stream contains only inserts."""
        return self.kinds == {ChangeKind.INSERT}

    def __str__(self) -> str:
        """In the notation of plans: `I,UB,UA,D`."""
        names = [name for kind, name in _NAMES.items() if kind in self.kinds]
        return ",".join(["PD" if name == "D" and self.has_key_deletes else name for name in names])


_NAMES: Final = {
    ChangeKind.INSERT: "I",
    ChangeKind.UPDATE_BEFORE: "UB",
    ChangeKind.UPDATE_AFTER: "UA",
    ChangeKind.DELETE: "D",
}


INSERT_ONLY: Final = ChangelogMode(frozenset({ChangeKind.INSERT}))
UPSERT: Final = ChangelogMode(frozenset(ChangeKind) - {ChangeKind.UPDATE_BEFORE})
ALL_CHANGES: Final = ChangelogMode(frozenset(ChangeKind))


def gives_upserts(mode: ChangelogMode) -> bool:
    """Whether updates come without the row before the update, which its key identifies."""
    return ChangeKind.UPDATE_AFTER in mode.kinds and ChangeKind.UPDATE_BEFORE not in mode.kinds
