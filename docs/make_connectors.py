"""Writes docs/guide/connectors/README.md from what the connectors declare: python docs/make_connectors.py"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pyrite.connectors.catalogue import declarations
from pyrite.core.connector.guarantee import Declaration
from pyrite.core.connector.sink import Sink
from pyrite.core.connector.source import Source

FOLDER = Path(__file__).resolve().parent / "guide" / "connectors"
HEAD = """# Connectors

*Generated from the connectors' declarations by [make_connectors.py](../../make_connectors.py).*

The tables list the delivery guarantee of each source and sink with checkpoints on. The [contract
suite](../../../tests/whole/contract) verifies every row: it crashes a job with the connector at each step, with the
systems under "tested with". The guarantee of a job is its weakest one; `pyrite info job.py` and `pyrite run` show it:

    end to end: at-least-once, because of sink 'redis' (no transactions)

- *exactly-once*: each record arrives once.
- *at-least-once*: no record is lost; after a failure some may arrive again.
- *at-most-once*: no record arrives twice; after a failure some may be missing.

If a connector has several guarantees, the first is the default.
"""


def page() -> str:
    return "\n".join(
        [HEAD, "## Sources", "", *_table(declarations(Source)), "", "## Sinks", "", *_table(declarations(Sink)), ""]
    )


def _table(declarations: dict[type[Any], Declaration]) -> list[str]:
    rows = ["| | class | guarantee | needs | tested with |", "| --- | --- | --- | --- | --- |"]
    for kind, entry in declarations.items():
        ways = "<br>".join(f"**{way.delivery}**: {way.reason}" for way in entry.ways)
        cells = (entry.name, f"`{kind.__name__}`", ways, entry.needs or "-", entry.tried_with or "-")
        rows.append(f"| {' | '.join(cells)} |")
    return rows


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "README.md").write_text(page(), encoding="utf-8")
