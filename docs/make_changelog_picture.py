"""Draws the picture of docs/guide/sql/dynamic_tables.md from runs: python docs/make_changelog_picture.py

The query runs in the simulation. Each row of its input is a line of the picture: the row, the changes that the query
announced for it, and the result table after them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from pyrite.graph.executor import ExecutionContext, use_context
from pyrite.table import EnvironmentSettings, TableEnvironment
from pyrite.testing import SimulationExecutor

GUIDE: Final = Path(__file__).resolve().parent / "guide" / "sql"
SALES: Final = (("tea", 3), ("cup", 5), ("tea", 4), ("pot", 9), ("cup", 2))
QUERY: Final = "SELECT item, COUNT(*) AS n, SUM(price) AS total FROM sales GROUP BY item"

# The run --------------------------------------------------------------------------------------------------------------

Change = tuple[str, str, int, int]
"""Kind, item, count and total."""


@dataclass(frozen=True)
class Step:
    """A row of the input, the changes that it caused, and the result table after them."""

    sale: tuple[str, int]
    changes: list[Change]
    table: list[tuple[str, int, int]]


def changes_of(sales: tuple[tuple[str, int], ...]) -> list[Change]:
    """All changes that the query emits for some rows."""
    with use_context(ExecutionContext(executor=SimulationExecutor(seed=1))):
        t_env = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
        t_env.get_config().set("parallelism.default", "1")
        values = ", ".join(f"('{item}', {price})" for item, price in sales)
        t_env.execute_sql(f"CREATE VIEW sales AS SELECT * FROM (VALUES {values}) AS t (item, price)")
        with t_env.execute_sql(QUERY).collect() as rows:
            return [(str(row.get_row_kind()), row[0], row[1], row[2]) for row in rows]


def steps() -> list[Step]:
    """The query over the first row, over the first two, and so on."""
    result: list[Step] = []
    table: dict[str, tuple[str, int, int]] = {}
    seen = 0
    for count in range(1, len(SALES) + 1):
        changes = changes_of(SALES[:count])
        for kind, item, n, total in changes[seen:]:
            if kind in ("+I", "+U"):
                table[item] = (item, n, total)
            else:
                del table[item]
        result.append(Step(SALES[count - 1], changes[seen:], sorted(table.values())))
        seen = len(changes)
    return result


# The picture ----------------------------------------------------------------------------------------------------------

_FONT: Final = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
_INK, _FAINT, _GRID = "#1f2933", "#52606d", "#cbd2d9"
_COLOURS: Final = {"+I": "#2f855a", "-U": "#b7791f", "+U": "#2b6cb0", "-D": "#c53030"}
_BAND: Final = "#f4f5f7"
_WIDTH, _TOP, _LINE, _PADDING = 760, 84, 22, 12
_IN, _CHANGES, _TABLE = 24, 210, 470
_CELLS: Final = (0, 110, 160)
"""Where the columns of the result table begin."""


def _text(text: str, x: float, y: float, colour: str = _INK, size: int = 13) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}">{escape(text)}</text>'


def _band(step: Step, top: int, height: int) -> Iterator[str]:
    first = top + _PADDING + 14
    yield _text(f"{step.sale[0]}, {step.sale[1]}", _IN + 10, first)
    for number, (kind, item, n, total) in enumerate(step.changes):
        y = first + number * _LINE
        yield _text(kind, _CHANGES + 10, y, _COLOURS[kind])
        yield _text(f"{item}, {n}, {total}", _CHANGES + 42, y)
    changed = {item for _, item, _, _ in step.changes}
    for number, row in enumerate(step.table):
        y = first + number * _LINE
        colour = _COLOURS["+U"] if row[0] in changed else _INK
        yield from (_text(str(cell), _TABLE + 10 + x, y, colour) for cell, x in zip(row, _CELLS, strict=True))
    yield f'<path d="M{_IN} {top + height}H{_WIDTH - _IN}" stroke="{_GRID}"/>'


def make_picture() -> str:
    """The picture, as SVG."""
    parts = [_text(QUERY, _IN, 28, size=15)]
    heads = (("rows of the input", _IN), ("changes that the query announces", _CHANGES), ("its result table", _TABLE))
    parts += [_text(head, x + 10, 58, _FAINT, 12) for head, x in heads]
    parts += [
        _text(name, _TABLE + 10 + x, 76, _FAINT, 12) for name, x in zip(("item", "n", "total"), _CELLS, strict=True)
    ]
    top = _TOP
    for number, step in enumerate(steps()):
        height = max(len(step.changes), len(step.table)) * _LINE + 2 * _PADDING - 4
        if number % 2 == 0:
            parts.append(f'<rect x="{_IN}" y="{top}" width="{_WIDTH - 2 * _IN}" height="{height}" fill="{_BAND}"/>')
        parts += _band(step, top, height)
        top += height
    size = f'viewBox="0 0 {_WIDTH} {top + 20}" width="{_WIDTH}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="{_FONT}">'
    title = f"<title>{escape(QUERY)}, row by row</title>"
    return "\n".join(
        [head, title, f'<rect width="{_WIDTH}" height="{top + 20}" fill="#ffffff"/>', *parts, "</svg>", ""]
    )


if __name__ == "__main__":
    (GUIDE / "changelog.svg").write_text(make_picture(), encoding="utf-8")
