"""Commands through REST: a request triggers a command, and its outcome is looked up by the trigger id.

Commands that Flink does not have get endpoints too, derived from their command classes.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Final, Optional

from pyrite.control.job_manager_gateway import UnknownJobError
from pyrite.control.rest.endpoint import Call, Endpoint, Handler, RestError, hex_id
from pyrite.control.rest.endpoints.jobs import QueueStatus
from pyrite.control.rest.services import RestServices
from pyrite.control.rest.throwables import Throwable, throwable
from pyrite.control.rest_id import rest_id
from pyrite.core.errors import JobNotRunningError
from pyrite.core.job.commands import Command
from pyrite.core.json_dataclasses import Omitted, Wire

_NOT_FOUND: Final = "org.apache.flink.runtime.messages.FlinkJobNotFoundException"
_CHECKPOINT_FAILED: Final = "org.apache.flink.runtime.checkpoint.CheckpointException"


@dataclass(frozen=True)
class Triggered:
    request_id: Annotated[str, Wire("request-id")]


@dataclass(frozen=True)
class CommandOutcome:
    """The outcome of a command that Flink does not have: the fields of the command's answer."""

    answer: Annotated[Any, Omitted()] = None
    failure_cause: Annotated[Optional[Throwable], Omitted("failure-cause")] = None


@dataclass(frozen=True)
class CommandStatus:
    status: QueueStatus
    operation: Optional[CommandOutcome]


def begin_command(
    rest: RestServices, kind: str, call: Call, command: Command[Any], trigger: Optional[str]
) -> Triggered:
    """Sends a command to the job of a call. As in Flink, the lookup reports an unknown job, not this request."""
    summary = rest.summary(call.job_id)
    subject = call.job_id if summary is None else summary.job_id
    work = partial(rest.send, call.job_id, command)
    return Triggered(rest.operations.begin(kind, rest_id(subject), work, trigger_id(trigger)))


def flink_throwable(error: BaseException) -> Throwable:
    """The error of a savepoint or checkpoint, in the form that Flink's clients parse."""
    is_unknown = isinstance(error, (UnknownJobError, JobNotRunningError))
    return throwable(error, _NOT_FOUND if is_unknown else _CHECKPOINT_FAILED)


def look_up(
    kind: str,
    status: Callable[[QueueStatus, Any], Any],
    outcome: Callable[..., Any],
    of_result: Callable[[Any], Any],
    describe: Callable[[BaseException], Throwable] = throwable,
) -> Handler:
    """The handler of a lookup: the operation's status, and its outcome, made of the result or the error."""

    async def look_up(rest: RestServices, call: Call) -> Any:
        subject = rest_id(call.job_id) if "jobid" in call.path else ""
        operation = rest.operations.get(kind, subject, call.path["triggerid"])
        if not operation.task.done():
            return status(QueueStatus("IN_PROGRESS"), None)
        if (error := operation.error) is not None:
            return status(QueueStatus("COMPLETED"), outcome(failure_cause=describe(error)))
        return status(QueueStatus("COMPLETED"), of_result(operation.task.result()))

    return look_up


def trigger_id(text: Optional[str]) -> Optional[str]:
    """Parses the trigger id that a client has set."""
    try:
        return None if text is None else hex_id(text)
    except ValueError as error:
        raise RestError(400, f"triggerId: {error}") from None


# Commands that Flink does not have ------------------------------------------------------------------------------------


def command_endpoints(command: type[Command[Any]]) -> tuple[Endpoint, ...]:
    """The endpoints of a command that Flink lacks: the command's fields are the body, the answer's the outcome."""
    path, summary = f"/jobs/:jobid/{command.name}", inspect.cleandoc(command.__doc__ or "").partition("\n")[0]

    async def trigger(rest: RestServices, call: Call) -> Triggered:
        rest.require(call.job_id)
        return begin_command(rest, command.name, call, call.body, None)

    return (
        Endpoint("POST", path, Triggered, trigger, summary, body=command, status=202),
        Endpoint(
            "GET",
            f"{path}/:triggerid",
            CommandStatus,
            look_up(command.name, CommandStatus, CommandOutcome, CommandOutcome),
            f"The outcome of {command.name}.",
        ),
    )
