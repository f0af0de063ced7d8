"""Hints of a SELECT: `/*+ STATE_TTL('o' = '1 d') */`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Optional

from pyrite.core.config.config_options import parse_duration_ms
from pyrite.core.errors import ValidationException
from pyrite.relational.bind.errors import BindError
from pyrite.relational.bind.scope import Scope
from pyrite.relational.sql import sql_tree

_HINTS: Final = frozenset(
    ("OPTIONS", "ALIAS", "BROADCAST", "SHUFFLE_HASH", "SHUFFLE_MERGE", "NEST_LOOP", "LOOKUP", "MULTI_JOIN", "STATE_TTL")
)


@dataclass(frozen=True)
class QueryHints:
    """The hints of one SELECT. Tables are named by their names or aliases."""

    hints: tuple[sql_tree.Hint, ...] = ()

    @staticmethod
    def of(query: sql_tree.Select) -> QueryHints:
        """Returns the hints. Raises for an unknown one."""
        for hint in query.hints:
            if hint.name.upper() not in _HINTS:
                raise BindError(f"Hint: {hint.name} should be registered in the HintStrategyTable")
        return QueryHints(query.hints)

    def named(self, name: str) -> list[sql_tree.Hint]:
        """Returns the hints with a name, in upper case."""
        return [hint for hint in self.hints if hint.name.upper() == name]

    def check_state_ttl(self, scope: Scope) -> None:
        """Raises if STATE_TTL names a table that is not among the inputs."""
        hints = self.named("STATE_TTL")
        if any(hint.arguments for hint in hints):
            raise ValidationException("Invalid list options in STATE_TTL hint, only support key-value options.")
        if not all(hint.options for hint in hints):
            raise ValidationException("Invalid STATE_TTL hint, expecting at least one key-value options specified.")
        wrong = [name for hint in hints for name, _ in hint.options if not _is_in(scope, name)]
        if wrong:
            raise ValidationException(
                "The options of following hints cannot match the name of input tables or views: \n"
                f"`{', '.join(wrong)}` in `STATE_TTL`"
            )

    def state_ttl_ms(self, scope: Scope) -> Optional[int]:
        """Returns the time to live of state with rows of a table; None without a hint for it."""
        options = [option for hint in self.named("STATE_TTL") for option in hint.options]
        matching = [text for name, text in options if _is_in(scope, name)]
        if not matching:
            return None
        try:
            return parse_duration_ms(matching[0])
        except ValueError as error:
            raise ValidationException(f"Invalid STATE_TTL hint value {matching[0]!r}: {error}") from None


NO_HINTS: Final = QueryHints()


def _is_in(scope: Scope, name: str) -> bool:
    """Returns whether a table of the scope has this name: one path is a suffix of the other."""
    parts = tuple(name.split("."))
    for qualifier in {field.qualifier for field in scope.fields}:
        length = min(len(parts), len(qualifier))
        if length > 0 and qualifier[-length:] == parts[-length:]:
            return True
    return False
