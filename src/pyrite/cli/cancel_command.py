"""`pyrite cancel`: ends a running job at once, or after a savepoint."""

from __future__ import annotations

import argparse

from pyrite.control.job_connection import JOB_HELP, absolute, ask_job
from pyrite.graph.render.graphs import printable

_DEFAULT = ""
"""The value of -s without a directory."""


def add_cancel_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    summary = "end a running job at once, or after a savepoint"
    parser = commands.add_parser(
        "cancel",
        help=summary,
        description=f"{summary.capitalize()}. After stop, unlike cancel, all that was processed is committed too.",
        usage="pyrite cancel [-s [DIR]] JOB",
        allow_abbrev=False,
    )
    parser.add_argument("wanted", metavar="JOB", nargs="?", help=JOB_HELP)
    parser.add_argument(
        "-s",
        "--with-savepoint",
        dest="directory",
        nargs="?",
        const=_DEFAULT,
        metavar="DIR",
        help="take a savepoint first, below DIR or the job's execution.checkpointing.savepoint-dir; prints its path",
    )
    parser.set_defaults(command=_cancel, job="", fail=parser.error)


def _cancel(options: argparse.Namespace) -> None:
    wanted, directory = options.wanted, options.directory
    if wanted is None:  # of `-s JOB`, argparse has taken the job for a directory
        wanted, directory = directory, _DEFAULT
    if not wanted:
        options.fail("the following arguments are required: JOB")
    if directory is None:
        entry, answer = ask_job(wanted, "cancel")
    else:
        entry, answer = ask_job(wanted, "cancel", directory=absolute(directory or None))
        print(answer["path"])
    if answer["path"] is None or answer["status"] != "CANCELED":
        print(f"job '{printable(entry.name)}' ({entry.job_id}) has ended: {answer['status']}")
