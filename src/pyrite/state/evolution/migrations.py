"""Migrations: what became of the classes that state was written with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Optional

from pyrite.core.errors import InvalidProgramError
from pyrite.core.job.migration import Migration


@dataclass(frozen=True)
class Migrations:
    """What became of classes that were renamed, moved or changed beyond added and removed fields.

    By the name that a class had: `Migrations({"shop.models.Order": Purchase})` where its fields still fit, else
    `Migrations({"shop.models.Order": lambda fields: Order(**fields, currency="EUR")})`. A function can be given for
    dataclasses and NamedTuples only: others are not written by field.
    """

    by_name: Mapping[str, Migration] = field(default_factory=dict)
    same_code: bool = False
    """The code that reads is the code that wrote: there is nothing to migrate, or to look at before it is used."""
    without_code: bool = False
    """Dataclasses and NamedTuples that cannot be imported, or do not fit, are read as rows."""

    def __post_init__(self) -> None:
        for name, migration in self.by_name.items():
            if not isinstance(name, str) or "." not in name:
                raise InvalidProgramError(
                    f"a migration goes by the full name that a class had, as 'shop.models.Order', not {name!r}"
                )
            if not callable(migration):
                raise InvalidProgramError(
                    f"the migration of {name} must be a class or a function of a dict of fields, not {migration!r}"
                )

    def of(self, module: str, name: str) -> Optional[Migration]:
        """The migration registered for a class, if any."""
        return None if self.same_code else self.by_name.get(f"{module}.{name}")

    @staticmethod
    def plain() -> Migrations:
        """Reads without the user's code what can be read without it."""
        return Migrations(without_code=True)


NO_MIGRATIONS: Final = Migrations(same_code=True)
