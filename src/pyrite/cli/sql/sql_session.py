"""Sessions of `pyrite sql`: scripts, or a prompt."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Optional

from pyrite.cli.cluster.cluster import job_settings
from pyrite.cli.output.progress import show_progress
from pyrite.cli.sql.sql_client import SqlClient
from pyrite.cli.sql.sql_prompt import run_prompt
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import InvalidProgramError
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.table import EnvironmentSettings, TableEnvironment


def run_sql(query: Optional[str], file: Optional[str], init: Optional[str], settings: Mapping[str, str]) -> None:
    """Runs the statements of a text or a file, after the file `init`; without both, a prompt."""
    first = [] if init is None else [SqlScript.of_file(init)]
    if query is not None or file is not None:
        main = SqlScript(query) if query is not None else SqlScript.of_file(str(file))
        settings = job_settings(settings, Path(main.folder))
        run_sql_scripts([*first, main], ExecutionContext(settings, watch=show_progress))
        return
    settings = job_settings(settings, Path.cwd())
    with _session(ExecutionContext(settings, folder=Path.cwd()), first, is_interactive=True) as client:
        if all(client.run_script(script.text, script.name) for script in first):
            run_prompt(client)


@dataclass(frozen=True)
class SqlScript:
    """Statements, their name in errors, and the folder for importing functions and connectors."""

    text: str
    name: str = "the script"
    folder: str = "."

    @staticmethod
    def of_file(path: str) -> SqlScript:
        """The script of a file; `-` is standard input."""
        if path == "-":
            return SqlScript(sys.stdin.read(), "the standard input")
        try:
            return SqlScript(Path(path).read_text(encoding="utf-8"), path, str(Path(path).parent))
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidProgramError(f"the script '{path}' cannot be read: {error}") from None


def run_sql_scripts(scripts: Sequence[SqlScript], context: ExecutionContext) -> None:
    """Runs scripts one after another, in one session; waits for each INSERT. The last script is the program."""
    context = replace(context, folder=Path(scripts[-1].folder))
    with _session(context, scripts, is_interactive=False) as client:
        for script in scripts:
            if not client.run_script(script.text, script.name):
                return


@contextmanager
def _session(context: ExecutionContext, scripts: Sequence[SqlScript], is_interactive: bool) -> Iterator[SqlClient]:
    """A client. While it is open, Python imports modules next to the scripts, or in the current folder for a prompt."""
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
