"""EXPLAIN CHANGELOG_MODE: each node of a plan has the changes that Flink 2.3 inferred for it.

benchmarks/peers/record_changelogs.py has Flink answer the statements of plans.txt and conflicts.txt.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import PyriteError
from pyrite.relational.passes import optimized
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.plan import nodes
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.plan.render import describe_physical, render
from pyrite.relational.session.session import Session
from tests.relational.changelog_tables import CHANGELOG_TABLES, changelog_session
from tests.relational.changelogs.differences import DIFFERENCES
from tests.relational.fixtures import Case, cases
from tests.relational.sessions import plan

FOLDER: Final = Path(__file__).parent
FILES: Final = ("plans", "conflicts", "functions", "ranks", "orders", "joins", "time_joins", "subqueries")
RECORDED: Final = [case for name in FILES for case in cases(FOLDER / f"{name}.txt")]
PLACE: Final = re.compile(r"^SQL validation failed. At line \d+, column \d+: ")
SETTING: Final = re.compile(r"^SET '([^']+)' = '([^']+)';\n", re.MULTILINE)


@cache
def session() -> Session:
    return changelog_session(*CHANGELOG_TABLES)


def answer(text: str) -> str:
    """The nodes with their changes, or the error. Lines `SET 'key' = 'value';` are for the statement alone."""
    settings = PassSettings(configuration=Configuration(dict(SETTING.findall(text))))
    try:
        return render(optimized(plan(session(), SETTING.sub("", text)), settings), shown).strip()
    except PyriteError as error:
        return f"! {PLACE.sub('', str(error).splitlines()[0])}".strip()


def without_projections(plan: str) -> str:
    """The plan without nodes that compute columns: Flink does it in other places."""
    if plan.startswith("! "):
        return plan
    lines = [
        (len(indent), name, mode) for indent, name, mode in re.findall(r"^([ :+-]*)(\w+) (.*)$", plan, re.MULTILINE)
    ]
    kept, above = [], [-1]
    for depth, name, mode in lines:
        above = [each for each in above if each < depth]
        if name != "Calc":
            kept.append(f"{'  ' * (len(above) - 1)}{name} {mode}")
            above.append(depth)
    return "\n".join(kept)


def shown(node: RelNode) -> str:
    name = describe_physical(node).partition("(")[0]
    if isinstance(node, nodes.Sink):
        conflict = "" if node.on_conflict is None else f" {node.on_conflict.value}"
        return f"{name} [NONE]{' upsertMaterialize' if node.upsert_materialize else ''}{conflict}"
    return f"{name} [{node.changelog}]"


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in RECORDED])
def test_changes_are_those_that_flink_infers(case: Case) -> None:
    ours, flinks = without_projections(answer(case.statement)), without_projections(case.expected)
    if case.name in DIFFERENCES:
        assert ours == without_projections(DIFFERENCES[case.name].ours), DIFFERENCES[case.name].reason
        assert ours != flinks
    else:
        assert ours == flinks


def test_every_difference_is_of_a_recorded_statement() -> None:
    assert set(DIFFERENCES) <= {case.name for case in RECORDED}
