"""Each pass by itself: a fixture of statements, with the plan after that pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrite.relational.passes import PASSES
from pyrite.relational.plan import nodes
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.plan.render import describe, describe_logical, render
from tests.relational.fixtures import check
from tests.relational.partitioned import TABLE as PARTITIONED
from tests.relational.sessions import new_session, plan

FOLDER = Path(__file__).parent / "fixtures"
NAMES = [each.__name__ for each in PASSES]


def shown(node: RelNode) -> str:
    """Nodes of any stage: those that passes replace are shown as the query says them."""
    logical = (nodes.Project, nodes.Filter, nodes.WatermarkAssigner)
    return describe_logical(node) if isinstance(node, logical) else describe(node)


@pytest.mark.parametrize("name", NAMES)
def test_pass_rewrites_plans_as_its_fixture_says(name: str) -> None:
    session = new_session(PARTITIONED)

    def after(statement: str) -> str:
        best = plan(session, statement)
        for each in PASSES[: NAMES.index(name) + 1]:
            best = each(best)
        return render(best, shown)

    check(FOLDER / f"{name}.txt", after)


def test_every_pass_has_a_fixture() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(NAMES)
