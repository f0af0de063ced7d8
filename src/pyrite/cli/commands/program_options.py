"""Options of the command line for a job's program and its Python dependencies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Optional, TypeVar

import click

from pyrite.cli.commands.options import sets
from pyrite.cli.commands.script_command import IS_MODULE
from pyrite.core.config.options import PYTHON_ARCHIVES, PYTHON_EXECUTABLE, PYTHON_FILES, PYTHON_REQUIREMENTS
from pyrite.core.file_uri import split_scheme

F = TypeVar("F", bound=Callable[..., Any])
_FILE: Final = click.Path(exists=True, dir_okay=False)
_REMOTE: Final = ("hdfs", "s3", "s3a")


def _check_job(context: click.Context, param: click.Parameter, value: Optional[str]) -> Optional[str]:
    if value is None or context.meta.get(IS_MODULE) or split_scheme(value)[0] in _REMOTE:
        return value
    return str(_FILE.convert(value, param, context))


def _absolute(path: str) -> str:
    """An absolute path for an entry of a list of files, with its `#` suffix: the driver has another working folder."""
    file, mark, more = path.strip().partition("#")
    return f"{Path(file).expanduser().absolute()}{mark}{more}"


def _absolute_all(paths: str) -> str:
    return ",".join(_absolute(path) for path in paths.split(",") if path.strip())


def _requirements(paths: str) -> str:
    return "#".join(str(Path(path).expanduser().absolute()) for path in paths.split("#"))


def _add_files(context: click.Context, _option: click.Parameter, paths: tuple[str, ...]) -> None:
    added = [context.obj.option_values.get(PYTHON_FILES.key, ""), *map(_absolute_all, paths)]
    if paths:
        context.obj.option_values[PYTHON_FILES.key] = ",".join(filter(None, added))


_OPTIONS: Final = (
    click.argument(
        "job",
        type=click.Path(dir_okay=False),
        callback=_check_job,
        help="The program that builds and executes the job: JOB.py, JOB.sql, or an archive (.zip, .whl) with -c. "
        "It may be in HDFS or S3: hdfs://host:8020/JOB.py.",
    ),
    click.argument("arguments", nargs=-1, type=click.Path(), help="The program's arguments."),
    click.option(
        "-c",
        "--class",
        "entry",
        metavar="ENTRY",
        default="",
        help="The entry point of JOB: a module, or module:function, which is called without arguments.",
    ),
    click.option("-py", "--python", expose_value=False, metavar="FILE", help="The same as FILE in place of JOB."),
    click.option(
        "-pym",
        "--py-module",
        expose_value=False,
        metavar="MODULE",
        help="In place of JOB, a module on Python's search path.",
    ),
    click.option(
        "-pyfs",
        "--py-files",
        multiple=True,
        expose_value=False,
        callback=_add_files,
        metavar="FILES",
        help="Modules, packages and archives for the program and its tasks to import, separated by commas.",
    ),
    click.option(
        "-C",
        "--classpath",
        multiple=True,
        expose_value=False,
        callback=_add_files,
        metavar="FILE",
        help="A file or folder for the program and its tasks to import from; can be repeated.",
    ),
    sets(
        PYTHON_REQUIREMENTS,
        "-pyreq",
        "--py-requirements",
        text=_requirements,
        metavar="FILE[#DIR]",
        help="A requirements file that pip installs for the tasks, with an optional folder of packages.",
    ),
    sets(
        PYTHON_ARCHIVES,
        "-pyarch",
        "--py-archives",
        text=_absolute_all,
        metavar="FILES",
        help="Archives to unpack in the tasks' folder, separated by commas, each as path or path#folder.",
    ),
    sets(PYTHON_EXECUTABLE, "-pyexec", "--py-executable", metavar="PATH", help="The Python executable of the tasks."),
)


def program_options(command: F) -> F:
    """Adds JOB, its arguments, and the options of its dependencies."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
