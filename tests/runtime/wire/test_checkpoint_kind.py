"""What follows from what a checkpoint is taken for."""

from __future__ import annotations

import pytest

from pyrite.runtime.wire.checkpoint_kind import CheckpointKind

ANSWERS = {
    "is_savepoint": {CheckpointKind.SAVEPOINT, CheckpointKind.STOP, CheckpointKind.DRAIN, CheckpointKind.CANCEL},
    "is_final": {CheckpointKind.FINAL, CheckpointKind.DRAIN},
    "drains": {CheckpointKind.DRAIN},
    "holds_tasks": {CheckpointKind.STOP},
    "ends_attempt": {CheckpointKind.FINAL, CheckpointKind.STOP, CheckpointKind.DRAIN},
    "cancels_job": {CheckpointKind.CANCEL},
    "is_log_entry": {CheckpointKind.CHECKPOINT, CheckpointKind.FINAL, CheckpointKind.STOP, CheckpointKind.DRAIN},
    "may_overtake": {CheckpointKind.CHECKPOINT, CheckpointKind.FINAL},
}


@pytest.mark.parametrize("question", ANSWERS)
def test_kinds_that_answer_yes(question: str) -> None:
    assert {kind for kind in CheckpointKind if getattr(kind, question)} == ANSWERS[question]


def test_no_question_is_left_out() -> None:
    asked = {name for name, value in vars(CheckpointKind).items() if isinstance(value, property)}
    assert asked == set(ANSWERS)
