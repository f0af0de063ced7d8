"""`pyrite rescale`: changes the parallelism of a running job."""

from __future__ import annotations

import argparse

from pyrite.cli.setting import parallelism
from pyrite.control.job_connection import add_job, ask_job
from pyrite.graph.render.graphs import printable


def add_rescale_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    summary = "change the parallelism of a running job"
    parser = commands.add_parser(
        "rescale",
        help=summary,
        description="Stops a running job at a checkpoint and resumes it with another parallelism. Nothing is lost or "
        "doubled; the pause is printed. Operators that name a parallelism of their own keep it.",
        allow_abbrev=False,
    )
    add_job(parser)
    parser.add_argument("-p", "--parallelism", type=parallelism, required=True, metavar="N", help="subtasks")
    parser.set_defaults(command=_rescale)


def _rescale(options: argparse.Namespace) -> None:
    entry, answer = ask_job(options.wanted, "rescale", parallelism=options.parallelism)
    print(
        f"job '{printable(entry.name)}' runs with parallelism {answer['parallelism']}, from checkpoint "
        f"{answer['checkpoint_id']} on, after a pause of {answer['pause_ms'] / 1000:.2f} s"
    )
