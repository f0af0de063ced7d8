"""`pyrite state`: reads a key's state in a running job, or exports all state of a savepoint as Parquet."""

from __future__ import annotations

import ast
import importlib
import json
from pathlib import Path
from typing import Any, Optional

import click

from pyrite.cli.commands.option_types import Location, absolute
from pyrite.cli.commands.options import InOrderGroup, job_argument, json_option, settings_option
from pyrite.cli.invocation import Invocation
from pyrite.core.errors import PyriteError


@click.group("state", cls=InOrderGroup)
def state_command() -> None:
    """Look up queryable state, or export a savepoint."""


def _key(text: str) -> Any:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text


@state_command.command("get")
@job_argument("; with --checkpoint-dir, its id")
@click.argument("name", help="The name under which the state is queryable.")
@click.argument("key", type=_key, help="The key: a Python literal such as 7 or ('a', 1), else text.")
@click.option(
    "--checkpoint-dir",
    type=Location(),
    metavar="DIR",
    help="The job's execution.checkpointing.dir, for a job on another machine or of another user.",
)
@settings_option("A setting of the storage, say s3.endpoint.")
@json_option("Print the value, as a Python literal, and its age as a JSON object.")
@click.pass_obj
def _get(invocation: Invocation, job: str, name: str, key: Any, checkpoint_dir: Optional[str], as_json: bool) -> None:
    """Print the value of a queryable state for a key.

    The value is as of the job's last completed checkpoint.
    """
    from pyrite.queryable_state import QueryableStateClient

    with QueryableStateClient(checkpoint_dir, invocation.configuration) as client:
        entry = client.get_kv_state(job, name, key)
    if as_json:
        content = {"value": repr(entry.value), "checkpoint_id": entry.checkpoint_id, "age_ms": entry.age_ms}
        click.echo(json.dumps(content))
        return
    click.echo(repr(entry.value))
    click.echo(f"as of checkpoint {entry.checkpoint_id}, {entry.age_ms / 1000:.1f} s ago", err=True)


@state_command.command("export")
@click.argument("path", type=Location(), help="The savepoint: its folder or its _metadata, path or URI.")
@click.argument(
    "target",
    required=False,
    type=Location(),
    help="A new folder (default: PATH-export in the working folder).",
)
@settings_option("A setting, for example spark.master or s3.endpoint.")
@click.pass_obj
def _export(invocation: Invocation, path: str, target: Optional[str]) -> None:
    """Write all state of a savepoint or retained checkpoint as Parquet, with Spark."""
    name = path.rstrip("/").removesuffix("/_metadata").rpartition("/")[2]
    folder = str(absolute(target or f"{name}-export"))
    if Path(folder).exists():
        raise PyriteError(f"{folder} already exists: choose another folder as TARGET")
    processor = importlib.import_module("pyrite.state_processor")  # imports Spark
    rows = processor.export(path, folder, configuration=invocation.configuration)
    click.echo(f"{rows:,} rows in {folder}")
