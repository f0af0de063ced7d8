"""Uploads and runs programs. Flink's programs are jars; Pyrite's are .py or .sql files, or archives of modules."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Optional

from pyrite.control.job_manager_gateway import SubmissionRefusedError, SubmittedProgram
from pyrite.control.rest.endpoint import (
    INTEGER_SCHEMA,
    TEXT_SCHEMA,
    Call,
    Endpoint,
    Parameter,
    RestError,
    boolean,
    listed,
    whole,
)
from pyrite.control.rest.endpoints.jobs import JobPlanInfo, plan_of
from pyrite.control.rest.endpoints.triggers import Nothing
from pyrite.control.rest.file_uris import of_java_uri
from pyrite.control.rest.services import RestServices
from pyrite.control.rest.uploaded_programs import UploadedProgram, UploadedPrograms
from pyrite.control.rest_id import rest_id
from pyrite.core.config.checkpoint_options import (
    JOB_ID,
    STATE_RECOVERY_CLAIM_MODE,
    STATE_RECOVERY_IGNORE_UNCLAIMED,
    STATE_RECOVERY_PATH,
)
from pyrite.core.config.config_options import ConfigOption
from pyrite.core.config.options import DEFAULT_PARALLELISM
from pyrite.core.job.commands import Role
from pyrite.core.json_dataclasses import Omitted, Wire


@dataclass(frozen=True)
class ProgramEntry:
    name: str
    description: Optional[str]


@dataclass(frozen=True)
class ProgramFile:
    id: str
    name: str
    uploaded: int
    entry: tuple[ProgramEntry, ...]


@dataclass(frozen=True)
class ProgramList:
    address: str
    files: tuple[ProgramFile, ...]


@dataclass(frozen=True)
class Uploaded:
    filename: str
    status: str


@dataclass(frozen=True)
class RunBody:
    entry_class: Annotated[Optional[str], Omitted("entryClass")] = None
    program_args_list: Annotated[Optional[list[str]], Omitted("programArgsList")] = None
    parallelism: Annotated[Optional[int], Omitted()] = None
    job_id: Annotated[Optional[str], Omitted("jobId")] = None
    allow_non_restored_state: Annotated[Optional[bool], Omitted("allowNonRestoredState")] = None
    savepoint_path: Annotated[Optional[str], Omitted("savepointPath")] = None
    claim_mode: Annotated[Optional[str], Omitted("claimMode")] = None
    restore_mode: Annotated[Optional[str], Omitted("restoreMode")] = None
    flink_configuration: Annotated[Optional[dict[str, str]], Omitted("flinkConfiguration")] = None


@dataclass(frozen=True)
class Run:
    jobid: str
    application_id: Annotated[str, Wire("applicationId")]


@dataclass(frozen=True)
class ApplicationRun:
    applicationid: str


def _programs(rest: RestServices) -> UploadedPrograms:
    if not rest.settings.can_submit or rest.settings.upload_folder is None:
        raise RestError(403, "Programs cannot be submitted through REST here: web.submit.enable is false.")
    return UploadedPrograms(rest.settings.upload_folder, rest.settings.upload_quota_bytes)


async def _list(rest: RestServices, call: Call) -> ProgramList:
    programs = _programs(rest)
    rows = tuple(
        ProgramFile(
            program.id,
            program.name,
            program.uploaded_ms,
            tuple(ProgramEntry(entry, None) for entry in program.entries),
        )
        for program in programs.all()
    )
    return ProgramList(rest.settings.address, rows)


async def _upload(rest: RestServices, call: Call) -> Uploaded:
    programs = _programs(rest)
    name, content = call.body
    program = await asyncio.to_thread(programs.add, name, content)
    return Uploaded(str(program.path), "success")


async def _delete(rest: RestServices, call: Call) -> Nothing:
    _programs(rest).remove(call.path["jarid"])
    return Nothing()


def _settings(body: RunBody, query: Mapping[str, Any]) -> dict[str, str]:
    claim = body.claim_mode or body.restore_mode
    options: dict[ConfigOption[Any], Any] = {
        JOB_ID: body.job_id,
        DEFAULT_PARALLELISM: body.parallelism or query.get("parallelism"),
        STATE_RECOVERY_PATH: of_java_uri(body.savepoint_path or query.get("savepointPath")),
        STATE_RECOVERY_IGNORE_UNCLAIMED: body.allow_non_restored_state or query.get("allowNonRestoredState"),
        STATE_RECOVERY_CLAIM_MODE: claim,
    }
    own = {option.key: str(value) for option, value in options.items() if value not in (None, "", False)}
    return {**(body.flink_configuration or {}), **own}


def _submission(program: UploadedProgram, call: Call) -> SubmittedProgram:
    body: RunBody = call.body or RunBody()
    entry = body.entry_class or call.query.get("entry-class") or ""
    program.check_entry(entry)
    arguments = body.program_args_list or call.query.get("programArg") or ()
    is_script = program.path.suffix in (".py", ".sql")
    entry = "" if is_script and entry in program.entries else entry
    return SubmittedProgram(str(program.path), entry, tuple(arguments), _settings(body, call.query), is_owned=True)


async def _run(rest: RestServices, call: Call) -> Run:
    program = _programs(rest).get(call.path["jarid"], 500)
    try:
        job_id = await rest.gateway.submit(_submission(program, call))
    except SubmissionRefusedError as error:
        raise RestError(400, f"Could not execute application: {error}") from None
    return Run(rest_id(job_id), rest_id(job_id))


async def _run_application(rest: RestServices, call: Call) -> ApplicationRun:
    return ApplicationRun((await _run(rest, call)).jobid)


async def _plan(rest: RestServices, call: Call) -> JobPlanInfo:
    """The program runs up to its first job, in a separate process."""
    program = _programs(rest).get(call.path["jarid"], 500)
    try:
        document = await rest.gateway.plan(_submission(program, call))
    except SubmissionRefusedError as error:
        raise RestError(400, f"Could not create a plan: {error}") from None
    return JobPlanInfo(plan_of(document))


_RUN_QUERY: Final = (
    Parameter("entry-class", "The module to run, as module or module:function.", str, TEXT_SCHEMA),
    Parameter("parallelism", "The default parallelism.", whole(least=1), {**INTEGER_SCHEMA, "minimum": 1}),
    Parameter("programArg", "The program's arguments, separated by commas.", listed(), TEXT_SCHEMA),
    Parameter("savepointPath", "The savepoint to restore.", str, TEXT_SCHEMA),
    Parameter("allowNonRestoredState", "Whether to skip state that no operator uses.", boolean, {"type": "boolean"}),
)
_P: Final = "/jars/:jarid"

ENDPOINTS: Final = (
    Endpoint("GET", "/jars", ProgramList, _list, "The uploaded programs.", errors=(403,)),
    Endpoint(
        "POST", "/jars/upload", Uploaded, _upload, "Uploads a program.", errors=(403, 408, 413, 500), is_upload=True
    ),
    Endpoint("DELETE", _P, Nothing, _delete, "Deletes a program.", errors=(403,)),
    Endpoint("POST", f"{_P}/run", Run, _run, "Runs a program as a job.", _RUN_QUERY, body=RunBody, errors=(403, 500)),
    Endpoint(
        "POST",
        f"{_P}/run-application",
        ApplicationRun,
        _run_application,
        "Runs a program as an application.",
        _RUN_QUERY,
        body=RunBody,
        errors=(403, 500),
    ),
    Endpoint(
        "POST",
        f"{_P}/plan",
        JobPlanInfo,
        _plan,
        "The graph of the first job that a program would run.",
        _RUN_QUERY,
        body=RunBody,
        errors=(403, 500),
    ),
    Endpoint("GET", f"{_P}/plan", JobPlanInfo, _plan, "The same.", _RUN_QUERY, errors=(403, 500), role=Role.OPERATE),
)
