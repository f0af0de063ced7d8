"""SET and RESET."""

from __future__ import annotations

from pyrite.core.secrets import masked
from pyrite.core.types import string_type
from pyrite.relational.session.results import OK, StatementResult, table
from pyrite.relational.session.session import Session
from pyrite.relational.sql import tree


def set_option(statement: tree.SetOption, session: Session, text: str) -> StatementResult:
    """SET 'key' = 'value'; without a key, all settings. Values of passwords are not shown."""
    if statement.key is not None:
        session.configuration.set_string(statement.key, statement.value or "")
        return OK
    settings = sorted(session.configuration.to_dict().items())
    shown = [(key, masked(key, value)) for key, value in settings]
    return table(["key", "value"], [string_type(), string_type()], shown)


def reset_option(statement: tree.ResetOption, session: Session, text: str) -> StatementResult:
    session.reset(statement.key)
    return OK
