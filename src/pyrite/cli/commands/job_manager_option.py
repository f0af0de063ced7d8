"""-m HOST:PORT: which JobManager a command goes to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Optional, TypeVar

import click

from pyrite.cli.commands.option_types import Address

F = TypeVar("F", bound=Callable[..., Any])


def job_manager_option(summary: str = "Go to the JobManager there, not to this machine's drivers.") -> Callable[[F], F]:
    """-m HOST:PORT. The command finds it in its invocation."""

    def keep(context: click.Context, _option: click.Parameter, address: Optional[str]) -> None:
        context.obj.job_manager = address or ""

    return click.option(
        "-m",
        "--jobmanager",
        type=Address(),
        metavar="HOST:PORT",
        expose_value=False,
        callback=keep,
        help=summary,
    )
