"""How `make test` deals the tests out to its processes: file by file, what takes longest first.

Tests that share a server go to one process together, so that the server is started once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

import pytest
from xdist.scheduler import LoadScopeScheduling

LONGEST: Final = (
    "tests/whole/contract/test_contract.py",
    "tests/docs/test_readme.py",
    "tests/connectors/kafka",
    "tests/spark/test_processes_that_die.py",
    "tests/chaos/test_soak.py",
    "tests/state_processor/test_reader.py",
    "tests/spark/test_signals.py",
    "tests/whole/simulation/test_protocol.py",
    "tests/runtime/test_random_dags.py",
    "tests/state_processor/test_writer.py",
    "tests/examples/test_examples.py",
    "tests/examples/test_sql.py",
    "tests/examples/test_kafka_demo.py",
    "tests/spark/test_tables.py",
    "tests/whole/simulation/test_in_flight.py",
    "tests/whole/simulation/test_regions.py",
    "tests/whole/simulation/test_loops.py",
    "tests/whole/simulation/test_lives.py",
    "tests/spark/test_flow.py",
    "tests/spark/test_programs.py",
    "tests/spark/test_checkpoints.py",
    "tests/spark/test_jvm.py",
    "tests/spark/test_columns.py",
    "tests/spark/test_job_files.py",
    "tests/connectors/files",
    "tests/connectors/nats",
    "tests/spark/test_async.py",
    "tests/spark/test_api.py",
    "tests/spark/test_commands.py",
    "tests/spark/test_sql_prompt.py",
    "tests/spark/test_life_of_an_attempt.py",
    "tests/cli/cluster/test_cluster.py",
    "tests/whole/savepoints/test_features.py",
    "tests/whole/simulation/test_columns.py",
    "tests/state/contract/test_random_operations.py",
    "tests/operators/window/test_against_model.py",
    "tests/operators/window/test_nothing_leaks.py",
)
"""What takes longest, the longest first: `make test` prints it at its end."""
_SHARING: Final = "tests/connectors/"
"""The folder whose folders have a server each."""
_SHOWN: Final = 25


def unit_of(nodeid: str) -> str:
    """What a test goes to a process with: its file, or the folder that shares a server."""
    file = nodeid.partition("::")[0]
    folder = file.rpartition("/")[0]
    return folder if folder.startswith(_SHARING) else file


def sort_by_duration(items: list[pytest.Item]) -> None:
    """The longest first: what comes last decides how long one process works while the other has ended."""
    ranks = {unit: rank for rank, unit in enumerate(LONGEST)}
    items.sort(key=lambda item: ranks.get(unit_of(item.nodeid), len(ranks)))


class Schedule(LoadScopeScheduling):  # type: ignore[misc]
    """Deals out units in the order of the collection."""

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid)


def longest_units(reports: Iterable[pytest.TestReport]) -> list[str]:
    """Lines that say which units took longest."""
    seconds: defaultdict[str, float] = defaultdict(float)
    for report in reports:
        seconds[unit_of(report.nodeid)] += report.duration
    longest = sorted(seconds, key=seconds.__getitem__, reverse=True)[:_SHOWN]
    return [f"{seconds[unit]:7.1f} s  {unit}" for unit in longest]
