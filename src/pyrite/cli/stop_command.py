"""`pyrite stop`: ends a running job with a savepoint, from which it can be resumed."""

from __future__ import annotations

import argparse

from pyrite.control.job_connection import absolute, add_job, ask_job


def add_stop_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    summary = "end a running job with a savepoint"
    parser = commands.add_parser(
        "stop",
        help=summary,
        description="Ends a running job with a savepoint and prints its path; pyrite run -s PATH resumes from there.",
        allow_abbrev=False,
    )
    add_job(parser)
    parser.add_argument(
        "-d",
        "--drain",
        action="store_true",
        help="fire all windows and event-time timers first, as at the end of input; not if the job is to be resumed",
    )
    parser.add_argument(
        "-p",
        "--savepoint-path",
        dest="directory",
        metavar="DIR",
        help="path or URI below which it is made; else the job's execution.checkpointing.savepoint-dir",
    )
    parser.set_defaults(command=_stop)


def _stop(options: argparse.Namespace) -> None:
    entry, answer = ask_job(options.wanted, "stop", drain=options.drain, directory=absolute(options.directory))
    print(answer["path"])
    if answer["status"] != "FINISHED":
        print(f"job '{entry.name}' has a savepoint, but ended as {answer['status']}")
