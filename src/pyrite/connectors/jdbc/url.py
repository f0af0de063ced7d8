"""database_of: parses the URL of a database."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, unquote

from pyrite.connectors.jdbc.database import Database
from pyrite.connectors.jdbc.options import JdbcConnectionOptions
from pyrite.connectors.jdbc.postgres import PostgresDatabase
from pyrite.connectors.jdbc.sqlite import SqliteDatabase
from pyrite.core.connector.urls import ESCAPED
from pyrite.core.errors import InvalidProgramError

_POSTGRES: Final = re.compile(
    r"(?:jdbc:)?postgres(?:ql)?://(?:(?P<user>[^@/?]*)@)?(?P<hosts>[^/?]*)(?:/(?P<db>[^?]*))?(?:\?(?P<query>.*))?"
)
_HOST: Final = re.compile(r"(?:\[(?P<v6>[^]]+)\]|(?P<name>[^:@]*))(?::(?P<port>\d+))?")
_SQLITE: Final = re.compile(r"jdbc:sqlite:(?P<jdbc>.+)|sqlite:///(?P<path>.+)")
_FORMS: Final = "jdbc:postgresql://host:port/db, postgresql://host:port/db, jdbc:sqlite:/path or sqlite:////path"
_OF_JDBC: Final = {"ApplicationName": "application_name", "connectTimeout": "connect_timeout"}
"""Options of PostgreSQL's JDBC driver, with libpq's names."""


def database_of(options: JdbcConnectionOptions) -> Database:
    """The database, not connected yet. A relative file path refers to the working directory of this process."""
    if (match := _SQLITE.fullmatch(options.db_url)) is not None:
        path = match["jdbc"] or match["path"]
        if path.startswith((":memory:", "file:")):
            raise InvalidProgramError(f"SQLite needs a file that all tasks can open, not {path!r}")
        return SqliteDatabase(str(Path(path).absolute()), options.check_timeout_s)
    if (match := _POSTGRES.fullmatch(options.db_url)) is not None:
        return PostgresDatabase(_parameters(match, options))
    scheme = re.match(r"[\w:]*:", options.db_url)
    raise InvalidProgramError(f"the URL must be {_FORMS}, not {scheme[0] if scheme else ''}...")


def _parameters(url: re.Match[str], options: JdbcConnectionOptions) -> dict[str, str]:
    """libpq's parameters. The options override the URL."""
    parameters = {"connect_timeout": str(options.check_timeout_s)}
    hosts = [_HOST.fullmatch(host) for host in url["hosts"].split(",")]
    if None in hosts:
        raise InvalidProgramError(f"the URL does not contain host:port as expected. {ESCAPED}")
    if url["hosts"]:
        parameters["host"] = ",".join(host["v6"] or unquote(host["name"]) for host in hosts if host)
        parameters["port"] = ",".join(host["port"] or "5432" for host in hosts if host)
    if url["db"]:
        parameters["dbname"] = unquote(url["db"])
    if url["user"]:
        user, _, password = url["user"].partition(":")
        parameters |= {"user": unquote(user)} | ({"password": unquote(password)} if password else {})
    for key, value in parse_qsl(url["query"] or ""):
        if key == "currentSchema":
            parameters["options"] = f"-c search_path={value}"
        elif key == "ssl":
            parameters["sslmode"] = "verify-full" if value != "false" else "disable"
        else:
            parameters[_OF_JDBC.get(key, key)] = value
    credentials = {"user": options.user_name, "password": options.password}
    return parameters | {key: value for key, value in credentials.items() if value is not None}
