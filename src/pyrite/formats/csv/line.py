"""CsvDialect: splits a CSV line into fields, and joins fields to a line."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Optional

from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted

_ESCAPED: Final = {"n": "\n", "r": "\r", "t": "\t", "0": "\0"}


@persisted("csv-dialect/1")
@dataclass(frozen=True)
class CsvDialect:
    """The special characters of CSV. A quote inside quotes is doubled, or escaped if an escape character is set."""

    delimiter: str = ","
    quote: Optional[str] = '"'
    escape: Optional[str] = None
    allows_comments: bool = False

    def __post_init__(self) -> None:
        for name, sign in (("field delimiter", self.delimiter), ("quote", self.quote), ("escape", self.escape)):
            if sign is not None and (not isinstance(sign, str) or len(sign) != 1 or sign in "\r\n"):
                raise InvalidProgramError(f"CSV: the {name} must be one character other than a line end, got {sign!r}")
        signs = [sign for sign in (self.delimiter, self.quote, self.escape) if sign is not None]
        if len(set(signs)) != len(signs):
            raise InvalidProgramError(f"CSV: delimiter, quote and escape must differ, got {signs}")

    def splitter(self) -> Callable[[str], Optional[list[str]]]:
        """Returns a function that splits a message into fields: None for a comment; two lines are an error."""
        delimiter, special = self.delimiter, [sign for sign in (self.quote, self.escape) if sign is not None]
        scan = _Scan(self)

        def split(text: str) -> Optional[list[str]]:
            text = text.removeprefix("\ufeff").rstrip("\r\n")
            if self.allows_comments:
                while text.lstrip(" \t").startswith("#"):
                    _, more, text = text.partition("\n")
                    if not more:
                        return None
            if "\n" in text or "\r" in text or any(sign in text for sign in special):
                return scan.fields(text)
            return text.split(delimiter)

        return split

    def joiner(self) -> Callable[[list[str]], str]:
        """Returns a function that joins fields to a line. It quotes fields that would otherwise be read differently."""
        protect = self._quoted if self.quote is not None else self._escaped
        unsafe = re.escape(f"{self.delimiter}{self.quote or ''}{self.escape or ''}") + "\r\n"
        is_unsafe = re.compile(rf"[{unsafe}]|^[\s#]|\s$" if self.quote is not None else f"[{unsafe}]").search

        def join(fields: list[str]) -> str:
            return self.delimiter.join([protect(field) if is_unsafe(field) else field for field in fields])

        return join

    def _quoted(self, field: str) -> str:
        assert self.quote is not None
        if self.escape is not None:
            field = field.replace(self.escape, self.escape * 2)
        return f"{self.quote}{field.replace(self.quote, self.quote * 2)}{self.quote}"

    def _escaped(self, field: str) -> str:
        if self.escape is None:
            raise TypeError(
                f"{field!r} contains the delimiter {self.delimiter!r} or a line end: "
                "CSV without a quote and an escape character cannot represent it"
            )
        field = field.replace(self.escape, self.escape * 2).replace("\n", f"{self.escape}n")
        return field.replace("\r", f"{self.escape}r").replace(self.delimiter, self.escape + self.delimiter)


class _Scan:
    """Reads fields one by one from a line with quotes or escapes."""

    def __init__(self, dialect: CsvDialect) -> None:
        delimiter = re.escape(dialect.delimiter)
        quote = None if dialect.quote is None else re.escape(dialect.quote)
        escape = None if dialect.escape is None else re.escape(dialect.escape)
        blanks = " *" if dialect.delimiter == "\t" else r"\t*" if dialect.delimiter == " " else r"[ \t]*"
        plain = _repeated(rf"[^{delimiter}\r\n{escape or ''}]", [f"{escape}."] if escape else [])
        pattern = f"(?P<plain>{plain})"
        if quote is not None:
            within = _repeated(f"[^{quote}{escape or ''}]", [quote * 2, *([f"{escape}."] if escape else [])])
            pattern = f"(?:{blanks}{quote}(?P<quoted>{within}){quote}{blanks}|{pattern})"
        self._field = re.compile(rf"{pattern}(?P<end>{delimiter}|\Z)", re.DOTALL)
        self._begins_quoted = re.compile(f"{blanks}{quote}").match if quote else None
        self._doubled = (dialect.quote or "") * 2
        self._quote = dialect.quote or ""
        self._escapes = re.compile(f"{escape}(.)", re.DOTALL) if escape else None

    def fields(self, text: str) -> list[str]:
        fields: list[str] = []
        position = 0
        while True:
            match = self._field.match(text, position)
            if match is None or (match["plain"] is not None and self._is_begun(text, position)):
                raise ValueError(
                    f"the field at character {position} has no end, or text after its quotes, or a line end"
                )
            fields.append(self._value(match))
            position = match.end()
            if not match["end"]:
                return fields

    def _is_begun(self, text: str, position: int) -> bool:
        return self._begins_quoted is not None and self._begins_quoted(text, position) is not None

    def _value(self, match: re.Match[str]) -> str:
        quotation = match["quoted"] if self._begins_quoted is not None else None
        value = match["plain"] if quotation is None else quotation.replace(self._doubled, self._quote)
        if self._escapes is None:
            return value
        return self._escapes.sub(lambda escape: _ESCAPED.get(escape[1], escape[1]), value)


def _repeated(usual: str, others: list[str]) -> str:
    """A pattern for any number of usual characters, with others between them."""
    return f"{usual}*(?:(?:{'|'.join(others)}){usual}*)*" if others else f"{usual}*"
