"""Parser of CREATE, ALTER and DROP, which delegates tables to `table_parser`."""

from __future__ import annotations

from typing import Final, Optional

from pyrite.expressions.expression_tree import Path
from pyrite.relational.sql.parsing.clause_parser import (
    comment,
    if_exists,
    if_not_exists,
    option_keys,
    options,
    query_after_as,
    with_options,
)
from pyrite.relational.sql.parsing.column_parser import typed_schema
from pyrite.relational.sql.parsing.cursor import Cursor
from pyrite.relational.sql.parsing.table_parser import (
    alter_materialized_table,
    alter_table,
    create_materialized_table,
    create_table,
)
from pyrite.relational.sql.sql_tree.objects import (
    AlterCatalog,
    AlterConnection,
    AlterDatabase,
    AlterFunction,
    AlterModel,
    AlterView,
    CreateCatalog,
    CreateConnection,
    CreateDatabase,
    CreateFunction,
    CreateModel,
    CreateView,
    Drop,
    Resource,
    SetComment,
)
from pyrite.relational.sql.sql_tree.statement import ObjectKind, Statement
from pyrite.relational.sql.sql_tree.tables import AlterAction, RenameTo, ResetOptions, SetOptions, SetQuery

_KINDS: Final = ("CATALOG", "MATERIALIZED", "TABLE", "VIEW", "DATABASE", "MODEL", "FUNCTION", "CONNECTION", "SYSTEM")
_LANGUAGES: Final = ("JAVA", "SCALA", "SQL", "PYTHON")


def create(cursor: Cursor, at: int) -> Statement:
    """CREATE, after this word."""
    if cursor.take("OR", "ALTER"):
        cursor.need("MATERIALIZED", "TABLE")
        return create_materialized_table(cursor, at, is_or_alter=True)
    is_replace = cursor.take("OR", "REPLACE")
    is_temporary = cursor.take("TEMPORARY")
    kind = cursor.need_one(_KINDS)
    if kind == "TABLE":
        return create_table(cursor, at, is_temporary, is_replace)
    if kind == "MATERIALIZED":
        cursor.need("TABLE")
        if is_temporary:
            cursor.fail_because("CREATE TEMPORARY MATERIALIZED TABLE is not supported.", at)
        if is_replace:
            cursor.fail_because("REPLACE MATERIALIZED TABLE is not supported.", at)
        return create_materialized_table(cursor, at, is_or_alter=False)
    if kind == "VIEW":
        return _create_view(cursor, at, is_temporary, is_replace)
    if kind == "CATALOG":
        return _create_catalog(cursor, at)
    if kind == "DATABASE":
        return _create_database(cursor, at)
    if kind == "MODEL":
        return _create_model(cursor, at, is_temporary)
    return _create_function_or_connection(cursor, at, kind, is_temporary, is_replace)


def _create_function_or_connection(
    cursor: Cursor, at: int, kind: str, is_temporary: bool, is_replace: bool
) -> Statement:
    is_system = kind == "SYSTEM"
    if is_system:
        kind = cursor.need_one(("FUNCTION", "CONNECTION"))
        if not is_temporary:
            cursor.fail_because(_only_temporary("CREATE", kind, "registered"), at)
    if kind == "FUNCTION":
        return _create_function(cursor, at, is_temporary, is_system, is_replace)
    return _create_connection(cursor, at, is_temporary, is_system)


def _only_temporary(verb: str, kind: str, done: str) -> str:
    objects = f"{kind.lower()}s"
    return (
        f"{verb} SYSTEM {kind} is not supported, system {objects} can only be {done} as temporary {objects}, "
        f"you can use {verb} TEMPORARY SYSTEM {kind} instead."
    )


def _create_catalog(cursor: Cursor, at: int) -> Statement:
    may_exist = if_not_exists(cursor)
    name = cursor.name()
    text = comment(cursor)
    return CreateCatalog(name, with_options(cursor), text, may_exist, at=at)


def _create_database(cursor: Cursor, at: int) -> Statement:
    may_exist = if_not_exists(cursor)
    path = cursor.path()
    text = comment(cursor)
    return CreateDatabase(path, with_options(cursor), text, may_exist, at=at)


def _create_view(cursor: Cursor, at: int, is_temporary: bool, is_replace: bool) -> Statement:
    may_exist = if_not_exists(cursor)
    path = cursor.path()
    columns: Path = cursor.parenthesized(cursor.name) if cursor.sees("(") else ()
    text = comment(cursor)
    cursor.need("AS")
    return CreateView(path, cursor.query(), columns, text, is_temporary, may_exist, is_replace, at=at)


def _create_model(cursor: Cursor, at: int, is_temporary: bool) -> Statement:
    may_exist = if_not_exists(cursor)
    path = cursor.path()
    inputs = typed_schema(cursor) if cursor.take("INPUT") else None
    outputs = typed_schema(cursor) if cursor.take("OUTPUT") else None
    text = comment(cursor)
    catalog_options = with_options(cursor)
    query = query_after_as(cursor)
    return CreateModel(path, inputs, outputs, text, catalog_options, query, is_temporary, may_exist, at=at)


def _create_connection(cursor: Cursor, at: int, is_temporary: bool, is_system: bool) -> Statement:
    may_exist = if_not_exists(cursor)
    path = cursor.path()
    text = comment(cursor)
    cursor.need("WITH")
    return CreateConnection(path, options(cursor), text, is_temporary, is_system, may_exist, at=at)


def _create_function(cursor: Cursor, at: int, is_temporary: bool, is_system: bool, is_replace: bool) -> Statement:
    may_exist = if_not_exists(cursor)
    path = (cursor.name(),) if is_system else cursor.path()
    class_name, language = _implementation(cursor)
    resources: tuple[Resource, ...] = ()
    if cursor.take("USING"):
        if language in ("SQL", "PYTHON"):
            cursor.fail_because(f"CREATE FUNCTION USING JAR/ARTIFACT syntax is not applicable to {language} language.")
        resources = cursor.listed(lambda: _resource(cursor))
    function_options = with_options(cursor)
    return CreateFunction(
        path, class_name, language, resources, function_options, is_temporary, is_system, may_exist, is_replace, at=at
    )


def _implementation(cursor: Cursor) -> tuple[str, Optional[str]]:
    """AS 'class' [LANGUAGE ...]."""
    cursor.need("AS")
    class_name = cursor.string()
    return class_name, cursor.need_one(_LANGUAGES) if cursor.take("LANGUAGE") else None


def _resource(cursor: Cursor) -> Resource:
    kind = cursor.need_one(("JAR", "ARTIFACT"))
    return Resource(kind, cursor.string())


def alter(cursor: Cursor, at: int) -> Statement:
    """ALTER, after this word."""
    is_temporary = cursor.take("TEMPORARY")
    is_system = is_temporary and cursor.take("SYSTEM")
    if is_temporary and not cursor.sees("FUNCTION"):
        cursor.fail()
    kind = cursor.need_one([kind for kind in _KINDS if kind != "SYSTEM"])
    if kind == "TABLE":
        return alter_table(cursor, at)
    if kind == "MATERIALIZED":
        cursor.need("TABLE")
        return alter_materialized_table(cursor, at)
    if kind == "FUNCTION":
        return _alter_function(cursor, at, is_temporary, is_system)
    if kind == "CATALOG":
        return AlterCatalog(cursor.name(), _action(cursor, ("SET", "RESET", "COMMENT")), at=at)
    if kind == "DATABASE":
        return AlterDatabase(cursor.path(), _action(cursor, ("SET",)), at=at)
    if kind == "VIEW":
        return AlterView(cursor.path(), _action(cursor, ("RENAME", "AS")), at=at)
    may_miss = if_exists(cursor)
    path, action = cursor.path(), _action(cursor, ("RENAME", "SET", "RESET"))
    return (AlterModel if kind == "MODEL" else AlterConnection)(path, action, may_miss, at=at)


def _action(cursor: Cursor, words: tuple[str, ...]) -> AlterAction:
    at = cursor.at
    word = cursor.need_one(words)
    if word == "RENAME":
        cursor.need("TO")
        return RenameTo(cursor.path(), at=at)
    if word == "SET":
        return SetOptions(options(cursor), at=at)
    if word == "RESET":
        return ResetOptions(option_keys(cursor), at=at)
    return SetComment(cursor.string(), at=at) if word == "COMMENT" else SetQuery(cursor.query(), at=at)


def _alter_function(cursor: Cursor, at: int, is_temporary: bool, is_system: bool) -> Statement:
    may_miss = if_exists(cursor)
    path = cursor.path()
    class_name, language = _implementation(cursor)
    return AlterFunction(path, class_name, language, is_temporary, is_system, may_miss, at=at)


def drop(cursor: Cursor, at: int) -> Statement:
    """DROP, after this word."""
    is_temporary = cursor.take("TEMPORARY")
    word = cursor.need_one(_KINDS)
    is_system = word == "SYSTEM"
    if is_system:
        word = cursor.need_one(("FUNCTION", "CONNECTION"))
        if word == "CONNECTION" and not is_temporary:
            cursor.fail_because(_only_temporary("DROP", word, "dropped"), at)
    if word == "MATERIALIZED":
        cursor.need("TABLE")
        word = "MATERIALIZED_TABLE"
        if is_temporary:
            cursor.fail_because("DROP TEMPORARY MATERIALIZED TABLE is not supported.", at)
    may_miss = if_exists(cursor)
    path = cursor.path()
    is_cascade = word == "DATABASE" and cursor.take_one(("CASCADE", "RESTRICT")) == "CASCADE"
    return Drop(ObjectKind[word], path, may_miss, is_temporary, is_system, is_cascade, at=at)
