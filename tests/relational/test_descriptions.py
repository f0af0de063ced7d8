"""Plans hold descriptions of tables: what runs is created by the translator, and there once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from pyrite.connectors.table_factories import table_factory
from pyrite.core.connector.table import TableSink, TableSource
from pyrite.core.errors import PyriteError
from pyrite.relational.passes import optimized
from pyrite.relational.session.session import Session
from pyrite.relational.sql.parser import parse_query, parse_statement
from pyrite.relational.to_transformations import Translator
from pyrite.table import EnvironmentSettings, TableEnvironment

KAFKA = {"topic": "t", "properties.bootstrap.servers": "localhost:1", "properties.group.id": "g"}
TABLES: dict[str, Mapping[str, str]] = {
    "datagen": {"number-of-rows": "3"},
    "filesystem": {"path": "/tmp/nowhere", "format": "json"},
    "kafka": {**KAFKA, "format": "json"},
    "upsert-kafka": {**KAFKA, "key.format": "json", "value.format": "json"},
    "jdbc": {"url": "jdbc:sqlite:/tmp/nowhere/db", "table-name": "t"},
}
QUERY = "SELECT n + 1 AS m, s FROM t WHERE n > 2 LIMIT 5"


def session_of(connector: str) -> Session:
    t_env = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
    options = ", ".join(f"'{key}' = '{value}'" for key, value in {"connector": connector, **TABLES[connector]}.items())
    key = ", PRIMARY KEY (n) NOT ENFORCED" if connector == "upsert-kafka" else ""
    t_env.execute_sql(f"CREATE TABLE t (n INT, s STRING{key}) WITH ({options})")
    return t_env.session


def described_classes(base: type[Any]) -> Iterator[type[Any]]:
    for each in base.__subclasses__():
        yield each
        yield from described_classes(each)


@pytest.fixture
def created(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The classes whose sources and sinks were created."""
    for connector in TABLES:
        table_factory(connector)  # its module is loaded
    names: list[str] = []
    for base, method in ((TableSource, "create_source"), (TableSink, "create_sink")):
        for each in described_classes(base):
            if method in vars(each):
                monkeypatch.setattr(each, method, _recorded(vars(each)[method], each.__name__, names))
    return names


def _recorded(create: Any, name: str, names: list[str]) -> Any:
    def recorded(self: Any) -> Any:
        names.append(name)
        return create(self)

    return recorded


@pytest.mark.parametrize("connector", TABLES)
def test_source_is_created_by_the_translator_and_once(connector: str, created: list[str]) -> None:
    session = session_of(connector)
    best = optimized(session.plan_query(_parsed(QUERY), QUERY))
    assert created == []
    Translator(session.configuration).translate_all([best])
    assert len(created) == 1


@pytest.mark.parametrize("connector", ["filesystem", "kafka", "upsert-kafka", "jdbc"])
def test_sink_is_created_by_the_translator(connector: str, created: list[str]) -> None:
    session = session_of(connector)
    insert = "INSERT INTO t VALUES (1, 'a')" + (" ON CONFLICT DO NOTHING" if connector == "upsert-kafka" else "")
    best = optimized(session.plan_insert(_parsed(insert), insert))
    assert created == []
    Translator(session.configuration).translate_all([best])
    assert len(created) == 1


@pytest.mark.parametrize(
    ("connector", "options", "message"),
    [
        ("kafka", {"properties.bootstrap.servers": ""}, "a KafkaSource needs set_bootstrap_servers"),
        ("kafka", {"properties.enable.auto.commit": "true", "properties.group.id": ""}, "requires a group"),
        ("filesystem", {"format": "nonsense"}, "nonsense"),
    ],
)
def test_wrong_options_are_refused_when_the_table_is_bound(
    connector: str, options: Mapping[str, str], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(TABLES, connector, {**TABLES[connector], **options})
    session = session_of(connector)
    with pytest.raises(PyriteError) as raised:
        session.plan_query(_parsed(QUERY), QUERY)
    causes = [str(raised.value), str(raised.value.__cause__)]
    assert any(message in each for each in causes), causes


def _parsed(text: str) -> Any:
    return parse_statement(text) if text.startswith("INSERT") else parse_query(text)
