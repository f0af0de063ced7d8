"""What is derived from a CQL statement's text, and added to it."""

from __future__ import annotations

import pytest

from pyrite.connectors.cassandra.options import WriteSettings
from pyrite.connectors.cassandra.query import field_count, is_idempotent, with_settings
from pyrite.core.errors import InvalidProgramError

INSERT = "INSERT INTO k.t (a, b) VALUES (?, ?)"


@pytest.mark.parametrize(
    ("query", "idempotent"),
    [
        (f"{INSERT};", True),
        ("DELETE FROM t WHERE a = ?", True),
        ("DELETE l[0] FROM t WHERE a = ?", False),
        ("UPDATE t SET b = ?, c = 'x + y', d = 1.5 WHERE a = ?", True),
        ("UPDATE t SET n = n + ? WHERE a = ?", False),
        ("UPDATE t SET l = ? + l WHERE a = ?", False),
        ("INSERT INTO t (a, b) VALUES (?, now())", False),
        ("INSERT INTO t (a, b) VALUES (?, 'now()')", True),
    ],
)
def test_statement_is_idempotent_if_it_fixes_values(query: str, idempotent: bool) -> None:
    assert is_idempotent(query) is idempotent


def test_settings_are_added_to_an_insert() -> None:
    settings = WriteSettings(ttl_s=5, timestamp_us=7, if_not_exists=True)
    assert with_settings(f"{INSERT} ;", settings) == f"{INSERT}  IF NOT EXISTS USING TTL 5 AND TIMESTAMP 7"
    assert with_settings(INSERT, WriteSettings()) == INSERT


@pytest.mark.parametrize("query", [f"{INSERT} USING TTL 3", "UPDATE t SET b = ? WHERE a = ?"])
def test_settings_are_refused_elsewhere(query: str) -> None:
    with pytest.raises(InvalidProgramError, match="require a plain INSERT"):
        with_settings(query, WriteSettings(ttl_s=5))


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        (INSERT, 2),
        ("INSERT INTO t (a, b, \"c?\") VALUES (?, 'what?', {'k?': ?}) -- or?", 2),
        ("UPDATE t USING TTL ? SET b = ? WHERE a = ?", 3),
        ("INSERT INTO t (a, b) VALUES (:a, :b)", 0),
    ],
)
def test_fields_are_counted(query: str, fields: int) -> None:
    assert field_count(query) == fields
