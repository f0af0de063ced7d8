"""`pyrite events`: the recorded events of a job."""

from __future__ import annotations

import click

from pyrite.cli.commands.job_manager_option import job_manager_option
from pyrite.cli.commands.options import job_argument, json_option
from pyrite.cli.invocation import Invocation


@click.command("events")
@job_argument(", or one that has ended")
@job_manager_option()
@json_option("Print the events as JSON, with their details.")
@click.pass_obj
def events_command(invocation: Invocation, job: str, as_json: bool) -> None:
    """Show the history of a job, also of its earlier drivers.

    It has submissions, attempts, failures, restarts with their causes, deaths of drivers, rescales and savepoints, each
    with the user interface that requested it.
    """
    from pyrite.cli.output.job_events import show_events

    show_events(invocation, job, as_json)
