"""URLs of databases."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrite.connectors.jdbc.options import JdbcConnectionOptions
from pyrite.connectors.jdbc.url import database_of
from pyrite.core.errors import InvalidProgramError
from tests.connectors.jdbc.postgres_server import connection_to


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("jdbc:postgresql://db.example:6543/shop", "postgresql://db.example:6543/shop"),
        ("postgresql://me:secret@db.example/shop?sslmode=require", "postgresql://db.example:5432/shop"),
        ("postgres://[::1]:7/a%20b", "postgresql://::1:7/a b"),
        ("jdbc:postgresql://a:1,b/shop", "postgresql://a:1,b:5432/shop"),
        ("jdbc:postgresql:///shop", "postgresql://localhost:5432/shop"),
        ("jdbc:sqlite:/data/out.db", "/data/out.db"),
        ("sqlite:////data/out.db", "/data/out.db"),
    ],
)
def test_address_is_what_the_url_names(url: str, address: str) -> None:
    assert database_of(connection_to(url)).address == address


def test_relative_path_is_one_of_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert database_of(connection_to("sqlite:///out.db")).address == str(tmp_path / "out.db")


@pytest.mark.parametrize("url", ["jdbc:mysql://me:secret@host/db", "shop", "jdbc:sqlite::memory:"])
def test_other_url_is_refused_without_its_secrets(url: str) -> None:
    with pytest.raises(InvalidProgramError) as raised:
        database_of(connection_to(url))
    assert "secret" not in str(raised.value)


def test_options_do_not_show_their_secrets() -> None:
    builder = JdbcConnectionOptions.JdbcConnectionOptionsBuilder()
    builder.with_url("postgresql://me:secret1@host/db").with_user_name("me").with_password("secret2")
    options = builder.with_driver_name("org.postgresql.Driver").build()
    assert "secret" not in repr(options)
    assert (options.get_user_name(), options.get_password()) == ("me", "secret2")
    assert options.get_driver_name() == "org.postgresql.Driver"


def test_options_need_a_url() -> None:
    with pytest.raises(InvalidProgramError, match="with_url"):
        JdbcConnectionOptions.JdbcConnectionOptionsBuilder().build()
