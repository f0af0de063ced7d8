"""The recorded events of a job, from its driver, its folder, or a JobManager's REST."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import click

from pyrite.cli.invocation import Invocation
from pyrite.cli.output.job_logs import find_folder
from pyrite.cli.output.table import print_table
from pyrite.control.driver_client import DriverClient
from pyrite.control.rest.endpoints.events import event_info
from pyrite.control.rest_id import rest_id
from pyrite.control.running_jobs import find_job, known_folders
from pyrite.control.stored_events import events_in_folder
from pyrite.core.errors import JobNotRunningError, PyriteError
from pyrite.core.job.commands import Document
from pyrite.core.job.job_document import JobDocument
from pyrite.core.job.job_event import JobEvent, event_of, merged
from pyrite.core.json_dataclasses import of_json, to_json


def show_events(invocation: Invocation, job: str, as_json: bool) -> None:
    """Prints the events of a job, the oldest first."""
    events = _events_of(invocation, job) if invocation.job_manager else _events_here(job)
    if as_json:
        click.echo(json.dumps(events))
        return
    print_table(("time (UTC)", "event", "requested by", ""), map(_cells, events))


def _cells(event: dict[str, Any]) -> tuple[str, str, str, str]:
    at = datetime.fromtimestamp(event["timestamp"] / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
    return at, event["kind"], event["requested-by"] or "-", event["text"]


def _events_of(invocation: Invocation, job: str) -> list[dict[str, Any]]:
    from pyrite.cli.remote.job_manager_client import JobManagerClient

    with JobManagerClient(invocation.job_manager, invocation.configuration) as client:
        events: list[dict[str, Any]] = client.look(f"/jobs/{client.find(job)['jid']}/events")["events"]
        return events


def _events_here(job: str) -> list[dict[str, Any]]:
    records = [*_of_driver(job), *_of_folder(job)]
    if not records:
        raise JobNotRunningError(f"there is no job '{job}' on this machine, running or ended")
    return [to_json(event_info(event.document())) for event in merged(*records)]


def _of_driver(job: str) -> list[list[JobEvent]]:
    """From the driver of a running job, or from the last document of an ended one."""
    try:
        folder, entry = find_job(job)
        document = DriverClient(folder, entry).send(Document())
    except JobNotRunningError:
        contents = [
            folder.document(entry.job_id)
            for folder in known_folders()
            for entry in reversed(folder.ended())
            if job in (entry.job_id, rest_id(entry.job_id), entry.name)
        ]
        documents = [of_json(JobDocument, content) for content in contents if content is not None]
    else:
        documents = [document]
    return [[event for event in map(event_of, each.events) if event is not None] for each in documents[:1]]


def _of_folder(job: str) -> list[tuple[JobEvent, ...]]:
    """From the job's folder in the JobManager's store, if it has one."""
    try:
        folder = find_folder(job).path
    except PyriteError:
        return []
    return [events_in_folder(folder, folder.name).read()]
