"""The last transitions of a job, in order."""

from __future__ import annotations

from pyrite.core.job.job_status import JobStatus
from pyrite.runtime.wire.story import Story


def test_transition_says_when_who_from_where_to_where_and_why() -> None:
    story = Story()
    story.note(1_700_000_000_123, "job", JobStatus.RUNNING, JobStatus.FAILING, ValueError("bad record\nand more"))
    assert [str(transition) for transition in story.transitions] == [
        "22:13:20.123 job: RUNNING -> FAILING (bad record)"
    ]


def test_last_hundred_are_kept_in_order_with_their_numbers() -> None:
    story = Story()
    for at_ms in range(250):
        story.note(at_ms, "job", JobStatus.RUNNING, JobStatus.RESTARTING)
    assert [transition.number for transition in story.transitions] == list(range(151, 251))
    assert [transition.at_ms for transition in story.transitions] == list(range(150, 250))
