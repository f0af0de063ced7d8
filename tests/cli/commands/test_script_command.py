"""Which words are the command's, and which the script's."""

from __future__ import annotations

import click
import pytest

from pyrite.cli.commands.options import kebab_case
from pyrite.cli.commands.script_command import ScriptCommand


@click.command(cls=ScriptCommand, context_settings={"token_normalize_func": kebab_case})
@click.argument("job")
@click.argument("arguments", nargs=-1)
@click.option("-p", "--parallelism", type=click.IntRange(min=1))
@click.option("-pyfs", "--py-files")
@click.option("-s", "--from-savepoint", type=click.Path())
@click.option("-d", "--detached", is_flag=True)
def command(**_: object) -> None:
    """A command with options of all kinds, Flink's of several letters after one dash among them."""


def read(*words: str) -> tuple[tuple[str, ...], dict[str, object]]:
    """The script's words, and the options that were given."""
    parameters = command.make_context("command", list(words)).params
    assert parameters.pop("job") == "job.py"
    arguments = parameters.pop("arguments")
    return arguments, {name: value for name, value in parameters.items() if value}


@pytest.mark.parametrize(
    ("words", "arguments", "options"),
    [
        ("job.py", (), {}),
        ("-p 2 job.py a -p 3", ("a", "-p", "3"), {"parallelism": 2}),
        ("-p 2 job.py -p 3 a", ("a",), {"parallelism": 3}),
        ("-p 2 job.py -- -p 3", ("-p", "3"), {"parallelism": 2}),
        ("-- job.py -p 3", ("-p", "3"), {}),
        ("-pyfs lib.zip -p2 job.py", (), {"py_files": "lib.zip", "parallelism": 2}),
        ("job.py -pyfs lib.zip -p2 -d x", ("x",), {"py_files": "lib.zip", "parallelism": 2, "detached": True}),
        ("job.py --pyFiles lib.zip --fromSavepoint=a=b x", ("x",), {"py_files": "lib.zip", "from_savepoint": "a=b"}),
        ("job.py -size 3", ("-size", "3"), {}),
        ("job.py -debug", ("-debug",), {}),
        ("job.py -pyx", ("-pyx",), {}),
        ("job.py --detached=yes", ("--detached=yes",), {}),
        ("-dp 2 job.py", (), {"detached": True, "parallelism": 2}),
    ],
)
def test_words_are_split(words: str, arguments: tuple[str, ...], options: dict[str, object]) -> None:
    assert read(*words.split()) == (arguments, options)


@pytest.mark.parametrize("words", [["job.py", "-p"], ["-p", "2"], [], ["--bogus", "job.py"], ["job.py", "-p", "x"]])
def test_wrong_words_are_refused(words: list[str]) -> None:
    with pytest.raises(click.UsageError):
        read(*words)
