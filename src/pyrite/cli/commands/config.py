"""`pyrite config`: shows the effective settings and their sources."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Optional

import click

from pyrite.cli.commands.options import ExclusiveOption, master_option, parallelism_option, settings_option
from pyrite.cli.commands.script_command import ScriptCommand
from pyrite.cli.invocation import Invocation
from pyrite.cli.output.table import print_table
from pyrite.core.config.config_options import ConfigOption
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.effective_settings import Setting, effective_settings
from pyrite.core.config.keys_without_effect import NO_EFFECT_KEYS, keys_without_effect
from pyrite.core.config.memory.memory_table import memory_text
from pyrite.core.config.options import ALL_OPTIONS
from pyrite.core.errors import InvalidProgramError
from pyrite.core.secrets import masked


@click.command("config", cls=ScriptCommand)
@click.argument(
    "job",
    type=click.Path(exists=True, dir_okay=False),
    required=False,
    help="A job's script, JOB.py or JOB.sql, whose own settings are included. It runs up to its first job.",
)
@click.argument("arguments", nargs=-1, type=click.Path(), help="The script's arguments.")
@parallelism_option
@settings_option("A setting, as `pyrite run` takes it.")
@master_option
@click.option("--set", "only_set", is_flag=True, help="Leave out options that have their default values.")
@click.option("--memory", is_flag=True, help="Show the division of memory instead.")
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
    """Show each effective setting and its source."""
    from pyrite.cli.program.info import take_plan

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
    listed = [value for value in values if not only_set or value.source != DEFAULT]
    if as_json:
        click.echo(json.dumps([asdict(value) for value in listed], indent=2))
    else:
        print_table(("key", "value", "from"), [(value.key, value.value, value.source) for value in listed])
    for line in keys_without_effect(configuration):
        click.echo(f"without effect: {line}", err=True)
    if invalid := invalid_values(configuration):
        raise InvalidProgramError("\n".join(["values that cannot be used:", *(f"  {line}" for line in invalid)]))


DEFAULT: Final = "default"
PROGRAM: Final = "the program"


@dataclass(frozen=True)
class EffectiveValue:
    """A key's value and its source."""

    key: str
    value: str
    source: str


def effective_values_of(
    settings: Mapping[str, Setting], program: Optional[Configuration] = None
) -> list[EffectiveValue]:
    """The values of all options, and of all other keys that are set, by key.

    `program`: the configuration of a job. The program itself has set the values that differ from the settings.
    """
    effective = dict(settings)
    for key, value in ({} if program is None else program.to_dict()).items():
        if key not in effective or effective[key].value != value:
            effective[key] = Setting(value, PROGRAM)
    for option in ALL_OPTIONS:
        if option.key not in effective and option.key not in NO_EFFECT_KEYS:
            effective[option.key] = _unset(option, effective)
    return [EffectiveValue(key, masked(key, each.value), each.source) for key, each in sorted(effective.items())]


def invalid_values(configuration: Configuration) -> list[str]:
    """The error messages of values that options do not accept."""
    problems = []
    for option in ALL_OPTIONS:
        try:
            configuration.get(option)
        except InvalidProgramError as error:
            if configuration.contains(option):  # otherwise the fallback option reports the error
                problems.append(str(error))
    return problems


def _unset(option: ConfigOption[Any], effective: Mapping[str, Setting]) -> Setting:
    """The value of an option that is not set: from its fallback option, or its default."""
    fallback = option.fallback
    if fallback is not None and fallback.key in effective and effective[fallback.key].source != DEFAULT:
        return Setting(effective[fallback.key].value, fallback.key)
    return Setting(Configuration().set(option, option.default).to_dict()[option.key], DEFAULT)
