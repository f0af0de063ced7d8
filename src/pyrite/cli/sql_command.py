"""`pyrite sql`: a client for SQL."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping

from pyrite.cli.cluster_command import job_settings, master
from pyrite.cli.progress import show_progress
from pyrite.cli.setting import add_settings, parallelism
from pyrite.cli.sql_client import SqlClient, read_file
from pyrite.cli.sql_prompt import run_prompt
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import DEFAULT_PARALLELISM, SPARK_MASTER
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.table import EnvironmentSettings, TableEnvironment


def add_sql_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    summary = "run SQL: from a prompt, a script or the command line"
    parser = commands.add_parser("sql", help=summary, description=summary.capitalize(), allow_abbrev=False)
    parser.set_defaults(command=_sql, job="")
    source = parser.add_mutually_exclusive_group()
    source.add_argument("-f", "--file", metavar="FILE", help="run the statements of a script, '-' for standard input")
    source.add_argument("-q", "--query", metavar="SQL", help="run these statements")
    parser.add_argument("-i", "--init", metavar="FILE", help="run a script before anything else: CREATE, SET, USE ...")
    parser.add_argument("--master", type=master, metavar="URL", help="the Spark master that runs the tasks")
    parser.add_argument(
        "-p", "--parallelism", type=parallelism, metavar="N", help="subtasks of operators that name no number"
    )
    add_settings(parser, "a setting of the session")


def _sql(options: argparse.Namespace) -> None:
    settings = dict(options.settings)
    if options.parallelism is not None:
        settings[DEFAULT_PARALLELISM.key] = str(options.parallelism)
    if options.master is not None:
        settings[SPARK_MASTER.key] = options.master
    settings = job_settings(settings)
    init = "" if options.init is None else read_file(options.init)
    if options.query is not None or options.file is not None:
        script = options.query if options.query is not None else read_file(options.file)
        run_sql_script(f"{init}\n;\n{script}" if init else script, settings)
        return
    with use_context(ExecutionContext(settings)):
        client = SqlClient(_environment(), sys.stdout, is_interactive=True)
        try:
            client.run_script(init)
            run_prompt(client)
        finally:
            client.close()


def run_sql_script(script: str, settings: Mapping[str, str]) -> None:
    """Runs a script's statements; each INSERT is waited for, with a progress display."""
    with use_context(ExecutionContext(settings, watch=show_progress)):
        SqlClient(_environment(), sys.stdout, is_interactive=False).run_script(script)


def _environment() -> TableEnvironment:
    return TableEnvironment.create(EnvironmentSettings(Configuration()))
