"""Statement: SQL with `?` for the fields of a record, and an analysis of its text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Optional

from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted

_TOKEN: Final = re.compile(
    r"""
    [eE]'(?:[^'\\]|\\.|'')*' | '(?:[^']|'')*' | "(?:[^"]|"")*"
    | --[^\n]* | /\*.*?\*/ | \$(?P<tag>\w*)\$.*?\$(?P=tag)\$
    | \?\? | \?
    """,
    re.VERBOSE | re.DOTALL,
)
"""Tokens that may contain question marks, and question marks. `??` escapes a question mark in the SQL."""

_NAME: Final = r'(?:\w+|"(?:[^"]|"")+")'
_PLAIN: Final = re.compile(
    rf"\s*INSERT\s+INTO\s+(?P<table>{_NAME}(?:\s*\.\s*{_NAME})*)\s*(?P<columns>\(\s*{_NAME}(?:\s*,\s*{_NAME})*\s*\))?"
    r"\s*VALUES\s*\(\s*\?(?:\s*,\s*\?)*\s*\)\s*;?\s*",
    re.IGNORECASE,
)
_VALUES: Final = (
    rf"INTO\s+{_NAME}(?:\s*\.\s*{_NAME})*(?:\s+AS\s+{_NAME})?\s*(?:\((?P<columns>[^()]*)\))?\s*VALUES\s*\([^()]*\)\s*"
)
"""INTO a table with parameters and constants. Functions such as nextval() may return a new value each time."""
_REPLACES: Final = re.compile(rf"\s*(?:REPLACE|INSERT\s+OR\s+REPLACE)\s+{_VALUES};?\s*", re.IGNORECASE)
_CONFLICT: Final = re.compile(
    rf"\s*INSERT\s+{_VALUES}ON\s+CONFLICT\s+(?:\((?P<target>[^()]*)\)[^()]*?|ON\s+CONSTRAINT\s+{_NAME}\s+)"
    r"DO\s+(?:NOTHING|UPDATE\s+SET\s+(?P<set>.*?))\s*(?:\bWHERE\b.*)?(?:\bRETURNING\b.*)?;?\s*",
    re.IGNORECASE | re.DOTALL,
)
_FIXED: Final = re.compile(
    rf"\s*{_NAME}\s*=\s*(?:EXCLUDED\s*\.\s*{_NAME}|\?|''|NULL|TRUE|FALSE|-?[\d.]+)\s*", re.IGNORECASE
)

_WRITES: Final = ("INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE", "WITH", "CALL")


@persisted("jdbc-plain-insert/1")
@dataclass(frozen=True)
class PlainInsert:
    """`INSERT INTO table (columns) VALUES (?, ...)`, without further clauses."""

    table: str
    columns: str


@persisted("jdbc-statement/1")
@dataclass(frozen=True)
class Statement:
    """A statement that is executed once for each record."""

    sql: str

    def check_writes(self) -> None:
        """InvalidProgramError unless the SQL is a single statement that writes."""
        text = _TOKEN.sub(lambda token: "?" if token[0] == "?" else "''" if token[0][0] in "'\"eE$" else " ", self.sql)
        first = text.split(maxsplit=1)[0].upper() if text.strip() else ""
        if first not in _WRITES:
            raise InvalidProgramError(
                f"the statement of a JdbcSink must be one of {', '.join(_WRITES)}, not: {self.sql}"
            )
        if ";" in text.rstrip().removesuffix(";"):
            raise InvalidProgramError(f"a JdbcSink takes one statement, not several: {self.sql}")

    @cached_property
    def fields(self) -> int:
        """The number of `?`."""
        return sum(1 for token in _TOKEN.finditer(self.sql) if token[0] == "?")

    @cached_property
    def plain_insert(self) -> Optional[PlainInsert]:
        match = _PLAIN.fullmatch(self.sql)
        return None if match is None else PlainInsert(match["table"], match["columns"] or "")

    @cached_property
    def is_idempotent(self) -> bool:
        """Whether the statement can be repeated without changing the table.

        It cannot if an upsert computes with existing values, or if it does not write its key: the table may then
        generate a new one.
        """
        text = _TOKEN.sub(_blank_literal, self.sql)
        if _REPLACES.fullmatch(text):
            return True
        match = _CONFLICT.fullmatch(text)
        if match is None:
            return False
        if match["columns"] is not None and not _names(match["target"]) <= _names(match["columns"]):
            return False
        return match["set"] is None or all(map(_FIXED.fullmatch, match["set"].split(",")))

    def with_percent_marks(self) -> str:
        """The SQL in psycopg's parameter style: `%s` for each `?`."""
        parts, end = [], 0
        for token in _TOKEN.finditer(self.sql):
            parts.append(self.sql[end : token.start()].replace("%", "%%"))
            parts.append({"?": "%s", "??": "?"}.get(token[0]) or token[0].replace("%", "%%"))
            end = token.end()
        return "".join([*parts, self.sql[end:].replace("%", "%%")])

    def check_fields(self, count: int) -> None:
        """InvalidProgramError if records have a different number of fields."""
        if self.fields != count:
            raise InvalidProgramError(
                f"the statement has {self.fields} '?', but records have {count} fields: {self.sql}"
            )


def _names(columns: Optional[str]) -> set[str]:
    return {name.strip().strip('"').lower() for name in (columns or "").split(",") if name.strip()}


def _blank_literal(token: re.Match[str]) -> str:
    """Blanks texts and comments, which may contain any word; keeps names and parameters."""
    if token[0].startswith(('"', "?")):
        return token[0]
    return " " if token[0].startswith(("--", "/*")) else "''"
