"""Records what Flink gives for windows over rows that change: `tests/relational/windows/flink/changed.txt`.

PYTHONPATH=. .peers/pyflink/bin/python benchmarks/peers/record_changed_windows.py
"""

from __future__ import annotations

from pyflink import table  # type: ignore[import-not-found]
from tests.relational.windows.changed import FLINKS, FOLDER, changes, environment, queries, recorded


def main() -> None:
    made = environment(table, FLINKS)
    texts = [recorded(query, changes(made, query)) for query in queries()]
    (FOLDER / "changed.txt").write_text("\n".join(texts))


if __name__ == "__main__":
    main()
