"""Sessions of `pyrite sql`: a script from its beginning to its end, or a prompt."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Optional

from pyrite.cli.cluster import job_settings
from pyrite.cli.progress import show_progress
from pyrite.cli.sql_client import SqlClient, read_file
from pyrite.cli.sql_prompt import run_prompt
from pyrite.core.config.configuration import Configuration
from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.table import EnvironmentSettings, TableEnvironment


def run_sql(query: Optional[str], file: Optional[str], init: Optional[str], settings: Mapping[str, str]) -> None:
    """Runs the statements of a text or a file, after those of the file `init`; without both, a prompt."""
    settings = job_settings(settings)
    first = "" if init is None else read_file(init)
    script = query if file is None else read_file(file)
    if script is None:
        _run_prompt(first, settings)
    else:
        run_sql_script(f"{first}\n;\n{script}" if first else script, settings)


def run_sql_script(script: str, settings: Mapping[str, str]) -> None:
    """Runs a script's statements; each INSERT is waited for, with a progress display."""
    with use_context(ExecutionContext(settings, watch=show_progress)):
        SqlClient(_environment(), sys.stdout, is_interactive=False).run_script(script)


def _run_prompt(first: str, settings: Mapping[str, str]) -> None:
    with use_context(ExecutionContext(settings)):
        client = SqlClient(_environment(), sys.stdout, is_interactive=True)
        try:
            client.run_script(first)
            run_prompt(client)
        finally:
            client.close()


def _environment() -> TableEnvironment:
    return TableEnvironment.create(EnvironmentSettings(Configuration()))
