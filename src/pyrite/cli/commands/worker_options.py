"""Options for the size of a worker, of `pyrite cluster start` and `pyrite taskmanager start`."""

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
    help="Cores of each worker, independent of the machine's processors; a job uses one core of each worker.",
)
memory_option: Final = click.option(
    "--memory",
    type=worker_memory,
    default=ClusterOptions.memory,
    show_default=True,
    metavar="M",
    help="Memory of each worker for executors, such as 2g; an executor takes 1g.",
)
