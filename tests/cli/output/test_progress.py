"""What the summary of a job tells."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.cli.output.progress import figure_text
from pyrite.runtime.master.attempt.loops import Superstep


def supersteps(count: int) -> list[Superstep]:
    return [Superstep(number, 1000 * (count - number), 250) for number in range(1, count + 1)]


@pytest.mark.parametrize(
    ("value", "reported"),
    [
        (1234567, "1,234,567"),
        ("text", "text"),
        (["a"], "['a']"),
        (supersteps(3), "3 in 0.8 s, records fed back: 2,000, 1,000, 0"),
        (
            supersteps(12),
            "12 in 3.0 s, records fed back: 11,000, 10,000, 9,000, 8,000, 7,000, ..., 4,000, 3,000, 2,000, 1,000, 0",
        ),
    ],
)
def test_figure_is_reported_in_a_line(value: Any, reported: str) -> None:
    assert figure_text(value) == reported
