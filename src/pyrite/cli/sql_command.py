"""`pyrite sql`: a client for SQL."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pyrite.cli.cluster_command import job_settings, master
from pyrite.cli.progress import show_progress
from pyrite.cli.setting import add_settings, parallelism
from pyrite.cli.sql_client import SqlClient
from pyrite.cli.sql_prompt import run_prompt
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import DEFAULT_PARALLELISM, SPARK_MASTER
from pyrite.core.errors import InvalidProgramError
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
    init = None if options.init is None else SqlScript.of_file(options.init)
    scripts = [] if init is None else [init]
    if options.query is not None or options.file is not None:
        main = SqlScript(options.query) if options.query is not None else SqlScript.of_file(options.file)
        run_sql_scripts([*scripts, main], ExecutionContext(settings, watch=show_progress))
        return
    with _session(ExecutionContext(settings), scripts, is_interactive=True) as client:
        if all(client.run_script(script.text, script.name) for script in scripts):
            run_prompt(client)


@dataclass(frozen=True)
class SqlScript:
    """Statements, how errors name them, and the folder from which they import functions and connectors."""

    text: str
    name: str = "the script"
    folder: str = "."

    @staticmethod
    def of_file(path: str) -> SqlScript:
        """A script's file; `-` is standard input."""
        if path == "-":
            return SqlScript(sys.stdin.read(), "the standard input")
        try:
            return SqlScript(Path(path).read_text(encoding="utf-8"), path, str(Path(path).parent))
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidProgramError(f"the script '{path}' cannot be read: {error}") from None


def run_sql_scripts(scripts: Sequence[SqlScript], context: ExecutionContext) -> None:
    """Runs scripts one after another, in one session; each INSERT is waited for."""
    with _session(context, scripts, is_interactive=False) as client:
        for script in scripts:
            if not client.run_script(script.text, script.name):
                return


@contextmanager
def _session(context: ExecutionContext, scripts: Sequence[SqlScript], is_interactive: bool) -> Iterator[SqlClient]:
    """A client. While it is open, Python finds modules beside the scripts, and at the prompt in this folder."""
    folders = dict.fromkeys(str(Path(script.folder).resolve()) for script in scripts)
    if is_interactive:
        folders[str(Path.cwd())] = None
    before = sys.path[:]
    sys.path[:0] = folders
    with use_context(context):
        client = SqlClient(TableEnvironment.create(EnvironmentSettings(Configuration())), sys.stdout, is_interactive)
        try:
            yield client
        finally:
            client.close()
            sys.path[:] = before
