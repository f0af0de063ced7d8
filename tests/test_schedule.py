"""What `make test` deals out together, and what it begins with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.schedule import LONGEST, unit_of

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize(
    ("nodeid", "unit"),
    [
        ("tests/graph/test_plan.py::test_levels[a/b]", "tests/graph/test_plan.py"),
        ("tests/connectors/kafka/test_sink_plain.py::test_x", "tests/connectors/kafka"),
        ("tests/connectors/test_hybrid_source.py::test_x", "tests/connectors/test_hybrid_source.py"),
    ],
)
def test_tests_of_a_file_go_together_and_those_that_share_a_server(nodeid: str, unit: str) -> None:
    assert unit_of(nodeid) == unit


def test_what_takes_longest_exists() -> None:
    assert [unit for unit in LONGEST if not (ROOT / unit).exists()] == []
