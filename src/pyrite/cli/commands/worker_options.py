"""How large a worker is: options of `pyrite cluster start` and `pyrite taskmanager start`."""

from __future__ import annotations

from typing import Final

import click

from pyrite.cli.cluster.cluster import ClusterOptions
from pyrite.cli.commands.option_types import worker_memory

cores_option: Final = click.option(
    "--cores",
    type=click.IntRange(1, 1000),
    default=ClusterOptions.cores,
    show_default=True,
    metavar="C",
    help="Cores that each worker offers, whatever the machine has; a job takes one of each.",
)
memory_option: Final = click.option(
    "--memory",
    type=worker_memory,
    default=ClusterOptions.memory,
    show_default=True,
    metavar="M",
    help="Memory that each worker offers to executors, such as 2g; one takes 1g.",
)
