"""The protocol of the control socket: commands and answers arrive as they were sent; what is no command is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pyrite.control.driver_protocol import answer_line, command_line, error_line, read_answer, read_command
from pyrite.core.errors import CheckpointError, PyriteError
from pyrite.core.job.commands import (
    COMMANDS,
    Cancel,
    Checkpoint,
    CheckpointNumber,
    Command,
    Document,
    JobEnd,
    JobStacks,
    Rescale,
    Rescaled,
    SampleStacks,
    Savepoint,
    SavepointPath,
    StackCount,
    Status,
    Stop,
    SubtaskStacks,
    ThreadStack,
)
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.job_summary import JobSummary
from tests.control.rest.memory_gateway import RUNNING, documents

ANSWERS: list[tuple[Command[Any], Any]] = [
    (Status(), JobSummary("abc", "words", JobStatus.RUNNING, 1, tasks={"RUNNING": 3})),
    (Document(), documents()[RUNNING]),
    (
        SampleStacks("vertex", "executor", 100, 50, 9),
        JobStacks(7, (SubtaskStacks("v", 0, (StackCount(("f", "g"), True, 3),), (ThreadStack("main", "in g"),)),)),
    ),
    (Savepoint(None), SavepointPath("/savepoints/1")),
    (Checkpoint(), CheckpointNumber(7)),
    (Stop(True, "/x"), JobEnd("/x/1", JobStatus.FINISHED)),
    (Cancel(), JobEnd(None, JobStatus.CANCELED)),
    (Cancel(Savepoint("/x")), JobEnd("/x/1", JobStatus.CANCELED)),
    (Rescale(4), Rescaled(4, 1500, 9)),
]


@pytest.mark.parametrize(("command", "answer"), ANSWERS, ids=lambda value: type(value).__name__)
def test_command_and_its_answer_arrive_as_they_were_sent(command: Command[Any], answer: Any) -> None:
    assert read_command(command_line(command)) == command
    assert read_answer(command, answer_line(answer)) == answer


def test_every_command_is_in_the_test_above() -> None:
    assert {type(command) for command, _ in ANSWERS} == set(COMMANDS)


def test_request_has_the_name_beside_the_fields() -> None:
    assert json.loads(command_line(Stop(True, None))) == {"command": "stop", "drain": True, "directory": None}


@pytest.mark.parametrize(
    "request_",
    [
        {},
        {"command": "dance"},
        {"command": ["stop"]},
        {"command": "savepoint"},
        {"command": "savepoint", "directory": 7},
        {"command": "stop", "drain": "yes", "directory": None},
        {"command": "rescale", "parallelism": "4"},
        {"command": "cancel", "directory": "/x"},
    ],
)
def test_request_that_is_no_command_is_refused(request_: dict[str, Any]) -> None:
    with pytest.raises(PyriteError, match="this job's driver does not know the command"):
        read_command(json.dumps(request_).encode())


@pytest.mark.parametrize("line", [b"nonsense", b"[1]", b"\xff", b""])
def test_line_that_is_no_request_is_refused(line: bytes) -> None:
    with pytest.raises(ValueError):
        read_command(line)


@pytest.mark.parametrize(
    ("error", "words"), [(CheckpointError("no room"), "no room"), (KeyError("x"), "KeyError: 'x'")]
)
def test_error_is_raised_in_the_drivers_words(error: Exception, words: str) -> None:
    with pytest.raises(PyriteError) as raised:
        read_answer(Checkpoint(), error_line(error))
    assert str(raised.value) == words


@pytest.mark.parametrize("answer", [{"path": "/x", "status": "UNHEARD_OF"}, {"path": "/x"}, None])
def test_answer_of_another_version_is_refused(answer: Any) -> None:
    with pytest.raises(PyriteError, match="is it another version of Pyrite"):
        read_answer(Cancel(), answer_line(answer))
