"""CatalogManager: the session's catalogs, where it is among them, and its temporary objects."""

from __future__ import annotations

from typing import Final, Optional

from pyrite.core.errors import ValidationException
from pyrite.core.types import ObjectIdentifier
from pyrite.expressions.expression_tree import Path
from pyrite.relational.catalog.catalog import Catalog, GenericInMemoryCatalog
from pyrite.relational.catalog.objects import CatalogBaseTable, CatalogFunction

DEFAULT_CATALOG: Final = "default_catalog"
DEFAULT_DATABASE: Final = "default_database"


class CatalogManager:
    """Resolves names. A temporary object shadows a permanent one of the same name."""

    def __init__(self, catalog: str = DEFAULT_CATALOG, database: str = DEFAULT_DATABASE) -> None:
        self.catalogs: dict[str, Catalog] = {catalog: GenericInMemoryCatalog(catalog, database)}
        self.current_catalog: Optional[str] = catalog
        self.current_database: Optional[str] = database
        self.temporary_tables: dict[ObjectIdentifier, CatalogBaseTable] = {}
        self.temporary_functions: dict[ObjectIdentifier, CatalogFunction] = {}
        self.system_functions: dict[str, CatalogFunction] = {}
        """Temporary system functions, by name in lower case."""

    def qualify(self, path: Path) -> ObjectIdentifier:
        """The full name of an object."""
        if len(path) == 3:
            return ObjectIdentifier(*path)
        if self.current_catalog is None:
            raise ValidationException("A current catalog has not been set. Please use a fully qualified identifier.")
        if len(path) == 2:
            return ObjectIdentifier(self.current_catalog, *path)
        if len(path) != 1:
            raise ValidationException(f"a name has one to three parts, but {'.'.join(path)} has {len(path)}")
        if self.current_database is None:
            raise ValidationException("A current database has not been set. Please use a fully qualified identifier.")
        return ObjectIdentifier(self.current_catalog, self.current_database, path[0])

    def full_path(self, path: Path) -> Path:
        """The full name of a table or view, in parts."""
        name = self.qualify(path)
        return name.catalog, name.database, name.object

    def full_function_path(self, path: Path) -> Path:
        """The full name of a user's function; that of a system function or a built-in one is as it is."""
        return path if self.is_system_function(path) or self.get_function(path) is None else self.full_path(path)

    def get_table(self, name: ObjectIdentifier) -> Optional[CatalogBaseTable]:
        temporary = self.temporary_tables.get(name)
        return temporary if temporary is not None else self.get_permanent_table(name)

    def get_permanent_table(self, name: ObjectIdentifier) -> Optional[CatalogBaseTable]:
        catalog = self.catalogs.get(name.catalog)
        return None if catalog is None else catalog.get_table(name.database, name.object)

    def is_temporary(self, name: ObjectIdentifier) -> bool:
        return name in self.temporary_tables

    def get_function(self, path: Path) -> Optional[CatalogFunction]:
        """The user's function of that name: temporary system functions, temporary ones, then those of the catalog."""
        if self.is_system_function(path):
            return self.system_functions[path[0].lower()]
        if self.is_temporary_function(path):
            return self.temporary_functions[self._folded(path)]
        name = self.qualify(path)
        catalog = self.catalogs.get(name.catalog)
        return None if catalog is None else catalog.get_function(name.database, name.object)

    def is_system_function(self, path: Path) -> bool:
        """Whether a temporary system function has that name."""
        return len(path) == 1 and path[0].lower() in self.system_functions

    def is_temporary_function(self, path: Path) -> bool:
        return self._folded(path) in self.temporary_functions

    def _folded(self, path: Path) -> ObjectIdentifier:
        name = self.qualify(path)
        return ObjectIdentifier(name.catalog, name.database, name.object.lower())

    def function_names(self) -> list[str]:
        """The user's functions of the current database, for suggestions."""
        names = {n.object for n in self.temporary_functions if (n.catalog, n.database) == self._place}
        if self.current_catalog is not None and self.current_database is not None:
            names.update(self.catalogs[self.current_catalog].list_functions(self.current_database))
        return sorted(names | set(self.system_functions))

    def catalog(self, name: str) -> Catalog:
        if name not in self.catalogs:
            raise ValidationException(f"A catalog with name [{name}] does not exist.")
        return self.catalogs[name]

    def table_names(self) -> list[str]:
        """Tables and views of the current database, temporary ones among them, in order."""
        names = {n.object for n in self.temporary_tables if (n.catalog, n.database) == self._place}
        if self.current_catalog is not None and self.current_database is not None:
            names.update(self.catalogs[self.current_catalog].list_tables(self.current_database))
        return sorted(names)

    @property
    def _place(self) -> tuple[Optional[str], Optional[str]]:
        return self.current_catalog, self.current_database
