"""Writes docs/guide/command_line.md from what the commands declare: python docs/make_command_line.py"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from pyrite.cli.main import PROGRAM, pyrite

PAGE: Final = Path(__file__).resolve().parent / "guide" / "command_line.md"
HEAD: Final = """# The command line

*Generated from the commands' declarations by [make_command_line.py](../make_command_line.py). See also [commands on
running jobs](commands.md).*

Long options also have Flink's spelling: `--savepointPath` is `--savepoint-path`. On a terminal, tables have lines and
colors; elsewhere they are plain columns, separated by two spaces. `NO_COLOR=1` turns colors off.

| exit code | |
| --- | --- |
| 0 | success |
| 1 | the job, the script or the command failed; the reason is on stderr |
| 2 | wrong usage |
| 130 | canceled by Ctrl-C or by another command |
| 143 | [suspended](commands.md#signals-to-the-driver) by SIGTERM |
| any other | the script's own `sys.exit` |
"""


def page() -> str:
    return "\n\n".join([HEAD.rstrip("\n"), *_sections(pyrite, click.Context(pyrite, info_name=PROGRAM))]) + "\n"


def _sections(command: click.Command, context: click.Context) -> Iterator[str]:
    yield f"## {context.command_path}"
    yield f"    {context.command_path} {' '.join(command.collect_usage_pieces(context))}"
    yield from map(_paragraph, inspect.cleandoc(command.help or "").split("\n\n"))
    rows = [_row(param, context) for param in command.params]
    if rows:
        yield "\n".join(["| | |", "| --- | --- |", *rows])
    if command.epilog:
        yield command.epilog
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.commands[name]
            yield from _sections(below, click.Context(below, info_name=name, parent=context))


def _paragraph(text: str) -> str:
    if text.startswith("\b\n"):  # click's sign for lines that stay as they are
        return "\n".join(f"    {line}" for line in text.splitlines()[1:])
    return text


def _row(param: click.Parameter, context: click.Context) -> str:
    names, summary = param.get_help_record(context) or ("", "")
    return "| `{}` | {} |".format(*(text.replace("|", "\\|") for text in (names, summary)))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
