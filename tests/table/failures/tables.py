"""The tables of the cases, for Flink as well."""

from __future__ import annotations

from pathlib import Path

_FILES = {
    "t": ("k STRING, v INT, s STRING", "a,1,12\nb,2,3[\na,0,\n"),
    "timed": (
        "k STRING, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts",
        "a,1,2024-01-01 00:00:01\nb,2,2024-01-01 00:00:02\na,3,2024-01-01 00:00:03\n",
    ),
    "untimed": ("k STRING, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts", "a,1,2024-01-01 00:00:01\nb,2,\n"),
}


def tables(folder: str) -> list[str]:
    """What creates them; their files are in the folder."""
    statements = ["CREATE TABLE sink (d DECIMAL(3, 0) NOT NULL, s STRING) WITH ('connector' = 'blackhole')"]
    for name, (columns, text) in _FILES.items():
        path = Path(folder) / f"{name}.csv"
        path.write_text(text)
        statements.append(
            f"CREATE TABLE {name} ({columns}) "
            f"WITH ('connector' = 'filesystem', 'format' = 'csv', 'csv.null-literal' = '', 'path' = '{path}')"
        )
    return statements
