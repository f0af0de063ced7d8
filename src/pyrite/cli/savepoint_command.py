"""`pyrite savepoint`: takes a savepoint of a running job, or deletes one."""

from __future__ import annotations

import argparse

from pyrite.checkpoint.savepoint import dispose
from pyrite.cli.setting import add_settings
from pyrite.control.job_connection import JOB_HELP, absolute, ask_job
from pyrite.core.config.configuration import Configuration


def add_savepoint_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "savepoint",
        help="take a savepoint of a running job, or delete one",
        description="Takes a savepoint of a running job, which keeps running; prints its path. With -d, deletes one.",
        usage="pyrite savepoint JOB [DIR]\n       pyrite savepoint -d PATH [-D KEY=VALUE ...]",
        allow_abbrev=False,
    )
    parser.add_argument("wanted", metavar="JOB", nargs="?", help=JOB_HELP)
    parser.add_argument(
        "directory",
        metavar="DIR",
        nargs="?",
        help="path or URI below which it is made; else the job's execution.checkpointing.savepoint-dir",
    )
    parser.add_argument("-d", "--dispose", metavar="PATH", help="delete this savepoint, and nothing else")
    add_settings(parser, "a setting of the storage that PATH is in, say s3.endpoint")
    parser.set_defaults(command=_savepoint, job="", fail=parser.error)


def _savepoint(options: argparse.Namespace) -> None:
    if (options.dispose is None) == (options.wanted is None):
        options.fail("expected either JOB [DIR], or -d PATH")
    if options.dispose is None:
        _, answer = ask_job(options.wanted, "savepoint", directory=absolute(options.directory))
        print(answer["path"])
        return
    dispose(options.dispose, Configuration(options.settings))
    print(f"deleted {options.dispose}")
