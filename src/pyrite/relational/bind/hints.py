"""The hints of a query. STATE_TTL says how long the groups of its aggregates are kept; the others are for joins."""

from __future__ import annotations

from typing import Final, Optional

from pyrite.core.config.config_options import parse_duration_ms
from pyrite.core.errors import ValidationException
from pyrite.relational.bind.errors import BindError
from pyrite.relational.bind.scope import Scope
from pyrite.relational.sql import tree

_HINTS: Final = frozenset(
    ("OPTIONS", "ALIAS", "BROADCAST", "SHUFFLE_HASH", "SHUFFLE_MERGE", "NEST_LOOP", "LOOKUP", "MULTI_JOIN", "STATE_TTL")
)


def check_hints(query: tree.Select) -> None:
    """Raises for a hint that Flink does not know."""
    for hint in query.hints:
        if hint.name.upper() not in _HINTS:
            raise BindError(f"Hint: {hint.name} should be registered in the HintStrategyTable")


def state_ttl_ms(query: tree.Select, scope: Scope) -> Optional[int]:
    """What the hint says of the query's input, by its name or alias; None without it."""
    hints = [hint for hint in query.hints if hint.name.upper() == "STATE_TTL"]
    if any(hint.arguments for hint in hints):
        raise ValidationException("Invalid list options in STATE_TTL hint, only support key-value options.")
    if not all(hint.options for hint in hints):
        raise ValidationException("Invalid STATE_TTL hint, expecting at least one key-value options specified.")
    options = [option for hint in hints for option in hint.options]
    known = {field.qualifier for field in scope.fields}
    matching = [text for name, text in options if any(_is_of(qualifier, name) for qualifier in known)]
    wrong = [name for name, _ in options if not any(_is_of(qualifier, name) for qualifier in known)]
    if wrong:
        raise ValidationException(
            "The options of following hints cannot match the name of input tables or views: \n"
            f"`{', '.join(wrong)}` in `STATE_TTL`"
        )
    if not matching:
        return None
    try:
        return parse_duration_ms(matching[0])
    except ValueError as error:
        raise ValidationException(f"Invalid STATE_TTL hint value {matching[0]!r}: {error}") from None


def _is_of(qualifier: tuple[str, ...], name: str) -> bool:
    """Whether the ends of two paths agree, as far as both go."""
    parts = tuple(name.split("."))
    length = min(len(parts), len(qualifier))
    return length > 0 and qualifier[-length:] == parts[-length:]
