"""State of an operator in one subtask: how it is written and read, and what counts as state."""

from __future__ import annotations

import pytest

from pyrite.operators.state.operator_subtask_state import (
    OperatorSubtaskState,
    load_operator_state,
)
from pyrite.state.evolution import loading as evolution
from pyrite.state.evolution.migrations import Migrations

STATE = OperatorSubtaskState(
    [], [], {"rules": {"a": 1}}, 7, "a list", 8, {"splits": [1, 2]}, {"all": [3]}, {"pending": [4]}
)


@pytest.mark.parametrize("migrations", [Migrations(), Migrations.plain(), Migrations(same_code=True)])
def test_state_is_what_it_was_after_it_was_written(migrations: Migrations) -> None:
    for data in (evolution.dumps(STATE), evolution.dumps_staging(STATE)[0]):
        assert load_operator_state(data, migrations) == STATE
    assert b"operator-subtask-state/1" in evolution.dumps(STATE)


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
