"""Chains: AND and OR are one call with all operands; other functions nest."""

from __future__ import annotations

import pytest

from pyrite.relational.plan.render import describe_logical
from tests.relational.sessions import new_session, plan


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        ("id > 1 AND id > 2 AND id > 3 AND id < 9", "AND(>($0, 1), >($0, 2), >($0, 3), <($0, 9))"),
        ("id = 1 OR (id > 2 OR id < 0)", "OR(=($0, 1), >($0, 2), <($0, 0))"),
        ("MOD(MOD(id, 7), 3) = 1", "=(MOD(MOD($0, 7), 3), 1)"),
        ("id - (id - 2) = 2", "=(-($0, -($0, 2)), 2)"),
    ],
)
def test_condition_has_the_operands_that_were_written(condition: str, text: str) -> None:
    project = plan(new_session(), f"SELECT id FROM orders WHERE {condition}")
    (selected,) = project.inputs
    assert describe_logical(selected) == f"LogicalFilter(condition=[{text}])"
