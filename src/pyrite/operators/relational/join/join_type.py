"""JoinType and JoinSideSpec: the vocabulary of joins, shared by plans and operators."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class JoinType(Enum):
    """Which rows a join emits, by Flink's names. SEMI and ANTI emit rows of the left side only."""

    INNER = "InnerJoin"
    LEFT = "LeftOuterJoin"
    RIGHT = "RightOuterJoin"
    FULL = "FullOuterJoin"
    SEMI = "LeftSemiJoin"
    ANTI = "LeftAntiJoin"

    @property
    def is_outer(self) -> tuple[bool, bool]:
        """Whether unmatched rows of the left and of the right side are emitted, with NULLs for the other side."""
        return self in (JoinType.LEFT, JoinType.FULL), self in (JoinType.RIGHT, JoinType.FULL)

    @property
    def has_right_columns(self) -> bool:
        return self not in (JoinType.SEMI, JoinType.ANTI)

    @property
    def only_forwards(self) -> bool:
        """Whether each change in its output has the kind of a change in its input."""
        return self in (JoinType.INNER, JoinType.SEMI)


class JoinSideLayout(Enum):
    """How the rows of one side are stored, by Flink's names."""

    JOIN_KEY_IS_UNIQUE = "JoinKeyContainsUniqueKey"
    HAS_UNIQUE_KEY = "HasUniqueKey"
    NO_UNIQUE_KEY = "NoUniqueKey"


@dataclass(frozen=True)
class JoinSideSpec:
    """One side of a join: its join key, and a unique key of its rows, if any."""

    keys: tuple[int, ...]
    unique_key: tuple[int, ...] = ()
    """Columns that identify a row among the rows of its join key. Empty: no unique key."""
    is_key_unique: bool = False
    """Whether a join key has at most one row."""

    @property
    def layout(self) -> JoinSideLayout:
        if self.is_key_unique:
            return JoinSideLayout.JOIN_KEY_IS_UNIQUE
        return JoinSideLayout.HAS_UNIQUE_KEY if self.unique_key else JoinSideLayout.NO_UNIQUE_KEY
