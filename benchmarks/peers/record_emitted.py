"""Records what Flink announces of windows with early and late results: `tests/relational/windows/flink/emitted.txt`.

PYTHONPATH=. .peers/pyflink/bin/python benchmarks/peers/record_emitted.py
"""

from __future__ import annotations

from pyflink import table  # type: ignore[import-not-found]
from tests.relational.windows.emitted import FOLDER, QUERIES, SETTINGS, changes, recorded


def main() -> None:
    texts = [recorded(name, query, changes(table, name, query)) for name in SETTINGS for query in QUERIES]
    (FOLDER / "emitted.txt").write_text("\n".join(texts))


if __name__ == "__main__":
    main()
