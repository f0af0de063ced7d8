"""Tables of the command line: drawn, with colors, on a terminal; plain columns elsewhere, for other programs."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Final

import click

_STYLES: Final = {
    "RUNNING": "green",
    "FINISHED": "green",
    "alive": "green",
    "FAILED": "red",
    "GONE": "red",
    "gone": "red",
    "NO ANSWER": "red",
}
"""The styles of cells with these texts."""


def print_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Prints a table to stdout. Cells are literal text, without markup."""
    lines = list(rows)
    if sys.stdout.isatty():
        _draw(header, lines)
    else:
        click.echo(_plain(header, lines))


def _plain(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in (header, *rows)]
    return "\n".join(line.rstrip() for line in lines)


def _draw(header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in header:
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell, _STYLES.get(cell, "")) for cell in row))
    Console(highlight=False).print(table)
