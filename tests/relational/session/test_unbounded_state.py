"""Joins whose state is never removed are named, with the option that bounds it."""

from __future__ import annotations

from pyrite.core.config.configuration import Configuration
from pyrite.relational.passes import optimized
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.session.explain import explain
from pyrite.relational.session.unbounded_state import unbounded_joins
from pyrite.relational.sql.sql_tree import ExplainDetail
from tests.relational.sessions import new_session, plan

JOIN = "SELECT {hint} o.id FROM orders AS o JOIN timed AS t ON o.id = t.id"


def warnings(hint: str = "", **options: str) -> list[str]:
    configuration = Configuration({key.replace("_", "."): value for key, value in options.items()})
    best = optimized(plan(new_session(), JOIN.format(hint=hint)), PassSettings(configuration=configuration))
    return list(unbounded_joins([best], configuration))


def test_join_without_time_to_live_is_named_with_the_option() -> None:
    (warning,) = warnings()
    assert "where=[(id = id0)]" in warning
    assert "left and right rows are stored permanently. Set table.exec.state.ttl" in warning


def test_join_with_time_to_live_by_option_or_hint_is_not_named() -> None:
    assert warnings(table_exec_state_ttl="1 h") == []
    (one_side,) = warnings("/*+ STATE_TTL('o' = '1 d') */")
    assert ": right rows are stored permanently" in one_side
    assert warnings("/*+ STATE_TTL('o' = '1 d', 't' = '1 h') */") == []


def test_explain_estimated_cost_names_the_unbounded_sides() -> None:
    text = explain([plan(new_session(), JOIN.format(hint=""))], [ExplainDetail.ESTIMATED_COST])
    assert "unbounded state: left and right rows are stored permanently" in text
