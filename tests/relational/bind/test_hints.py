"""The hint STATE_TTL: how long the groups of one query are kept."""

from __future__ import annotations

import pytest

from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import PyriteError
from pyrite.operators.relational.aggregate.group_aggregate import GroupAggregateSpec
from pyrite.relational.passes import optimized
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.to_transformations import Translator
from tests.relational.sessions import new_session, plan

SETTINGS = {
    "table.exec.state.ttl": "1 h",
    "table.exec.mini-batch.enabled": "true",
    "table.exec.mini-batch.allow-latency": "1 s",
    "table.exec.mini-batch.size": "10",
}


def ttl_ms(query: str, mini_batch: bool = False) -> int:
    configuration = Configuration({**SETTINGS, "table.exec.mini-batch.enabled": str(mini_batch).lower()})
    best = optimized(plan(new_session(), query), PassSettings(configuration=configuration))
    translator = Translator(configuration)
    steps = translator.program.upstream([translator.translate(best)])
    specs = [translator.program[each].operator for each in reversed(steps)]
    return next(spec.ttl_ms for spec in specs if isinstance(spec, GroupAggregateSpec))


@pytest.mark.parametrize("mini_batch", [False, True])
@pytest.mark.parametrize(
    ("hint", "expected"),
    [
        ("LOOKUP('table' = 'a')", 3_600_000),
        ("STATE_TTL('orders' = '1 d')", 86_400_000),
        ("state_ttl('orders' = '0 s')", 0),
    ],
)
def test_hint_comes_before_the_session(hint: str, expected: int, mini_batch: bool) -> None:
    assert ttl_ms(f"SELECT /*+ {hint} */ name, COUNT(*) FROM orders GROUP BY name", mini_batch) == expected


def test_hint_names_the_input_by_alias_or_path_and_is_of_distinct_rows_too() -> None:
    assert ttl_ms("SELECT /*+ STATE_TTL('o' = '2 s') */ name, COUNT(*) FROM orders AS o GROUP BY ROLLUP (name)") == 2000
    path = "default_catalog.default_database.orders"
    assert ttl_ms(f"SELECT /*+ STATE_TTL('{path}' = '3 s') */ DISTINCT name FROM orders") == 3000


def test_hint_of_no_input_or_no_duration_is_refused() -> None:
    with pytest.raises(PyriteError, match="`x` in `STATE_TTL`"):
        ttl_ms("SELECT /*+ STATE_TTL('x' = '1 d') */ COUNT(*) FROM orders")
    with pytest.raises(PyriteError, match="expected a duration"):
        ttl_ms("SELECT /*+ STATE_TTL('orders' = 'soon') */ COUNT(*) FROM orders")
    with pytest.raises(PyriteError, match="only support key-value options"):
        ttl_ms("SELECT /*+ STATE_TTL('orders') */ COUNT(*) FROM orders")
    with pytest.raises(PyriteError, match="at least one key-value"):
        ttl_ms("SELECT /*+ STATE_TTL() */ COUNT(*) FROM orders")


def test_unknown_hint_is_refused() -> None:
    with pytest.raises(PyriteError, match="Hint: NOSUCH should be registered in the HintStrategyTable"):
        ttl_ms("SELECT /*+ NOSUCH(orders) */ name, COUNT(*) FROM orders GROUP BY name")
