"""Writes docs/guide/connectors/README.md from what the connectors declare: python docs/make_connectors.py"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pyrite.connectors.catalogue import declared
from pyrite.core.connector.guarantee import Declaration
from pyrite.core.connector.sink import Sink
from pyrite.core.connector.source import Source

FOLDER = Path(__file__).resolve().parent / "guide" / "connectors"
HEAD = """# Connectors

*Made from what the connectors declare by [make_connectors.py](../../make_connectors.py).*

What a source or a sink gives with checkpoints on, whatever fails: every row is proved by the
[contract suite](../../../tests/whole/contract), which crashes a job with it at each step, against what "tried with"
says. The weakest link decides for a whole job; `pyrite info job.py` and `pyrite run` say which it is:

    end to end: at-least-once, because of sink 'redis' (no transactions)

- *exactly-once*: each record arrives once.
- *at-least-once*: none is lost; after a failure some may arrive again.
- *at-most-once*: none arrives twice; after a failure some may be missing.

Where there are several lines, the first is what you get without asking.
"""


def page() -> str:
    return "\n".join(
        [HEAD, "## Sources", "", *_table(declared(Source)), "", "## Sinks", "", *_table(declared(Sink)), ""]
    )


def _table(declarations: dict[type[Any], Declaration]) -> list[str]:
    rows = ["| | class | guarantee | needs | tried with |", "| --- | --- | --- | --- | --- |"]
    for kind, entry in declarations.items():
        ways = "<br>".join(f"**{way.delivery}**: {way.reason}" for way in entry.ways)
        cells = (entry.name, f"`{kind.__name__}`", ways, entry.needs or "-", entry.tried_with or "-")
        rows.append(f"| {' | '.join(cells)} |")
    return rows


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "README.md").write_text(page(), encoding="utf-8")
