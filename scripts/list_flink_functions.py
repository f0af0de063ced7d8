"""Lists the functions that Flink documents in docs/sql_functions.txt.

    git -C FLINK show release-2.3.0:docs/data/sql_functions.yml > sql_functions.yml
    .venv/bin/python scripts/list_flink_functions.py sql_functions.yml

Only the forms are kept: those of SQL, or of the Table API where an entry has no other. A line is an entry; `\\n` in it
stands for a new line. It needs PyYAML.
"""

from __future__ import annotations

import sys
from pathlib import Path

import yaml

TARGET = Path(__file__).resolve().parents[1] / "docs" / "sql_functions.txt"


def main(source: str) -> None:
    lines = []
    for group, entries in yaml.safe_load(Path(source).read_text(encoding="utf-8")).items():
        lines.append(f"[{group}]")
        lines += [(entry.get("sql") or entry["table"]).strip().replace("\n", "\\n") for entry in entries]
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
