"""Runs a job's program in this process: a script, an archive, a module or a function, or a SQL script."""

from __future__ import annotations

import importlib
import importlib.util
import runpy
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import PYTHON_FILES
from pyrite.core.errors import InvalidProgramError
from pyrite.graph.executor import ExecutionContext, use_context


def run_program(path: str, entry: str, arguments: Sequence[str], context: ExecutionContext) -> None:
    """Runs a program; returns when it and its jobs have ended. Passes on the program's exceptions.

    Remaining jobs are awaited, or canceled if the program fails.

    `entry` is a module, which runs as with `python -m`, or `module:function`, which is called without arguments; `path`
    is then the file or archive with the module, or empty. Without an entry, `path` is the script.
    """
    if path.endswith(".sql"):
        if arguments or entry:
            raise InvalidProgramError(f"a SQL script takes no arguments, but got {' '.join([entry, *arguments])}")
        from pyrite.cli.sql.sql_session import SqlScript, run_sql_scripts

        run_sql_scripts([SqlScript.of_file(path)], context)
    elif entry:
        _run_entry(path, entry, arguments, context)
    else:
        with _importable(_python_files(context), sys.argv):
            run_script(path, arguments, context)


def _run_entry(path: str, entry: str, arguments: Sequence[str], context: ExecutionContext) -> None:
    module, _, function = entry.partition(":")
    files = [*_python_files(context), *([path] if path else [])]
    with use_context(context), _importable(files, [entry, *arguments]), context.jobs.awaited(context.watch):
        if not function:
            try:
                importlib.util.find_spec(module)
            except ModuleNotFoundError:
                raise _missing(module, path) from None
            runpy.run_module(module, run_name="__main__", alter_sys=True)
            return
        try:
            loaded = importlib.import_module(module)
        except ModuleNotFoundError as error:
            if error.name is None or not f"{module}.".startswith(f"{error.name}."):
                raise  # the module exists, but one of its imports does not
            raise _missing(module, path) from None
        if not callable(called := getattr(loaded, function, None)):
            raise InvalidProgramError(f"module '{module}' has no function '{function}' to start the program with")
        called()


def _python_files(context: ExecutionContext) -> list[str]:
    return Configuration(dict(context.settings)).get(PYTHON_FILES)


def _missing(module: str, path: str) -> InvalidProgramError:
    where = f"in {path}, nor elsewhere" if path else "on Python's search path; -pyfs adds files and folders to it"
    return InvalidProgramError(f"there is no module '{module}' {where}")


@contextmanager
def _importable(files: Sequence[str], argv: list[str]) -> Iterator[None]:
    """While open, Python can import from the files: modules of archives and folders, or modules next to a module."""
    before, folders = sys.argv, sys.path[:]
    sys.argv = argv
    for file in map(Path, files):
        is_container = file.suffix in (".zip", ".whl", ".egg") or file.is_dir()
        sys.path.insert(0, str((file if is_container else file.parent).resolve()))
    try:
        yield
    finally:
        sys.argv, sys.path[:] = before, folders


def run_script(path: str, arguments: Sequence[str], context: ExecutionContext) -> None:
    """Runs a script as `__main__`, with its folder first on `sys.path`.

    Every environment of the script uses the context. The script's exceptions are passed on. Its jobs are awaited, or
    canceled if it fails.
    """
    with use_context(context), _as_main_script(path, arguments), context.jobs.awaited(context.watch):
        runpy.run_path(path, run_name="__main__")


@contextmanager
def _as_main_script(path: str, arguments: Sequence[str]) -> Iterator[None]:
    argv, folders = sys.argv, sys.path[:]
    sys.argv = [path, *arguments]
    sys.path.insert(0, str(Path(path).resolve().parent))
    try:
        yield
    finally:
        sys.argv, sys.path[:] = argv, folders
