"""Errors of the binder: Flink's sentence, the place in the user's text, and the nearest right name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from pyrite.core.errors import ValidationException
from pyrite.relational.sql.errors import line_and_column, shown_place


class BindError(Exception):
    """What is wrong, and at which offset of the text; -1 if no text says it, as in the Table API."""

    def __init__(self, message: str, at: int = -1, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.at = at
        self.hint = hint


def unsupported(feature: str, at: int = -1) -> BindError:
    """The error for what a later version brings."""
    return BindError(f"{feature} is not supported yet", at)


def wrong_degree(columns: Sequence[str], aliases: Sequence[str], at: int) -> BindError:
    """The error for a list of names that has not one for each column."""
    names = ", ".join(f"'{name}'" for name in columns)
    return BindError(
        f"List of column aliases must have same degree as table; table has {len(columns)} columns ({names}), "
        f"whereas alias list has {len(aliases)} columns",
        at,
    )


def nearest(name: str, names: Iterable[str]) -> str:
    """`Did you mean 'price'?`, or nothing if no name is near."""
    known = {each.lower(): each for each in names if each != name}
    matches = difflib.get_close_matches(name.lower(), known, n=1, cutoff=0.6)
    return f"Did you mean '{known[matches[0]]}'?" if matches else ""


@contextmanager
def shown_in(text: str) -> Iterator[None]:
    """Within it, errors of the binder become what the user sees, with the place in the text that a statement is."""
    try:
        yield
    except BindError as error:
        raise located(error, text) from None
    except RecursionError:
        raise ValidationException(
            "SQL validation failed. The statement is nested too deeply: its queries and views, or those that they use, "
            "stand within each other. Write the inner ones into tables, or join views into one."
        ) from None


@contextmanager
def placed(at: int) -> Iterator[None]:
    """Gives an error that knows no place this one."""
    try:
        yield
    except BindError as error:
        error.at = at if error.at < 0 else error.at
        raise


def located(error: BindError, text: str) -> ValidationException:
    """The error as the user sees it: with line and column, the line itself and a caret."""
    stop = "" if error.message.endswith(".") else "."
    hint = f"{stop} {error.hint}" if error.hint else ""
    if error.at < 0 or not text:
        return ValidationException(f"{error.message}{hint}")
    line, column = line_and_column(text, error.at)
    shown = shown_place(text, error.at)
    return ValidationException(
        f"SQL validation failed. At line {line}, column {column}: {error.message}{hint}\n\n{shown}"
    )


SOURCE_WATERMARK_MISUSED = (
    "SOURCE_WATERMARK() is a declarative marker function and doesn't have concrete runtime implementation. It can only "
    "be used as a single expression in a WATERMARK FOR clause in the CREATE TABLE DDL. The declaration will be pushed "
    "down into a table source that implements the "
    "'org.apache.flink.table.connector.source.abilities.SupportsSourceWatermark' interface. The source will emit "
    "system-defined watermarks afterwards. Please check the documentation whether the connector supports source "
    "watermarks."
)
"""Flink's sentence: no connector makes watermarks of its own, neither Flink's nor ours."""
