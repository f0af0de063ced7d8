"""Errors of the binder: Flink's message, the position in the user's text, and a suggestion."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from pyrite.core.errors import ValidationException
from pyrite.relational.sql.errors import excerpt_at, line_and_column


class BindError(Exception):
    """An error with the offset in the text; -1 if there is no text, as in the Table API."""

    def __init__(self, message: str, at: int = -1, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.at = at
        self.hint = hint


class UnknownNameError(BindError):
    """A name that no table of the query has: it may be one of an enclosing query."""


def unsupported(feature: str, at: int = -1) -> BindError:
    """Returns the error for an unsupported feature."""
    return BindError(f"{feature} is not supported yet", at)


def wrong_degree(columns: Sequence[str], aliases: Sequence[str], at: int) -> BindError:
    """Returns the error for a list of aliases whose length is not the number of columns."""
    names = ", ".join(f"'{name}'" for name in columns)
    return BindError(
        f"List of column aliases must have same degree as table; table has {len(columns)} columns ({names}), "
        f"whereas alias list has {len(aliases)} columns",
        at,
    )


def nearest(name: str, names: Iterable[str]) -> str:
    """Returns `Did you mean 'price'?`, or an empty text if no name is similar."""
    by_lower_case = {each.lower(): each for each in names if each != name}
    matches = difflib.get_close_matches(name.lower(), by_lower_case, n=1, cutoff=0.6)
    return f"Did you mean '{by_lower_case[matches[0]]}'?" if matches else ""


@contextmanager
def shown_in(text: str) -> Iterator[None]:
    """Converts errors of the binder to the user's errors, with the position in the text of the statement."""
    try:
        yield
    except BindError as error:
        raise located(error, text) from None
    except RecursionError:
        raise ValidationException(
            "SQL validation failed. The statement is nested too deeply: its subqueries, its views, or the views that "
            "they use. Write inner results to tables, or merge views."
        ) from None


@contextmanager
def placed(at: int) -> Iterator[None]:
    """Sets the position of an error without one."""
    try:
        yield
    except BindError as error:
        error.at = at if error.at < 0 else error.at
        raise


def located(error: BindError, text: str) -> ValidationException:
    """Converts an error to the user's error, with line and column, the line and a caret."""
    stop = "" if error.message.endswith(".") else "."
    hint = f"{stop} {error.hint}" if error.hint else ""
    if error.at < 0 or not text:
        return ValidationException(f"{error.message}{hint}")
    line, column = line_and_column(text, error.at)
    excerpt = excerpt_at(text, error.at)
    return ValidationException(
        f"SQL validation failed. At line {line}, column {column}: {error.message}{hint}\n\n{excerpt}"
    )


SOURCE_WATERMARK_MISUSED = (
    "SOURCE_WATERMARK() is a declarative marker function and doesn't have concrete runtime implementation. It can only "
    "be used as a single expression in a WATERMARK FOR clause in the CREATE TABLE DDL. The declaration will be pushed "
    "down into a table source that implements the "
    "'org.apache.flink.table.connector.source.abilities.SupportsSourceWatermark' interface. The source will emit "
    "system-defined watermarks afterwards. Please check the documentation whether the connector supports source "
    "watermarks."
)
"""Flink's message. No connector generates watermarks, neither in Flink nor here."""
