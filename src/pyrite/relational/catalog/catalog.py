"""Catalog: databases with tables, views and functions, and its in-memory implementation."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Optional

from pyrite.core.errors import ValidationException
from pyrite.relational.catalog.objects import CatalogBaseTable, CatalogDatabase, CatalogFunction


class Catalog(ABC):
    """Stores objects by name. Names are case-sensitive, except for functions."""

    def __init__(
        self,
        name: str,
        default_database: str,
        options: Optional[Mapping[str, str]] = None,
        comment: Optional[str] = None,
    ) -> None:
        self.name = name
        self.default_database = default_database
        self.options = dict(options or {})
        self.comment = comment

    @abstractmethod
    def list_databases(self) -> list[str]: ...

    @abstractmethod
    def get_database(self, name: str) -> Optional[CatalogDatabase]: ...

    @abstractmethod
    def put_database(self, name: str, database: CatalogDatabase) -> None: ...

    @abstractmethod
    def drop_database(self, name: str) -> None: ...

    @abstractmethod
    def list_tables(self, database: str) -> list[str]:
        """Returns tables and views."""

    @abstractmethod
    def get_table(self, database: str, name: str) -> Optional[CatalogBaseTable]: ...

    @abstractmethod
    def put_table(self, database: str, name: str, table: CatalogBaseTable) -> None: ...

    @abstractmethod
    def drop_table(self, database: str, name: str) -> None: ...

    @abstractmethod
    def list_functions(self, database: str) -> list[str]: ...

    @abstractmethod
    def get_function(self, database: str, name: str) -> Optional[CatalogFunction]: ...

    @abstractmethod
    def put_function(self, database: str, name: str, function: CatalogFunction) -> None: ...

    @abstractmethod
    def drop_function(self, database: str, name: str) -> None: ...


@dataclass
class _Database:
    description: CatalogDatabase
    tables: dict[str, CatalogBaseTable] = field(default_factory=dict)
    functions: dict[str, CatalogFunction] = field(default_factory=dict)


class GenericInMemoryCatalog(Catalog):
    """Stores objects until the end of the session."""

    def __init__(
        self,
        name: str,
        default_database: str = "default",
        options: Optional[Mapping[str, str]] = None,
        comment: Optional[str] = None,
    ) -> None:
        super().__init__(name, default_database, options, comment)
        self._databases = {default_database: _Database(CatalogDatabase())}

    def list_databases(self) -> list[str]:
        return list(self._databases)

    def get_database(self, name: str) -> Optional[CatalogDatabase]:
        database = self._databases.get(name)
        return None if database is None else database.description

    def put_database(self, name: str, database: CatalogDatabase) -> None:
        if name in self._databases:
            self._databases[name].description = database
        else:
            self._databases[name] = _Database(database)

    def drop_database(self, name: str) -> None:
        del self._databases[name]

    def list_tables(self, database: str) -> list[str]:
        return list(self._database(database).tables)

    def get_table(self, database: str, name: str) -> Optional[CatalogBaseTable]:
        return None if database not in self._databases else self._databases[database].tables.get(name)

    def put_table(self, database: str, name: str, table: CatalogBaseTable) -> None:
        self._database(database).tables[name] = table

    def drop_table(self, database: str, name: str) -> None:
        del self._database(database).tables[name]

    def list_functions(self, database: str) -> list[str]:
        return list(self._database(database).functions)

    def get_function(self, database: str, name: str) -> Optional[CatalogFunction]:
        return None if database not in self._databases else self._databases[database].functions.get(name.lower())

    def put_function(self, database: str, name: str, function: CatalogFunction) -> None:
        self._database(database).functions[name.lower()] = function

    def drop_function(self, database: str, name: str) -> None:
        del self._database(database).functions[name.lower()]

    def _database(self, name: str) -> _Database:
        if name not in self._databases:
            raise ValidationException(f"Database {name} does not exist in Catalog {self.name}.")
        return self._databases[name]
