"""-m HOST:PORT: the JobManager that executes a command."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Optional, TypeVar

import click

from pyrite.cli.commands.option_types import Address

F = TypeVar("F", bound=Callable[..., Any])


def job_manager_option(
    summary: str = "Use the JobManager at this address, not the drivers of this machine.",
) -> Callable[[F], F]:
    """-m HOST:PORT, which the command reads from its invocation."""

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
