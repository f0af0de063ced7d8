"""State of an operator: that of earlier versions is read as what it is now."""

from __future__ import annotations

import pickle

import pytest

from pyrite.operators.state.operator_subtask_state import (
    OperatorSnapshotVersion1,
    OperatorStateVersion1,
    OperatorSubtaskState,
    as_current,
    load_operator_state,
)
from pyrite.state.evolution import loading as evolution
from pyrite.state.evolution.migrations import Migrations

FORMER = OperatorStateVersion1(
    OperatorSnapshotVersion1(broadcast={"rules": {"a": 1}}, watermark_ms=7, windows="a list"),
    8,
    {"splits": [1, 2]},
    {"all": [3]},
    {"pending": [4]},
)
CURRENT = OperatorSubtaskState(
    [], [], {"rules": {"a": 1}}, 7, "a list", 8, {"splits": [1, 2]}, {"all": [3]}, {"pending": [4]}
)


@pytest.mark.parametrize("migrations", [Migrations(), Migrations.plain(), Migrations(same_code=True)])
def test_state_of_version_1_is_read(migrations: Migrations) -> None:
    for data in (evolution.dumps(FORMER), evolution.dumps_staging(FORMER)[0], pickle.dumps(FORMER, 5)):
        assert load_operator_state(data, migrations) == CURRENT


def test_state_is_what_it_was_after_it_was_written() -> None:
    assert load_operator_state(evolution.dumps(CURRENT)) == CURRENT
    assert b"operator-subtask-state/1" in evolution.dumps(CURRENT)


def test_snapshot_of_version_1_is_state_without_lists() -> None:
    assert as_current(FORMER.snapshot) == OperatorSubtaskState(
        broadcast={"rules": {"a": 1}}, watermark_ms=7, windows="a list"
    )


def test_what_is_no_state_stays_as_it_is() -> None:
    assert as_current(["an enumerator"]) == ["an enumerator"]


@pytest.mark.parametrize(
    "state",
    [
        OperatorSubtaskState(lists={"a": [1]}),
        OperatorSubtaskState(unions={"a": [1]}),
        OperatorSubtaskState(numbered={"a": [1]}),
        OperatorSubtaskState(broadcast={"a": {1: 2}}),
    ],
)
def test_state_that_is_not_keyed_counts(state: OperatorSubtaskState) -> None:
    assert state.has_unkeyed


def test_time_alone_is_no_state() -> None:
    assert not OperatorSubtaskState(watermark_ms=3, output_watermark_ms=4, lists={"a": []}).has_unkeyed
