"""The server as a whole: overview, dashboard configuration, applications, data sets, shutdown."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final, Optional

import pyrite
from pyrite.control.rest.endpoint import INTEGER_SCHEMA, Call, Endpoint, Parameter, RestError, whole
from pyrite.control.rest.endpoints.command_endpoints import Triggered
from pyrite.control.rest.endpoints.jobmanager import ConfigEntry, config_of
from pyrite.control.rest.endpoints.jobs import JobOverview, overview_of
from pyrite.control.rest.endpoints.triggers import Nothing, cancel_job
from pyrite.control.rest.executors import cluster_slots
from pyrite.control.rest.services import RestServices
from pyrite.control.rest_id import rest_id
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.job_summary import JobSummary
from pyrite.core.json_dataclasses import Omitted, Wire

FLINK_VERSION: Final = "2.3.0"
"""The version of Flink whose REST API this is."""


@dataclass(frozen=True)
class ClusterOverview:
    taskmanagers: int
    slots_total: Annotated[int, Wire("slots-total")]
    slots_available: Annotated[int, Wire("slots-available")]
    jobs_running: Annotated[int, Wire("jobs-running")]
    jobs_finished: Annotated[int, Wire("jobs-finished")]
    jobs_cancelled: Annotated[int, Wire("jobs-cancelled")]
    jobs_failed: Annotated[int, Wire("jobs-failed")]
    flink_version: Annotated[str, Wire("flink-version")]
    flink_commit: Annotated[str, Wire("flink-commit")]


async def _overview(rest: RestServices, call: Call) -> ClusterOverview:
    jobs, slots = rest.jobs(), await cluster_slots(rest)
    states = Counter(job.status for job in jobs)
    running = [job for job in jobs if not job.status.is_terminal_state()]
    return ClusterOverview(
        taskmanagers=slots.taskmanagers,
        slots_total=slots.total,
        slots_available=slots.available,
        jobs_running=len(running),
        jobs_finished=states[JobStatus.FINISHED],
        jobs_cancelled=states[JobStatus.CANCELED],
        jobs_failed=states[JobStatus.FAILED],
        flink_version=FLINK_VERSION,
        flink_commit=_revision(),
    )


def _revision() -> str:
    from importlib.metadata import version

    return f"pyrite-{version('pyrite')}"


def _installed_at() -> str:
    """When this version was installed; Flink's date is that of the commit."""
    at_s = Path(pyrite.__file__).stat().st_mtime
    return datetime.fromtimestamp(at_s, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(frozen=True)
class Features:
    web_submit: Annotated[bool, Wire("web-submit")]
    web_cancel: Annotated[bool, Wire("web-cancel")]
    web_rescale: Annotated[bool, Wire("web-rescale")]
    web_history: Annotated[bool, Wire("web-history")]


@dataclass(frozen=True)
class DashboardConfig:
    refresh_interval: Annotated[int, Wire("refresh-interval")]
    timezone_name: Annotated[str, Wire("timezone-name")]
    timezone_offset: Annotated[int, Wire("timezone-offset")]
    flink_version: Annotated[str, Wire("flink-version")]
    flink_revision: Annotated[str, Wire("flink-revision")]
    features: Features


async def _config(rest: RestServices, call: Call) -> DashboardConfig:
    settings, local = rest.settings, time.localtime()
    can_submit = settings.can_submit and settings.upload_folder is not None
    return DashboardConfig(
        refresh_interval=settings.refresh_interval_ms,
        timezone_name=local.tm_zone,
        timezone_offset=local.tm_gmtoff * 1000,
        flink_version=FLINK_VERSION,
        flink_revision=f"{_revision()} @ {_installed_at()}",
        features=Features(can_submit, settings.can_cancel, settings.can_rescale, settings.is_history),
    )


async def _shut_down(rest: RestServices, call: Call) -> Nothing:
    if rest.shut_down is None:
        raise RestError(403, "This server cannot be shut down through REST.")
    rest.shut_down()
    return Nothing()


# Applications: each has one job, of the same id --------------------------------------------------------------------

_STATES: Final = {
    JobStatus.INITIALIZING: "CREATED",
    JobStatus.CREATED: "CREATED",
    JobStatus.CANCELLING: "CANCELING",
    JobStatus.CANCELED: "CANCELED",
    JobStatus.FAILING: "FAILING",
    JobStatus.FAILED: "FAILED",
    JobStatus.FINISHED: "FINISHED",
}
_APPLICATION_STATES: Final = ("CREATED", "RUNNING", "FAILING", "FAILED", "CANCELING", "CANCELED", "FINISHED")


@dataclass(frozen=True)
class Application:
    id: str
    name: str
    start_time: Annotated[int, Wire("start-time")]
    end_time: Annotated[int, Wire("end-time")]
    duration: int
    status: str
    jobs: Mapping[str, int]


@dataclass(frozen=True)
class ApplicationsOverview:
    applications: tuple[Application, ...]


@dataclass(frozen=True)
class ApplicationDetails:
    id: str
    name: str
    status: str
    start_time: Annotated[int, Wire("start-time")]
    end_time: Annotated[int, Wire("end-time")]
    duration: int
    timestamps: Mapping[str, int]
    jobs: tuple[JobOverview, ...]


def _application_state(status: JobStatus) -> str:
    return _STATES.get(status, "RUNNING")


def _application(job: JobSummary, now_ms: int) -> Application:
    return Application(
        id=rest_id(job.job_id),
        name=job.name,
        start_time=job.start_ms,
        end_time=job.end_ms,
        duration=job.duration_ms(now_ms),
        status=_application_state(job.status),
        jobs={job.status.name: 1},
    )


async def _applications(rest: RestServices, call: Call) -> ApplicationsOverview:
    now_ms = rest.now_ms()
    return ApplicationsOverview(tuple(_application(job, now_ms) for job in rest.jobs()))


async def _application_details(rest: RestServices, call: Call) -> ApplicationDetails:
    job, now_ms = rest.require(call.path["applicationid"]), rest.now_ms()
    state = _application_state(job.status)
    times_ms = {"CREATED": job.start_ms, "RUNNING": job.start_ms, state: job.modified_ms}
    return ApplicationDetails(
        id=rest_id(job.job_id),
        name=job.name,
        status=state,
        start_time=job.start_ms,
        end_time=job.end_ms,
        duration=job.duration_ms(now_ms),
        timestamps={each: times_ms.get(each, 0) for each in _APPLICATION_STATES},
        jobs=(overview_of(job, now_ms),),
    )


@dataclass(frozen=True, kw_only=True)
class ApplicationException:
    exception_name: Annotated[str, Wire("exceptionName")]
    stacktrace: str
    timestamp: int
    job_id: Annotated[Optional[str], Omitted("jobId")] = None


@dataclass(frozen=True)
class ApplicationExceptionHistory:
    entries: tuple[ApplicationException, ...]


@dataclass(frozen=True)
class ApplicationExceptions:
    exception_history: Annotated[ApplicationExceptionHistory, Wire("exceptionHistory")]


_MAX_EXCEPTIONS: Final = Parameter(
    "maxExceptions", "The most exceptions to list.", whole(least=1), {**INTEGER_SCHEMA, "minimum": 1}
)


async def _application_exceptions(rest: RestServices, call: Call) -> ApplicationExceptions:
    """The last exception of a failed job."""
    document = await rest.document(call.path["applicationid"])
    failed = document.exceptions[-1:] if document.status == "FAILED" else ()
    rows = tuple(
        ApplicationException(
            exception_name=each.name, stacktrace=each.stack_trace, timestamp=each.at_ms, job_id=rest_id(document.id)
        )
        for each in failed
    )
    return ApplicationExceptions(ApplicationExceptionHistory(rows))


async def _application_config(rest: RestServices, call: Call) -> list[ConfigEntry]:
    return config_of((await rest.document(call.path["applicationid"])).configuration)


async def _cancel_application(rest: RestServices, call: Call) -> Nothing:
    return await cancel_job(rest, call.path["applicationid"])


# Data sets: Flink's cached results of batch jobs; in Pyrite Spark stores them ---------------------------------------


@dataclass(frozen=True)
class DataSet:
    id: str
    is_complete: Annotated[bool, Wire("isComplete")]


@dataclass(frozen=True)
class DataSets:
    data_sets: Annotated[tuple[DataSet, ...], Wire("dataSets")]


async def _data_sets(rest: RestServices, call: Call) -> DataSets:
    return DataSets(())


async def _delete_data_set(rest: RestServices, call: Call) -> Triggered:
    raise RestError(404, f"There is no data set {call.path['datasetid']}.")


_A: Final = "/applications/:applicationid"

ENDPOINTS: Final = (
    Endpoint("GET", "/overview", ClusterOverview, _overview, "Counts of executors, slots and jobs."),
    Endpoint("GET", "/config", DashboardConfig, _config, "The configuration of the web dashboard."),
    Endpoint("DELETE", "/cluster", Nothing, _shut_down, "Stops the JobManager. Jobs keep running.", errors=(403,)),
    Endpoint("GET", "/applications/overview", ApplicationsOverview, _applications, "All applications."),
    Endpoint("GET", _A, ApplicationDetails, _application_details, "An application and its job."),
    Endpoint(
        "GET",
        f"{_A}/exceptions",
        ApplicationExceptions,
        _application_exceptions,
        "Why an application failed.",
        (_MAX_EXCEPTIONS,),
    ),
    Endpoint("GET", f"{_A}/jobmanager/config", list[ConfigEntry], _application_config, "An application's settings."),
    Endpoint(
        "POST", f"{_A}/cancel", Nothing, _cancel_application, "Cancels an application's job.", status=202, errors=(409,)
    ),
    Endpoint("GET", "/datasets", DataSets, _data_sets, "Cached data sets: the list is always empty."),
    Endpoint("DELETE", "/datasets/:datasetid", Triggered, _delete_data_set, "Deletes a data set.", status=202),
)
