"""Each pass by itself: a fixture of statements, with the plan after that pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrite.core.config.configuration import Configuration
from pyrite.relational.passes import PASSES, PHYSICAL_PASSES
from pyrite.relational.passes.settings import STREAMING, PassSettings
from pyrite.relational.plan import nodes
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.plan.render import describe, describe_logical, render, render_shared
from tests.relational.changelog_tables import CHANGELOG_TABLES, changelog_session
from tests.relational.fixtures import check
from tests.relational.partitioned import TABLE as PARTITIONED
from tests.relational.sessions import plan

FOLDER = Path(__file__).parent / "fixtures"
LOGICAL = [each.__name__ for each in PASSES]
MINI_BATCH = PassSettings(
    configuration=Configuration(
        {"table.exec.mini-batch.enabled": "true", "table.exec.mini-batch.allow-latency": "1 s"},
    )
)
SPLIT = PassSettings(configuration=Configuration({"table.optimizer.distinct-agg.split.enabled": "true"}))
CHECKED = PassSettings(
    configuration=Configuration({"table.optimizer.non-deterministic-update.strategy": "TRY_RESOLVE"})
)
SETTINGS = {
    "add_mini_batch": MINI_BATCH,
    "split_aggregates": MINI_BATCH,
    "split_distinct": SPLIT,
    "check_determinism": CHECKED,
}
"""Of passes that do nothing without."""
TOPIC = (
    "CREATE TABLE topic (id BIGINT, sent TIMESTAMP(3), ts AS sent + INTERVAL '1' SECOND, WATERMARK FOR ts AS ts - "
    "INTERVAL '5' SECOND) WITH ('connector' = 'kafka', 'topic' = 't', 'properties.bootstrap.servers' = 'localhost:1', "
    "'scan.startup.mode' = 'earliest-offset', 'format' = 'json', 'scan.watermark.idle-timeout' = '1 min', "
    "'scan.watermark.alignment.group' = 'g', 'scan.watermark.alignment.max-drift' = '90 s')"
)
JOINED = (
    "CREATE TABLE rates (id BIGINT, rate DOUBLE, ts TIMESTAMP(3), WATERMARK FOR ts AS ts, "
    "PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'changes', 'kinds' = 'I,UB,UA,D')",
    "CREATE TABLE clicks (id BIGINT, p AS PROCTIME()) WITH ('connector' = 'datagen')",
    "CREATE TABLE users (id BIGINT, name STRING, country STRING, age INT, twice AS age * 2) "
    "WITH ('connector' = 'jdbc', 'url' = 'jdbc:sqlite:/nowhere', 'table-name' = 'users')",
    "CREATE VIEW latest AS SELECT id, sent, ts FROM "
    "(SELECT *, ROW_NUMBER() OVER (PARTITION BY id ORDER BY ts DESC) AS n FROM timed) WHERE n = 1",
    "CREATE TABLE service (id BIGINT, name STRING) WITH ('connector' = 'http', 'url' = 'http://localhost/{id}')",
)
NAMES = [*LOGICAL, *(each.__name__ for each in PHYSICAL_PASSES)]


def shown(node: RelNode) -> str:
    """Nodes of any stage: those that passes replace are shown as the query says them."""
    logical = (nodes.Project, nodes.Filter)
    return describe_logical(node) if isinstance(node, logical) else describe(node)


def shown_with_changes(node: RelNode) -> str:
    return f"{describe(node)} {'' if isinstance(node, nodes.Sink) else node.changelog}".rstrip()


@pytest.mark.parametrize("name", NAMES)
def test_pass_rewrites_plans_as_its_fixture_says(name: str) -> None:
    session = changelog_session(PARTITIONED, TOPIC, *JOINED, *CHANGELOG_TABLES)

    def after(statement: str) -> str:
        best = plan(session, statement)
        for each in PASSES[: NAMES.index(name) + 1]:
            best = each(best)
        for physical in PHYSICAL_PASSES[: max(0, NAMES.index(name) + 1 - len(PASSES))]:
            best = physical(best, SETTINGS.get(name, STREAMING))
        if name == "reuse_subplans":
            return render_shared([best], shown)
        return render(best, shown_with_changes if name == "infer_changelog" else shown)

    check(FOLDER / f"{name}.txt", after)


def test_every_pass_has_a_fixture() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(NAMES)
