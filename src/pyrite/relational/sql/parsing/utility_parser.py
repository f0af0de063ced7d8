"""Parser of SHOW, DESCRIBE, USE, SET and other statements of a session."""

from __future__ import annotations

from typing import Final, Optional

from pyrite.expressions.expression_tree import Literal, Path
from pyrite.relational.sql.parsing.clause_parser import literal_string, static_partition, with_options
from pyrite.relational.sql.parsing.cursor import Cursor
from pyrite.relational.sql.sql_tree.statement import ObjectKind, Statement
from pyrite.relational.sql.sql_tree.utilities import (
    AddJar,
    Describe,
    LikePattern,
    LoadModule,
    RemoveJar,
    ResetOption,
    SetOption,
    Show,
    ShowCreate,
    ShowCurrent,
    ShowPartitions,
    StopJob,
    UnloadModule,
    UseCatalog,
    UseDatabase,
    UseModules,
)
from pyrite.relational.sql.tokens import TokenKind

_PLURALS: Final = {
    "CATALOGS": ObjectKind.CATALOG,
    "DATABASES": ObjectKind.DATABASE,
    "TABLES": ObjectKind.TABLE,
    "VIEWS": ObjectKind.VIEW,
    "FUNCTIONS": ObjectKind.FUNCTION,
    "PROCEDURES": ObjectKind.PROCEDURE,
    "MODELS": ObjectKind.MODEL,
    "CONNECTIONS": ObjectKind.CONNECTION,
    "MODULES": ObjectKind.MODULE,
    "COLUMNS": ObjectKind.COLUMN,
    "JARS": ObjectKind.JAR,
    "JOBS": ObjectKind.JOB,
}
_WITHOUT_PARENT: Final = (ObjectKind.CATALOG, ObjectKind.MODULE, ObjectKind.JAR, ObjectKind.JOB)
_WITHOUT_PATTERN: Final = (ObjectKind.MODULE, ObjectKind.JAR, ObjectKind.JOB)
_WITH_ILIKE: Final = (ObjectKind.CATALOG, ObjectKind.DATABASE, ObjectKind.FUNCTION, ObjectKind.PROCEDURE)
_CREATED: Final = ("TABLE", "VIEW", "CATALOG", "MODEL", "CONNECTION")
_DESCRIBED: Final = ("CATALOG", "DATABASE", "FUNCTION", "MODEL", "CONNECTION")


def show(cursor: Cursor, at: int) -> Statement:
    """SHOW, after this word."""
    if cursor.take("CURRENT"):
        return ShowCurrent(ObjectKind[cursor.need_one(("CATALOG", "DATABASE"))], at=at)
    if cursor.take("CREATE"):
        return _show_create(cursor, at)
    if cursor.take("PARTITIONS"):
        table = cursor.path()
        return ShowPartitions(table, static_partition(cursor) if cursor.take("PARTITION") else (), at=at)
    if cursor.take("MATERIALIZED"):
        cursor.need("TABLES")
        return _show(cursor, ObjectKind.MATERIALIZED_TABLE, at)
    if cursor.take("USER"):
        cursor.need("FUNCTIONS")
        return _show(cursor, ObjectKind.FUNCTION, at, is_user=True)
    if cursor.take("FULL"):
        cursor.need("MODULES")
        return _show(cursor, ObjectKind.MODULE, at, is_full=True)
    return _show(cursor, _PLURALS[cursor.need_one(_PLURALS)], at)


def _show(cursor: Cursor, kind: ObjectKind, at: int, is_user: bool = False, is_full: bool = False) -> Statement:
    parent: Path = ()
    if kind is ObjectKind.COLUMN:
        cursor.need_one(("FROM", "IN"))
        parent = cursor.path()
    elif kind not in _WITHOUT_PARENT and cursor.take_one(("FROM", "IN")) is not None:
        place, parent = cursor.at, cursor.path()
        if kind is ObjectKind.DATABASE and len(parent) > 1:
            cursor.fail_because(
                f"Show databases from/in identifier [ {'.'.join(parent)} ] format error, "
                "catalog must be a single part identifier.",
                place,
            )
    like = None if kind in _WITHOUT_PATTERN else _like(cursor, kind in _WITH_ILIKE)
    return Show(kind, parent, like, is_user, is_full, at=at)


def _like(cursor: Cursor, takes_ilike: bool) -> Optional[LikePattern]:
    words = ("LIKE", "ILIKE") if takes_ilike else ("LIKE",)
    is_negated = cursor.take("NOT")
    word = cursor.need_one(words) if is_negated else cursor.take_one(words)
    return None if word is None else LikePattern(cursor.string(), is_negated, word == "ILIKE")


def _show_create(cursor: Cursor, at: int) -> Statement:
    is_or_alter = cursor.take("OR", "ALTER")
    if is_or_alter or cursor.sees("MATERIALIZED"):
        cursor.need("MATERIALIZED", "TABLE")
        return ShowCreate(ObjectKind.MATERIALIZED_TABLE, cursor.path(), is_or_alter, at=at)
    kind = ObjectKind[cursor.need_one(_CREATED)]
    return ShowCreate(kind, (cursor.name(),) if kind is ObjectKind.CATALOG else cursor.path(), at=at)


def describe(cursor: Cursor, at: int) -> Statement:
    """DESCRIBE or DESC, after this word."""
    if cursor.word == "JOB" and cursor.next_kind() is TokenKind.STRING:
        cursor.need("JOB")
        return Describe(ObjectKind.JOB, (cursor.string(),), at=at)
    kind = ObjectKind.TABLE
    if (word := cursor.take_one(_DESCRIBED)) is not None:
        kind = ObjectKind[word]
    else:
        cursor.take("TABLE")
    is_extended = cursor.take("EXTENDED")
    path = (cursor.name(),) if kind is ObjectKind.CATALOG else cursor.path()
    return Describe(kind, path, is_extended, at=at)


def use(cursor: Cursor, at: int) -> Statement:
    """USE, after this word."""
    if cursor.take("CATALOG"):
        return UseCatalog(cursor.name(), at=at)
    if cursor.take("MODULES"):
        return UseModules(cursor.listed(cursor.name), at=at)
    return UseDatabase(cursor.path(), at=at)


def set_option(cursor: Cursor, at: int) -> Statement:
    """SET, after this word: nothing, 'key' = 'value', or a dotted key with a literal or a word."""
    if cursor.sees_one((";",)) or cursor.kind is TokenKind.END:
        return SetOption(at=at)
    if cursor.kind in (TokenKind.STRING, TokenKind.PREFIXED_STRING):
        key = literal_string(cursor)
        cursor.need("=")
        return SetOption(key, literal_string(cursor), at=at)
    key = ".".join(cursor.path())
    cursor.need("=")
    return SetOption(key, _option_value(cursor), at=at)


def _option_value(cursor: Cursor) -> str:
    if cursor.take("ON"):
        return "ON"
    if cursor.sees_name():
        return cursor.name()
    value = cursor.expression(60)
    if not isinstance(value, Literal) or isinstance(value.value, bytes) or value.value is None:
        cursor.fail_because("Expected a literal or a name.", value.at)
    return str(value.value).lower() if isinstance(value.value, bool) else str(value.value)


def reset_option(cursor: Cursor, at: int) -> Statement:
    """RESET, after this word."""
    if cursor.kind is TokenKind.END or cursor.sees(";") or cursor.take("ALL"):
        return ResetOption(at=at)
    if cursor.kind in (TokenKind.STRING, TokenKind.PREFIXED_STRING):
        return ResetOption(literal_string(cursor), at=at)
    return ResetOption(".".join(cursor.path()), at=at)


def load_module(cursor: Cursor, at: int) -> Statement:
    cursor.need("MODULE")
    return LoadModule(cursor.name(), with_options(cursor), at=at)


def unload_module(cursor: Cursor, at: int) -> Statement:
    cursor.need("MODULE")
    return UnloadModule(cursor.name(), at=at)


def add_jar(cursor: Cursor, at: int) -> Statement:
    cursor.need("JAR")
    return AddJar(cursor.string(), at=at)


def remove_jar(cursor: Cursor, at: int) -> Statement:
    cursor.need("JAR")
    return RemoveJar(cursor.string(), at=at)


def stop_job(cursor: Cursor, at: int) -> Statement:
    cursor.need("JOB")
    job = cursor.string()
    with_savepoint = cursor.take("WITH", "SAVEPOINT")
    with_drain = cursor.take("WITH", "DRAIN")
    if with_drain and not with_savepoint:
        cursor.fail_because("WITH DRAIN could only be used after WITH SAVEPOINT.", at)
    return StopJob(job, with_savepoint, with_drain, at=at)
