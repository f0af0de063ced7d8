"""Queries over rows that come and go with NaN, both zeros and NULL in them, and what their changes come to.

Rows are compared by their texts: in these NaN is NaN, and 0.0 is not -0.0.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Optional

from pyrite.core.types import (
    ArrayType,
    DoubleType,
    FloatType,
    IntType,
    RowField,
    RowType,
    TimestampType,
    string_type,
)
from pyrite.relational.plan.nodes import RelNode
from tests.relational.changelog_tables import changelog_session
from tests.relational.restarting import RestartingPlan
from tests.relational.running import Change, TranslatedPlan, block_of
from tests.relational.sessions import plan

Row = tuple[Any, ...]
ROW_TYPE: Final = RowType(
    (
        RowField("k", IntType()),
        RowField("g", string_type()),
        RowField("d", DoubleType()),
        RowField("f", FloatType()),
        RowField("a", ArrayType(DoubleType())),
        RowField("v", IntType()),
        RowField("ts", TimestampType(3)),
    ),
    nullable=False,
)
_COLUMNS: Final = "k INT, g STRING, d DOUBLE, f FLOAT, a ARRAY<DOUBLE>, v INT, ts TIMESTAMP(3)"
_TIME: Final = "WATERMARK FOR ts AS ts - INTERVAL '1' DAY"
"""No window is over before the input has ended."""
_TABLE: Final = "CREATE TABLE {name} ({columns}, {time}) WITH ('connector' = 'changes', 'kinds' = '{kinds}')"
SESSION: Final = changelog_session(
    _TABLE.format(name="inserts", columns=_COLUMNS, time=_TIME, kinds="I"),
    _TABLE.format(name="changes", columns=_COLUMNS, time=_TIME, kinds="I,UB,UA,D"),
    _TABLE.format(
        name="upserts",
        columns=_COLUMNS.replace("k INT", "k INT NOT NULL"),
        time=f"{_TIME}, PRIMARY KEY (k) NOT ENFORCED",
        kinds="I,UA,D",
    ),
)
_DOUBLES: Final = (None, 0.0, -0.0, 1.5)
"""Beside NaN, which is another object in each row, as it is after a restore."""
INSERT, UPDATE_BEFORE, UPDATE_AFTER, DELETE = range(4)


@dataclass(frozen=True)
class Query:
    """A query of one of the tables; `{t}` stands for it."""

    text: str
    table: str = "changes"
    settings: dict[str, str] = field(default_factory=dict)
    is_determined: bool = True
    """Whether its result follows from the rows that are left: not if it depends on which of equal rows came first."""

    @property
    def is_same_in_batch(self) -> bool:
        """MIN and MAX of inserts compare by SQL's signs, by which NaN is neither less nor greater; as in Flink."""
        return re.search(r"(MIN|MAX)\([dfm]\)", self.text) is None

    @cached_property
    def plan(self) -> RelNode:
        return plan(SESSION, self.text.format(t=self.table))

    @cached_property
    def streaming(self) -> TranslatedPlan:
        return TranslatedPlan(self.plan, settings=self.settings)

    @cached_property
    def batch(self) -> TranslatedPlan:
        return TranslatedPlan(self.plan, is_batch=True)

    def changes(self, chance: random.Random, count: int) -> list[Change]:
        """Random changes of its table."""
        if self.table == "upserts":
            return random_upserts(chance, count)
        return random_changes(chance, count, retracts=self.table == "changes")

    def inserts(self, changes: Iterable[Change]) -> list[Change]:
        """The rows that are left after changes, as inserts."""
        return [(INSERT, row) for row in rows_left(changes, (0,) if self.table == "upserts" else None)]


# Rows -----------------------------------------------------------------------------------------------------------------


def text(value: Any) -> str:
    if isinstance(value, dict):
        return str(sorted((text(key), text(item)) for key, item in value.items()))
    return str(list(map(text, value))) if isinstance(value, tuple) else repr(value)


def applied(changes: Iterable[Change]) -> Counter[str]:
    """The rows that changes leave. AssertionError for one that takes away what is not there."""
    table: Counter[str] = Counter()
    for kind, row in changes:
        if kind in (INSERT, UPDATE_AFTER):
            table[text(row)] += 1
        else:
            assert table[text(row)] > 0, f"{row} is taken away, but is not there"
            table[text(row)] -= 1
    return +table


def rows_left(changes: Iterable[Change], key: Optional[Sequence[int]] = None) -> list[Row]:
    """The rows that are left in the order in which they came; with a key, changes are upserts."""

    def name(row: Row) -> str:
        return text(row if key is None else tuple(row[place] for place in key))

    rows: list[Row] = []
    for kind, row in changes:
        own = name(row)
        place = next((n for n, each in enumerate(rows) if own == name(each)), None)
        if key is not None and place is not None:
            del rows[place]
        if kind in (INSERT, UPDATE_AFTER):
            rows.append(row)
        elif key is None:
            assert place is not None
            del rows[place]
    return rows


def _double(chance: random.Random) -> Optional[float]:
    return chance.choice((*_DOUBLES, float("nan")))


def random_row(chance: random.Random, number: int) -> Row:
    array = None if chance.random() < 0.2 else tuple(_double(chance) for _ in range(chance.randint(0, 2)))
    return (
        chance.randint(1, 4),
        chance.choice((None, "a", "b")),
        _double(chance),
        _double(chance),
        array,
        chance.choice((None, 0, 1, 2)),
        (number + 1) * 1_000_000_000,
    )


def random_changes(chance: random.Random, count: int, retracts: bool) -> list[Change]:
    """Of rows that go again, some are there twice."""
    changes: list[Change] = []
    live: list[Row] = []
    while len(changes) < count:
        shape = chance.random() if retracts and live else 0.0
        if shape < 0.5:
            repeats = live and chance.random() < 0.3
            live.append(again(chance.choice(live)) if repeats else random_row(chance, len(changes)))
            changes.append((INSERT, live[-1]))
        else:
            changes.append((DELETE, again(live.pop(chance.randrange(len(live))))))
            if shape > 0.75:
                live.append(random_row(chance, len(changes)))
                changes = [*changes[:-1], (UPDATE_BEFORE, changes[-1][1]), (UPDATE_AFTER, live[-1])]
    return changes


def random_upserts(chance: random.Random, count: int) -> list[Change]:
    changes: list[Change] = []
    for number in range(count):
        row = random_row(chance, number)
        if changes and chance.random() < 0.4:
            row = with_other_double(chance.choice(changes)[1], chance)
        changes.append((chance.choice((INSERT, UPDATE_AFTER, UPDATE_AFTER, DELETE)), row))
    return changes


def with_other_double(row: Row, chance: random.Random) -> Row:
    """The same row but for the column `d`, perhaps."""
    return (*again(row[:2]), _double(chance), *again(row[3:]))


def again(row: Row) -> Row:
    """The same row with other objects for NaN."""
    return tuple(again(each) if isinstance(each, tuple) else float("nan") if each != each else each for each in row)


# Answers --------------------------------------------------------------------------------------------------------------


def as_block(changes: Sequence[Change]) -> Any:
    return block_of([row for _, row in changes], [kind for kind, _ in changes], ROW_TYPE)


def streamed(query: Query, changes: Sequence[Change]) -> list[Change]:
    """What comes out if all comes in one block."""
    job = RestartingPlan(query.streaming)
    if changes:
        job.feed(as_block(changes))
    job.finish()
    return job.changes()


def restarted(query: Query, changes: Sequence[Change], chance: random.Random) -> list[Change]:
    """What comes out of a job that stops again and again, each time with other subtasks."""
    job = RestartingPlan(query.streaming, chance.randint(1, 3))
    place = 0
    while place < len(changes):
        stop = place + chance.randint(1, 6)
        job.feed(as_block(changes[place:stop]))
        place = stop
        if chance.random() < 0.5:
            job.restart(job.checkpoint(chance.random() < 0.3), chance.randint(1, 3))
    job.finish()
    return job.changes()


def in_batch(query: Query, changes: Sequence[Change]) -> Counter[str]:
    job = RestartingPlan(query.batch)
    job.feed(as_block(changes))
    job.finish()
    return applied(job.changes())
