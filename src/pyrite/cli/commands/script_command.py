"""ScriptCommand: a command on a job's script, which has its own arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import click

from pyrite.cli.commands.options import kebab_case

PROGRAM_OPTIONS: Final = {"-py": False, "--python": False, "-pym": True, "--py-module": True}
"""Flink's options that take the place of JOB, each with whether its value is a module."""
IS_MODULE: Final = "pyrite.is_module"
"""The key in the context's `meta` that tells whether JOB is a module."""


class ScriptCommand(click.Command):
    """Its options come before JOB or directly after it; from the first unknown word on, all words go to the script.

    A `--` after JOB ends the options, for a script with its own -p. The command must declare the parameters `job` and
    `arguments`, the latter of any number.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        args = self._with_program_as_job(ctx, args)
        parser = self.make_parser(ctx)
        parser.allow_interspersed_args = False
        values, _, _ = parser.parse_args(list(args))
        after = values.get("arguments")
        if not isinstance(after, tuple):
            return super().parse_args(ctx, args)
        *before, job = args[: len(args) - len(after)]
        if before[-1:] == ["--"]:
            return super().parse_args(ctx, args)
        own = self._count_own(after)
        rest = after[own + 1 :] if after[own : own + 1] == ("--",) else after[own:]
        return super().parse_args(ctx, [*before, *after[:own], "--", job, *rest])

    def _with_program_as_job(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Puts the value of `-py FILE` or `-pym MODULE` in the place of JOB."""
        index = 0
        while index < len(args) and (width := self._width(args[index])):
            name, equals, value = args[index].partition("=")
            is_module = PROGRAM_OPTIONS.get(kebab_case(name))
            if is_module is not None and index + width <= len(args):
                ctx.meta[IS_MODULE] = is_module
                return [*args[:index], value if equals else args[index + 1], *args[index + width :]]
            index += width
        return args

    def _count_own(self, words: Sequence[str]) -> int:
        """The number of words after JOB that are options of the command or their values."""
        count = 0
        while count < len(words) and (width := self._width(words[count])):
            count += width
        return min(count, len(words))

    def _width(self, word: str) -> int:
        """The number of words of the option that begins with this one; 0 if the command has no such option."""
        options = {name: param for param in self.params if isinstance(param, click.Option) for name in param.opts}
        name, equals, _ = word.partition("=")
        option = options.get(kebab_case(name))
        if option is not None and not (equals and option.is_flag):
            return 1 if equals or option.is_flag else 2
        option = options.get(word[:2])
        return 1 if option is not None and _is_value(option, word[2:]) else 0


def _is_value(option: click.Option, text: str) -> bool:
    """Whether text attached to a short option can be its value: it can in -p2, but -profile is another word."""
    if option.is_flag or isinstance(option.type, (click.Path, type(click.STRING))):
        return False
    try:
        option.type.convert(text, None, None)
    except click.BadParameter:
        return False
    return True
