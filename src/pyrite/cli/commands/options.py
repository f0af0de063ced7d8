"""Options and arguments of the command line that several commands share."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, TextIO, TypeVar

import click
from click.shell_completion import CompletionItem

from pyrite.cli.commands.option_types import Setting, spark_master
from pyrite.control.running_jobs import running_jobs
from pyrite.core.config.config_options import ConfigOption
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.configuration_file import read_yaml
from pyrite.core.config.options import DEFAULT_PARALLELISM, SPARK_MASTER
from pyrite.core.errors import PyriteError

F = TypeVar("F", bound=Callable[..., Any])


def kebab_case(token: str) -> str:
    """Accepts Flink's `savepointPath` for `savepoint-path`: every long option has both forms."""
    return re.sub(r"(?<=[a-z])[A-Z](?=[a-z])", lambda letter: f"-{letter[0].lower()}", token)


class InOrderGroup(click.Group):
    """A group that lists its commands in the order in which they were added."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


class ExclusiveOption(click.Option):
    """An option that excludes the option `not_with`, given by the name of its value."""

    def __init__(self, *args: Any, not_with: str, **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self._not_with = not_with

    def handle_parse_result(self, ctx: click.Context, opts: Any, args: list[str]) -> tuple[Any, list[str]]:
        if self.name in opts and self._not_with in opts:
            other = next(param for param in ctx.command.params if param.name == self._not_with)
            raise click.UsageError(f"{self.get_error_hint(ctx)} is not allowed with {other.get_error_hint(ctx)}.", ctx)
        return super().handle_parse_result(ctx, opts, args)


def sets(
    option: ConfigOption[Any], *names: str, text: Callable[[Any], str] = str, **attributes: Any
) -> Callable[[F], F]:
    """A command line option that sets a configuration option, and takes precedence over -D."""

    def keep(context: click.Context, _option: click.Parameter, value: Any) -> None:
        if value is not None and value is not False:
            context.obj.option_values[option.key] = text(value)

    return click.option(*names, expose_value=False, callback=keep, **attributes)


def settings_option(summary: str) -> Callable[[F], F]:
    """-D KEY=VALUE, and --settings-file for settings that the list of processes must not show; any number of times."""

    def keep(context: click.Context, _option: click.Parameter, pairs: tuple[tuple[str, str], ...]) -> None:
        context.obj.pairs |= dict(pairs)

    def keep_files(context: click.Context, _option: click.Parameter, files: tuple[TextIO, ...]) -> None:
        for file in files:
            values = Configuration(read_yaml(file.read(), file.name))
            context.obj.file_settings |= values.to_dict()

    def add(command: F) -> F:
        command = click.option(
            "--settings-file",
            type=click.File(encoding="utf-8"),
            multiple=True,
            metavar="FILE",
            expose_value=False,
            callback=keep_files,
            help="Settings as in conf/config.yaml; - for standard input. The list of processes does not show them.",
        )(command)
        return click.option(
            "-D",
            "settings",
            type=Setting(),
            multiple=True,
            metavar="KEY=VALUE",
            expose_value=False,
            callback=keep,
            help=summary,
        )(command)

    return add


def json_option(summary: str) -> Callable[[F], F]:
    """--json: output for programs instead of people."""
    return click.option("--json", "as_json", is_flag=True, help=summary)


parallelism_option: Final = sets(
    DEFAULT_PARALLELISM,
    "-p",
    "--parallelism",
    type=click.IntRange(min=1),
    metavar="N",
    help="The parallelism of operators that do not set one.",
)
master_option: Final = sets(
    SPARK_MASTER, "--master", type=spark_master, metavar="URL", help="The Spark master that runs the tasks."
)


def job_argument(more: str = "", **attributes: Any) -> Callable[[F], F]:
    """JOB, a running job. Ids and names of running jobs are completed."""
    return click.argument(
        "job",
        shell_complete=_complete_job,
        help=f"A running job: its id, the beginning of its id, or its name (see pyrite list){more}.",
        **attributes,
    )


def _complete_job(_context: click.Context, _argument: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
    try:
        entries = [entry for _, entry in running_jobs()]
    except PyriteError:
        return []  # a prompt has no place for errors; the command itself reports it
    ids = [CompletionItem(entry.job_id, help=entry.name) for entry in entries if entry.job_id.startswith(incomplete)]
    names = [CompletionItem(entry.name) for entry in entries if incomplete and entry.name.startswith(incomplete)]
    return ids + names
