"""`pyrite config`: which settings apply, and where they came from."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Optional

import click

from pyrite.cli.invocation import Invocation
from pyrite.cli.options import ExclusiveOption, master_option, parallelism_option, settings_option
from pyrite.cli.script_command import ScriptCommand
from pyrite.cli.show_config import DEFAULT, effective_values_of, invalid_values
from pyrite.cli.table import print_table
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.effective_settings import effective_settings
from pyrite.core.config.keys_without_effect import keys_without_effect
from pyrite.core.config.memory.memory_table import memory_text
from pyrite.core.errors import InvalidProgramError


@click.command("config", cls=ScriptCommand)
@click.argument(
    "job",
    type=click.Path(exists=True, dir_okay=False),
    required=False,
    help="A job's script, JOB.py or JOB.sql: also what it sets itself. It is run until its first job would start.",
)
@click.argument("arguments", nargs=-1, type=click.Path(), help="What the script gets as its arguments.")
@parallelism_option
@settings_option("A setting, as `pyrite run` takes it.")
@master_option
@click.option("--set", "only_set", is_flag=True, help="Leave out what has its default.")
@click.option("--memory", is_flag=True, help="Show how memory is divided instead.")
@click.option("--json", "as_json", cls=ExclusiveOption, not_with="memory", is_flag=True, help="Print JSON.")
@click.pass_obj
def config_command(
    invocation: Invocation,
    job: Optional[str],
    arguments: tuple[str, ...],
    only_set: bool,
    memory: bool,
    as_json: bool,
) -> None:
    """Show each setting that applies, and where it came from."""
    from pyrite.cli.info import take_plan

    folder = Path.cwd() if job is None else Path(job).parent
    settings = effective_settings(folder, invocation.settings)
    configuration = Configuration({key: setting.value for key, setting in settings.items()})
    if job is not None:
        invocation.script = job
        configuration = take_plan(job, arguments, invocation.settings).configuration
        invocation.script = ""
    if memory:
        click.echo(memory_text(configuration) or "The memory of JobManager and TaskManagers is not configured")
        return
    values = effective_values_of(settings, None if job is None else configuration)
    shown = [value for value in values if not only_set or value.source != DEFAULT]
    if as_json:
        click.echo(json.dumps([asdict(value) for value in shown], indent=2))
    else:
        print_table(("key", "value", "from"), [(value.key, value.value, value.source) for value in shown])
    for line in keys_without_effect(configuration):
        click.echo(f"without effect: {line}", err=True)
    if invalid := invalid_values(configuration):
        raise InvalidProgramError("\n".join(["values that cannot be used:", *(f"  {line}" for line in invalid)]))
