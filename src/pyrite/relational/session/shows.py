"""SHOW: names of objects."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from pyrite.core.types import BooleanType, string_type
from pyrite.expressions.functions import FUNCTIONS
from pyrite.relational.bind.errors import BindError, nearest, unsupported
from pyrite.relational.catalog.objects import CatalogTable, CatalogView, InlineView
from pyrite.relational.session.describe import columns_of_table
from pyrite.relational.session.results import StatementResult, one_column
from pyrite.relational.session.results import table as rows_of
from pyrite.relational.session.session import Session
from pyrite.relational.sql import sql_tree
from pyrite.relational.sql.sql_tree import ObjectKind

_CORE: Final = "core"
"""The module of the built-in functions."""


def show(statement: sql_tree.Show, session: Session, text: str) -> StatementResult:
    """Returns the sorted names that match LIKE."""
    if statement.kind is ObjectKind.COLUMN:
        result = columns_of_table(statement.parent, session, statement.at)
        rows = tuple(row for row in result.rows if is_like(row[0], statement.like))
        return StatementResult(result.row_type, rows)
    if statement.is_full:
        return rows_of(["module name", "used"], [string_type(), BooleanType()], [(_CORE, True)])
    if statement.kind not in _NAMES:
        raise unsupported(f"SHOW {statement.kind.value}S", statement.at)
    column, names = _NAMES[statement.kind]
    return one_column(column, sorted(name for name in names(statement, session) if is_like(name, statement.like)))


def is_like(name: str, pattern: sql_tree.LikePattern | None) -> bool:
    if pattern is None:
        return True
    regex = "".join(".*" if sign == "%" else "." if sign == "_" else re.escape(sign) for sign in pattern.pattern)
    flags = re.DOTALL | (re.IGNORECASE if pattern.ignores_case else 0)
    return (re.fullmatch(regex, name, flags) is not None) is not pattern.is_negated


def _catalogs(statement: sql_tree.Show, session: Session) -> Iterable[str]:
    return session.catalogs.catalogs


def _databases(statement: sql_tree.Show, session: Session) -> Iterable[str]:
    catalogs = session.catalogs
    name = statement.parent[0] if statement.parent else str(catalogs.current_catalog)
    if name not in catalogs.catalogs:
        raise BindError(f"Catalog {name} does not exist", statement.at, nearest(name, catalogs.catalogs))
    return catalogs.catalogs[name].list_databases()


def _tables(statement: sql_tree.Show, session: Session) -> Iterable[str]:
    """Returns tables and views, as in Flink."""
    return [name for name, _ in _objects(statement, session)]


def _views(statement: sql_tree.Show, session: Session) -> Iterable[str]:
    objects = _objects(statement, session)
    return [name for name, table in objects if isinstance(table, (CatalogView, InlineView))]


def _place(statement: sql_tree.Show, session: Session) -> tuple[str, str]:
    """Returns the catalog and database after FROM or IN, or the current ones."""
    parent = statement.parent
    if len(parent) > 2:
        raise BindError(
            f"SHOW {statement.kind.value}S from/in identifier [ {'.'.join(parent)} ] format error, it should be "
            "[catalog_name.]database_name.",
            statement.at,
        )
    catalog = parent[0] if len(parent) == 2 else str(session.catalogs.current_catalog)
    return catalog, parent[-1] if parent else str(session.catalogs.current_database)


def _objects(
    statement: sql_tree.Show, session: Session
) -> list[tuple[str, CatalogTable | CatalogView | InlineView | None]]:
    catalogs = session.catalogs
    catalog_name, database = _place(statement, session)
    catalog = catalogs.catalogs.get(catalog_name)
    if catalog is None:
        raise BindError(
            f"Catalog {catalog_name} does not exist", statement.at, nearest(catalog_name, catalogs.catalogs)
        )
    if catalog.get_database(database) is None:
        hint = nearest(database, catalog.list_databases())
        raise BindError(f"Database '{catalog_name}'.'{database}' doesn't exist.", statement.at, hint)
    objects = {name: catalog.get_table(database, name) for name in catalog.list_tables(database)}
    for name, table in catalogs.temporary_tables.items():
        if (name.catalog, name.database) == (catalog_name, database):
            objects[name.object] = table
    return sorted(objects.items())


def _functions(statement: sql_tree.Show, session: Session) -> Iterable[str]:
    catalogs = session.catalogs
    catalog_name, database = _place(statement, session)
    names = set(catalogs.catalog(catalog_name).list_functions(database))
    names |= {n.object for n in catalogs.temporary_functions if (n.catalog, n.database) == (catalog_name, database)}
    names |= set(catalogs.system_functions)
    if not statement.is_user:
        names |= {function.name for function in FUNCTIONS.functions() if function.group}
    return names


def _modules(statement: sql_tree.Show, session: Session) -> Iterable[str]:
    return [_CORE]


_NAMES: Final[dict[ObjectKind, tuple[str, Callable[[sql_tree.Show, Session], Iterable[str]]]]] = {
    ObjectKind.CATALOG: ("catalog name", _catalogs),
    ObjectKind.DATABASE: ("database name", _databases),
    ObjectKind.TABLE: ("table name", _tables),
    ObjectKind.VIEW: ("view name", _views),
    ObjectKind.FUNCTION: ("function name", _functions),
    ObjectKind.MODULE: ("module name", _modules),
}


def show_current(statement: sql_tree.ShowCurrent, session: Session, text: str) -> StatementResult:
    catalogs = session.catalogs
    if statement.kind is ObjectKind.CATALOG:
        return one_column("current catalog name", [str(catalogs.current_catalog)])
    return one_column("current database name", [str(catalogs.current_database)])
