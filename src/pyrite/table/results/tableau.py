"""Rows printed as Flink's client prints them: in a frame, one line for each row."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from pyrite.core.types import (
    AnyTimestampType,
    BigIntType,
    BooleanType,
    DateType,
    DecimalType,
    IntType,
    LogicalType,
    RowType,
    SmallIntType,
    TimeType,
    TinyIntType,
)
from pyrite.table.results.cell_text import text_of_type

MAX_WIDTH: Final = 30
"""The width of a string column, as in Flink."""
_NULL: Final = "<NULL>"
_WIDTHS: Final[dict[type[LogicalType], int]] = {
    TinyIntType: 4,
    SmallIntType: 6,
    IntType: 11,
    BigIntType: 20,
    BooleanType: 5,
    DateType: 10,
}


def printed(row_type: RowType, rows: Iterable[Any], zone: str, with_kinds: bool) -> Iterator[str]:
    """Formats the result of a query as its rows arrive. Widths follow from the types."""
    names = [*(["op"] if with_kinds else []), *row_type.names]
    widths = [*([2] if with_kinds else []), *(_width(field.name, field.type) for field in row_type.fields)]
    formatters = [text_of_type(field.type, zone) for field in row_type.fields]
    count = 0
    for row in rows:
        if count == 0:
            yield from _header(names, widths)
        cells = [_NULL if value is None else text(value) for text, value in zip(formatters, row, strict=True)]
        kinds = [str(row.get_row_kind())] if with_kinds else []
        yield _line([*kinds, *cells], widths)
        count += 1
    yield from _footer(count, widths)


def printed_by_content(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> Iterator[str]:
    """Formats the result of a statement. Each column is as wide as its widest value; a missing one is empty."""
    cells = [["" if value is None else _plain(value) for value in row] for row in rows]
    widths = [max(map(_display_width, column)) for column in zip(names, *cells, strict=True)]
    if rows:
        yield from _header(names, widths)
        yield from (_line(row, widths) for row in cells)
    yield from _footer(len(rows), widths)


def _plain(value: Any) -> str:
    return str(value).upper() if isinstance(value, bool) else str(value)


def _header(names: Sequence[str], widths: Sequence[int]) -> list[str]:
    return [_border(widths), _line(names, widths), _border(widths)]


def _footer(count: int, widths: Sequence[int]) -> list[str]:
    if count == 0:
        return ["Empty set"]
    return [_border(widths), f"{count} row{'s' if count > 1 else ''} in set"]


def _border(widths: Sequence[int]) -> str:
    return "+" + "".join("-" * (width + 2) + "+" for width in widths)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "|" + "".join(f" {_fitted(cell, width)} |" for cell, width in zip(cells, widths, strict=True))


def _fitted(text: str, width: int) -> str:
    """Right-aligns text. Text that is too wide ends with dots."""
    text_width = _display_width(text)
    if text_width <= width:
        return " " * (width - text_width) + text
    prefix, used = "", 0
    for sign in text:
        used += _sign_width(sign)
        if used > width - 3:
            break
        prefix += sign
    return " " * (width - 3 - _display_width(prefix)) + prefix + "..."


def _width(name: str, kind: LogicalType) -> int:
    return max(_type_width(kind), _display_width(name), len(_NULL))


def _type_width(kind: LogicalType) -> int:
    match kind:
        case DecimalType():
            return kind.precision + 2
        case TimeType():
            return 8 if kind.precision == 0 else kind.precision + 9
        case AnyTimestampType():
            return 19 if kind.precision == 0 else kind.precision + 20
    return _WIDTHS.get(type(kind), MAX_WIDTH)


def _display_width(text: str) -> int:
    return sum(map(_sign_width, text))


def _sign_width(sign: str) -> int:
    """Returns the terminal cells of a character: 2 if it is wide, 0 for control characters and combining marks."""
    if unicodedata.east_asian_width(sign) in ("W", "F"):
        return 2
    return 0 if unicodedata.category(sign) in ("Cc", "Mn", "Me", "Cf") else 1
