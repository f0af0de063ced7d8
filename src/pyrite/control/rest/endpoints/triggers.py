"""Endpoints that change a job: savepoints, checkpoints, stop, cancel, rescaling. Most return a trigger id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Final, Optional

from pyrite.control.rest.endpoint import (
    INTEGER_SCHEMA,
    TEXT_SCHEMA,
    Call,
    Endpoint,
    Parameter,
    RestError,
    any_of,
    whole,
)
from pyrite.control.rest.endpoints.command_endpoints import (
    Triggered,
    begin_command,
    command_endpoints,
    flink_throwable,
    look_up,
    trigger_id,
)
from pyrite.control.rest.endpoints.jobs import QueueStatus
from pyrite.control.rest.file_uris import java_uri, of_java_uri
from pyrite.control.rest.services import RestServices
from pyrite.control.rest.throwables import Throwable
from pyrite.core.errors import PyriteError
from pyrite.core.job import commands
from pyrite.core.job.commands import Role
from pyrite.core.job.job_document import VertexDocument
from pyrite.core.job.job_status import JobStatus
from pyrite.core.json_dataclasses import Omitted, Wire

_J: Final = "/jobs/:jobid"
AnyBody = dict[str, Any]


@dataclass(frozen=True)
class SavepointBody:
    target_directory: Annotated[Optional[str], Omitted("target-directory")] = None
    cancel_job: Annotated[Optional[bool], Omitted("cancel-job")] = None
    format_type: Annotated[Optional[str], Omitted("formatType")] = None
    trigger_id: Annotated[Optional[str], Omitted("triggerId")] = None


@dataclass(frozen=True)
class StopBody:
    target_directory: Annotated[Optional[str], Omitted("targetDirectory")] = None
    drain: Annotated[Optional[bool], Omitted()] = None
    format_type: Annotated[Optional[str], Omitted("formatType")] = None
    trigger_id: Annotated[Optional[str], Omitted("triggerId")] = None


@dataclass(frozen=True)
class CheckpointBody:
    checkpoint_type: Annotated[Optional[str], Omitted("checkpointType")] = None
    trigger_id: Annotated[Optional[str], Omitted("triggerId")] = None


@dataclass(frozen=True)
class DisposalBody:
    savepoint_path: Annotated[Optional[str], Omitted("savepoint-path")] = None
    trigger_id: Annotated[Optional[str], Omitted("triggerId")] = None


@dataclass(frozen=True)
class SavepointOutcome:
    location: Annotated[Optional[str], Omitted()] = None
    failure_cause: Annotated[Optional[Throwable], Omitted("failure-cause")] = None


@dataclass(frozen=True)
class CheckpointOutcome:
    checkpoint_id: Annotated[Optional[int], Omitted("checkpointId")] = None
    failure_cause: Annotated[Optional[Throwable], Omitted("failureCause")] = None


@dataclass(frozen=True)
class OtherOutcome:
    failure_cause: Annotated[Optional[Throwable], Omitted("failure-cause")] = None


@dataclass(frozen=True)
class RescaleOutcome:
    """Flink has no such outcome. `checkpoint` is the one from which the job resumed."""

    parallelism: Annotated[Optional[int], Omitted()] = None
    checkpoint_id: Annotated[Optional[int], Omitted("checkpoint-id")] = None
    pause_ms: Annotated[Optional[int], Omitted("pause-ms")] = None
    failure_cause: Annotated[Optional[Throwable], Omitted("failure-cause")] = None


@dataclass(frozen=True)
class RescaleStatus:
    status: QueueStatus
    operation: Optional[RescaleOutcome]


@dataclass(frozen=True)
class SavepointStatus:
    status: QueueStatus
    operation: Optional[SavepointOutcome]


@dataclass(frozen=True)
class CheckpointTriggerStatus:
    status: QueueStatus
    operation: Optional[CheckpointOutcome]


@dataclass(frozen=True)
class OtherStatus:
    status: QueueStatus
    operation: Optional[OtherOutcome]


def _check_format(text: Optional[str]) -> None:
    if text is not None and text.upper() not in ("CANONICAL", "NATIVE"):
        raise RestError(400, f"Request did not match expected format: formatType '{text}' is not CANONICAL or NATIVE.")


# Savepoints, and stop -------------------------------------------------------------------------------------------------


async def _savepoint(rest: RestServices, call: Call) -> Triggered:
    body: SavepointBody = call.body
    _check_format(body.format_type)
    savepoint = commands.Savepoint(of_java_uri(body.target_directory))
    command = commands.Cancel(savepoint) if body.cancel_job else savepoint
    return begin_command(rest, "savepoint", call, command, body.trigger_id)


async def _stop(rest: RestServices, call: Call) -> Triggered:
    body: StopBody = call.body
    _check_format(body.format_type)
    stop = commands.Stop(bool(body.drain), of_java_uri(body.target_directory))
    return begin_command(rest, "savepoint", call, stop, body.trigger_id)


def _savepoint_outcome(answer: commands.SavepointPath | commands.JobEnd) -> SavepointOutcome:
    return SavepointOutcome(None if answer.path is None else java_uri(answer.path))


# Checkpoints ----------------------------------------------------------------------------------------------------------


async def _checkpoint(rest: RestServices, call: Call) -> Triggered:
    body: CheckpointBody = call.body
    kind = body.checkpoint_type or "CONFIGURED"
    if kind.upper() not in ("CONFIGURED", "FULL", "INCREMENTAL"):
        raise RestError(400, f"Request did not match expected format: checkpointType '{kind}' is unknown.")
    return begin_command(rest, "checkpoint", call, commands.Checkpoint(), body.trigger_id)


# Disposal -------------------------------------------------------------------------------------------------------------


async def _dispose(rest: RestServices, call: Call) -> Triggered:
    body: DisposalBody = call.body
    if not body.savepoint_path:
        raise RestError(400, "Field savepoint-path must not be omitted or be null.")
    work = partial(rest.dispose, of_java_uri(body.savepoint_path) or "")
    return Triggered(rest.operations.begin("disposal", "", work, trigger_id(body.trigger_id)))


# Cancel ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Nothing:
    """An empty object."""


_MODE: Final = Parameter("mode", "cancel; stop was removed from Flink.", any_of("cancel", "stop"), TEXT_SCHEMA)


async def _cancel(rest: RestServices, call: Call) -> Nothing:
    if call.query.get("mode") == "stop":
        raise RestError(
            308,
            'The termination mode "stop" has been removed. For an ungraceful shutdown, please use "cancel" instead. '
            'For a graceful shutdown, please use "jobs/:jobId/stop" instead.',
        )
    return await cancel_job(rest, call.job_id)


async def cancel_job(rest: RestServices, job_id: str) -> Nothing:
    """Cancels a job, without waiting for its end. Canceling a canceled job has no effect."""
    summary = rest.summary(job_id)
    if summary is None:
        raise RestError(404, "Job could not be found.")
    if summary.status is JobStatus.CANCELED:
        return Nothing()
    if summary.status.is_terminal_state():
        raise _has_ended(summary.status)
    rest.operations.begin("cancel", summary.job_id, partial(rest.send, summary.job_id, commands.Cancel()))
    return Nothing()


def _has_ended(status: JobStatus) -> RestError:
    reason = f"the job has already reached another terminal state ({status.name})"
    return RestError(409, f"Job cancellation failed because {reason}.")


async def _yarn_cancel(rest: RestServices, call: Call) -> Nothing:
    """The dashboard's cancel button: a GET, for proxies that forward no other method."""
    if not rest.settings.can_cancel:
        raise RestError(403, "Jobs cannot be canceled from the dashboard: web.cancel.enable is false.")
    return await _cancel(rest, call)


async def _heartbeat(rest: RestServices, call: Call) -> Nothing:
    """The heartbeat of an attached Flink client. Pyrite's jobs do not depend on it."""
    rest.require(call.job_id)
    return Nothing()


# Rescaling ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ParallelismBounds:
    lower_bound: Annotated[int, Wire("lowerBound")]
    upper_bound: Annotated[int, Wire("upperBound")]


@dataclass(frozen=True)
class VertexRequirements:
    parallelism: ParallelismBounds


_PARALLELISM: Final = Parameter(
    "parallelism", "The new parallelism.", whole(least=1), {**INTEGER_SCHEMA, "minimum": 1}, is_required=True
)


async def _rescale(rest: RestServices, call: Call) -> Triggered:
    """Flink answers 503 here since 1.9; Pyrite's job stops at a checkpoint and resumes with the new parallelism."""
    if not rest.settings.can_rescale:
        raise RestError(403, "Jobs cannot be rescaled through REST: web.rescale.enable is false.")
    rest.require(call.job_id)
    return begin_command(rest, "rescale", call, commands.Rescale(call.query["parallelism"]), None)


def _rescale_outcome(rescaled: commands.Rescaled) -> RescaleOutcome:
    return RescaleOutcome(rescaled.parallelism, rescaled.checkpoint_id, rescaled.pause_ms)


async def _requirements(rest: RestServices, call: Call) -> dict[str, VertexRequirements]:
    document = await rest.document(call.job_id)
    return {
        vertex.id: VertexRequirements(ParallelismBounds(vertex.parallelism, vertex.parallelism))
        for vertex in document.vertices
    }


async def _require(rest: RestServices, call: Call) -> Nothing:
    """Each vertex of the body is rescaled to its upper bound; the others keep their parallelism.

    The answer comes when the job has begun to rescale, as in Flink. A refusal has the driver's reason.
    """
    document = await rest.document(call.job_id)
    if not call.body:
        raise RestError(400, "Request body does not specify resource requirements.")
    vertices = {vertex.id: vertex for vertex in document.vertices}
    upper_bounds, errors = _upper_bounds(vertices, _bounds(call.body))
    if errors:
        raise RestError(400, "\n".join(errors))
    changed = {vertex: n for vertex, n in upper_bounds.items() if n != vertices[vertex].parallelism}
    if changed:
        try:
            await rest.send(document.id, commands.Rescale(vertices=changed, is_awaited=False))
        except PyriteError as error:
            raise RestError(400, str(error)) from None
    return Nothing()


def _bounds(body: AnyBody) -> dict[str, tuple[int, int]]:
    """The bounds of each vertex. RestError: the body is something else."""
    try:
        bounds = {str(vertex): each["parallelism"] for vertex, each in body.items()}
        return {vertex: (int(each["lowerBound"]), int(each["upperBound"])) for vertex, each in bounds.items()}
    except (TypeError, KeyError, ValueError, AttributeError):
        raise RestError(400, "Expected {vertex: {parallelism: {lowerBound, upperBound}}}.") from None


def _upper_bounds(
    vertices: Mapping[str, VertexDocument], bounds: Mapping[str, tuple[int, int]]
) -> tuple[dict[str, int], list[str]]:
    """The upper bounds, and the errors in Flink's words. A bound of -1 stands for the widest possible."""
    upper_bounds, errors = {}, []
    for vertex, (lower, upper) in bounds.items():
        if vertex not in vertices:
            errors.append(f"Job vertex [{vertex}] was not found in the JobGraph.")
            continue
        most = vertices[vertex].max_parallelism
        lower, upper = 1 if lower == -1 else lower, most if upper == -1 else upper
        if lower < 1 or upper < 1:
            errors.append(
                f"Both, the requested lower bound [{lower}] and upper bound [{upper}] for job vertex [{vertex}] must "
                "be greater than zero."
            )
            continue
        if lower > upper:
            errors.append(
                f"The requested lower bound [{lower}] for job vertex [{vertex}] is higher than the upper bound "
                f"[{upper}]."
            )
        if most < upper:
            errors.append(
                f"The newly requested parallelism {upper} for the job vertex {vertex} exceeds its maximum parallelism "
                f"{most}."
            )
        upper_bounds[vertex] = upper
    return upper_bounds, errors


_FLINKS: Final = (commands.Savepoint, commands.Checkpoint, commands.Stop, commands.Cancel, commands.Rescale)
ENDPOINTS: Final = (
    Endpoint("POST", f"{_J}/savepoints", Triggered, _savepoint, "Takes a savepoint.", body=SavepointBody, status=202),
    Endpoint(
        "GET",
        f"{_J}/savepoints/:triggerid",
        SavepointStatus,
        look_up("savepoint", SavepointStatus, SavepointOutcome, _savepoint_outcome, flink_throwable),
        "The outcome of a savepoint.",
    ),
    Endpoint("POST", f"{_J}/stop", Triggered, _stop, "Stops a job with a savepoint.", body=StopBody, status=202),
    Endpoint(
        "POST", f"{_J}/checkpoints", Triggered, _checkpoint, "Takes a checkpoint.", body=CheckpointBody, status=202
    ),
    Endpoint(
        "GET",
        f"{_J}/checkpoints/:triggerid",
        CheckpointTriggerStatus,
        look_up(
            "checkpoint",
            CheckpointTriggerStatus,
            CheckpointOutcome,
            lambda answer: CheckpointOutcome(answer.checkpoint_id),
            flink_throwable,
        ),
        "The outcome of a checkpoint.",
    ),
    Endpoint("POST", "/savepoint-disposal", Triggered, _dispose, "Deletes a savepoint.", body=DisposalBody),
    Endpoint(
        "GET",
        "/savepoint-disposal/:triggerid",
        OtherStatus,
        look_up("disposal", OtherStatus, OtherOutcome, lambda _: OtherOutcome()),
        "The outcome of a deletion.",
    ),
    Endpoint("PATCH", _J, Nothing, _cancel, "Cancels a job.", (_MODE,), status=202, errors=(308, 409)),
    Endpoint(
        "GET",
        f"{_J}/yarn-cancel",
        Nothing,
        _yarn_cancel,
        "Cancels a job.",
        (_MODE,),
        status=202,
        errors=(308, 403, 409),
        role=Role.OPERATE,
    ),
    Endpoint("PATCH", f"{_J}/clientHeartbeat", Nothing, _heartbeat, "The heartbeat of an attached client.", status=202),
    Endpoint(
        "PATCH",
        f"{_J}/rescaling",
        Triggered,
        _rescale,
        "Changes a job's parallelism: it stops at a checkpoint and resumes.",
        (_PARALLELISM,),
        errors=(403,),
    ),
    Endpoint(
        "GET",
        f"{_J}/rescaling/:triggerid",
        RescaleStatus,
        look_up("rescale", RescaleStatus, RescaleOutcome, _rescale_outcome),
        "The outcome of a change of parallelism.",
    ),
    Endpoint(
        "GET",
        f"{_J}/resource-requirements",
        dict[str, VertexRequirements],
        _requirements,
        "The parallelism of each vertex.",
    ),
    Endpoint(
        "PUT", f"{_J}/resource-requirements", Nothing, _require, "Changes the parallelism of vertices.", body=AnyBody
    ),
    *(
        endpoint
        for command in commands.COMMANDS
        if command.role is commands.Role.OPERATE and command not in _FLINKS
        for endpoint in command_endpoints(command)
    ),
)
