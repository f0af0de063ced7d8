"""The protocol of the control socket: one line of JSON for each command, and one for its answer. Pure.

A request has the command's name as `command`, next to the command's fields. A reply has either `answer`, with the
fields of the answer, or `error`, with the driver's message.
"""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any, Final, TypeVar

from pyrite.core.errors import PyriteError
from pyrite.core.job.commands import COMMANDS, Command
from pyrite.core.json_dataclasses import of_json, to_json

A = TypeVar("A")

_NAME: Final = "command"
_ANSWER: Final = "answer"
_ERROR: Final = "error"
_BY_NAME: Final = {command.name: command for command in COMMANDS}


def command_line(command: Command[Any]) -> bytes:
    """The request for a command."""
    return _line({_NAME: command.name, **to_json(command)})


def read_command(line: bytes) -> Command[Any]:
    """The command of a request. ValueError: the line is not a JSON object.

    PyriteError: the command or one of its fields is unknown. A driver never executes a part of a command.
    """
    request = json.loads(line)
    if not isinstance(request, dict):
        raise ValueError("expected a JSON object")
    content = dict(request)
    name = content.pop(_NAME, None)
    kind = _BY_NAME.get(name) if isinstance(name, str) else None
    if kind is None or not content.keys() <= {field.name for field in fields(kind)}:
        raise _unknown(request)
    try:
        command: Command[Any] = of_json(kind, content)
    except ValueError:
        raise _unknown(request) from None
    return command


def _unknown(request: dict[str, Any]) -> PyriteError:
    return PyriteError(f"this job's driver does not know the command: {request}")


def answer_line(answer: Any) -> bytes:
    """The reply to a completed command."""
    return _line({_ANSWER: to_json(answer)})


def error_line(error: BaseException) -> bytes:
    """The reply to a command that was refused or failed."""
    return _line({_ERROR: str(error) if isinstance(error, PyriteError) else f"{type(error).__name__}: {error}"})


def read_answer(command: Command[A], line: bytes) -> A:
    """The answer to a command. PyriteError: the driver's message, or an answer of another version of Pyrite."""
    reply = json.loads(line)
    if _ERROR in reply:
        raise PyriteError(str(reply[_ERROR]))
    try:
        answer: A = of_json(command.answer, reply[_ANSWER])
    except (ValueError, KeyError) as error:
        raise PyriteError(f"cannot parse the driver's answer, is it another version of Pyrite? {error}") from None
    return answer


def _line(content: dict[str, Any]) -> bytes:
    return json.dumps(content).encode() + b"\n"
