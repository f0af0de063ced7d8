"""URLs that hold passwords: in no message."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pyrite.connectors.elasticsearch.options import ConnectionSettings
from pyrite.connectors.jdbc.options import JdbcConnectionOptions
from pyrite.connectors.jdbc.url import database_of
from pyrite.connectors.nats.connection import NatsSettings
from pyrite.connectors.pulsar.client import PulsarSettings
from pyrite.connectors.redis.connection import RedisSettings
from pyrite.core.connector.serialization import SimpleStringSchema
from pyrite.core.connector.urls import secrets_in, shown
from pyrite.core.errors import InvalidProgramError
from pyrite.datastream.connectors.http import HttpSink


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("nats://me:pw@host:4222", "nats://host:4222"),
        ("nats://me:pw@one:1,nats://me:pw@two:2", "nats://one:1,nats://two:2"),
        ("pulsar://one:1,two:2", "pulsar://one:1,two:2"),
        ("redis://me:p@ss/w@host:1/0?password=pw", "redis://host:1/0"),
        ("host:1", "host:1"),
        ("nats://me:p,w@host:1", "nats://host:1"),
    ],
)
def test_url_is_shown_without_user_and_password(url: str, expected: str) -> None:
    assert shown(url) == expected


def test_secrets_of_urls_are_users_with_passwords_and_passwords() -> None:
    assert secrets_in("nats://me:secret@one:1,nats://token@two:2,nats://three:3") == ["me:secret", "secret", "token"]


@pytest.mark.parametrize(
    ("make", "url"),
    [
        (RedisSettings, "redis://me:SECRET/x@host:1/0"),
        (RedisSettings, "redis://me:12/SECRET@host:1/0"),
        (NatsSettings, "nats://me:SECRET/x@host:1"),
        (lambda url: ConnectionSettings(hosts=(url,)), "https://me:SECRET/x@host:1"),
        (lambda url: HttpSink(url, SimpleStringSchema()), "http://me:SECRET/x@host:1"),
        (lambda url: database_of(JdbcConnectionOptions(url)), "postgresql://me:x@SECRET@host:1/db"),
        (lambda url: database_of(JdbcConnectionOptions(url)), "postgresql://me:SECRET/x@host:1/db"),
    ],
)
def test_password_that_is_not_escaped_is_refused_and_not_shown(make: Callable[[str], Any], url: str) -> None:
    with pytest.raises(InvalidProgramError, match="%2F") as reported:
        make(url)
    assert "SECRET" not in str(reported.value)


@pytest.mark.parametrize("kind", [NatsSettings, PulsarSettings])
def test_error_of_a_connection_shows_no_password(kind: Callable[[str], Any]) -> None:
    settings = kind("nats://me:SECRET@host:1")
    reported = str(settings.error("It", "no connection", OSError("cannot reach nats://me:SECRET@host:1")))
    assert "SECRET" not in reported and "host:1" in reported


def test_header_with_a_line_end_is_refused_and_not_shown() -> None:
    with pytest.raises(InvalidProgramError, match="'Authorization' contains a line end") as reported:
        HttpSink("http://host", SimpleStringSchema(), headers={"Authorization": "Bearer SECRET\n"})
    assert "SECRET" not in str(reported.value)
