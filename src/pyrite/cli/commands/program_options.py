"""Options of the command line that say which program a job is, and what Python needs to run it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Optional, TypeVar

import click

from pyrite.cli.commands.options import sets
from pyrite.cli.commands.script_command import IS_MODULE
from pyrite.core.config.options import PYTHON_ARCHIVES, PYTHON_EXECUTABLE, PYTHON_FILES, PYTHON_REQUIREMENTS

F = TypeVar("F", bound=Callable[..., Any])
_FILE: Final = click.Path(exists=True, dir_okay=False)


def _check_job(context: click.Context, param: click.Parameter, value: Optional[str]) -> Optional[str]:
    return value if value is None or context.meta.get(IS_MODULE) else str(_FILE.convert(value, param, context))


def _absolute(path: str) -> str:
    """A path in a list of files, with the `#` of what follows it, as another working folder understands it."""
    file, mark, more = path.strip().partition("#")
    return f"{Path(file).expanduser().absolute()}{mark}{more}"


def _absolute_all(paths: str) -> str:
    return ",".join(_absolute(path) for path in paths.split(",") if path.strip())


def _requirements(paths: str) -> str:
    return "#".join(str(Path(path).expanduser().absolute()) for path in paths.split("#"))


def _add_files(context: click.Context, _option: click.Parameter, paths: tuple[str, ...]) -> None:
    added = [context.obj.named.get(PYTHON_FILES.key, ""), *map(_absolute_all, paths)]
    if paths:
        context.obj.named[PYTHON_FILES.key] = ",".join(filter(None, added))


_OPTIONS: Final = (
    click.argument(
        "job",
        type=click.Path(dir_okay=False),
        callback=_check_job,
        help="The program that builds and executes the job: JOB.py, JOB.sql, or an archive (.zip, .whl) with -c.",
    ),
    click.argument("arguments", nargs=-1, type=click.Path(), help="What the program gets as its arguments."),
    click.option(
        "-c",
        "--class",
        "entry",
        metavar="ENTRY",
        default="",
        help="Where JOB begins: a module of it, or module:function, which is called without arguments.",
    ),
    click.option("-py", "--python", expose_value=False, metavar="FILE", help="The same as FILE in place of JOB."),
    click.option(
        "-pym", "--py-module", expose_value=False, metavar="MODULE", help="In place of JOB, a module that Python finds."
    ),
    click.option(
        "-pyfs",
        "--py-files",
        multiple=True,
        expose_value=False,
        callback=_add_files,
        metavar="FILES",
        help="Modules, packages and archives of them that program and tasks can import, apart by commas.",
    ),
    click.option(
        "-C",
        "--classpath",
        multiple=True,
        expose_value=False,
        callback=_add_files,
        metavar="FILE",
        help="One more file or folder that program and tasks import from; can be repeated.",
    ),
    sets(
        PYTHON_REQUIREMENTS,
        "-pyreq",
        "--py-requirements",
        text=_requirements,
        metavar="FILE[#DIR]",
        help="What pip installs for the tasks: a requirements file, and the folder of its packages.",
    ),
    sets(
        PYTHON_ARCHIVES,
        "-pyarch",
        "--py-archives",
        text=_absolute_all,
        metavar="FILES",
        help="Archives that are unpacked in the tasks' folder, apart by commas, each as path or path#folder.",
    ),
    sets(PYTHON_EXECUTABLE, "-pyexec", "--py-executable", metavar="PATH", help="The tasks' Python."),
)


def program_options(command: F) -> F:
    """JOB, its arguments, and how it is run."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
